/**
 * The demonstration web as a frozen one, for studies without their own web: it is generated, crawled once from the
 * seeds of all its topics, and stored as WARC files with the true subject of every page as its labels. A topic's
 * examples are drawn from those pages, the same ones for the same seed.
 *
 *   FOLDER/archive/*.warc.gz   labels.tsv   topics/NAME.json   made.json (written last: what it was made from)
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crawl } from '../crawl/start.ts';
import { subjectNames } from '../demo/subjects.ts';
import { createDemoWeb, type DemoWeb } from '../demo/web.ts';
import { unpack } from '../web/http/unpack.ts';
import { type Failed, type Fetched, header, type Web } from '../web/web.ts';
import { drawn } from './draw.ts';
import type { Plan } from './plan.ts';

export const demoTopicNames = subjectNames;

export type DemoSize = Required<Omit<NonNullable<Plan['webs'][number]['demo']>, 'hosts'>> & {
  hosts?: number | undefined;
};

export const DEMO_SIZE: DemoSize = { pages: 4000, seed: 1, relevant: 20, irrelevant: 100 };

/** Creates it in the folder, unless one of the same size and seed exists. */
export async function freezeDemo(folder: string, size: DemoSize): Promise<void> {
  const record = JSON.stringify(size);
  const made = join(folder, 'made.json');
  if (existsSync(made) && readFileSync(made, 'utf8') === record) return;
  rmSync(folder, { recursive: true, force: true });
  const { pages, hosts, seed } = size;
  const web = createDemoWeb({ pages, seed, ...(hosts === undefined ? {} : { hosts }) });
  const subjects = await recordPages(web, folder);
  const lines = [...subjects].map(([url, subject]) => `${url}\t${subject}`);
  writeFileSync(join(folder, 'labels.tsv'), ['url\ttopics', ...lines, ''].join('\n'));
  mkdirSync(join(folder, 'topics'), { recursive: true });
  for (const [place, topic] of web.topics.entries()) {
    const examples = examplesOf(subjects, topic.name, place, size);
    writeFileSync(
      join(folder, 'topics', `${topic.name}.json`),
      JSON.stringify({ ...topic, examples }, undefined, 2),
    );
  }
  writeFileSync(made, record);
}

/** Crawls it into the folder; returns the subject of every page by URL. */
async function recordPages(web: DemoWeb, folder: string): Promise<Map<string, string>> {
  const subjects = new Map<string, string>();
  const making = `${folder}.making`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const run = crawl({
    topic: {
      name: 'everything',
      keywords: ['page'],
      seeds: [...new Set(web.topics.flatMap(({ seeds }) => seeds))],
    },
    out: making,
    web: asWeb(web),
    settings: {
      recipe: 'breadth-first',
      threads: 0,
      budget: { pages: 2 * web.size },
      archive: { fullText: false },
    },
  });
  for await (const event of run) {
    if (event.type === 'page') subjects.set(event.url, web.subjectOf(event.url)!);
  }
  await run.finished;
  renameSync(join(making, 'archive'), join(folder, 'archive'));
  rmSync(making, { recursive: true, force: true });
  return subjects;
}

function examplesOf(
  subjects: ReadonlyMap<string, string>,
  topic: string,
  place: number,
  size: DemoSize,
): { relevant: string[]; irrelevant: string[] } {
  const all = [...subjects.keys()];
  const of = (isWanted: boolean): string[] => all.filter((url) => (subjects.get(url) === topic) === isWanted);
  const seed = 1000 * size.seed + 2 * place;
  // A topic whose every page was an example would leave nothing to find.
  const wanted = of(true);
  return {
    relevant: drawn(wanted, Math.min(size.relevant, Math.floor(wanted.length / 3)), seed),
    irrelevant: drawn(of(false), size.irrelevant, seed + 1),
  };
}

/** Enough time between two requests that no host considers us impatient. */
const STEP_MS = 60_000;

/** The generator as a web: hosts that would hang or break off fail immediately, endless URL spaces are left out. */
export function asWeb(demo: DemoWeb): Web {
  let now = 1_700_000_000_000;
  return {
    async fetch({ url, maxBytes = 16_000_000 }): Promise<Fetched> {
      now += STEP_MS;
      const failed = (reason: Failed['reason'], detail: string): Failed => ({
        ok: false,
        url,
        startedAt: now,
        durationMs: 0,
        reason,
        detail,
        mayPass: false,
      });
      const answer = demo.answer({ url, now });
      if (answer.kind !== 'response') return failed('reset', 'The host does not answer.');
      const { status, headers } = answer;
      if (status === 429 || status >= 500) return failed('not-in-web', 'The host is overloaded.');
      const isPage = status >= 200 && status <= 299;
      if (isPage && demo.subjectOf(url) === undefined) return failed('not-in-web', 'Not one of its pages.');
      const wire = new Uint8Array(answer.body.subarray(0, maxBytes));
      const unpacked = await unpack(wire, header(headers, 'Content-Encoding') ?? '', 50_000_000);
      if (!unpacked.ok) return failed(unpacked.reason, unpacked.detail);
      const { body } = unpacked;
      return {
        ok: true,
        url,
        startedAt: now,
        durationMs: 0,
        status,
        statusText: '',
        headers,
        requestHeaders: [],
        wire,
        body,
      };
    },
    close: async () => {},
  };
}
