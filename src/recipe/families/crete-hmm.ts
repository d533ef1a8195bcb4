/**
 * The kind `hidden-path`: hidden Markov crawling, alone and mixed with likeness to the wanted pages. It learns from
 * the topic's browsing log where there is one, else from the example pages and the links among them.
 *
 * Levels are counted over all links among the training pages, the steps from level to level over those that the log
 * recorded; without a log over the same links. A page that was looked at twice is one page. The thesis counts and
 * smoothes nothing, so that a step never seen ends every path through it; a hundredth on every count keeps it possible
 * and the counts nearly what they were. With few links among the pages the HMM says little: the lesson warns.
 */
import { z } from 'zod';
import { ForageError } from '../../errors.ts';
import { HiddenMarkov } from '../../learn/hidden-markov.ts';
import type { Page } from '../../page/page.ts';
import { defineStrategy } from '../../plugin/define.ts';
import { hiddenPath, type PathSignals } from '../../strategy/hidden-path.ts';
import { PageClusters } from '../../strategy/page-clusters.ts';
import { type Step, targetLevels } from '../../strategy/target-levels.ts';
import type { Measure } from '../kind.ts';
import type { Lesson } from '../lesson.ts';

const share = z.number().min(0).max(1);

const settings = z.strictObject({
  hmmShare: share
    .default(1)
    .describe('of the priority: 1 the HMM alone, 0.5 half likeness to the wanted pages'),
  anchorShare: share.default(0).describe('of that likeness: 0 the page alone, 0.5 page and anchor'),
  training: z
    .enum(['auto', 'log', 'examples'])
    .default('auto')
    .describe('learn from the browsing log, from the examples, or from the log where there is one'),
  levels: z
    .number()
    .int()
    .min(2)
    .max(20)
    .default(4)
    .describe('hidden states: 0, 1, 2 … links from a wanted page'),
  smoothing: z.number().min(0).max(100).default(0.01).describe('added to every count'),
  clustering: z.enum(['k-means', 'x-means']).default('k-means').describe('x-means finds the number itself'),
  clusters: z
    .number()
    .int()
    .min(2)
    .max(100)
    .default(5)
    .describe('of k-means, that of the wanted pages among them'),
  maxClusters: z.number().int().min(2).max(100).default(20).describe('of x-means, at most'),
  idf: z
    .enum(['background', 'examples'])
    .default('background')
    .describe('how rare a word is: in English at large, or among the training pages'),
  neighbours: z
    .number()
    .int()
    .min(1)
    .max(100)
    .default(5)
    .describe('nearest training pages that give a page its cluster'),
  mode: z
    .enum(['normalised', 'raw'])
    .default('normalised')
    .describe('raw keeps the joint probability of the whole path, which shrinks with every step'),
  start: z
    .enum(['observed', 'stepped'])
    .default('observed')
    .describe('a seed’s state: the shares of the levels times what was seen, or one step on from them'),
  tie: share.default(0.01).describe('probabilities so near to each other count as equal; 0 for none'),
});

type Settings = z.output<typeof settings>;

interface Model {
  clusters: unknown;
  hmm: unknown;
}

export const hiddenPathKind = defineStrategy({
  name: 'hidden-path',
  summary: 'how probable a wanted page is next, by the clusters seen on the way',
  settings,
  needs: ({ training }) =>
    training === 'log'
      ? ['browsing log']
      : training === 'examples'
        ? ['examples', 'counterexamples']
        : ['examples'],
  train: (lesson, settings) => learn(lesson, settings),
  untrained: ['hmmShare', 'anchorShare', 'mode', 'start', 'tie'],
  measure: ({ model, settings }) => measure(PageClusters.fromJSON(model.clusters), settings),
  make: ({ model, settings }) => hiddenPath(HiddenMarkov.fromJSON(model.hmm), settings),
});

function learn(lesson: Lesson, settings: Settings): Model {
  const record =
    settings.training !== 'examples' && lesson.log ? recorded(lesson.log) : exampleRecord(lesson);
  if (record.pages.length === 0) {
    throw new ForageError(
      'TRAINING',
      'There are no pages to learn from; check the addresses of the examples or the log.',
    );
  }
  const { language } = lesson.topic;
  const clusters = PageClusters.train(
    record.pages.map(({ page, wanted }) => ({ text: textOf(page), wanted })),
    { ...settings, language, seed: lesson.seed },
  );
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
  return { clusters: clusters.toJSON(), hmm: hmm.toJSON() };
}

const fewSteps = 20;

function measure(clusters: PageClusters, settings: Settings): Measure<PathSignals> {
  return (page) => {
    const vector = clusters.vector(textOf(page));
    const cluster = clusters.clusterOf(vector, settings.neighbours);
    const isHybrid = settings.hmmShare < 1;
    const likeness = isHybrid ? clusters.likeness(vector) : 0;
    const links = isHybrid && settings.anchorShare > 0 ? page.links : [];
    const anchors = Float64Array.from(links, ({ anchor }) =>
      anchor === '' ? 0 : clusters.likeness(clusters.vector(anchor)),
    );
    return { cluster, likeness, anchors };
  };
}

const textOf = (page: Page): string => `${page.title}\n${page.text}`;

interface Training {
  pages: { page: Page; wanted: boolean }[];
  /** Places in `pages`. */
  steps: Step[];
}

function recorded({ visits }: NonNullable<Lesson['log']>): Training {
  const places = new Map<string, number>();
  const pages: Training['pages'] = [];
  const placeOf = visits.map(({ page, relevant }) => {
    const place = places.get(keyOf(page.url));
    if (place !== undefined) {
      pages[place]!.wanted ||= relevant;
      return place;
    }
    places.set(keyOf(page.url), pages.length);
    return pages.push({ page, wanted: relevant }) - 1;
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

/** One page is linked to with either scheme, with and without its last slash. */
const keyOf = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/(?:index\.html?)?$/, '');
