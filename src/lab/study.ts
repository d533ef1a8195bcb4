/**
 * A study on disk:
 *
 *   plan.yaml            the plan with every default filled in, paths absolute
 *   runs/ID/run.json     what was run, what it cost
 *   runs/ID/visits.tsv   every page in the order in which it was fetched
 *   runs/ID/failed.json  instead of run.json: why it came to nothing
 *   reach/WEB+TOPIC/     everything that can be reached, breadth-first, and the links between
 *   judgements.jsonl     what people said of sampled pages
 *   results.json, *.csv, report.html
 *
 * The id of a run is made of all that decides its outcome, so that a run that is there need not be run again.
 */
import type { Plan } from './plan.ts';

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
  seeds: string[];
  examples: { relevant: string[]; irrelevant: string[] };
}

export interface FailedRun extends RunKey {
  id: string;
  reason: string;
}
