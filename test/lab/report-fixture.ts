/** Results made up by a formula, for tests of the report: any number of variants and topics, the same every time. */
import { planSchema } from '../../src/lab/plan.ts';
import type {
  CellResults,
  Distribution,
  Estimate,
  MeasureInfo,
  PairResults,
  Results,
  TestResult,
  TopicResults,
  VariantResults,
} from '../../src/lab/results.ts';

/** Two judges, and every variant with a sample of 385 pages: the later in the list, the more its own judge hopes. */
export function withJudgements(results: Results): Results {
  const interval = (estimate: number) => ({ estimate, low: estimate - 0.05, high: estimate + 0.05 });
  const names = ['Anna', 'Ben'];
  return {
    ...results,
    judged: {
      sample: { seed: 1, size: 385, finite: false, pages: 900 },
      agreement: {
        judges: names.map((name) => ({ name, pages: 900, relevant: 300, related: 40, unsure: 20 })),
        pairs: [{ judges: names, pages: 900, raw: 0.9, kappa: 0.78 }],
      },
      rows: results.variants.map(({ name }, n) => ({
        ...{ variant: name, population: 4000, drawn: 385, decided: 371, unsure: 9, split: 5, open: 0 },
        judged: interval(0.8 - (0.6 * n) / results.variants.length),
        expected: interval(0.8 - (0.4 * n) / results.variants.length),
      })),
      damaged: [],
    },
  };
}

export interface Made {
  variants?: number;
  topics?: number;
  labelled?: boolean;
  /** Names in place of those that are made up. */
  names?: string[];
  titles?: string[];
}

export function madeResults({
  variants: many = 4,
  topics: topicCount = 2,
  labelled = true,
  names = [],
  titles = [],
}: Made = {}): Results {
  const topics = Array.from({ length: topicCount }, (_, n) => topicOf(n, labelled, titles[n]));
  const variants = Array.from({ length: many }, (_, n) => variantOf(n, many, names[n], labelled));
  const cells = variants.flatMap((variant, v) =>
    topics.map((topic, t) => cellOf(variant, topic, v, t, many, labelled)),
  );
  const primary = labelled ? 'area' : 'acceptedShare';
  const ranked = labelled ? measures : measures.filter(({ group }) => group !== 'labels');
  return {
    study: {
      name: 'made-up',
      title: 'A study that was made up',
      measuredAt: '2026-01-02T03:04:05.000Z',
      differences: ['politeness.robots: "ignore" (live: "obey"): robots.txt is not requested.'],
      plan: planSchema.parse({
        name: 'made-up',
        webs: [{ name: 'demo', files: 'demo' }],
        topics: topics.map(({ topic }) => ({ web: 'demo', file: topic })),
        recipes: variants.map(({ recipe }) => recipe),
      }),
      confidence: 0.95,
      seed: 1,
    },
    measures: ranked,
    primary,
    topics,
    variants,
    runs: cells.map(({ variant, web, topic, figures }, n) => ({
      id: `run${n}`,
      variant,
      web,
      topic,
      repeat: 1,
      stop: 'nothing left',
      figures: Object.fromEntries(Object.entries(figures).map(([name, { estimate }]) => [name, estimate])),
    })),
    cells,
    rankings: ranked.slice(0, 2).map(({ name: measure }) => ({
      measure,
      rows: variants.map((variant, n) => ({
        ...variant.figures[measure]!,
        rank: n + 1,
        variant: variant.name,
        topics: topicCount,
      })),
    })),
    comparisons: [
      {
        measure: primary,
        smallestPossible: topicCount < 6 ? 0.4 : 0.031,
        pairs: variants.flatMap((a, n) =>
          variants.slice(n + 1).map((b) => pairOf(a, b, primary, topicCount)),
        ),
      },
    ],
    overlaps: (labelled ? (['relevant', 'visited'] as const) : (['visited'] as const)).map((of) => ({
      of,
      share: 0.1,
      variants: variants.map(({ name }) => name),
      mean: square(many, 0),
      least: square(many, -0.05),
      most: square(many, 0.05),
    })),
    failures: [],
    warnings: ['The judge that measures also steers crete/c: its figures are not independent.'],
  };
}

