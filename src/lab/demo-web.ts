/**
 * The demonstration web as a frozen one, for studies without their own web: it is generated, crawled once from the
 * seeds of all its topics, and stored as WARC files with the true labels of every page. A topic's examples are drawn
 * from those pages, the same ones for the same seed. There are two kinds: pages about subjects, and pages of a genre
 * about a subject.
 *
 *   FOLDER/archive/*.warc.gz   labels.tsv   topics/NAME.json   made.json (written last: what it was made from)
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crawl } from '../crawl/start.ts';
import { genreTopicNames } from '../demo/genres/topics.ts';
import { createGenreWeb } from '../demo/genres/web.ts';
import { subjectNames } from '../demo/subjects.ts';
import { createDemoWeb, type DemoWeb } from '../demo/web.ts';
import { makeFolder } from '../disk.ts';
import { unpack } from '../web/http/unpack.ts';
import { type Failed, type Fetched, header, limitOf, type Web } from '../web/web.ts';
import { drawn } from './draw.ts';
import type { Plan } from './plan.ts';

export type DemoKind = 'subjects' | 'genres';

export const demoTopicNames = (kind: DemoKind = 'subjects'): string[] =>
  kind === 'genres' ? genreTopicNames() : subjectNames();

export type DemoSize = Required<Omit<NonNullable<Plan['webs'][number]['demo']>, 'hosts' | 'kind'>> & {
  hosts?: number | undefined;
  kind?: DemoKind | undefined;
};

export const DEMO_SIZE: DemoSize = { pages: 4000, seed: 1, relevant: 20, irrelevant: 100 };

/** Creates it in the folder, unless one of the same size and seed exists. */
export async function freezeDemo(folder: string, size: DemoSize): Promise<void> {
  const record = JSON.stringify(size);
  const made = join(folder, 'made.json');
  if (existsSync(made) && readFileSync(made, 'utf8') === record) return;
  rmSync(folder, { recursive: true, force: true });
  const generated = size.kind === 'genres' ? genres(size) : bySubject(size);
  const labels = await recordPages(generated, folder);
  const lines = [...labels].map(([url, own]) => `${url}\t${own.join(' ')}`);
  writeFileSync(join(folder, 'labels.tsv'), ['url\ttopics', ...lines, ''].join('\n'));
  makeFolder(join(folder, 'topics'));
  for (const [place, draft] of generated.topics.entries()) {
    const topic = { ...draft.topic, examples: examplesOf(labels, draft, place, size) };
    writeFileSync(join(folder, 'topics', `${draft.topic.name}.json`), JSON.stringify(topic, undefined, 2));
  }
  writeFileSync(made, record);
}

/** A generated web, of either kind. */
interface Generated {
  web: Web;
  size: number;
  topics: DraftTopic[];
  labelsOf(url: string): string[];
}

interface DraftTopic {
  /** Everything but the examples. */
  topic: { name: string; seeds: string[] };
  /** Irrelevant examples have this label. */
  among?: string;
  /** Genre examples have this label and are not relevant. */
  genre?: string;
}

function bySubject({ pages, hosts, seed }: DemoSize): Generated {
  const demo = createDemoWeb({ pages, seed, ...(hosts === undefined ? {} : { hosts }) });
  return {
    web: asWeb(demo),
    size: demo.size,
    topics: demo.topics.map((topic) => ({ topic })),
    labelsOf: (url) => [demo.subjectOf(url)!],
  };
}

function genres({ pages, seed }: DemoSize): Generated {
  const demo = createGenreWeb({ pages, seed });
  return {
    web: {
      async fetch({ url }) {
        const html = demo.htmlOf(url);
        if (html === undefined) return failed(url, NOW, 'not-in-web', 'Not one of its pages.');
        const body = new TextEncoder().encode(html);
        const headers: [string, string][] = [['Content-Type', 'text/html; charset=utf-8']];
        return fetched(url, NOW, { status: 200, headers, wire: body, body });
      },
      close: async () => {},
    },
    size: demo.size,
    topics: demo.topics.map(({ kindLabel, ...topic }) => ({
      topic,
      among: topic.language,
      genre: kindLabel,
    })),
    labelsOf: demo.labelsOf,
  };
}

