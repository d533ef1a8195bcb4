/**
 * In which order do the recipes find what is wanted? Crawls frozen webs with labelled topics as the lab does (the settings
 * of a live crawl as far as a frozen web allows, one page at a time, a reader thread), and prints recall after shares of the
 * reachable pages and the area under the recall curve, beside an oracle that knows labels and links.
 *
 *   npm run bench:order -- PATH/webs                                   all recipes, all topics, two at a time
 *   npm run bench:order -- PATH/webs --jobs 1 --recipe adaptive        one at a time: takes longer, with less work
 *   npm run bench:order -- PATH/webs --topic webkb/course --recipe breadth-first,crete/j --set half=3
 *   npm run bench:order -- PATH/webs --markdown                        the table of docs/recipes.md
 *   npm run bench:order -- PATH/webs --recipe adaptive --given all,five,keywords,title --pages 500
 *   npm run bench:order -- PATH/webs --recipe adaptive --labels 5 --after 200 --pages 500
 *
 * `--given`: what the recipes get of each topic: all, five relevant examples, keywords, the title, or what
 * `forage crawl "TITLE"` understands of it without word vectors (sentence) and with those that are installed (vectors).
 * `--seed`: of the crawl and of the draw of five examples. Both may be several, separated by commas. `--pages`: a budget; a crawl that ended keeps
 * its recall. "normalised" is 0 for breadth-first and 1 for the oracle, both without a budget; "within the budget" compares all
 * three over the pages of the budget. `--labels`: each crawl is done again with that many labels, all true, after `--after`
 * pages, for the pages that `forage label` asks for first; "the rest" is the mean recall, from there to the end of the
 * budget, of what was not found by then. "called" is what the judge called relevant, up to `--after` pages and from there on, with
 * its precision and recall among the fetched pages; here examples are relevant pages, too.
 *
 * PATH/webs holds a folder a web: web.warc.gz, labels.tsv (address, topics), topics/NAME.json. A page is relevant
 * when it is labelled with the topic and is no relevant example; recall counts what breadth-first reaches, so that a page
 * that says noindex is neither found nor missed.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { queueOf } from '../src/answers/label-queue.ts';
import { assignment } from '../src/cli/values.ts';
import type { NewLabel } from '../src/crawl/control.ts';
import { openCrawl } from '../src/crawl/open.ts';
import type { SettingsInput } from '../src/crawl/settings.ts';
import { crawlWith } from '../src/crawl/start.ts';
import { type FrozenWeb, loadTopic, openFrozenWeb, recipes, type Topic } from '../src/index.ts';
import { crawlSettings } from '../src/lab/run-settings.ts';
import { SharedLessons } from '../src/lab/shared-lessons.ts';
import { SharedReaders } from '../src/lab/shared-readers.ts';
import { Random } from '../src/learn/random.ts';
import { installedVectors } from '../src/text/word-vectors.ts';
import { understand } from '../src/topic/understood.ts';
import { twinsOf } from '../src/url/variants.ts';
import { oracleCurves } from './oracle.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    topic: { type: 'string' },
    recipe: { type: 'string' },
    set: { type: 'string', multiple: true, default: [] },
    jobs: { type: 'string', default: '2' },
    given: { type: 'string', default: 'all' },
    seed: { type: 'string', default: '1' },
    labels: { type: 'string' },
    after: { type: 'string', default: '300' },
    pages: { type: 'string' },
    markdown: { type: 'boolean', default: false },
  },
});
const [webs] = positionals;
if (webs === undefined) throw new Error('Name the folder of the webs.');
const topics = values.topic?.split(',') ?? allTopics(webs);
const names = values.recipe?.split(',') ?? recipes().map(({ name }) => name);
const set = values.set.reduce((all, one) => assignment(one, all), {} as Record<string, unknown>);

interface Row {
  recipe: string;
  given: string;
  seed: number;
  labels: number;
}
const rows: Row[] = names.flatMap((recipe) =>
  values.given.split(',').flatMap((given) =>
    values.seed.split(',').flatMap((seed) =>
      (values.labels === undefined ? [0] : [0, Number(values.labels)]).map((labels) => ({
        ...{ recipe, given, labels },
        seed: Number(seed),
      })),
    ),
  ),
);

const nameOf = ({ recipe, given, seed, labels }: Row): string =>
  [
    recipe,
    ...(values.given.includes(',') ? [given] : []),
    ...(values.seed.includes(',') ? [`seed ${seed}`] : []),
    ...(labels === 0 ? [] : [`${labels} labels`]),
  ].join(', ');

interface Measures {
  /** Pages that it fetched, and how many of them were relevant. */
  reached: number;
  relevant: number;
  /** After 5, 10, 20, 30 and 50 % of the reachable pages. */
  recall: number[];
  /** After 10 and 20 %. */
  harvest: number[];
  area: number;
  /** The mean recall over the pages of the budget; and normalised, where breadth-first has 0 and the oracle 1. */
  mean?: number;
  within?: number;
  /** With labels: the mean recall, after them, of what was not found before. */
  rest?: number;
  /** What the judge called relevant. */
  calls?: { early: Calls; late: Calls };
  pagesPerSecond: number;
}
interface Calls {
  relevant: number;
  called: number;
  rightly: number;
}
type Results = Record<string, Record<string, Measures | { error: string }>>;

