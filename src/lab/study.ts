/**
 * A study on disk:
 *
 *   plan.yaml            the plan with every default filled in, paths absolute
 *   study.json           its topics and runs, and what a reader of its figures must know
 *   labels/WEB.tsv       the labels as they were
 *   webs/WEB/            the demonstration web, where the plan asks for it
 *   runs/ID/run.json     what was run, what it cost
 *   runs/ID/visits.tsv   every page in the order in which it was fetched
 *   runs/ID/failed.json  instead of run.json: why it came to nothing
 *   reach/ID/            everything that can be reached, breadth-first, and the links between
 *   judgements.jsonl     what people said of sampled pages
 *   results.json, *.csv, report.html
 *
 * The id of a run is made of all that decides its outcome, so that a run that is there need not be run again.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ForageError } from '../errors.ts';
import type { Recipe } from '../recipe/recipe.ts';
import { parseYaml, readText } from '../topic/load.ts';
import { type Labels, readLabels, relevanceBy } from './labels.ts';
import { type Plan, planSchema } from './plan.ts';
import { readReach } from './reach-file.ts';
import { readVisits } from './visits-file.ts';

/** What is run: one topic of one web with one recipe, once. */
export interface RunKey {
  web: string;
  topic: string;
  /** How the report calls the recipe with its settings. */
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
  cost: { seconds: number; cpuMsPerPage: number; peakMemoryMb: number };
  /** Kind of the judge that steered, to tell whether a measure is independent of it. */
  judge: string;
  /** The recipe with every setting filled in, those of the plan among them: recipes may change, a run does not. */
  ran?: Recipe;
  /** Settings that a live crawl does not have by default, in words; absent in runs of earlier versions. */
  differences?: string[];
  /** What went on beside: a measure that could not be taken, for one. */
  notes?: string[];
}

/** A fetched page, duplicates left out. */
export interface Visited {
  url: string;
  /** sha256 of its bytes. */
  digest: string;
  /** The recipe's own judgement. */
  score: number;
  judged: boolean;
  bytes: number;
  /** `html`, `text` or `pdf`, by its bytes. */
  kind?: string | undefined;
  /** When it came in, of virtual time; undefined where the crawl had no clock of its own. */
  second?: number | undefined;
  /** What the labels say, relevant examples left out; undefined where there are none. */
  relevant?: boolean | undefined;
  /** What the plan's own judge says, which measures where there are no labels. */
  measured?: { score: number; relevant: boolean } | undefined;
  /** By a trigram model of the topic's relevant examples; undefined where there are no examples or no words. */
  perplexity?: { withUnknown: number; withoutUnknown: number; words: number; unknown: number } | undefined;
}

/** A run with its visits, as measures take it. */
export interface RunVisits {
  run: Run;
  visits: readonly Visited[];
}

/** All that the measures need. */
export interface StudyData {
  plan: Plan;
  runs: RunVisits[];
  topics: TopicData[];
  /** Runs that came to nothing, each with its reason. */
  failures: FailedRun[];
  /** What a reader of the figures must know: a measure that is no independent judge, for one. */
  warnings: string[];
  /** How its crawls differ from a live one. */
  differences: string[];
}

export interface TopicData {
  web: string;
  topic: string;
  title: string;
  labelled: boolean;
  /** Everything that a breadth-first run to the end reached, in its order, with labels; undefined where no run went to the end. */
  reached?: readonly Visited[];
  /** Links among the reached pages, as pairs of places in `reached`; for the oracle. */
  links?: Uint32Array;
  /** Where the pages are known, their addresses among `reached`. */
  seeds: string[];
  examples: { relevant: string[]; irrelevant: string[] };
}

export interface FailedRun extends RunKey {
  id: string;
  reason: string;
}

/** What `study.json` holds. */
export interface StudyRecord {
  topics: TopicRecord[];
  runs: (RunKey & { id: string })[];
  warnings: string[];
  /** How its crawls differ from a live one; absent in studies of earlier versions. */
  differences?: string[];
}

export interface TopicRecord extends Pick<TopicData, 'web' | 'topic' | 'title' | 'seeds' | 'examples'> {
  /** What the labels call it; absent where there are none. */
  label?: string;
  /** Folder under `reach/`; absent where nobody asks for it. */
  reach?: string;
}

/** The runs that the plan asks for and that are there, with everything that is known of their pages. */
export function readStudy(folder: string): StudyData {
  if (!existsSync(join(folder, 'study.json')))
    throw new ForageError(
      'CRAWL_FOLDER',
      `${folder} is no study. One is made by: forage lab plan.yaml --out ${folder}`,
    );
  const plan = parseYaml(readText(join(folder, 'plan.yaml')), 'plan.yaml', planSchema, 'INPUT_INVALID');
  const record = JSON.parse(readText(join(folder, 'study.json'))) as StudyRecord;
  const labels = new Map<string, Labels>();
  const relevances = new Map(record.topics.map((topic) => [keyOf(topic), relevanceOf(topic)]));
  const runs: RunVisits[] = [];
  const failures: FailedRun[] = [];
  for (const key of record.runs) {
    const place = join(folder, 'runs', key.id);
    const run = readRun(folder, key.id);
    if (run !== undefined) {
      const visits = withLabels(readVisits(join(place, 'visits.tsv')), relevances.get(keyOf(key)));
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
    topics: record.topics.map((topic) => topicData(folder, topic, relevances.get(keyOf(topic)))),
    failures,
    warnings: [...record.warnings, ...notes],
    differences: record.differences ?? [],
  };

  function relevanceOf({ web, label, examples }: TopicRecord): ((url: string) => boolean) | undefined {
    if (label === undefined) return undefined;
    if (!labels.has(web)) labels.set(web, readLabels(join(folder, 'labels', `${web}.tsv`)));
    return relevanceBy(labels.get(web)!, label, examples.relevant);
  }
}

/** Undefined where it has not been run to its end. */
export function readRun(folder: string, id: string): Run | undefined {
  const path = join(folder, 'runs', id, 'run.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Run) : undefined;
}

const keyOf = ({ web, topic }: { web: string; topic: string }): string => `${web} ${topic}`;

export function withLabels(
  visits: readonly Visited[],
  isRelevant: ((url: string) => boolean) | undefined,
): Visited[] {
  return visits.map((visit) => (isRelevant ? { ...visit, relevant: isRelevant(visit.url) } : visit));
}

function topicData(
  folder: string,
  { label, reach, ...topic }: TopicRecord,
  isRelevant: ((url: string) => boolean) | undefined,
): TopicData {
  const reached = reach === undefined ? undefined : readReach(join(folder, 'reach', reach));
  const known = { ...topic, labelled: label !== undefined };
  if (reached === undefined) return known;
  const { visits, links, seeds } = reached;
  return { ...known, seeds, reached: withLabels(visits, isRelevant), links };
}
