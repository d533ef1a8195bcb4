/**
 * Draws the pages of a study for people to judge. Size by n = (z·σ/d)² (Cochran, Sampling Techniques, 1977), for each
 * variant of a recipe: in the worst case (half of the pages relevant), at 95 % and within 5 points, 385 pages.
 *
 * Every page of the study, regardless of which variants found it, has one random number, made from the seed, its topic
 * and its bytes; a variant's sample is the n pages with the lowest numbers among those that it found (permanent random
 * numbers: Brewer, Early and Joyce, 1972). So each sample is a simple random one, without replacement, of that
 * variant's own pages, and the share of relevant pages in it is an unbiased estimate, while two variants that found the
 * same pages share them in their samples: fewer pages to judge, and less noise in differences between variants. A
 * larger sample contains a smaller one of the same seed, and adding a variant does not change the other samples.
 *
 * With `perWindow` each control window of a variant is such a population by itself (the Darmstadt thesis, section 6.5:
 * 100 pages from the 1st, 2nd, 4th … gigabyte), which shows how a crawl drifts.
 *
 * A judge sees the pages of all samples together, each once and in random order. Which variant drew a page is not
 * stored: it can be recomputed from study, seed and size.
 */
import { hash } from 'node:crypto';
import { controlWindows } from './measures/control-windows.ts';
import { normalQuantile } from './statistics/normal.ts';
import type { StudyData, TopicData } from './study.ts';

/** What a person who judges must know of the topic. */
export type Wanted = Pick<TopicData, 'title' | 'viewpoint' | 'rules'>;

export interface SampledPage {
  web: string;
  topic: string;
  digest: string;
  url: string;
}

/** What determines a sample. */
export interface SampleRules {
  seed: number;
  /** Pages per variant, before any correction. */
  size: number;
  /** Fewer pages for a variant that found few (finite population correction). */
  finite: boolean;
  /** One sample of this size from each control window of a variant, instead of one from all of its pages. */
  perWindow?: boolean | undefined;
}

/** The sample of one variant. */
export interface Draw {
  variant: string;
  /** With `perWindow`: the number of the control window. */
  window?: number | undefined;
  /** Different pages that its runs found, over all topics and repeats, without the topics' examples. */
  population: number;
  pages: DrawnPage[];
}

/** With the scores from the first of the variant's runs that found it, and from the measures. */
export interface DrawnPage extends SampledPage {
  judged: boolean;
  relevant?: boolean | undefined;
  measured?: boolean | undefined;
}

export interface Sample {
  draws: Draw[];
  /** In the order in which they are judged. */
  pages: SampledPage[];
}

export function drawSample(data: StudyData, rules: SampleRules): Sample {
  const numbers = new Map<string, string>();
  const numberOf = (page: SampledPage): string => {
    const key = pageKey(page);
    const known = numbers.get(key) ?? hash('sha256', `${rules.seed}\n${key}`);
    numbers.set(key, known);
    return known;
  };
  const draws = [...Map.groupBy(data.runs, ({ run }) => run.variant)].flatMap(([variant, runs]) => {
    const draw = (found: DrawnPage[], window?: number): Draw => {
      const size = rules.finite ? correctedSize(rules.size, found.length) : rules.size;
      return { variant, window, population: found.length, pages: lowest(found, size, numberOf) };
    };
    if (!rules.perWindow) return [draw(pagesOf(runs))];
    return windowsOf(runs, data).map(([n, parts]) => draw(pagesOf(parts), n));
  });
  return { draws, pages: mixed(draws, rules.seed) };
}

export interface SizeRules {
  /** Share of samples whose interval contains the true value. */
  confidence?: number;
  /** d: half the width of the interval. */
  margin?: number;
  /** p, for σ = √(p·(1−p)); p = ½ is the worst case. */
  share?: number;
  /** If given, the finite population correction is applied. */
  population?: number;
}

export function sampleSize({
  confidence = 0.95,
  margin = 0.05,
  share = 0.5,
  population,
}: SizeRules = {}): number {
  const z = normalQuantile((1 + confidence) / 2);
  const size = (z * z * share * (1 - share)) / (margin * margin);
  return population === undefined ? Math.ceil(size) : correctedSize(size, population);
}

/** n₀ / (1 + (n₀ − 1) / N), rounded up. */
function correctedSize(size: number, population: number): number {
  return population === 0 ? 0 : Math.ceil(size / (1 + (size - 1) / population));
}

/** One page of one topic: the same bytes may be relevant to one topic and not to another. */
export function pageKey({ web, topic, digest }: Pick<SampledPage, 'web' | 'topic' | 'digest'>): string {
  return `${web}\n${topic}\n${digest}`;
}

/** The runs cut to each of their control windows, which are numbered 1, 2, 4, 8 … */
function windowsOf(runs: StudyData['runs'], { plan }: StudyData): [n: number, runs: StudyData['runs']][] {
  const parts = runs.flatMap(({ run, visits }) =>
    controlWindows(visits, plan.windows).map(({ n, from, to }) => ({
      n,
      run,
      visits: visits.slice(from, to),
    })),
  );
  return [...Map.groupBy(parts, ({ n }) => n)].sort(([a], [b]) => a - b);
}

/** In the order of the runs, each page once. Examples were given to the recipes, so finding them does not count. */
function pagesOf(runs: StudyData['runs']): DrawnPage[] {
  const pages = new Map<string, DrawnPage>();
  for (const { run, visits } of runs) {
    const { web, topic } = run;
    for (const { url, digest, judged, relevant, measured, example } of visits) {
      const key = pageKey({ web, topic, digest });
      if (example || pages.has(key)) continue;
      pages.set(key, { web, topic, digest, url, judged, relevant, measured: measured?.relevant });
    }
  }
  return [...pages.values()];
}

function lowest<T extends SampledPage>(pages: T[], size: number, numberOf: (page: T) => string): T[] {
  return pages
    .map((page) => ({ page, number: numberOf(page) }))
    .sort(byNumber)
    .slice(0, size)
    .map(({ page }) => page);
}

/** Each page once, in an order that does not reveal who drew it. */
function mixed(draws: readonly Draw[], seed: number): SampledPage[] {
  const pages = new Map<string, SampledPage>();
  for (const draw of draws)
    for (const page of draw.pages) {
      const { web, topic, digest, url } = page;
      const key = pageKey(page);
      if (!pages.has(key)) pages.set(key, { web, topic, digest, url });
    }
  return [...pages]
    .map(([key, page]) => ({ page, number: hash('sha256', `order ${seed}\n${key}`) }))
    .sort(byNumber)
    .map(({ page }) => page);
}

const byNumber = (a: { number: string }, b: { number: string }): number =>
  a.number < b.number ? -1 : a.number > b.number ? 1 : 0;
