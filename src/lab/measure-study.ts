/**
 * Measures a study: everything in its report, from the pages that its runs visited. The same study gives the same
 * results every time, except for `measuredAt`.
 */
import {
  byTopic,
  type Confidence,
  comparison,
  estimate,
  overlaps,
  ranking,
  type TopicRuns,
} from './compare.ts';
import { catalogue, rangeOf, rankingNames } from './measures/catalogue.ts';
import { controlWindows } from './measures/control-windows.ts';
import { curveOf, pagesCurve, shareCurve, thinned, tidy, timeCurve } from './measures/curves.ts';
import { distribution, marginDistribution } from './measures/distribution.ts';
import { foundAt } from './measures/found.ts';
import { perplexityPoints } from './measures/perplexity.ts';
import { runFigures } from './measures/run-figures.ts';
import { thresholdSweep } from './measures/threshold-sweep.ts';
import { type ReferenceCurve, type Yardstick, yardstick } from './measures/yardstick.ts';
import type { Plan } from './plan.ts';
import type {
  CellResults,
  Distribution,
  Estimates,
  MarginDistribution,
  PerplexityPoint,
  Reference,
  Results,
  RunResults,
  Sweep,
  TopicResults,
  VariantResults,
} from './results.ts';
import type { Run, RunVisits, StudyData } from './study.ts';
import { studyWarnings } from './study-warnings.ts';
import { arrivalSeconds } from './virtual-time.ts';

const given: Confidence = { confidence: 0.95, seed: 1 };

export function measureStudy(data: StudyData, now: Date = new Date()): Results {
  const { plan } = data;
  const topics = data.topics.map((topic) => {
    const own = data.runs.filter(({ run }) => run.web === topic.web && run.topic === topic.topic);
    const runs = own.map((one) => ({ ...one, arrivals: arrivalsOf(one, plan) }));
    return { runs, yard: yardstick(topic, runs, plan.pages) };
  });
  const runs = topics.flatMap(({ runs: own, yard }) =>
    own.map((one) => runResults(one.run, runFigures(one, yard, plan, one.arrivals))),
  );
  const runsOf = Map.groupBy(runs, ({ variant }) => variant);
  const measures = catalogue(plan).filter(({ name }) => runs.some(({ figures }) => name in figures));
  const has = (name: string): boolean => measures.some((measure) => measure.name === name);
  // Without all reachable pages recall depends on which crawls are compared.
  const byLabels = data.crawls === undefined ? 'area' : 'harvest';
  const primary = [byLabels, 'acceptedShare', 'meanScore'].find(has) ?? 'meanScore';
  const rankings = [primary, ...rankingNames(plan)]
    .filter((name, place, all) => has(name) && all.indexOf(name) === place)
    .map((name) => measures.find((measure) => measure.name === name)!)
    .filter(({ name, better }) => name === primary || better !== 'neither')
    .map((measure) => ranking(measure, runsOf, given));
  const ranked = rankings[0]?.rows.map(({ variant }) => variant) ?? [];
  const variants = [...ranked, ...[...runsOf.keys()].filter((name) => !ranked.includes(name))];
  const comparisons = [
    comparison(primary, new Map(variants.map((name) => [name, runsOf.get(name)!])), given),
  ];
  return {
    study: {
      name: plan.name,
      title: plan.title ?? plan.name,
      measuredAt: now.toISOString(),
      plan,
      ...given,
      differences: data.differences,
    },
    measures,
    primary,
    topics: topics.map(({ yard }) => topicResults(yard)),
    variants: variants.map((name) => variantResults(name, runsOf.get(name)!, topics, measures)),
    runs,
    cells: topics.flatMap(({ runs: own, yard }) =>
      variants.flatMap((variant) => {
        const repeats = own.filter(({ run }) => run.variant === variant);
        const figures = runs.filter((one) => repeats.some(({ run }) => run.id === one.id));
        return repeats.length === 0 ? [] : [cellResults(repeats, figures, yard, data)];
      }),
    ),
    rankings,
    comparisons,
    overlaps: (plan.pages === undefined ? [0.1, 0.2, 1] : [1]).flatMap((share) =>
      (['visited', 'relevant'] as const).map((of) => overlaps(variants, topics, of, share)),
    ),
    failures: data.failures,
    warnings: [...data.warnings, ...studyWarnings(topics, runs, comparisons, plan.groups.length > 0)],
  };
}

