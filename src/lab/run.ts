/**
 * One run of a study: a crawl of a frozen web in a temporary folder. Its visits are stored in order, with their cost.
 * `run.json` is written last, so that a run is stored completely or not at all.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CrawlEvent, StopReason } from '../crawl/events.ts';
import { openCrawl } from '../crawl/open.ts';
import type { Given } from '../crawl/opening.ts';
import type { SettingsInput } from '../crawl/settings.ts';
import { crawlWith } from '../crawl/start.ts';
import { makeFolder } from '../disk.ts';
import { prepareRecipe } from '../recipe/prepare.ts';
import { canonicalUrl } from '../url/url.ts';
import { type Answered, type Fetched, redirectLocation, type Web } from '../web/web.ts';
import type { Gauges } from './gauges.ts';
import { isDocumentUrl } from './measures/documents.ts';
import { writeLast, writeReach } from './reach-file.ts';
import { reachedLinks } from './reached-links.ts';
import type { ReachJob, RunJob } from './schedule.ts';
import type { SharedLessons } from './shared-lessons.ts';
import type { SharedReaders } from './shared-readers.ts';
import type { Run, RunKey, Visited } from './study.ts';
import { type AnswerTime, timedWeb } from './timed-web.ts';
import { VirtualClock } from './virtual-clock.ts';
import { writeVisits } from './visits-file.ts';

export interface Bench {
  web: Web;
  readers: SharedReaders;
  lessons: SharedLessons;
  /** Answers of earlier runs, without their bytes; and what is not in the web. */
  answers: Map<string, Fetched>;
  gauges?: Gauges | undefined;
  signal?: AbortSignal | undefined;
  /** Called now and then with the number of visits so far. */
  onProgress?: ((visits: number) => void) | undefined;
}

/** Undefined if it was stopped before its end: nothing is stored then. */
export async function runJob(job: RunJob, bench: Bench): Promise<Run | undefined> {
  return await inFolder(job, bench, ({ stop, cost, documentLinks, faults }) => {
    const { judge } = job.recipe;
    const steering = typeof job.key.set.judge === 'string' ? job.key.set.judge : judge.kind;
    const ran = prepareRecipe(job.recipe, job.key.set, job.topic).recipe;
    const { id, key, differences } = job;
    const run: Run = { id, ...key, stop, cost, judge: steering, ran, differences, documentLinks };
    const notes = [...(bench.gauges?.notes ?? []), ...faultNotes(key, faults)];
    if (notes.length > 0) run.notes = notes;
    writeLast(join(job.folder, 'run.json'), run);
    return run;
  });
}

/** Breadth-first to the end: the reachable pages, and the links between them. */
export async function reachAll(job: ReachJob, bench: Bench): Promise<boolean | undefined> {
  return await inFolder(job, bench, ({ crawled, visits, sameAs }) => {
    const { read, db } = openCrawl(crawled);
    const placeOf = new Map(visits.map(({ url }, place) => [url, place]));
    const place = (url: string): number | undefined => {
      let at = url;
      for (let step = 0; step < 10 && !placeOf.has(at) && sameAs.has(at); step++) at = sameAs.get(at)!;
      return placeOf.get(at);
    };
    const { links, seeds } = reachedLinks(read.linkPairs({ followed: true }), read.pagesAtDepth(0), place);
    db.close();
    writeReach(job.folder, { links: Uint32Array.from(links), seeds: seeds.map((n) => visits[n]!.url) });
    return true;
  });
}

interface Crawled {
  /** The crawl's folder. */
  crawled: string;
  stop: StopReason;
  visits: Visited[];
  cost: Run['cost'];
  /** URLs that redirect to, or have the same bytes as, another. */
  sameAs: Map<string, string>;
  documentLinks: number;
  /** Of the judge, the strategy and the user's other parts. */
  faults: FaultEvent[];
}

type FaultEvent = Extract<CrawlEvent, { type: 'fault' }>;

