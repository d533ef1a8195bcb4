/**
 * The results of a study as plain JSON: every figure, curve and test that the report draws and results.json contains.
 * It is self-contained: no recipe, web or crawl is needed to understand it.
 *
 * Figures are numbers under a name; `measures` explains each name. A figure that makes no sense for a run (recall
 * without labels) is left out, never 0. Figures that are aggregated over topics and repeats always have an interval.
 */
import type { Recipe } from '../recipe/recipe.ts';
import type { JudgedTable } from './judged-table.ts';
import type { Plan } from './plan.ts';
import type { FailedRun } from './study.ts';

export interface Results {
  study: {
    name: string;
    title: string;
    /** When it was measured, ISO 8601. */
    measuredAt: string;
    /** The whole plan, so that the study can be repeated. */
    plan: Plan;
    /** Of every interval: 0.95. */
    confidence: number;
    /** Seed of permutations. */
    seed: number;
    /** Settings that differ from a live crawl's defaults, in words. */
    differences: string[];
  };
  /** What the figures' names mean, in the order of the tables. */
  measures: MeasureInfo[];
  /** The measure by which variants are compared pair by pair. */
  primary: string;
  topics: TopicResults[];
  /** Best first by the primary measure; the order of `rankings[0]`. */
  variants: VariantResults[];
  runs: RunResults[];
  /** Variant × topic, over the repeats. */
  cells: CellResults[];
  /** One for each measure that ranks; the primary one first. */
  rankings: Ranking[];
  comparisons: Comparison[];
  overlaps: Overlap[];
  /** People's judgements of sampled pages; absent if there are none. */
  judged?: JudgedTable;
  failures: FailedRun[];
  warnings: string[];
}

export interface MeasureInfo {
  name: string;
  /** For a heading: "recall after 10 % of the pages". */
  title: string;
  /** What is counted and how, in a sentence. */
  meaning: string;
  /** "", "%" (figures are shares, 0..1), "pages", "s", "ms", "MB", "pages/s". */
  unit: string;
  better: 'higher' | 'lower' | 'neither';
  group: 'labels' | 'judge' | 'score' | 'text' | 'time' | 'cost';
  /** Digits after the decimal point in tables. */
  digits: number;
}

/** Figures by the names of `measures`. */
export type Figures = Record<string, number>;

/** A mean over topics and repeats with Student's t interval. */
export interface Estimate {
  estimate: number;
  low: number;
  high: number;
  /** Runs behind it. */
  runs: number;
}

export type Estimates = Record<string, Estimate>;

export interface TopicResults {
  web: string;
  topic: string;
  title: string;
  labelled: boolean;
  seeds: number;
  examples: { relevant: number; irrelevant: number };
  /** Pages that a complete breadth-first run reached, and the relevant ones among them; absent without such a run. */
  reachable?: number;
  relevant?: number;
  /** The oracle, and the bound that no order beats; absent without labels, links or a complete run. */
  oracle?: Reference;
  bound?: Reference;
  breadthFirst?: Reference;
}

export interface Reference {
  area: number;
  curve: { visited: number[]; recall: number[] };
}

export interface VariantResults {
  name: string;
  recipe: string;
  set: Record<string, unknown>;
  /** Kind of the judge that steered. */
  judge: string;
  /** The recipe as it ran, with every setting filled in; absent in runs of earlier versions that did not store it. */
  ran?: Recipe;
  figures: Estimates;
  /** Recall (or, without labels, the share of visited pages that the measuring judge accepts) over all topics. */
  curve?: ShareCurve;
  /** By the measuring judge over all topics, at equal numbers of visited pages; absent if it measured nothing. */
  byPages?: PagesCurve;
  /** Its scores; absent if it measured nothing. */
  measured?: Distribution;
  /** Margins of its own judge over all topics. */
  margins?: MarginDistribution;
}

/** Means over topics, up to the number of pages that all of them have. */
export interface PagesCurve {
  visited: number[];
  accepted: Band;
  meanMeasured: Band;
}

export interface Band {
  estimate: number[];
  low: number[];
  high: number[];
}

/** At equal shares of the reachable pages (of the longest run if their number is unknown). */
export interface ShareCurve {
  share: number[];
  estimate: number[];
  low: number[];
  high: number[];
}

export interface RunResults {
  id: string;
  variant: string;
  web: string;
  topic: string;
  repeat: number;
  stop: string;
  figures: Figures;
}