const results = topics.length > 1 && values.jobs !== '1' ? await inProcesses() : await inTurn();
if (values.markdown) console.log(markdown(results));
console.log(JSON.stringify(results));

function allTopics(folder: string): string[] {
  const webNames = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return webNames.flatMap(({ name }) =>
    readdirSync(join(folder, name, 'topics')).map((file) => `${name}/${file.replace(/\.json$/, '')}`),
  );
}

/** One process per topic, several at a time. */
async function inProcesses(): Promise<Results> {
  const waiting = [...topics];
  const found: Results = {};
  const work = async (): Promise<void> => {
    for (let topic = waiting.shift(); topic !== undefined; topic = waiting.shift()) {
      const given = [
        '--topic',
        topic,
        '--recipe',
        names.join(','),
        ...values.set.flatMap((s) => ['--set', s]),
        ...['--given', values.given, '--seed', values.seed, '--after', values.after],
        ...(values.labels === undefined ? [] : ['--labels', values.labels]),
        ...(values.pages === undefined ? [] : ['--pages', values.pages]),
      ];
      const args = [fileURLToPath(import.meta.url), webs!, ...given];
      const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1e8 });
      const lines = stdout.trimEnd().split('\n');
      console.log(lines.slice(0, -1).join('\n'));
      Object.assign(found, JSON.parse(lines.at(-1)!));
    }
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
  return Object.fromEntries(topics.map((topic) => [topic, found[topic]!]));
}

interface Study {
  name: string;
  topic: Topic;
  isRelevant: (url: string) => boolean;
  /** The examples, too. */
  isLabelled: (url: string) => boolean;
}

/** Each page is parsed once for all topics and recipes of a web; breadth-first crawls once from the same seeds. */
async function inTurn(): Promise<Results> {
  const found: Results = {};
  const webNames = new Set(topics.map((name) => name.split('/')[0]!));
  for (const webName of webNames) {
    const folder = join(webs!, webName);
    const files = [join(folder, 'web.warc.gz')];
    const web = await openFrozenWeb(files);
    const readers = new SharedReaders(web);
    const bench = { web, files, readers, lessons: new SharedLessons(web, files, readers) };
    const studies = topics
      .filter((name) => name.startsWith(`${webName}/`))
      .map((name): Study => {
        const topicName = name.slice(webName.length + 1);
        const topic = loadTopic(join(folder, 'topics', `${topicName}.json`));
        const isRelevant = labels(folder, topicName, new Set(topic.examples.relevant));
        return { name, topic, isRelevant, isLabelled: labels(folder, topicName, new Set()) };
      });
    const bySeeds = Map.groupBy(studies, ({ topic }) => JSON.stringify(topic.seeds));
    for (const alike of bySeeds.values()) {
      const from = { ...bench, topic: alike[0]!.topic };
      // What breadth-first reaches is what there is, also for recipes that leave links alone.
      const whole = await followed({ recipe: 'breadth-first' }, from, { traps: false }, (out, order) =>
        alike.map(({ isRelevant }) => oracleCurves(openCrawl(out), order, isRelevant)),
      );
      for (const [i, one] of alike.entries()) {
        const reached = { order: whole.order, result: whole.result[i]! };
        Object.assign(found, await study(one, { ...bench, topic: one.topic }, reached));
      }
    }
    await readers.close();
    await web.close();
  }
  return found;
}

