/**
 * The kind `hidden-path`: hidden Markov crawling, on its own and combined with similarity to the relevant pages. It
 * trains on the topic's browsing log if there is one, otherwise on the example pages and the links among them.
 *
 * Levels are counted over all links among the training pages, transitions over those that the log recorded, or over the
 * same links without a log. A page viewed twice is one page. The thesis counts without smoothing, so that an unseen
 * transition ends every path through it; adding 0.01 to every count keeps it possible and hardly changes the counts.
 * With few links among the pages the HMM knows little, and there is a warning. Unlabelled pages of a log are other pages.
 * Relevant pages alone will do (the thesis's chapter 5): the HMM then only knows how alike and how linked they are.
 */
import { z } from 'zod';
import { ForageError } from '../../errors.ts';
import { idfSources } from '../../learn/example-vectors.ts';
import { HiddenMarkov } from '../../learn/hidden-markov.ts';
import type { Page } from '../../page/page.ts';
import { defineStrategy } from '../../plugin/define.ts';
import { hiddenPath, type PathSignals } from '../../strategy/hidden-path.ts';
import { PageClusters } from '../../strategy/page-clusters.ts';
import { type Step, targetLevels } from '../../strategy/target-levels.ts';
import type { Measure } from '../kind.ts';
import type { Lesson } from '../lesson.ts';
import { type HiddenPathModel, hiddenPathInWords } from './hidden-path-words.ts';
import { idfFrom, idfSetting } from './word-settings.ts';

const share = z.number().min(0).max(1);

const settings = z.strictObject({
  hmmShare: share
    .default(1)
    .describe('weight of the HMM in the priority: 1 the HMM only, 0.5 half similarity to the relevant pages'),
  anchorShare: share
    .default(0)
    .describe('weight of the anchor in that similarity: 0 the page only, 0.5 page and anchor'),
  training: z
    .enum(['auto', 'log', 'examples'])
    .default('auto')
    .describe('train on the browsing log, on the examples, or on the log if there is one'),
  levels: z
    .number()
    .int()
    .min(2)
    .max(20)
    .default(4)
    .describe('hidden states: 0, 1, 2 … links from a relevant page'),
  smoothing: z.number().min(0).max(100).default(0.01).describe('added to every count'),
  clustering: z
    .enum(['k-means', 'x-means'])
    .default('k-means')
    .describe('x-means finds the number of clusters'),
  clusters: z
    .number()
    .int()
    .min(2)
    .max(100)
    .default(5)
    .describe('number of clusters for k-means, including that of the relevant pages'),
  minClusters: z.number().int().min(1).max(100).default(2).describe('minimum number of clusters for x-means'),
  maxClusters: z
    .number()
    .int()
    .min(2)
    .max(100)
    .default(20)
    .describe('maximum number of clusters for x-means'),
  idf: idfSetting(idfSources, 'the training pages and English in general; either; or none'),
  neighbours: z
    .number()
    .int()
    .min(1)
    .max(100)
    .default(5)
    .describe('number of nearest training pages that decide a page’s cluster'),
  mode: z
    .enum(['normalised', 'raw'])
    .default('normalised')
    .describe(
      'raw keeps the joint probability of the whole path, which shrinks with every step; set tie=0 with it',
    ),
  start: z
    .enum(['observed', 'stepped'])
    .default('observed')
    .describe('a seed’s state: the initial distribution times the observation, or one step after it'),
  tie: share.default(0.01).describe('probabilities closer than this count as equal; 0 for none'),
});

type Settings = z.output<typeof settings>;

export const hiddenPathKind = defineStrategy({
  name: 'hidden-path',
  summary: 'probability that the next page is relevant, by clusters on the path',
  settings,
  needs: ({ training }) => (training === 'log' ? ['browsing log'] : ['examples']),
  train: (lesson, settings) => learn(lesson, settings),
  untrained: ['hmmShare', 'anchorShare', 'mode', 'start', 'tie'],
  measure: ({ model, settings }) => measure(PageClusters.fromJSON(model.clusters), settings),
  make: ({ model, settings }) => hiddenPath(HiddenMarkov.fromJSON(model.hmm), settings),
  inWords: ({ model }) => hiddenPathInWords(model),
});

