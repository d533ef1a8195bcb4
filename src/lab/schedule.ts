/**
 * Turns a plan into its runs: prepares webs and topics, creates the study's folder, and makes one job for every topic,
 * recipe and repeat, grouped by web and topic. The id of a job is derived from everything that determines its outcome.
 */
import { hash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stringify } from 'yaml';
import type { SettingsInput } from '../crawl/settings.ts';
import { makeFolder } from '../disk.ts';
import { ForageError } from '../errors.ts';
import { openFrozenWeb } from '../frozen/frozen.ts';
import type { Recipe } from '../recipe/recipe.ts';
import { loadTopic } from '../topic/load.ts';
import type { Topic } from '../topic/topic.ts';
import { DEMO_SIZE, freezeDemo } from './demo-web.ts';
import { differencesOf } from './differences.ts';
import { drawExamples, drawWarnings } from './draw.ts';
import type { GaugeSpec } from './gauges.ts';
import { byContent, type GivenPages, givenPages, readPositives } from './given-pages.ts';
import { isPlanned } from './groups.ts';
import { dependenceWarnings } from './independence.ts';
import { DEMO, type LoadedPlan } from './load-plan.ts';
import { readSites } from './measures/sites.ts';
import type { Plan } from './plan.ts';
import { measuringTopic, type Split, splitPositives } from './positives.ts';
import { hasReach, writeLast } from './reach-file.ts';
import { crawlSettings } from './run-settings.ts';
import { type RunKey, readRun, type StudyRecord, type TopicRecord } from './study.ts';
import type { AnswerTime } from './timed-web.ts';

export interface Schedule {
  folder: string;
  plan: Plan;
  /** Every run of the plan, finished or not, in the order of the plan. */
  runs: RunJob[];
  reaches: ReachJob[];
  warnings: string[];
}

interface Job {
  id: string;
  /** Where its files go. */
  folder: string;
  web: string;
  files: string[];
  /** With the examples of this repeat. */
  topic: Topic;
  settings: SettingsInput;
}

export interface RunJob extends Job {
  kind: 'run';
  key: RunKey;
  recipe: Recipe;
  /** With all that the measures learn from. */
  measured: Topic;
  /** Pages that count in no measure. */
  given: GivenPages;
  gauges: GaugeSpec;
  /** How the crawl differs from a live one. */
  differences: string[];
  /** If the crawl runs on a virtual clock: how long answers take. */
  time?: AnswerTime | undefined;
  /** The topic's name in the labels, and the job that finds the reachable pages; absent without labels. */
  label?: string | undefined;
  reach?: string | undefined;
}

export interface ReachJob extends Job {
  kind: 'reach';
}

export async function prepareStudy(
  loaded: LoadedPlan,
  folder: string,
  say: (text: string) => void,
): Promise<Schedule> {
  checkFolder(folder);
  const { plan, topics } = await withDemo(loaded, folder, say);
  const split = topics.map((topic, i) => splitPositives(topic, plan.topics[i]!.positives));
  const { read, overlaps } = await readKnownPages(plan, split);
  const schedule = scheduleOf(plan, split, read, loaded, folder);
  schedule.warnings.push(...overlaps);
  makeFolder(join(folder, 'labels'));
  for (const { name, labels } of plan.webs)
    if (labels !== undefined) cpSync(labels, join(folder, 'labels', `${name}.tsv`));
  writeFileSync(join(folder, 'plan.yaml'), stringify(plan));
  const { runs, warnings, records } = schedule;
  const record: StudyRecord = {
    topics: records,
    runs: runs.map(({ id, key }) => ({ id, ...key })),
    warnings,
    differences: runs[0]?.differences ?? [],
  };
  writeLast(join(folder, 'study.json'), record);
  return { folder, plan, ...schedule };
}

export const isDone = (folder: string, job: RunJob | ReachJob): boolean =>
  job.kind === 'run' ? readRun(folder, job.id) !== undefined : hasReach(job.folder);

function checkFolder(folder: string): void {
  if (!existsSync(folder)) return;
  const there = readdirSync(folder);
  const isOurs = there.length === 0 || there.includes('study.json') || there.every((name) => name === 'webs');
  if (!isOurs)
    throw new ForageError(
      'CRAWL_FOLDER',
      `${folder} contains something other than a study. Give --out another folder.`,
    );
}