async function study(
  { name, topic, isRelevant, isLabelled }: Study,
  bench: Bench,
  whole: { order: string[]; result: ReturnType<typeof oracleCurves> },
): Promise<Results> {
  const measured: Results[string] = {};
  console.log(`\n${name}`);
  const all: Reach = { pages: whole.order.length, relevant: whole.order.filter(isRelevant).length };
  const breadthFirst = whole.order.map(isRelevant);
  for (const [oracle, order] of Object.entries(whole.result)) tell(oracle, order, measure(order, all, 0));
  for (const row of rows) {
    const { given, seed, labels } = row;
    try {
      const part = { ...bench, topic: partOf(topic, given, seed) };
      const budget = values.pages === undefined ? {} : { budget: { pages: Number(values.pages) } };
      // Labelled pages are read again from the archive.
      const settings = labels === 0 ? budget : { ...budget, archive: { warc: true } };
      const teach = labels === 0 ? undefined : { labels, isRelevant };
      const { order, called, seconds } = await followed(row, part, settings, () => undefined, teach);
      const found = order.map(isRelevant);
      const rest = values.labels === undefined ? {} : { rest: restOf(found, all) };
      const calls = callsOf(order.map(isLabelled), called);
      tell(nameOf(row), found, { ...measure(found, all, seconds), ...rest, calls });
    } catch (error) {
      measured[nameOf(row)] = { error: (error as Error).message };
      console.log(`  ${nameOf(row).padEnd(34)} ${(error as Error).message}`);
    }
  }
  return { [name]: measured };

  function ofBudget(order: boolean[]): { mean: number; within: number } {
    const pages = Math.min(Number(values.pages), all.pages);
    const areaOf = (one: boolean[]): number => measure(one.slice(0, pages), { ...all, pages }, 0).area;
    const from = areaOf(breadthFirst);
    const mean = areaOf(order);
    return { mean, within: (mean - from) / (areaOf(whole.result.oracle) - from) };
  }

  function tell(recipe: string, order: boolean[], measures: Measures): void {
    const budgeted = values.pages === undefined ? undefined : ofBudget(order);
    measured[recipe] = { ...measures, ...budgeted };
    const { recall, harvest, area, relevant, reached, pagesPerSecond, rest, calls } = measures;
    const from = measure(breadthFirst, all, 0).area;
    const to = measure(whole.result.oracle, all, 0).area;
    const three = (numbers: number[]): string => numbers.map((n) => n.toFixed(3)).join(' ');
    console.log(
      `  ${recipe.padEnd(34)} area ${area.toFixed(3)}, normalised ${((area - from) / (to - from)).toFixed(3)}${budgeted === undefined ? '' : `, within the budget ${budgeted.within.toFixed(3)} (mean recall ${budgeted.mean.toFixed(3)})`}   recall at 5/10/20/30/50 %: ${three(recall)}   harvest 10/20 %: ${three(harvest)}   (${relevant} relevant of ${reached}, ${pagesPerSecond.toFixed(0)} pages/s)${rest === undefined ? '' : `; the rest ${rest.toFixed(3)}`}${calls === undefined ? '' : `; called ${inWords(calls.early)}, then ${inWords(calls.late)}`}`,
    );
  }
}

/** What a user may have of a topic. */
function partOf(topic: Topic, given: string, seed: number): Topic {
  const bare = { ...topic, genre: [], content: [], examples: { relevant: [] as string[], irrelevant: [] } };
  const five = new Random(seed).shuffle([...topic.examples.relevant]).slice(0, 5);
  if (given === 'five') return { ...bare, keywords: [], examples: { relevant: five, irrelevant: [] } };
  if (given === 'keywords') return bare;
  if (given === 'title') return { ...bare, keywords: [] };
  if (given === 'sentence' || given === 'vectors')
    return {
      ...bare,
      keywords: understand({
        text: topic.title,
        vectors: given === 'vectors' ? installedVectors() : undefined,
      }).terms.map(({ term, weight }) => ({ term, weight })),
    };
  return topic;
}

interface Bench {
  topic: Topic;
  web: FrozenWeb;
  files: string[];
  readers: SharedReaders;
  lessons: SharedLessons;
}