/** By the clock of the crawl, otherwise computed afterwards. */
function arrivalsOf({ visits }: RunVisits, { time }: Plan): Float64Array {
  if (time.order === 'as-run') return arrivalSeconds(visits, time);
  return Float64Array.from(visits, ({ second }) => second ?? Number.POSITIVE_INFINITY);
}

function runResults(
  { id, variant, web, topic, repeat, stop }: Run,
  figures: RunResults['figures'],
): RunResults {
  return { id, variant, web, topic, repeat, stop, figures };
}

function topicResults(yard: Yardstick): TopicResults {
  const { topic, reachable, relevant } = yard;
  const reference = (name: 'oracle' | 'bound' | 'breadthFirst'): Partial<TopicResults> =>
    yard[name] === undefined ? {} : { [name]: referenceOf(yard[name], yard) };
  return {
    web: topic.web,
    topic: topic.topic,
    title: topic.title,
    labelled: topic.labelled,
    seeds: topic.seeds.length,
    examples: { relevant: topic.examples.relevant.length, irrelevant: topic.examples.irrelevant.length },
    ...(reachable === undefined ? {} : { reachable }),
    ...(topic.labelled ? { relevant } : {}),
    ...reference('oracle'),
    ...reference('bound'),
    ...reference('breadthFirst'),
  };
}

function referenceOf({ found, area }: ReferenceCurve, { steps, relevant }: Yardstick): Reference {
  const visited = thinned(steps);
  return { area, curve: { visited, recall: visited.map((step) => tidy(foundAt(found, step) / relevant)) } };
}

function variantResults(
  name: string,
  runs: readonly RunResults[],
  topics: readonly TopicRuns[],
  measures: Results['measures'],
): VariantResults {
  const own = topics.map(({ yard, runs: all }) => ({
    yard,
    runs: all.filter(({ run }) => run.variant === name),
  }));
  const met = own.filter((one) => one.runs.length > 0);
  const { recipe, set, judge, ran } = met[0]!.runs[0]!.run;
  const labelled = met.some(({ yard }) => yard.relevant > 0);
  const curve = shareCurve(met, labelled ? 'recall' : 'accepted');
  const all = met.flatMap((one) => one.runs);
  const measured = spread(all, 'measured');
  const margins = marginsOf(all);
  const byPages = pagesCurve(met);
  return {
    name,
    recipe,
    set,
    judge,
    ...(ran ? { ran } : {}),
    figures: estimates(
      runs,
      measures.map((measure) => measure.name),
    ),
    ...(curve ? { curve } : {}),
    ...(byPages ? { byPages } : {}),
    ...(measured ? { measured } : {}),
    ...(margins ? { margins } : {}),
  };
}

function cellResults(
  repeats: readonly (RunVisits & { arrivals: Float64Array })[],
  figures: readonly RunResults[],
  yard: Yardstick,
  { plan }: StudyData,
): CellResults {
  const { variant, web, topic } = repeats[0]!.run;
  const measured = spread(repeats, 'measured');
  const sweep = yard.topic.labelled ? meanSweep(repeats, yard.relevant) : undefined;
  const perplexity = meanPerplexity(repeats, plan);
  const margins = marginsOf(repeats);
  return {
    variant,
    web,
    topic,
    repeats: repeats.length,
    figures: estimates(figures, [...new Set(figures.flatMap((run) => Object.keys(run.figures)))]),
    curve: curveOf(repeats, yard),
    own: spread(repeats, 'own') ?? { density: [], minima: [], box: emptyBox },
    ...(margins ? { margins } : {}),
    ...(measured ? { measured } : {}),
    ...(sweep ? { sweep } : {}),
    ...(perplexity.length > 0 ? { perplexity } : {}),
    time: timeCurve(repeats, Math.max(1, ...plan.time.seconds)),
  };
}