/** From here on the demonstration web is treated like any other. */
async function withDemo(
  { plan, topics }: LoadedPlan,
  folder: string,
  say: (text: string) => void,
): Promise<{ plan: Plan; topics: Topic[] }> {
  const made = new Map<string, string>();
  for (const { name, files, demo } of plan.webs) {
    if (files !== DEMO) continue;
    const place = join(folder, 'webs', name);
    if (!existsSync(join(place, 'made.json'))) say(`Making the demonstration web ${name} …`);
    await freezeDemo(place, { ...DEMO_SIZE, ...demo });
    made.set(name, place);
  }
  const webs = plan.webs.map(({ demo: _, ...web }) => {
    const place = made.get(web.name);
    return place === undefined ? web : { ...web, files: [place], labels: join(place, 'labels.tsv') };
  });
  const planned = plan.topics.map((topic) => {
    const place = made.get(topic.web);
    return place === undefined ? topic : { ...topic, file: join(place, 'topics', `${topic.file}.json`) };
  });
  return {
    plan: { ...plan, webs, topics: planned },
    topics: topics.map((topic, i) => topic ?? loadTopic(planned[i]!.file)),
  };
}

type KnownPages = Required<Pick<TopicRecord, 'given'>> & Pick<TopicRecord, 'positivePages'>;

/** By index of the topic; and where positives are among the given pages. */
async function readKnownPages(
  plan: Plan,
  topics: readonly Split[],
): Promise<{ read: KnownPages[]; overlaps: string[] }> {
  const read: KnownPages[] = [];
  const overlaps: string[] = [];
  for (const { name, files } of plan.webs) {
    const web = await openFrozenWeb([files].flat());
    try {
      for (const [i, { topic, positives = [] }] of topics.entries()) {
        if (plan.topics[i]!.web !== name) continue;
        const given = await givenPages(topic, web);
        const { pages, warning } = await readPositives(topic.name, positives, given, web);
        read[i] = { given, ...(pages === undefined ? {} : { positivePages: pages }) };
        if (warning !== undefined) overlaps.push(warning);
      }
    } finally {
      await web.close();
    }
  }
  return { read, overlaps };
}

function scheduleOf(
  plan: Plan,
  topics: readonly Split[],
  known: readonly KnownPages[],
  { variants }: LoadedPlan,
  folder: string,
): Pick<Schedule, 'runs' | 'reaches' | 'warnings'> & { records: TopicRecord[] } {
  const runs: RunJob[] = [];
  const reaches = new Map<string, ReachJob>();
  const records: TopicRecord[] = [];
  const differences = differencesOf(crawlSettings(plan, {}));
  for (const web of plan.webs) {
    const files = [web.files].flat();
    const isLabelled = web.labels !== undefined;
    const gauges: GaugeSpec = {
      judge: !isLabelled || plan.measures.includes('judge') ? plan.judge : undefined,
      perplexity: plan.measures.includes('perplexity'),
    };
    const { order, latencyMs, bytesPerSecond } = plan.time;
    const time = order === 'simulated' ? { latencyMs, bytesPerSecond } : undefined;
    const content = files.map(contentOf);
    for (const [i, { topic: whole, positives }] of topics.entries()) {
      const planned = plan.topics[i]!;
      if (planned.web !== web.name) continue;
      const { name: topic, title, viewpoint, rules, seeds, examples } = whole;
      const record: TopicRecord = {
        web: web.name,
        topic,
        title,
        viewpoint,
        rules,
        seeds,
        examples,
        positives,
        ...known[i]!,
      };
      if (planned.targets !== undefined) record.targets = targetsOf(planned.targets);
      const measured = measuringTopic(whole, positives);
      records.push(record);
      if (isLabelled) {
        const reach = reachJob(plan, folder, web.name, files, content, whole);
        record.label = planned.label ?? topic;
        record.reach = reach.id;
        if (!reaches.has(reach.id)) reaches.set(reach.id, reach);
      }
      for (const { name: variant, recipe, set } of variants) {
        if (!isPlanned(plan, { variant, recipe: recipe.name, topic })) continue;
        for (let repeat = 1; repeat <= plan.repeats.times; repeat++) {
          const drawn = drawExamples(whole, plan.repeats, repeat);
          const key: RunKey = { web: web.name, topic, variant, recipe: recipe.name, set, repeat };
          const used = usedModules(plan.use, whole.use, recipe.use);
          const settings = crawlSettings(plan, { recipe, ...used, set, seed: repeat, web: files });
          const decisive = {
            content,
            drawn: byContent(drawn),
            whole: byContent(measured),
            gauges,
            settings: elsewhere(settings),
            time,
          };
          const id = idOf([web.name, topic, variant, String(repeat)], decisive);
          const place = join(folder, 'runs', id);
          const job = { id, folder: place, web: web.name, files, topic: drawn, settings };
          const { label, reach } = record;
          const counted = { measured, given: known[i]!.given, gauges, label, reach };
          runs.push({ kind: 'run', key, recipe, differences, time, ...counted, ...job });
        }
      }
    }
  }
  const unlabelled = plan.webs.filter(({ labels }) => labels === undefined).map(({ name }) => name);
  const warnings = [
    ...dependenceWarnings(plan, variants, unlabelled),
    ...topics.flatMap(({ topic }) => drawWarnings(topic, plan.repeats)),
  ];
  return { runs, reaches: [...reaches.values()], warnings, records };
}