function learn(lesson: Lesson, settings: Settings): HiddenPathModel {
  if (settings.minClusters > settings.maxClusters) {
    throw new ForageError(
      'USAGE',
      `minClusters (${settings.minClusters}) is above maxClusters (${settings.maxClusters}).`,
    );
  }
  const log = settings.training === 'examples' ? undefined : lesson.log;
  const record = log ? recorded(log) : exampleRecord(lesson);
  if (record.pages.length === 0) {
    throw new ForageError(
      'TRAINING',
      'There are no pages to train on; check the URLs of the examples or the log.',
    );
  }
  const { language } = lesson.topic;
  const clusters = PageClusters.train(
    record.pages.map(({ page, wanted }) => ({ text: textOf(page), wanted })),
    { ...settings, idf: idfFrom(settings.idf, { language, stem: 'full' }), language, seed: lesson.seed },
  );
  if (clusters.wanted.every(Boolean)) {
    lesson.warn(
      'All training pages are relevant, so nothing is known about pages that lead to them: crete/i and crete/j go by similarity, crete/h can hardly tell pages apart. Irrelevant examples or a browsing log with other pages help.',
    );
  } else if (settings.clustering === 'x-means' && clusters.count <= settings.minClusters) {
    lesson.warn(
      `X-means found no more than ${settings.minClusters} clusters, the minimum: the training pages have too few words in common, or are all alike. To choose the number: --set clustering=k-means --set clusters=N`,
    );
  }
  const links = [...record.steps, ...linksAmong(record.pages.map(({ page }) => page))];
  const levels = targetLevels(clusters.wanted, links, settings.levels);
  const steps = record.steps.length > 0 ? record.steps : links;
  if (steps.length < fewSteps) {
    lesson.warn(
      `Only ${steps.length} links lead from one training page to another, so the HMM knows little about paths. A browsing log helps: forage topic record TOPIC`,
    );
  }
  const hmm = HiddenMarkov.count(
    {
      items: levels.map((state, i) => ({ state, symbol: clusters.members[i]! })),
      steps: steps.map(([from, to]) => [levels[from]!, levels[to]!] as const),
    },
    { states: settings.levels, symbols: clusters.count, smoothing: settings.smoothing },
  );
  lesson.quality('clusters of pages', {
    pages: levels.length,
    steps: steps.length,
    clusters: clusters.count,
    agreement: clusters.agreement(settings.neighbours),
  });
  const source = log ? 'browsing log' : 'examples';
  return {
    clusters: clusters.toJSON(),
    hmm: hmm.toJSON(),
    learntFrom: { levels, steps: steps.length, source },
  };
}

const fewSteps = 20;

function measure(clusters: PageClusters, settings: Settings): Measure<PathSignals> {
  return (page) => {
    const compared = clusters.compare(textOf(page));
    const cluster = clusters.clusterOf(compared, settings.neighbours);
    const usesAnchors = settings.hmmShare < 1 && settings.anchorShare > 0;
    const anchors = Float64Array.from(usesAnchors ? page.links : [], ({ anchor }) =>
      anchor === '' ? 0 : clusters.likeness(anchor),
    );
    return { cluster, likeness: compared.likeness, anchors };
  };
}

const textOf = (page: Page): string => `${page.title}\n${page.text}`;

interface Training {
  pages: { page: Page; wanted: boolean }[];
  /** Indices into `pages`. */
  steps: Step[];
}

function recorded({ visits }: NonNullable<Lesson['log']>): Training {
  const places = new Map<string, number>();
  const pages: Training['pages'] = [];
  const placeOf = visits.map(({ page, relevant }) => {
    const place = places.get(keyOf(page.url));
    if (place !== undefined) {
      pages[place]!.wanted ||= relevant === true;
      return place;
    }
    places.set(keyOf(page.url), pages.length);
    return pages.push({ page, wanted: relevant === true }) - 1;
  });
  const steps = visits.flatMap(({ from }, visit): Step[] =>
    from === undefined || placeOf[from] === undefined ? [] : [[placeOf[from], placeOf[visit]!]],
  );
  return { pages, steps };
}

function exampleRecord({ examples }: Lesson): Training {
  return { pages: examples.map(({ page, relevant }) => ({ page, wanted: relevant })), steps: [] };
}

function linksAmong(pages: readonly Page[]): Step[] {
  const places = new Map(pages.map((page, place) => [keyOf(page.url), place]));
  return pages.flatMap((page, from) => {
    const targets = new Set(page.links.map(({ url }) => places.get(keyOf(url))));
    targets.delete(from);
    return [...targets].flatMap((to): Step[] => (to === undefined ? [] : [[from, to]]));
  });
}

/** A page may be linked with either scheme, with and without its trailing slash. */
const keyOf = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/(?:index\.html?)?$/, '');