/** The addresses in the order in which a recipe fetched them, and what `look` sees in the crawl's folder. */
async function followed<T>(
  { recipe, seed }: Pick<Row, 'recipe'> & Partial<Row>,
  { topic, web, files, readers, lessons }: Bench,
  settings: SettingsInput,
  look: (out: string, order: string[]) => T,
  teach?: Teaching,
): Promise<{ order: string[]; called: boolean[]; seconds: number; result: T }> {
  const out = mkdtempSync(join(tmpdir(), 'forage-order-'));
  const order: string[] = [];
  const called: boolean[] = [];
  try {
    const began = performance.now();
    const run = crawlWith(
      {
        topic,
        out: join(out, 'crawl'),
        web,
        settings: crawlSettings(
          { settings, pages: undefined },
          { recipe, seed, set: { ...set }, web: files },
        ),
      },
      { readers: readers.forRun(), training: lessons.training },
    );
    for await (const event of run.listen({ wait: true })) {
      if (event.type !== 'page' || event.duplicateOf !== undefined) continue;
      order.push(event.url);
      called.push(event.relevant);
      if (teach === undefined || order.length !== Number(values.after)) continue;
      // A pause commits what was found, so that it can be read.
      await run.pause();
      await run.label(labelsFor(join(out, 'crawl'), teach));
      await run.go();
    }
    await run.finished;
    const seconds = (performance.now() - began) / 1000;
    return { order, called, seconds, result: look(join(out, 'crawl'), order) };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

interface Teaching {
  labels: number;
  isRelevant: (url: string) => boolean;
}

function labelsFor(out: string, { labels, isRelevant }: Teaching): NewLabel[] {
  const crawl = openCrawl(out);
  const { pages } = queueOf(crawl, { queue: 'informative', limit: labels });
  crawl.db.close();
  return pages.map(({ id, url }) => ({
    page: id,
    label: isRelevant(url) ? 'relevant' : 'not-relevant',
    by: 'bench',
    drawn: 'chosen',
  }));
}

function restOf(order: boolean[], { relevant }: Reach): number {
  const after = Number(values.after);
  const left = relevant - order.slice(0, after).filter(Boolean).length;
  let found = 0;
  let sum = 0;
  for (const isRelevant of order.slice(after)) {
    if (isRelevant) found += 1;
    sum += found / Math.max(1, left);
  }
  return sum / Math.max(1, order.length - after);
}

function callsOf(relevant: boolean[], called: boolean[]): { early: Calls; late: Calls } {
  const count = (from: number, to?: number): Calls => {
    const truth = relevant.slice(from, to);
    const said = called.slice(from, to);
    return {
      relevant: truth.filter(Boolean).length,
      called: said.filter(Boolean).length,
      rightly: said.filter((one, i) => one && truth[i]).length,
    };
  };
  return { early: count(0, Number(values.after)), late: count(Number(values.after)) };
}

function inWords({ relevant, called, rightly }: Calls): string {
  const share = (of: number): string => (rightly / Math.max(1, of)).toFixed(2);
  return `${called} (precision ${share(called)}, recall ${share(relevant)})`;
}

function labels(folder: string, topicName: string, examples: Set<string>): (url: string) => boolean {
  const labelled = new Map(
    readFileSync(join(folder, 'labels.tsv'), 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t') as [string, string])
      .map(([url, topics = '']) => [url, topics.split(/[;, ]/).includes(topicName) && !examples.has(url)]),
  );
  return (url) => {
    for (const twin of twinsOf(url)) {
      const label = labelled.get(twin);
      if (label !== undefined) return label;
    }
    return false;
  };
}

interface Reach {
  pages: number;
  relevant: number;
}

/** A crawl that ended early keeps its recall to the end. */
function measure(order: boolean[], all: Reach, seconds: number): Measures {
  const found = new Uint32Array(all.pages + 1);
  for (let i = 0; i < all.pages; i++) found[i + 1] = found[i]! + (order[i] ? 1 : 0);
  const at = (share: number): number => Math.round(share * all.pages);
  return {
    reached: order.length,
    relevant: found[all.pages]!,
    recall: [0.05, 0.1, 0.2, 0.3, 0.5].map((share) => found[at(share)]! / all.relevant),
    harvest: [0.1, 0.2].map((share) => found[at(share)]! / at(share)),
    area: found.subarray(1).reduce((sum, n) => sum + n, 0) / all.relevant / all.pages,
    pagesPerSecond: seconds === 0 ? 0 : order.length / seconds,
  };
}

function markdown(found: Results): string {
  const cell = (one: Results[string][string] | undefined): string => {
    if (one === undefined || 'error' in one) return '–';
    return `${one.area.toFixed(3)}, ${one.recall[1]!.toFixed(2)} / ${one.recall[2]!.toFixed(2)}`;
  };
  const lines = ['oracle', ...rows.map(nameOf)].map(
    (recipe) => `| ${recipe} | ${topics.map((topic) => cell(found[topic]?.[recipe])).join(' | ')} |`,
  );
  return [`| recipe | ${topics.join(' | ')} |`, `|---|${topics.map(() => '---').join('|')}|`, ...lines].join(
    '\n',
  );
}