/**
 * Topics of a web with the same seeds reach the same pages. Page rules apply as in the runs: a page that may not be
 * kept, or is only reachable by links that may not be followed, cannot be found. Traps do not apply: they close where
 * nothing relevant is found, which depends on the judge.
 */
function reachJob(
  plan: Plan,
  folder: string,
  web: string,
  files: string[],
  content: string[],
  { seeds, use: ofTopic }: Topic,
): ReachJob {
  const { budget: _, ...settings } = plan.settings;
  const used = usedModules(plan.use, ofTopic);
  const run = { recipe: 'breadth-first', ...used, set: {}, seed: 1, web: files };
  const all = { ...crawlSettings({ settings }, run), traps: false };
  const id = idOf([web], { content, seeds, settings: elsewhere(all) });
  const topic: Topic = {
    name: 'everything',
    title: 'everything',
    keywords: [{ term: 'everything', weight: 1 }],
    genre: [],
    content: [],
    urlTerms: [],
    seeds,
    examples: { relevant: [], irrelevant: [] },
  };
  return { kind: 'reach', id, folder: join(folder, 'reach', id), web, files, topic, settings: all };
}

function targetsOf({ sites, draw }: NonNullable<Plan['topics'][number]['targets']>): TopicRecord['targets'] {
  return sites === undefined ? { draw } : { draw, sites: readSites(sites) };
}

const usedModules = (...lists: (readonly string[] | undefined)[]): { use?: string[] } => {
  const use = [...new Set(lists.flatMap((list) => list ?? []))];
  return use.length === 0 ? {} : { use };
};

/** The settings that determine a run, independent of where its files are: modules by their content. */
function elsewhere({ use, ...settings }: SettingsInput): object {
  const modules = use?.map((path) => hash('sha256', readFileSync(path)));
  return { ...settings, web: [], ...(modules === undefined ? {} : { use: modules }) };
}

/** Readable, followed by what distinguishes two runs with the same name. */
function idOf(names: string[], decisive: unknown): string {
  const readable = names
    .join('+')
    .replace(/[^\w.+=-]+/g, '-')
    .slice(0, 80);
  return `${readable}-${hash('sha256', JSON.stringify(decisive)).slice(0, 10)}`;
}

/**
 * A file by its name and size, a folder by its files: enough to distinguish a different web from the same one
 * elsewhere.
 */
function contentOf(path: string): string {
  const found = statSync(path);
  if (!found.isDirectory()) return `${basename(path)} ${found.size}`;
  const inside = existsSync(join(path, 'archive')) ? join(path, 'archive') : path;
  const files = readdirSync(inside).filter((name) => /\.warc(\.gz)?$/i.test(name));
  return files
    .sort()
    .map((name) => `${name} ${statSync(join(inside, name)).size}`)
    .join(', ');
}
