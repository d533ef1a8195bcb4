/**
 * The kind `learning-anchor` and its initial training set: the anchors that lead to the topic's examples (the thesis's
 * set A500), those of an earlier crawl whose pages were judged with certainty (A0.4, A0.8, A1.0), or both (A1.0MIX).
 * Without them it starts empty and learns from the crawl only.
 *
 * The thesis does best with T = 1.0, with margins of −1.5 to 1.5 from an SVM trained on 550 pages. An SVM trained on a
 * few dozen examples gives no unseen page a margin of 1, and would never learn a good anchor; so the default is the
 * lowest of the thesis's three, 0.4. Raise it with hundreds of examples.
 */
import { z } from 'zod';
import { readEarlierCrawl } from '../../archive/earlier-crawl.ts';
import { anchorsToSurePages } from '../../archive/judged-links.ts';
import { ForageError } from '../../errors.ts';
import { defineStrategy } from '../../plugin/define.ts';
import { type AnchorPair, addressWords } from '../../strategy/anchor-learner.ts';
import { learningAnchor } from '../../strategy/learning-anchor.ts';
import type { Lesson } from '../lesson.ts';
import { backlinksSetting, graphSource } from './lund-context.ts';

interface LearningAnchorSettings {
  pageShare: number;
  threshold: number;
  start: 'nothing' | 'labels' | 'earlier' | 'mixed';
  backlinks: string;
  earlier: string;
  urlTokens: boolean;
  learnOn: boolean;
  fitEvery: number;
  maxPairs: number;
  c: number;
  seed: number;
}

export const learningAnchorKind = defineStrategy({
  name: 'learning-anchor',
  summary: 'links by page and anchor words, whose value is learnt during the crawl',
  settings: z.strictObject({
    pageShare: z
      .number()
      .min(0)
      .max(1)
      .default(0.8)
      .describe('weight of the page in a link’s priority; the anchor has the rest'),
    threshold: z
      .number()
      .min(0)
      .default(0.4)
      .describe('T: anchors of links to a page are learnt when its margin is farther from 0 than this'),
    start: z
      .enum(['nothing', 'labels', 'earlier', 'mixed'])
      .default('nothing')
      .describe(
        'learnt before the crawl: nothing, anchors of links to the examples, of an earlier crawl, or both',
      ),
    backlinks: backlinksSetting,
    earlier: z.string().default('').describe('the folder of the earlier crawl, if start needs one'),
    urlTokens: z.boolean().default(false).describe('the words of the URL count like those of the anchor'),
    learnOn: z
      .boolean()
      .default(true)
      .describe(
        'false: the anchors learnt before the crawl are all there is (the thesis’s sets A500 to A1.0)',
      ),
    fitEvery: z
      .number()
      .int()
      .min(1)
      .default(256)
      .describe('retrain after this many pages, and whenever the queue is refilled'),
    maxPairs: z.number().int().min(2).max(50_000).default(5000).describe('number of latest anchors kept'),
    c: z.number().positive().max(1e6).default(0.1).describe('cost of a mistake (C) in the anchors’ SVM'),
    seed: z.number().int().min(0).default(1).describe('random seed of the SVM'),
  }),
  learns: ({ start }) => start !== 'nothing',
  needs: ({ start }) => (start === 'labels' || start === 'mixed' ? ['examples', 'counterexamples'] : []),
  async train(lesson, settings) {
    const { start, maxPairs } = settings;
    const pairs: AnchorPair[] = [];
    if (start === 'earlier' || start === 'mixed') pairs.push(...ofEarlierCrawl(settings));
    if (start === 'labels' || start === 'mixed') pairs.push(...(await ofLabels(lesson, settings)));
    const kept = pairs.slice(-Math.ceil(maxPairs / 2));
    if (start !== 'nothing') tell(lesson, kept);
    return kept;
  },
  make: ({ settings, model }) => learningAnchor(settings, model),
});

/** Every distinct anchor of a link to an example, once per example. */
export async function ofLabels(
  lesson: Lesson,
  { backlinks, urlTokens }: Pick<LearningAnchorSettings, 'backlinks' | 'urlTokens'>,
): Promise<AnchorPair[]> {
  const graph = await lesson.openGraph(graphSource(lesson, backlinks, 'backlinks'));
  try {
    return lesson.examples.flatMap(({ source, page, relevant }) => {
      const texts = new Set<string>();
      for (const address of new Set([page.url, source])) {
        for (const { anchor } of graph.linksTo(address)) texts.add(asText(anchor, page.url, urlTokens));
      }
      texts.delete('');
      return Array.from(texts, (text) => ({ text, relevant }));
    });
  } finally {
    graph.close();
  }
}

/** Anchors of links to pages that the earlier crawl judged with certainty, whatever its judge and border. */
export function ofEarlierCrawl({
  earlier,
  threshold,
  urlTokens,
  maxPairs,
}: Pick<LearningAnchorSettings, 'earlier' | 'threshold' | 'urlTokens' | 'maxPairs'>): AnchorPair[] {
  if (earlier === '') {
    throw new ForageError(
      'USAGE',
      'Name the folder of the crawl to learn anchors from: --set earlier=FOLDER',
    );
  }
  const sure = { margin: threshold, limit: maxPairs };
  const anchors = readEarlierCrawl(earlier, (_, db) => anchorsToSurePages(db, sure));
  return anchors.map(({ url, relevant, anchor }) => ({ text: asText(anchor, url, urlTokens), relevant }));
}

function asText(anchor: string, url: string, urlTokens: boolean): string {
  const text = anchor.slice(0, 500).trim().toLowerCase();
  return urlTokens ? `${text} ${addressWords(url)}`.trim() : text;
}

function tell(lesson: Lesson, pairs: readonly AnchorPair[]): void {
  const relevant = pairs.filter((pair) => pair.relevant).length;
  lesson.quality('anchors', { relevant, other: pairs.length - relevant });
  if (relevant === 0 || relevant === pairs.length) {
    lesson.warn(
      `Of the initial anchors, ${relevant} lead to relevant pages and ${pairs.length - relevant} to others; anchors have no effect until the crawl has seen both.`,
    );
  }
}
