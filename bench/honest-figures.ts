/**
 * How far is what a crawl says about itself from the truth? Crawls frozen webs with labelled topics as users do (threads,
 * page rules, default settings), and compares the share of called pages that are relevant, as `forage status` tells it,
 * with the labels: without answers, and with 20 simulated answers about random called pages.
 *
 *   npm run bench:figures -- PATH/webs                                  14 topics, three recipes, 500 pages each
 *   npm run bench:figures -- PATH/webs --recipe lund/svm --pages 200 --keep FOLDER
 *
 * PATH/webs holds a folder a web: web.warc.gz, labels.tsv (address, topics), topics/NAME.json. With --keep, crawls stay
 * in the folder and are used again. The last line is one JSON object. Beside the figures it has the shift that each topic
 * would have needed, and the error with a shift fitted to the other topics alone (`apart`) or to the other webs (`away`).
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type GaugedPages, gaugedPages, precisionFrom, priorFor } from '../src/answers/precision.ts';
import type { Label } from '../src/archive/records.ts';
import { table } from '../src/cli/format.ts';
import { openCrawl } from '../src/crawl/open.ts';
import { crawl, loadTopic } from '../src/index.ts';
import { qualityOf } from '../src/judge/training/quality.ts';
import { estimateHarvest } from '../src/lab/statistics/harvest-estimate.ts';
import { Random } from '../src/learn/random.ts';
import { twinsOf } from '../src/url/variants.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    topic: { type: 'string' },
    recipe: { type: 'string', default: 'lund/svm,cindi/robot,best-first/page+anchor' },
    pages: { type: 'string', default: '500' },
    keep: { type: 'string' },
  },
});
const [webs] = positionals;
if (webs === undefined) throw new Error('Name the folder of the webs.');
const topics = values.topic?.split(',') ?? allTopics(webs);
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'forage-figures-'));
const ANSWERS = 20;
const DRAWS = 50;

interface Row {
  recipe: string;
  topic: string;
  called: number;
  /** The share of called pages with the label. */
  truth: number;
  /** Precision on examples held out, which the judge would have told. */
  onExamples: number | undefined;
  /** Why there is no figure. */
  unknown?: string;
  share?: number;
  low?: number;
  high?: number;
  /** With 20 answers: the pages drawn by `forage check`, and how many of 50 draws were within 10 points. */
  answered?: number;
  answeredLow?: number;
  answeredHigh?: number;
  within?: number;
  /** The shift with which the estimate would have been right. */
  needed?: number;
  apart?: number | undefined;
  away?: number | undefined;
}

const recipes = values.recipe.split(',');
const rows: Row[] = [];
for (const recipe of recipes) {
  const measured: { row: Row; gauged: GaugedPages }[] = [];
  for (const topic of topics) measured.push(await measure(recipe, topic));
  for (const { row, gauged } of measured) leaveOut(row, gauged, measured);
  rows.push(...measured.map(({ row }) => row));
  console.log(`\n${recipe}, ${values.pages} pages\n\n${tableOf(measured.map(({ row }) => row))}`);
}
if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
console.log(`\n${JSON.stringify({ pages: Number(values.pages), summary: recipes.map(summaryOf), rows })}`);

function allTopics(path: string): string[] {
  const webNames = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return webNames.flatMap(({ name }) =>
    readdirSync(join(path, name, 'topics')).map((file) => `${name}/${file.replace(/\.json$/, '')}`),
  );
}

async function measure(recipe: string, topic: string): Promise<{ row: Row; gauged: GaugedPages }> {
  const [web, name] = topic.split('/') as [string, string];
  const out = join(folder, `${recipe}-${topic}`.replaceAll('/', '_'));
  if (!existsSync(out)) {
    const settings = {
      recipe,
      web: [join(webs!, web, 'web.warc.gz')],
      budget: { pages: Number(values.pages) },
    };
    await crawl({ topic: loadTopic(join(webs!, web, 'topics', `${name}.json`)), out, settings }).finished;
  }
  const opened = openCrawl(out);
  const gauged = gaugedPages(opened);
  const isRelevant = labelsOf(web, name);
  const truths = gauged.pages.map(({ url }) => isRelevant(url));
  const called = truths.length;
  const truth = truths.filter(Boolean).length / Math.max(1, called);
  const { heldOut } = gauged.calibration ?? {};
  const row: Row = { recipe, topic, called, truth, onExamples: heldOut && qualityOf(heldOut).precision };
  const without = precisionFrom(gauged, new Map());
  if ('unknown' in without) row.unknown = without.unknown;
  else Object.assign(row, { share: without.share, low: without.low, high: without.high });

  const labelled = (places: readonly number[]) =>
    new Map(places.map((i) => [gauged.pages[i]!.id, labelOf(i, truths)]));
  const first = precisionFrom(gauged, labelled([...truths.keys()].slice(0, ANSWERS)));
  if ('share' in first)
    Object.assign(row, { answered: first.share, answeredLow: first.low, answeredHigh: first.high });
  let within = 0;
  for (let draw = 0; draw < DRAWS; draw++) {
    const places = new Random(draw).shuffle([...truths.keys()]).slice(0, ANSWERS);
    const again = precisionFrom(gauged, labelled(places));
    if ('share' in again && Math.abs(again.share - truth) <= 0.1) within += 1;
  }
  row.within = within / DRAWS;
  if (row.share !== undefined) row.needed = neededShift(gauged, truth);
  return { row, gauged };
}