/** Figures of a recipe that did not work on all pages are not those of the recipe. */
function faultNotes({ web, topic, variant, repeat }: RunKey, faults: readonly FaultEvent[]): string[] {
  const [first] = faults;
  if (first === undefined) return [];
  const count = faults.length === 1 ? 'one fault' : `${faults.length} faults`;
  return [
    `${web}/${topic}: ${variant} had ${count} in run ${repeat}; the first: ${first.part}, ${first.url}: ${first.message}`,
  ];
}

async function inFolder<T>(
  job: RunJob | ReachJob,
  bench: Bench,
  finish: (crawled: Crawled) => T,
): Promise<T | undefined> {
  rmSync(job.folder, { recursive: true, force: true });
  makeFolder(job.folder);
  const scratch = mkdtempSync(join(tmpdir(), 'forage-lab-'));
  let done = false;
  try {
    const crawled = await follow(job, bench, join(scratch, 'crawl'));
    if (crawled.stop === 'interrupted') return undefined;
    const result = finish(crawled);
    done = true;
    return result;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    if (!done) rmSync(job.folder, { recursive: true, force: true });
  }
}

const PROGRESS_EVERY = 100;

async function follow(job: RunJob | ReachJob, bench: Bench, out: string): Promise<Crawled> {
  const { readers, lessons, signal } = bench;
  const sameAs = new Map<string, string>();
  const bytes = new Map<string, number>();
  const seen = new Map<string, { digest: string; kind: string; margin: number | undefined }>();
  const documents = new Set<string>();
  const arrivals = new Map<string, number>();
  const meter = new Meter(lessons);
  const visits: Visited[] = [];
  const faults: FaultEvent[] = [];
  const web = watched(bench, needsBytes(job.settings), sameAs, bytes);
  const { topic, settings } = job;
  const run = crawlWith(
    { topic, out, settings },
    {
      web,
      training: lessons.training,
      ...(job.kind === 'run' && job.time ? byTheClock(web, job, job.time, lessons, arrivals) : {}),
      readers: readers.forRun((url, { page, judgement }) => {
        if ('refused' in page) return;
        seen.set(url, { digest: page.digest, kind: page.kind, margin: judgement?.margin });
        for (const link of page.links) if (isDocumentUrl(link.url)) documents.add(link.url);
      }),
      fleeting: job.kind === 'run',
    },
  );
  const stop = (): void => run.stop();
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  for await (const event of run.listen({ wait: true })) {
    if (event.type === 'fault') faults.push(event);
    if (event.type !== 'page') continue;
    const { url, score, relevant, depth } = event;
    if (event.duplicateOf !== undefined) {
      sameAs.set(url, event.duplicateOf);
      continue;
    }
    const { digest, kind, margin } = seen.get(url)!;
    const size = bytes.get(url) ?? 0;
    const second = arrivals.get(url);
    visits.push({ url, digest, score, judged: relevant, margin, bytes: size, kind, depth, second });
    if (visits.length % PROGRESS_EVERY === 0) {
      meter.look();
      bench.onProgress?.(visits.length);
    }
  }
  signal?.removeEventListener('abort', stop);
  const { reason } = await run.finished;
  const cost = meter.cost(visits.length);
  if (reason !== 'interrupted') await measure(visits, bench);
  writeVisits(join(job.folder, 'visits.tsv'), visits);
  return { crawled: out, stop: reason, visits, cost, sameAs, documentLinks: documents.size, faults };
}

/** Measured once the crawl is over and its cost is known. */
async function measure(visits: Visited[], { gauges, readers }: Bench): Promise<void> {
  if (gauges === undefined) return;
  for (const visit of visits)
    Object.assign(visit, await gauges.of(visit.digest, () => readers.pageAt(visit.url)));
}

