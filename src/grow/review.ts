/**
 * What a crawl teaches its judge. A focused crawl is full of what general pages lack: pages close to the topic that are
 * not about it, and a judge that has never seen such pages calls many of them relevant. After the crawl some of them
 * become negatives: those that the judge scores highest, but that are less like the documents than as many pages as may
 * be about the topic (`base-rate.ts`, on the crawled pages). The judge is trained again, its threshold is chosen again
 * as in the judge stage, but on the crawled pages, and the crawl is judged by it. If most of the crawl may be about the
 * topic, the judge stays as it is; and so it does if with these negatives it may do no better than by calling every page
 * relevant, because then too many of them were about the topic after all. How many of the called pages are relevant is estimated without
 * these negatives: they were chosen by what the estimate rests on, likeness to the documents.
 *
 * `review.json` in the crawl's folder says what was done, so that a review that was killed ends with the same result.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { trustIn } from '../answers/trust.ts';
import { readEarlierCrawl } from '../archive/earlier-crawl.ts';
import { type JudgeAgainOptions, judgeAgain } from '../crawl/rejudge.ts';
import { areEnough, gaugedText } from '../crawl/training/calibration.ts';
import { loadModels, saveModels } from '../crawl/training/models.ts';
import { ForageError } from '../errors.ts';
import { trainGauge } from '../judge/gauge.ts';
import type { Topic } from '../topic/topic.ts';
import { shareOnTopic } from './base-rate.ts';
import { withoutBoilerplate } from './boilerplate.ts';
import { languageOf } from './documents.ts';
import { examplesOf, topicOf } from './examples.ts';
import { chosenJudge } from './judge.ts';
import { chooseThreshold, tellsApart } from './judge-trial.ts';
import { GrowInterrupted, type Growing } from './stage.ts';
import { readTexts, writeTexts } from './text-files.ts';

const reviewSchema = z.object({
  /** Of the crawl when it was reviewed. */
  pages: z.number(),
  /** Called relevant before. */
  called: z.number(),
  /** Pages of the crawl that became negatives. */
  negatives: z.number(),
  /** Chosen on the crawled pages; absent without negatives, and until the crawl is judged with them. */
  threshold: z.number().optional(),
});
export type Review = z.infer<typeof reviewSchema>;

/** Where more of the pages than this may be about the topic, too many of the negatives would be. */
const MOST_ON_TOPIC = 0.5;
/** Comparing more takes long and changes little. */
const MOST_PAGES = 5000;
const NEGATIVES_PER_DOCUMENT = 3;

/** Given how many pages the crawl has, and how many of them are called relevant. */
export async function review(
  on: Growing,
  { pages, relevant: called }: { pages: number; relevant: number },
): Promise<Review> {
  const path = on.path('crawl');
  let kept = keptReview(path);
  if (kept?.pages === pages && kept.threshold !== undefined) return kept;
  if (kept?.pages !== pages) {
    const earlier =
      kept === undefined || kept.negatives === 0 ? [] : readTexts(negativesPath(on, kept.pages));
    kept = { pages, called, negatives: await writeNegatives(on, { pages, called }, earlier) };
    keep(path, kept);
  }
  if (kept.negatives === 0) return kept;
  await judge(on, { topic: reviewedTopic(on, kept) });
  const known = loadModels(path)?.calibration?.heldOut?.filter(({ relevant }) => relevant) ?? [];
  const chosen = chooseThreshold(
    known.map(({ score }) => score),
    scoresIn(path),
  );
  if (!tellsApart(chosen, known.length)) return unlearn(on, kept);
  const { threshold } = chosen;
  await judge(on, { threshold });
  await keepGauge(on);
  const done = { ...kept, threshold };
  keep(path, done);
  return done;
}

/** The crawl is judged by the judge that it began with. */
async function unlearn(on: Growing, { pages, called }: Review): Promise<Review> {
  const { threshold } = z.object({ threshold: z.number() }).parse(chosenJudge(on));
  await judge(on, { topic: topicOf(on), threshold });
  const done = { pages, called, negatives: 0 };
  keep(on.path('crawl'), done);
  rmSync(negativesPath(on, pages), { recursive: true, force: true });
  return done;
}

const fileOf = (crawl: string): string => join(crawl, 'review.json');
const negativesPath = (on: Growing, pages: number): string => join(on.path('crawl'), `negatives-${pages}`);

function keptReview(crawl: string): Review | undefined {
  if (!existsSync(fileOf(crawl))) return undefined;
  const read = reviewSchema.safeParse(JSON.parse(readFileSync(fileOf(crawl), 'utf8')));
  if (read.success) return read.data;
  throw new ForageError('INPUT_INVALID', `${fileOf(crawl)} is damaged; delete it to review the crawl again.`);
}

