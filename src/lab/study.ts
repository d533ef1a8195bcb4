/**
 * A study on disk:
 *
 *   plan.yaml            the plan with every default filled in, paths absolute
 *   study.json           its topics and runs, and warnings for readers of its figures
 *   labels/WEB.tsv       a copy of the labels
 *   webs/WEB/            the demonstration web, if the plan uses it
 *   runs/ID/run.json     what was run, and its cost
 *   runs/ID/visits.tsv   every page in the order in which it was fetched
 *   runs/ID/failed.json  instead of run.json: why it failed
 *   reach/ID/            everything that can be reached, breadth-first, and the links between
 *   judgements.jsonl     people's judgements of sampled pages
 *   results.json, *.csv, report.html
 *
 * The id of a run is derived from everything that determines its outcome, so that a finished run need not be repeated.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ForageError } from '../errors.ts';
import type { Recipe } from '../recipe/recipe.ts';
import { parseYaml } from '../topic/load.ts';
import { readText } from '../topic/text-file.ts';
import { type GivenPages, isGivenBy } from './given-pages.ts';
import { type Labels, readLabels, relevanceBy, topicsIn } from './labels.ts';
import { type Mark, markBy } from './marks.ts';
import { type Plan, planSchema } from './plan.ts';
import { readReach } from './reach-file.ts';
import { readVisits } from './visits-file.ts';

/** What is run: one topic of one web with one recipe, once. */
export interface RunKey {
  web: string;
  topic: string;
  /** The name of the recipe with its settings in the report. */
  variant: string;
  recipe: string;
  set: Record<string, unknown>;
  /** From 1; also the seed. */
  repeat: number;
}

export interface Run extends RunKey {
  id: string;
  /** Why the crawl ended. */
  stop: string;
  /** Of a finished crawl only the time is known. */
  cost: { seconds: number; cpuMsPerPage?: number; peakMemoryMb?: number };
  /** Kind of the judge that steered, to determine whether a measure is independent of it. */
  judge: string;
  /** The recipe with every setting filled in, including the plan's: recipes may change, a run does not. */
  ran?: Recipe;
  /** Settings that differ from a live crawl's defaults, in words; absent in runs of earlier versions. */
  differences?: string[];
  /** Different documents (PDF, Word and the like by URL) that the pages link to; absent in runs of earlier versions. */
  documentLinks?: number;
  /** Notes about the run, for example a measure that failed. */
  notes?: string[];
}

/** A fetched page; duplicates are left out. */
export interface Visited {
  url: string;
  /** sha256 of its bytes. */
  digest: string;
  /** The recipe's own judgement. */
  score: number;
  judged: boolean;
  /** Its distance from the threshold on the judge's own scale; absent in runs of earlier versions. */
  margin?: number | undefined;
  bytes: number;
  /** `html`, `text` or `pdf`, by its bytes. */
  kind?: string | undefined;
  /** Links between it and a seed; absent in runs of earlier versions. */
  depth?: number | undefined;
  /** When it arrived, in virtual time; undefined if the crawl did not run on a virtual clock. */
  second?: number | undefined;
  /** One of the pages that the recipes were given: it counts in no measure. */
  example?: boolean | undefined;
  /** One of the pages that the measures learn from. */
  positive?: boolean | undefined;
  /** By the labels, without examples; undefined if there are none. */
  relevant?: boolean | undefined;
  /** By the plan's judge, which measures if there are no labels. */
  measured?: { score: number; relevant: boolean } | undefined;
  /** By a trigram model of the pages that the measures learn from; undefined if there are no examples or no words. */
  perplexity?: { withUnknown: number; withoutUnknown: number; words: number; unknown: number } | undefined;
}

/** A run with its visits, as input of the measures. */
export interface RunVisits {
  run: Run;
  visits: readonly Visited[];
}

/** All that the measures need. */
export interface StudyData {
  plan: Plan;
  runs: RunVisits[];
  topics: TopicData[];
  /** Failed runs, each with its reason. */
  failures: FailedRun[];
  /** What a reader of the figures must know, for example that a measure is not independent. */
  warnings: string[];
  /** How its crawls differ from a live one. */
  differences: string[];
  /** If it was made of finished crawls. */
  crawls?: StudyRecord['crawls'];
}