/** Crawls it into the folder; returns the labels of every page by URL. */
async function recordPages(generated: Generated, folder: string): Promise<Map<string, string[]>> {
  const { web, size, topics, labelsOf } = generated;
  const labels = new Map<string, string[]>();
  const making = `${folder}.making`;
  rmSync(making, { recursive: true, force: true });
  makeFolder(folder);
  const run = crawl({
    topic: {
      name: 'everything',
      keywords: ['page'],
      seeds: [...new Set(topics.flatMap(({ topic }) => topic.seeds))],
    },
    out: making,
    web,
    settings: {
      recipe: 'breadth-first',
      threads: 0,
      budget: { pages: 2 * size },
      archive: { fullText: false },
    },
  });
  for await (const event of run) {
    if (event.type === 'page') labels.set(event.url, labelsOf(event.url));
  }
  await run.finished;
  renameSync(join(making, 'archive'), join(folder, 'archive'));
  rmSync(making, { recursive: true, force: true });
  return labels;
}

function examplesOf(
  labels: ReadonlyMap<string, string[]>,
  { topic: { name }, among, genre }: DraftTopic,
  place: number,
  size: DemoSize,
): { relevant: string[]; irrelevant: string[]; genre?: string[] } {
  const of = (isWanted: (own: string[]) => boolean): string[] =>
    [...labels].filter(([, own]) => isWanted(own)).map(([url]) => url);
  const seed = 1000 * size.seed + 2 * place;
  const wanted = of((own) => own.includes(name));
  const others = of((own) => !own.includes(name) && (among === undefined || own.includes(among)));
  const ofGenre = genre === undefined ? [] : of((own) => own.includes(genre) && !own.includes(name));
  return {
    // A topic whose every page was an example would leave nothing to find.
    relevant: drawn(wanted, Math.min(size.relevant, Math.floor(wanted.length / 3)), seed),
    irrelevant: drawn(others, size.irrelevant, seed + 1),
    ...(genre === undefined ? {} : { genre: drawn(ofGenre, GENRE_EXAMPLES, seed) }),
  };
}

const GENRE_EXAMPLES = 20;

/** Enough time between two requests that no host considers us impatient. */
const STEP_MS = 60_000;
const NOW = 1_700_000_000_000;

/** The generator as a web: hosts that would hang or break off fail immediately, endless URL spaces are left out. */
export function asWeb(demo: DemoWeb): Web {
  let now = NOW;
  return {
    async fetch({ url, maxBytes }): Promise<Fetched> {
      now += STEP_MS;
      const answer = demo.answer({ url, now });
      if (answer.kind !== 'response') return failed(url, now, 'reset', 'The host does not answer.');
      const { status, headers } = answer;
      if (status === 429 || status >= 500) return failed(url, now, 'not-in-web', 'The host is overloaded.');
      const isPage = status >= 200 && status <= 299;
      if (isPage && demo.subjectOf(url) === undefined)
        return failed(url, now, 'not-in-web', 'Not one of its pages.');
      const limit = limitOf(maxBytes, { status, headers }, 16_000_000);
      const wire = new Uint8Array(answer.body.subarray(0, typeof limit === 'number' ? limit : 0));
      const unpacked = await unpack(wire, header(headers, 'Content-Encoding') ?? '', 50_000_000);
      if (!unpacked.ok) return failed(url, now, unpacked.reason, unpacked.detail);
      return fetched(url, now, { status, headers, wire, body: unpacked.body });
    },
    close: async () => {},
  };
}

function failed(url: string, startedAt: number, reason: Failed['reason'], detail: string): Failed {
  return { ok: false, url, startedAt, durationMs: 0, reason, detail, mayPass: false };
}

type Answer = Extract<Fetched, { ok: true }>;

function fetched(
  url: string,
  startedAt: number,
  answer: Pick<Answer, 'status' | 'headers' | 'wire' | 'body'>,
): Answer {
  return { ok: true, url, startedAt, durationMs: 0, statusText: '', requestHeaders: [], ...answer };
}