export interface CellResults {
  variant: string;
  web: string;
  topic: string;
  repeats: number;
  figures: Estimates;
  curve: Curve;
  /** Scores of the recipe's own judge, and of the measuring judge. */
  own: Distribution;
  margins?: MarginDistribution;
  measured?: Distribution;
  sweep?: Sweep;
  /** In each control window by itself. */
  perplexity?: PerplexityPoint[];
  time: TimeCurve;
}

/** Columns of equal length, at most 200 points; means over the repeats. A run that ended keeps its last value. */
export interface Curve {
  /** Pages visited. */
  visited: number[];
  /** Share of the reachable pages; absent if their number is unknown. */
  share?: number[];
  /** With labels. */
  found?: number[];
  precision?: number[];
  recall?: number[];
  f1?: number[];
  /** Share of relevant pages among the last `window` pages. */
  windowHarvest?: number[];
  window?: number;
  /** By the measuring judge: pages it accepts, and the mean of its scores so far. */
  accepted?: number[];
  meanMeasured?: number[];
  /** Mean of the recipe's own scores so far. */
  meanScore: number[];
  /** Size of the visited pages so far. */
  megabytes: number[];
  /** Mean depth of the pages since the point before. */
  depth?: number[];
  /** Share of the relevant pages that are found and that its own judge retrieves at its best threshold. */
  coverage?: number[];
  /** Share of the target sites that were reached. */
  targetRecall?: number[];
}

export interface Distribution {
  /** From 0 to 1 in 80 bins; the area is 1. */
  density: number[];
  /** Scores at which the density has a minimum: candidates for a threshold. */
  minima: number[];
  box: Box;
}

/** On the judge's own scale, over the range of the values, in 80 bins; the area is 1. */
export interface MarginDistribution {
  from: number;
  to: number;
  density: number[];
  minima: number[];
  /** Pages whose score is neither 0 nor 1; others have no finite margin on a logistic scale. */
  pages: number;
}

/** Quartiles by linear interpolation (R's type 7, NumPy's default). */
export interface Box {
  min: number;
  q1: number;
  median: number;
  q3: number;
  max: number;
  mean: number;
  pages: number;
}

/** F1 over the recipe's own scores: pages at or above the threshold count as retrieved. */
export interface Sweep {
  threshold: number[];
  precision: number[];
  recall: number[];
  f1: number[];
  best: { threshold: number; f1: number; precision: number; recall: number };
}

/** Of a crawl: the n-th unit. */
export interface ControlWindow {
  n: number;
  /** Where it ends: n units, in pages or bytes. */
  at: number;
  /** Its pages, by index; `to` is the first one after it. */
  from: number;
  to: number;
}

export interface PerplexityPoint extends ControlWindow {
  withUnknown: number;
  withoutUnknown: number;
  unknownShare: number;
}

/** Virtual time: at most 200 points up to the longest time in the plan. */
export interface TimeCurve {
  seconds: number[];
  pages: number[];
  /** With labels; otherwise pages that the measuring judge accepts. */
  relevant?: number[];
}

export interface Ranking {
  measure: string;
  /** Best first; a variant without a topic that others have is ranked by what it has, with a note. */
  rows: RankingRow[];
}

export interface RankingRow extends Estimate {
  rank: number;
  variant: string;
  /** Topics behind it. */
  topics: number;
}

/** Every pair of variants on the same topics and repeats. */
export interface Comparison {
  measure: string;
  pairs: PairResults[];
  /** The smallest p-value that the permutation test can give with these topics, corrected for all pairs. */
  smallestPossible: number;
}

export interface PairResults {
  a: string;
  b: string;
  /** Topics that both have, and pairs of runs on them. */
  topics: number;
  pairs: number;
  /** Topics on which a has the better mean, and b. */
  wins: number;
  losses: number;
  /** Mean of a − b. */
  difference: Estimate;
  /** All three tests are over the topics' means: repeats of a topic are not independent. */
  wilcoxon: TestResult;
  sign: TestResult;
  permutation: TestResult;
}

export interface TestResult {
  p: number;
  /** By Holm for all pairs of this comparison. */
  corrected: number;
  exact: boolean;
}

/** Shared pages by content: 2·|A ∩ B| / (|A| + |B|), means over topics and repeats. */
export interface Overlap {
  of: 'visited' | 'relevant';
  /** Of the first pages of each run: this share of the reachable pages (of the run if their number is unknown). */
  share: number;
  variants: string[];
  /** One row per variant; null if no topic has both. */
  mean: (number | null)[][];
  /** Over the topics. */
  least: (number | null)[][];
  most: (number | null)[][];
}
