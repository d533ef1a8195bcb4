/**
 * A process of a study: does one job after the other as they are sent to it. The web, its reader thread and the
 * measures of the last job are kept for the next, so that each page is parsed once. It ends with the process that
 * started it.
 */
import { settingsSchema } from '../crawl/settings.ts';
import { ForageError } from '../errors.ts';
import { type FrozenWeb, openFrozenWeb } from '../frozen/frozen.ts';
import { useModules } from '../plugin/load.ts';
import { rememberStems } from '../text/stem.ts';
import { type Gauges, openGauges } from './gauges.ts';
import { type Bench, reachAll, runJob } from './run.ts';
import type { ReachJob, RunJob } from './schedule.ts';
import { SharedLessons } from './shared-lessons.ts';
import { SharedReaders } from './shared-readers.ts';

export type ToWorker = { job: RunJob | ReachJob } | { stop: true };
export type FromWorker =
  | { type: 'progress'; visits: number }
  | { type: 'done' }
  | { type: 'stopped' }
  | { type: 'failed'; reason: string };

/** What is kept between jobs. */
interface Kept {
  files: string;
  web: FrozenWeb;
  readers: SharedReaders;
  lessons: SharedLessons;
  answers: Bench['answers'];
  gauges?: { of: string; gauges: Gauges } | undefined;
}

/** Every lesson needs the stem of every word of its examples. */
rememberStems(100_000);

let kept: Kept | undefined;
const stopping = new AbortController();
const tell = (message: FromWorker): void => void (process.connected && process.send!(message));

// Ctrl-C reaches every process of the terminal; the one that the user started decides.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit(0));
process.on('message', (message: ToWorker) => {
  if ('stop' in message) stopping.abort();
  else
    void work(message.job).then(tell, (error: unknown) => tell({ type: 'failed', reason: reasonOf(error) }));
});

async function work(job: RunJob | ReachJob): Promise<FromWorker> {
  useModules(job.settings.use);
  const bench = await benchFor(job);
  const done = await (job.kind === 'run' ? runJob(job, bench) : reachAll(job, bench));
  return { type: done === undefined ? 'stopped' : 'done' };
}

async function benchFor(job: RunJob | ReachJob): Promise<Bench> {
  const { maxBytes, maxUnpackedBytes } = settingsSchema.parse(job.settings).http;
  const files = JSON.stringify([job.files, job.settings.urls, job.settings.use, maxBytes, maxUnpackedBytes]);
  if (kept?.files !== files) {
    await kept?.readers.close();
    await kept?.web.close();
    const web = await openFrozenWeb(job.files, { maxBytes, maxUnpackedBytes });
    const readers = new SharedReaders(web);
    const lessons = new SharedLessons(web, job.files, readers);
    kept = { files, web, readers, lessons, answers: new Map() };
  }
  const { web, readers, lessons, answers } = kept;
  return {
    web,
    readers,
    lessons,
    answers,
    gauges: job.kind === 'run' ? await gaugesFor(job, kept) : undefined,
    signal: stopping.signal,
    onProgress: (visits) => tell({ type: 'progress', visits }),
  };
}

async function gaugesFor({ measured, gauges: spec, files }: RunJob, at: Kept): Promise<Gauges | undefined> {
  if (spec.judge === undefined && !spec.perplexity) return undefined;
  const of = JSON.stringify([measured, spec]);
  if (at.gauges?.of !== of) at.gauges = { of, gauges: await openGauges(spec, measured, at.web, files) };
  return at.gauges.gauges;
}

function reasonOf(error: unknown): string {
  if (error instanceof ForageError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