export interface TopicData {
  web: string;
  topic: string;
  title: string;
  /** From which side it is looked at, and what makes a page relevant: for people who judge. */
  viewpoint?: string | undefined;
  rules?: string[] | undefined;
  labelled: boolean;
  /** Everything that a complete breadth-first run reached, in order, with labels; undefined without such a run. */
  reached?: readonly Visited[];
  /** How many of them have no label: they count as not relevant. */
  unlabelled?: number;
  /** Links among the reached pages, as pairs of indices into `reached`; for the oracle. */
  links?: Uint32Array;
  /** The seeds' URLs in `reached`, if the pages are known. */
  seeds: string[];
  examples: { relevant: string[]; irrelevant: string[] };
  /** What the measures learn from, if it is not the relevant examples. */
  positives?: string[] | undefined;
  /** Sites that a crawl should reach; without `sites`, those with relevant pages by label. */
  targets?: { sites?: string[]; draw?: number | undefined } | undefined;
}

export interface FailedRun extends RunKey {
  id: string;
  reason: string;
}

/** The contents of `study.json`. */
export interface StudyRecord {
  topics: TopicRecord[];
  /** The folders whose crawls are its runs, and where each one's pages can be read; absent if a plan was run. */
  crawls?: { folder: string; pages: string[] }[];
  runs: (RunKey & { id: string })[];
  warnings: string[];
  /** How its crawls differ from a live one; absent in studies of earlier versions. */
  differences?: string[];
}

export interface TopicRecord
  extends Pick<
    TopicData,
    'web' | 'topic' | 'title' | 'viewpoint' | 'rules' | 'seeds' | 'examples' | 'positives' | 'targets'
  > {
  /** Pages that the recipes learn from; absent in studies of earlier versions. */
  given?: GivenPages;
  /** Pages that only the measures learn from. */
  positivePages?: GivenPages;
  /** Its name in the labels; absent without labels. */
  label?: string;
  /** Folder under `reach/`; absent if it is not needed. */
  reach?: string;
}

/** The finished runs of the plan, with everything that is known about their pages. */
export function readStudy(folder: string): StudyData {
  if (!existsSync(join(folder, 'study.json')))
    throw new ForageError(
      'CRAWL_FOLDER',
      `${folder} is not a study. Create one: forage lab plan.yaml --out ${folder}`,
    );
  const plan = parseYaml(readText(join(folder, 'plan.yaml')), 'plan.yaml', planSchema, 'INPUT_INVALID');
  const record = JSON.parse(readText(join(folder, 'study.json'))) as StudyRecord;
  const labels = new Map<string, Labels>();
  const marks = new Map(record.topics.map((topic) => [keyOf(topic), markOf(topic)]));
  const runs: RunVisits[] = [];
  const failures: FailedRun[] = [];
  for (const key of record.runs) {
    const place = join(folder, 'runs', key.id);
    const run = readRun(folder, key.id);
    if (run !== undefined) {
      const visits = readVisits(join(place, 'visits.tsv')).map(marks.get(keyOf(key))!);
      runs.push({ run: { ...run, ...key }, visits });
    } else if (existsSync(join(place, 'failed.json'))) {
      const { reason } = JSON.parse(readText(join(place, 'failed.json'))) as { reason: string };
      failures.push({ ...key, reason });
    }
  }
  const notes = new Set(runs.flatMap(({ run }) => run.notes ?? []));
  return {
    plan,
    runs,
    topics: record.topics.map((topic) =>
      topicData(folder, topic, marks.get(keyOf(topic))!, labels.get(topic.web)),
    ),
    failures,
    warnings: [...record.warnings, ...notes],
    differences: record.differences ?? [],
    ...(record.crawls === undefined ? {} : { crawls: record.crawls }),
  };

  function markOf({ web, label, examples, given, positivePages }: TopicRecord): Mark {
    const isGiven = isGivenBy(given ?? { urls: examples.relevant, digests: [] });
    const isPositive = positivePages && isGivenBy(positivePages);
    if (label === undefined) return markBy(isGiven, undefined, isPositive);
    if (!labels.has(web)) labels.set(web, readLabels(join(folder, 'labels', `${web}.tsv`)));
    return markBy(isGiven, relevanceBy(labels.get(web)!, label), isPositive);
  }
}

/** Undefined if it has not finished. */
export function readRun(folder: string, id: string): Run | undefined {
  const path = join(folder, 'runs', id, 'run.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Run) : undefined;
}

const keyOf = ({ web, topic }: { web: string; topic: string }): string => `${web} ${topic}`;

function topicData(
  folder: string,
  { label, reach, given: _, positivePages: __, ...topic }: TopicRecord,
  mark: Mark,
  labels: Labels | undefined,
): TopicData {
  const reached = reach === undefined ? undefined : readReach(join(folder, 'reach', reach));
  const known = { ...topic, labelled: label !== undefined };
  if (reached === undefined) return known;
  const { visits, links, seeds } = reached;
  const unlabelled = labels && visits.filter(({ url }) => topicsIn(labels, url) === undefined).length;
  return { ...known, seeds, reached: visits.map(mark), links, ...(unlabelled ? { unlabelled } : {}) };
}