function labelOf(place: number, truths: readonly boolean[]): Label {
  const label = truths[place] ? 'relevant' : 'not-relevant';
  return { seq: 0, page: 0, label, by: 'labels', drawn: 'called', at: 0 };
}

function labelsOf(web: string, name: string): (url: string) => boolean {
  const labels = new Map<string, string[]>();
  for (const line of readFileSync(join(webs!, web, 'labels.tsv'), 'utf8').split('\n')) {
    const [url = '', of = ''] = line.split('\t');
    labels.set(url, of.trim().split(/[ ,;]+/));
  }
  return (url) => {
    const known = [url, ...twinsOf(url)].find((one) => labels.has(one));
    return known !== undefined && labels.get(known)!.includes(name);
  };
}

/** By bisection: the mean probability rises with the shift. */
function neededShift({ pages, logOdds }: GaugedPages, truth: number): number {
  let [low, high] = [-8, 8];
  while (high - low > 0.01) {
    const shift = (low + high) / 2;
    let sum = 0;
    for (const i of pages.keys()) sum += 1 / (1 + Math.exp(-((logOdds(i) ?? 0) + shift)));
    if (sum / pages.length < truth) low = shift;
    else high = shift;
  }
  return (low + high) / 2;
}

/** The error if this topic, or its whole web, had not been there when the shift was chosen. */
function leaveOut(row: Row, gauged: GaugedPages, all: readonly { row: Row }[]): void {
  if (row.share === undefined) return;
  const errorWith = (others: readonly Row[]): number | undefined => {
    const needed = others.flatMap((other) => (other.needed === undefined ? [] : [other.needed]));
    if (needed.length === 0) return undefined;
    const pages = [...gauged.pages.keys()].map((i) => ({ logOdds: gauged.logOdds(i) ?? 0 }));
    const prior = { ...priorFor(gauged.calibration!), shift: median(needed) };
    return estimateHarvest(pages, prior).estimate - row.truth;
  };
  const others = all.map((one) => one.row).filter((other) => other !== row);
  const webOf = ({ topic }: Row): string => topic.split('/')[0]!;
  row.apart = errorWith(others);
  row.away = errorWith(others.filter((other) => webOf(other) !== webOf(row)));
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle) - 1]!) / 2;
}

function tableOf(of: readonly Row[]): string {
  const percent = (share: number | undefined): string =>
    share === undefined ? '' : `${Math.round(100 * share)} %`;
  const lines = of.map((row) => [
    row.topic,
    String(row.called),
    percent(row.truth),
    percent(row.onExamples),
    row.unknown ?? `${percent(row.share)} (${percent(row.low)}–${percent(row.high)})`,
    row.answered === undefined
      ? ''
      : `${percent(row.answered)} (${percent(row.answeredLow)}–${percent(row.answeredHigh)})`,
    percent(row.within),
    row.needed?.toFixed(2) ?? '',
  ]);
  return table(
    [
      ['topic', 'called', 'true', 'on examples', 'told', 'told with 20 answers', 'within 10', 'shift'],
      ...lines,
    ],
    [1, 2, 3, 6, 7],
  );
}

function summaryOf(recipe: string): Record<string, unknown> {
  const of = rows.filter((row) => row.recipe === recipe);
  const told = of.filter((row) => row.share !== undefined);
  const error = (differences: readonly number[]): number =>
    +(
      (100 * differences.reduce((sum, one) => sum + Math.abs(one), 0)) /
      Math.max(1, differences.length)
    ).toFixed(1);
  const defined = (list: readonly (number | undefined)[]): number[] =>
    list.filter((one) => one !== undefined);
  return {
    recipe,
    topics: of.length,
    told: told.length,
    held: told.filter(({ truth, low, high }) => truth >= low! && truth <= high!).length,
    points: error(told.map(({ share, truth }) => share! - truth)),
    pointsApart: error(defined(told.map(({ apart }) => apart))),
    pointsAway: error(defined(told.map(({ away }) => away))),
    pointsOnExamples: error(
      of.flatMap((row) => (row.onExamples === undefined ? [] : [row.onExamples - row.truth])),
    ),
    within10With20: of.filter(
      ({ answered, truth }) => answered !== undefined && Math.abs(answered - truth) <= 0.1,
    ).length,
    within10OfAllDraws: +(
      of.reduce((sum, { within = 0 }) => sum + within, 0) / Math.max(1, of.length)
    ).toFixed(2),
    shift: +median(defined(told.map(({ needed }) => needed))).toFixed(2),
  };
}