const measures: MeasureInfo[] = [
  measure('area', 'area under the recall curve', '', 'labels', 3),
  measure('recallAt10', 'recall after 10 % of the pages', '%', 'labels', 1),
  measure('acceptedShare', 'share of accepted pages', '%', 'judge', 1),
  measure('relevantAfter3600', 'relevant pages after 1 h', 'pages', 'time', 0),
  measure('pagesPerSecond', 'pages a second', 'pages/s', 'cost', 0),
];

function measure(
  name: string,
  title: string,
  unit: string,
  group: MeasureInfo['group'],
  digits: number,
): MeasureInfo {
  return {
    name,
    title,
    meaning: `What ${title} means, in a sentence.`,
    unit,
    better: 'higher',
    group,
    digits,
  };
}

const recipeNames = [
  'crete/j',
  'fish-search',
  'shark-search',
  'lund/baseline',
  'minas/queue',
  'cindi/two-layers',
  'breadth-first',
  'crete/c',
  'crete/hmm',
  'pagerank',
  'backlinks',
  'darmstadt/language-model',
];

function topicOf(n: number, labelled: boolean, title?: string): TopicResults {
  const names = ['volcanoes', 'chess', 'cheese', 'lighthouses', 'orchids', 'jazz'];
  const topic = names[n] ?? `topic${n}`;
  const reachable = 4000 + 700 * n;
  const reference = (skill: number) => {
    const visited = Array.from({ length: 101 }, (_, k) => Math.round((k * reachable) / 100));
    return {
      area: skill / (skill + 1),
      curve: { visited, recall: visited.map((pages) => climb(pages / reachable, skill)) },
    };
  };
  return {
    web: 'demo',
    topic,
    title: title ?? `${topic[0]!.toUpperCase()}${topic.slice(1)}`,
    labelled,
    seeds: 5,
    examples: { relevant: 10, irrelevant: 20 },
    reachable,
    ...(labelled && {
      relevant: 200 + 30 * n,
      oracle: reference(30),
      bound: reference(40),
      breadthFirst: reference(1),
    }),
  };
}

function variantOf(n: number, many: number, name: string | undefined, labelled: boolean): VariantResults {
  const round = Math.floor(n / recipeNames.length);
  const recipe = recipeNames[n % recipeNames.length]!;
  const set = round === 0 ? {} : { threshold: round / 10 };
  const share = Array.from({ length: 101 }, (_, k) => k / 100);
  const skill = skillOf(n, many);
  const recall = share.map((at) => climb(at, skill));
  return {
    name: name ?? (round === 0 ? recipe : `${recipe} threshold=${round / 10}`),
    recipe,
    set,
    judge: 'nearest-example',
    figures: figuresOf(skill, 6, labelled),
    curve: {
      share,
      estimate: recall,
      low: recall.map((value) => value - 0.1 * value * (1 - value)),
      high: recall.map((value) => value + 0.1 * value * (1 - value)),
    },
    ...(!labelled && { measured: spread(0.2 + (0.5 * (many - n)) / many) }),
  };
}