const emptyBox = { min: 0, q1: 0, median: 0, q3: 0, max: 0, mean: 0, pages: 0 };

function estimates(runs: readonly RunResults[], names: readonly string[]): Estimates {
  return Object.fromEntries(
    names.flatMap((name) => {
      const figure = estimate(byTopic(runs, name), rangeOf(name), given);
      return figure === undefined ? [] : [[name, figure]];
    }),
  );
}

function spread(runs: readonly RunVisits[], of: 'own' | 'measured'): Distribution | undefined {
  const scores = runs.flatMap(({ visits }) =>
    visits
      .filter(({ example }) => !example)
      .flatMap((visit) => (of === 'own' ? visit.score : (visit.measured?.score ?? []))),
  );
  const found = distribution(scores);
  return found && { ...found, density: found.density.map(tidy), minima: found.minima.map(tidy) };
}

function marginsOf(runs: readonly RunVisits[]): MarginDistribution | undefined {
  const found = marginDistribution(runs.flatMap(({ visits }) => visits));
  return found && { ...found, density: found.density.map(tidy), minima: found.minima.map(tidy) };
}

/** Means over the repeats; the best threshold is the highest one with the best mean. */
function meanSweep(runs: readonly RunVisits[], relevant: number): Sweep | undefined {
  const all = runs.flatMap(({ visits }) => {
    const judged = visits.filter(({ example }) => !example);
    return thresholdSweep(judged, relevant) ?? [];
  });
  if (all.length <= 1) return all[0] && { ...all[0], ...tidyColumns(all[0]) };
  const mean = (column: 'precision' | 'recall' | 'f1'): number[] =>
    all[0]!.threshold.map((_, i) => all.reduce((sum, one) => sum + one[column][i]!, 0) / all.length);
  const sweep = { precision: mean('precision'), recall: mean('recall'), f1: mean('f1') };
  const best = sweep.f1.lastIndexOf(Math.max(...sweep.f1));
  return {
    threshold: all[0]!.threshold,
    ...tidyColumns(sweep),
    best: {
      threshold: all[0]!.threshold[best]!,
      f1: sweep.f1[best]!,
      precision: sweep.precision[best]!,
      recall: sweep.recall[best]!,
    },
  };
}

function tidyColumns({ precision, recall, f1 }: SweepColumns): SweepColumns {
  return { precision: precision.map(tidy), recall: recall.map(tidy), f1: f1.map(tidy) };
}

type SweepColumns = Pick<Sweep, 'precision' | 'recall' | 'f1'>;

/** Repeats of a recipe may differ in length: the windows that all of them have. */
function meanPerplexity(runs: readonly RunVisits[], { windows }: Plan): PerplexityPoint[] {
  const all = runs.map(({ visits }) => perplexityPoints(visits, controlWindows(visits, windows)));
  const mean = (of: (point: PerplexityPoint) => number, points: readonly PerplexityPoint[]): number =>
    tidy(points.reduce((sum, point) => sum + of(point), 0) / points.length);
  return all[0]!.flatMap(({ n }) => {
    const points = all.flatMap((row) => row.find((point) => point.n === n) ?? []);
    if (points.length < all.length) return [];
    return {
      n,
      at: Math.round(mean(({ at }) => at, points)),
      from: Math.round(mean(({ from }) => from, points)),
      to: Math.round(mean(({ to }) => to, points)),
      withUnknown: mean(({ withUnknown }) => withUnknown, points),
      withoutUnknown: mean(({ withoutUnknown }) => withoutUnknown, points),
      unknownShare: mean(({ unknownShare }) => unknownShare, points),
    };
  });
}