function keep(crawl: string, review: Review): void {
  writeFileSync(`${fileOf(crawl)}.new`, `${JSON.stringify(review, null, 2)}\n`);
  renameSync(`${fileOf(crawl)}.new`, fileOf(crawl));
}

function reviewedTopic(on: Growing, { pages, negatives }: Review): Topic {
  const topic = topicOf(on);
  if (negatives === 0) return topic;
  const { relevant, irrelevant } = topic.examples;
  return { ...topic, examples: { relevant, irrelevant: [...irrelevant, negativesPath(on, pages)] } };
}

/** Returns how many there are; those of an earlier review stay. */
async function writeNegatives(
  on: Growing,
  { pages, called }: Pick<Review, 'pages' | 'called'>,
  earlier: readonly { name: string; text: string }[],
): Promise<number> {
  const documents = readTexts(on.path('documents')).map(({ text }) => text);
  const crawled = crawledPages(on, pages);
  const compared = await shareOnTopic(
    documents,
    crawled.map(({ text }) => text),
    { language: languageOf(on) ?? 'en', seed: on.settings.seed },
  );
  const folder = negativesPath(on, pages);
  rmSync(folder, { recursive: true, force: true });
  const most = NEGATIVES_PER_DOCUMENT * documents.length;
  // Two estimates: likeness to the documents, and the figures about the called pages.
  const { precision } = trustIn(on.path('crawl'));
  const told = 'share' in precision ? (precision.share * called) / pages : 0;
  const onTopic = Math.max(compared?.high ?? 1, told);
  const hard =
    compared === undefined || onTopic > MOST_ON_TOPIC
      ? []
      : hardest(crawled, { scores: compared.scores, onTopic }, earlier).slice(0, most);
  const all = [...earlier.map(({ name, text }) => ({ source: `an earlier review, ${name}`, text })), ...hard];
  if (all.length > 0) writeTexts(folder, all);
  return all.length;
}

/** The best by the judge of those that are not like the documents, without known ones. */
function hardest(
  crawled: readonly CrawledPage[],
  { scores, onTopic }: { scores: readonly number[]; onTopic: number },
  earlier: readonly { text: string }[],
): CrawledPage[] {
  const border =
    scores.toSorted((a, b) => b - a)[Math.ceil(onTopic * scores.length)] ?? Number.NEGATIVE_INFINITY;
  const known = new Set(earlier.map(({ text }) => text));
  return crawled
    .filter(({ text }, i) => scores[i]! <= border && !known.has(text))
    .sort((a, b) => b.score - a.score || (a.source < b.source ? -1 : 1));
}

/** The gauge that the crawl began with. */
async function keepGauge(on: Growing): Promise<void> {
  const path = on.path('crawl');
  const learnt = loadModels(path);
  if (learnt?.calibration === undefined) return;
  const examples = await examplesOf(topicOf(on), on);
  const texts = examples.map(({ page, relevant }) => ({ text: gaugedText(page), relevant }));
  const relevant = texts.filter((one) => one.relevant).length;
  const counts = { relevant, irrelevant: texts.length - relevant };
  const { seed } = on.settings;
  const gauge = areEnough(counts)
    ? await trainGauge(texts, { language: languageOf(on) ?? 'en', seed })
    : undefined;
  saveModels(path, { ...learnt, calibration: { ...learnt.calibration, ...counts, gauge } });
}

interface CrawledPage {
  source: string;
  text: string;
  score: number;
}

/** Some of the pages in the documents' language, evenly spread over the crawl. */
function crawledPages(on: Growing, pages: number): CrawledPage[] {
  const language = languageOf(on);
  const every = Math.ceil(pages / MOST_PAGES);
  const read = readEarlierCrawl(on.path('crawl'), (read) => {
    const found: CrawledPage[] = [];
    for (const { id, n, url, score, outcome, language: own = language } of read.visitedPages()) {
      if (n % every !== 0 || outcome !== 'page' || score === undefined || own !== language) continue;
      const stored = read.textOf(id);
      if (stored !== undefined && stored.text !== '')
        found.push({ source: url, score, text: `${stored.title}\n${stored.text}` });
    }
    return found;
  });
  return withoutBoilerplate(read);
}

const scoresIn = (crawl: string): number[] =>
  readEarlierCrawl(crawl, (read) => Array.from(read.judgedPages(), ({ score }) => score));

async function judge(on: Growing, by: Pick<JudgeAgainOptions, 'topic' | 'threshold'>): Promise<void> {
  const { finished } = await judgeAgain(on.path('crawl'), {
    ...by,
    signal: on.signal,
    tell: (message) => on.tell(message),
    fault: ({ part, url, message }) => on.tell(`Fault in the ${part} on ${url}: ${message}`),
    progress: (done, of) => on.progress('pages judged again', done, of),
  });
  if (!finished) throw new GrowInterrupted();
}