function cellOf(
  { name }: VariantResults,
  topic: TopicResults,
  v: number,
  t: number,
  many: number,
  labelled: boolean,
): CellResults {
  const skill = skillOf(v, many) * (1 + 0.25 * Math.sin(3 * t + v));
  const reachable = topic.reachable!;
  const share = Array.from({ length: 200 }, (_, k) => (k + 1) / 200);
  const visited = share.map((at) => Math.round(at * reachable));
  const recall = share.map((at) => climb(at, skill));
  const found = recall.map((value) => value * (topic.relevant ?? 0));
  const seconds = Array.from({ length: 200 }, (_, k) => (k + 1) * 18);
  const thresholds = Array.from({ length: 51 }, (_, k) => k / 50);
  const peak = 0.3 + 0.4 * Math.abs(Math.sin(v));
  const f1 = thresholds.map((at) => 0.8 * Math.exp(-8 * (at - peak) ** 2));
  return {
    variant: name,
    web: 'demo',
    topic: topic.topic,
    repeats: 1,
    figures: figuresOf(skill, 1, labelled),
    curve: {
      visited,
      share,
      meanScore: recall.map((value) => 0.6 - 0.3 * value),
      megabytes: visited.map((pages) => pages / 100),
      ...(labelled && {
        found,
        recall,
        precision: found.map((value, k) => value / visited[k]!),
        windowHarvest: share.map(
          (at, k) =>
            (((recall[k]! - (recall[k - 5] ?? 0)) * topic.relevant!) / (reachable / 40)) *
            (1 + 0.2 * Math.sin(40 * at + v)),
        ),
        window: 100,
      }),
      ...(!labelled && { accepted: found, meanMeasured: recall.map((value) => 0.7 - 0.4 * value) }),
    },
    own: spread(peak),
    ...(labelled && {
      sweep: {
        threshold: thresholds,
        f1,
        precision: f1,
        recall: f1,
        best: { threshold: peak, f1: 0.8, precision: 0.75, recall: 0.86 },
      },
    }),
    ...(!labelled && {
      perplexity: [64, 32, 16, 8, 4, 2, 1].map((part) => ({
        ...{ n: 64 / part, at: Math.round(reachable / part), from: 0, to: Math.round(reachable / part) },
        withUnknown: 900 - 200 / part - 50 * skill,
        withoutUnknown: 500 - 100 / part - 30 * skill,
        unknownShare: 0.2 + 0.1 / part,
      })),
    }),
    time: {
      seconds,
      pages: seconds.map((second) => second * 4),
      relevant: seconds.map((second) => 200 * climb(second / 3600, skill)),
    },
  };
}

function figuresOf(skill: number, runs: number, labelled: boolean): Record<string, Estimate> {
  const area = skill / (skill + 1);
  const around = (estimate: number, half: number): Estimate => ({
    estimate,
    low: estimate - half,
    high: estimate + half,
    runs,
  });
  return {
    ...(labelled && {
      area: around(area, 0.05 * (1 - area) + 0.01),
      recallAt10: around(climb(0.1, skill), 0.04),
    }),
    acceptedShare: around(area * 0.4, 0.03),
    relevantAfter3600: around(200 * area, 15),
    pagesPerSecond: around(900 + 10 * skill, 40),
  };
}

function pairOf(a: VariantResults, b: VariantResults, measure: string, topics: number): PairResults {
  const estimate = a.figures[measure]!.estimate - b.figures[measure]!.estimate;
  const p: TestResult = {
    p: Math.exp(-30 * estimate),
    corrected: Math.min(1, 2 * Math.exp(-30 * estimate)),
    exact: true,
  };
  const difference = { estimate, low: estimate - 0.03, high: estimate + 0.03, runs: topics };
  return {
    a: a.name,
    b: b.name,
    topics,
    pairs: topics,
    wins: topics,
    losses: 0,
    difference,
    wilcoxon: p,
    sign: p,
    permutation: p,
  };
}

/** Recall after a share of the pages: straight for skill 1, steeper for more. */
const climb = (share: number, skill: number): number => 1 - (1 - Math.min(1, share)) ** skill;
const skillOf = (n: number, many: number): number => 1.2 + (6 * (many - n)) / many;

function spread(centre: number): Distribution {
  const raw = Array.from(
    { length: 80 },
    (_, bin) => Math.exp(-40 * ((bin + 0.5) / 80 - centre) ** 2) + (bin === 0 ? 2 : 0),
  );
  const sum = raw.reduce((all, value) => all + value, 0);
  const box = {
    min: 0,
    q1: centre - 0.1,
    median: centre,
    q3: centre + 0.12,
    max: 1,
    mean: centre + 0.02,
    pages: 4000,
  };
  return { density: raw.map((value) => (80 * value) / sum), minima: [], box };
}

function square(size: number, shift: number): number[][] {
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) =>
      row === column ? 1 : Math.min(1, Math.max(0, 0.9 - Math.abs(row - column) / size + shift)),
    ),
  );
}