/** Time passes only between the answers, and starts after all examples were read. */
function byTheClock(
  web: Web,
  { settings: { budget } }: RunJob,
  time: AnswerTime,
  lessons: SharedLessons,
  arrivals: Map<string, number>,
): Pick<Given, 'web' | 'training' | 'clock' | 'timers'> {
  const clock = new VirtualClock(Math.ceil(1000 * (budget?.seconds ?? Number.POSITIVE_INFINITY)));
  const timed = timedWeb(web, clock, time, (url, ms) => arrivals.set(url, ms / 1000));
  return { web: timed, training: { ...lessons.training, web }, clock: clock.now, timers: clock };
}

/**
 * Records where redirects lead and how large answers are. A recorded "try again later" would make the crawl wait for
 * something that never comes, and its order depend on the clock: such a URL is treated as not in the web. A page that
 * the reader thread has cached is not decompressed again: only the number of its bytes is needed.
 */
function watched(
  { web, answers, readers }: Bench,
  needsBytes: boolean,
  sameAs: Map<string, string>,
  bytes: Map<string, number>,
): Web {
  const note = (answer: Answered): Answered => {
    bytes.set(answer.url, answer.wire.length);
    const to = redirectLocation(answer);
    if (to !== undefined && URL.canParse(to, answer.url)) {
      const target = canonicalUrl(new URL(to, answer.url).href);
      if (target.ok) sameAs.set(answer.url, target.url);
    }
    return answer;
  };
  return {
    async fetch(request) {
      const { url } = request;
      const before = answers.get(url);
      if (before?.ok === false) return before;
      if (before !== undefined && !needsBytes && readers.remembers(url)) return note(before);
      const fetched = await web.fetch(request);
      if (!fetched.ok) {
        const failed = { ...fetched, mayPass: false };
        if (failed.reason === 'not-in-web') answers.set(url, failed);
        return failed;
      }
      if (fetched.status === 429 || fetched.status >= 500) {
        const detail = `It was recorded with status ${fetched.status}.`;
        const { startedAt } = fetched;
        return { ok: false, url, startedAt, durationMs: 0, reason: 'not-in-web', detail, mayPass: false };
      }
      answers.set(url, withoutBytes(fetched));
      return note(fetched);
    },
    // The next run uses it, too.
    close: async () => {},
  };
}

/** robots.txt and sitemaps are not pages, even if one of them was read as a page before. */
const needsBytes = ({ politeness: { robots, sitemaps } = {} }: SettingsInput): boolean =>
  robots === 'obey' || (sitemaps !== undefined && sitemaps !== 'off');

let blank = new Uint8Array(1 << 20);

/** Same length, but empty. */
function withoutBytes(answer: Answered): Answered {
  const most = Math.max(answer.wire.length, answer.body.length);
  if (most > blank.length) blank = new Uint8Array(2 * most);
  const wire = blank.subarray(0, answer.wire.length);
  const body = answer.body === answer.wire ? wire : blank.subarray(0, answer.body.length);
  return { ...answer, wire, body };
}

/** Time, processor and memory of a crawl, including its reader thread. The processor time of reused work is added. */
class Meter {
  readonly #began = performance.now();
  readonly #cpu = process.cpuUsage();
  readonly #lessons: SharedLessons;
  readonly #sparedBefore: number;
  #peakBytes = 0;

  constructor(lessons: SharedLessons) {
    this.#lessons = lessons;
    this.#sparedBefore = lessons.sparedMs;
    this.look();
  }

  look(): void {
    this.#peakBytes = Math.max(this.#peakBytes, process.memoryUsage.rss());
  }

  cost(visits: number): Run['cost'] {
    this.look();
    const sparedMs = this.#lessons.sparedMs - this.#sparedBefore;
    const { user, system } = process.cpuUsage(this.#cpu);
    return {
      seconds: (performance.now() - this.#began + sparedMs) / 1000,
      cpuMsPerPage: ((user + system) / 1000 + sparedMs) / Math.max(1, visits),
      peakMemoryMb: this.#peakBytes / 1e6,
    };
  }
}
