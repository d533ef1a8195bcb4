/**
 * The crawlers of Sotiris Batsakis, "Topic-driven focused crawlers" (Technical University of Crete, 2007): a–d classic,
 * e–g semantic, h–j learning. One pipeline, eleven ways to order links. The thesis's own constants are the defaults.
 * Its limits of 1000 pages and 100 KB are settings of every crawl; HTML is not the only format here. The thesis decides
 * afterwards, by its evaluator, which pages count; here the judge decides at once.
 */
import { z } from 'zod';
import { synonymCosine } from '../../judge/synonym-cosine.ts';
import { defineJudge, defineRecipe, defineStrategy } from '../../plugin/define.ts';
import { bestFirst } from '../../strategy/best-first.ts';
import { semanticScorer } from '../../strategy/semantic-anchor.ts';
import { loadOntology } from '../../text/ontology/load.ts';
import type { Ontology } from '../../text/ontology/ontology.ts';
import { wordNetOntology } from '../../text/ontology/wordnet-ontology.ts';
import { measures } from '../../text/word-similarity.ts';
import type { Topic } from '../../topic/topic.ts';
import type { Recipe } from '../recipe.ts';
import { hiddenPathKind } from './crete-hmm.ts';

const share = z.number().min(0).max(1);

const synonymCosineKind = defineJudge({
  name: 'synonym-cosine',
  summary: 'cosine of the page’s words and the keywords with their synonyms',
  settings: z.strictObject({
    threshold: share.default(0.1).describe('a page is relevant from this cosine on'),
    senses: z
      .number()
      .int()
      .min(0)
      .default(1)
      .describe('number of senses of a word that contribute synonyms, most frequent first; 0 for all'),
  }),
  needs: () => ['keywords'],
  make: ({ topic, settings }) => synonymCosine(topic.keywords, { ...settings, ...wordsOf(topic) }),
});

/** The topic's own ontology, or WordNet if it is in English. */
function wordsOf({ ontology, language = 'en' }: Topic): { ontology?: Ontology; language: string } {
  if (ontology !== undefined) return { ontology: loadOntology(ontology, language), language };
  return language === 'en' ? { ontology: wordNetOntology(), language } : { language };
}

const semanticSettings = z.strictObject({
  similarity: z
    .enum(measures)
    .default('path-decay')
    .describe(
      'similarity of two words in WordNet or the topic’s ontology: by distance, 1 within two steps, 1 for one step by any relation, or by distance and depth of their common ancestor',
    ),
  decay: share.default(0.5).describe('path-decay: the factor per step'),
  a: z.number().min(0).default(0.2).describe('li: weight of the distance'),
  b: z.number().min(0).default(0.6).describe('li: weight of the depth'),
  senses: z
    .number()
    .int()
    .min(0)
    .default(0)
    .describe('senses of a word that count, most frequent first; 0 for all'),
  least: share.default(0).describe('words less alike than this are not alike'),
  partOf: z
    .boolean()
    .default(false)
    .describe('a whole is one step from its parts, as a kind is from its instances'),
  pageShare: share
    .default(0)
    .describe('weight of the page’s own score in the priority; the anchor has the rest'),
  weights: z.enum(['tf', 'tf-idf']).default('tf').describe('weights of the words of anchors and keywords'),
  normalised: z
    .boolean()
    .default(false)
    .describe('normalise by both lengths, so that long anchors have no advantage'),
});

const semanticAnchorKind = defineStrategy({
  name: 'semantic-anchor',
  summary: 'links by the semantic similarity of their anchors to the keywords',
  settings: semanticSettings,
  needs: () => ['keywords'],
  measure({ topic, settings }) {
    const score = semanticScorer(topic.keywords, { ...settings, ...wordsOf(topic) });
    return (page) => ({
      anchors: Float64Array.from(page.links, ({ anchor }) => score(anchor)),
      contexts: new Float64Array(0),
    });
  },
  make({ topic, settings: { pageShare } }) {
    wordsOf(topic); // a broken ontology is reported at the start
    return bestFirst({ anchorShare: 1 - pageShare });
  },
});

const thesis = 'Batsakis (TU Crete, 2007)';
/** As in the thesis: Porter stems, and tf without a logarithm. */
const keywords = { kind: 'keyword-cosine', stem: 'full', tf: 'count' };
const centroid = { kind: 'centroid' };

const classic: Recipe[] = [
  {
    name: 'crete/a',
    summary: 'breadth-first: links in the order found (FIFO)',
    description: 'Follows links in FIFO order: the baseline of the thesis.',
    origin: `${thesis}, crawler a`,
    judge: { ...keywords, required: false },
    strategy: { kind: 'breadth-first' },
  },
  {
    name: 'crete/b',
    summary: 'a link is as good as its page matches the keywords',
    description: 'All links of a page get the cosine of the page with the keywords.',
    origin: `${thesis}, crawler b`,
    judge: keywords,
    strategy: { kind: 'best-first', anchorShare: 0 },
  },
  {
    name: 'crete/c',
    summary: 'a link is as good as its anchor matches the keywords',
    description:
      'A link gets the cosine of its anchor with the keywords. With few keywords many links score 0 and are followed in FIFO order.',
    origin: `${thesis}, crawler c`,
    judge: keywords,
    strategy: { kind: 'best-first', anchorShare: 1 },
  },
  {
    name: 'crete/d',
    summary: 'the mean of page and anchor, by keywords',
    description: 'A link gets the mean of the cosines of its page and its anchor with the keywords.',
    origin: `${thesis}, crawler d, Eq. 7`,
    judge: keywords,
    strategy: { kind: 'best-first', anchorShare: 0.5 },
  },
];

const semantic: Recipe[] = [
  {
    name: 'crete/e',
    summary: 'anchors near the keywords in WordNet, by distance',
    description:
      'Every word of an anchor is compared with every keyword in WordNet; similarity halves with each step between them. Long anchors may score higher. With an ontology of the topic’s own, in any language, that takes WordNet’s place. The thesis found it no better than c.',
    origin: `${thesis}, crawler e, Eqs 3 and 8, after Ehrig`,
    judge: keywords,
    strategy: { kind: 'semantic-anchor', similarity: 'path-decay', weights: 'tf', normalised: false },
  },
  {
    name: 'crete/f',
    summary: 'anchors near the keywords in WordNet, by distance and depth',
    description:
      'Like e with the measure of Li, Bandar and McLean, weighted by tf · idf and normalised by the lengths of anchor and keywords.',
    origin: `${thesis}, crawler f, Eqs 4 and 9, after SSRM`,
    judge: keywords,
    strategy: { kind: 'semantic-anchor', similarity: 'li', weights: 'tf-idf', normalised: true },
  },
  {
    name: 'crete/g',
    summary: 'the mean of page and anchor, by keywords and their synonyms',
    description:
      'Like d, but the keywords and the words of the anchor are expanded with their synonyms in WordNet or the topic’s ontology; the page is not. Synonyms of several words count as phrases. `senses` sets how many senses of a word contribute synonyms.',
    origin: `${thesis}, crawler g, Eq. 10`,
    judge: { kind: 'synonym-cosine' },
    strategy: { kind: 'best-first', anchorShare: 0.5 },
  },
];

const learns =
  'Trains on the topic’s browsing log if there is one (forage topic record TOPIC), otherwise on the examples and the links among them.';

const learning: Recipe[] = [
  {
    name: 'crete/h',
    summary: 'probability that the next page is relevant, by clusters on the path (HMM)',
    description: `A hidden Markov model: the clusters of the pages on the path are observed, the distance to a relevant page is hidden. All links of a page get the probability that the next page is relevant. The relevant pages are one of five clusters. ${learns}`,
    origin: `${thesis}, crawler h, Eqs 5 and 6`,
    judge: centroid,
    strategy: { kind: 'hidden-path', hmmShare: 1 },
  },
  {
    name: 'crete/h-xmeans',
    summary: 'the HMM with as many clusters as X-means finds',
    description: `Like h, but X-means finds the number of clusters, relevant and other pages may share one, and the idf comes from the training pages. ${learns}`,
    origin: `${thesis}, the second variant of crawler h`,
    judge: centroid,
    strategy: { kind: 'hidden-path', hmmShare: 1, clustering: 'x-means', idf: 'examples' },
  },
  {
    name: 'crete/i',
    summary: 'HMM and similarity of the page to the relevant pages, half each',
    description: `The mean of h and of the cosine between the page and the centroid of the relevant pages, which separates pages of one cluster. ${learns}`,
    origin: `${thesis}, crawler i, Eq. 11`,
    judge: centroid,
    strategy: { kind: 'hidden-path', hmmShare: 0.5, anchorShare: 0 },
  },
  {
    name: 'crete/j',
    summary: 'HMM, and similarity of page and anchor to the relevant pages',
    description: `Like i, with the anchor: 50 % HMM, 25 % page, 25 % anchor. ${learns}`,
    origin: `${thesis}, crawler j, Eq. 12`,
    judge: centroid,
    strategy: { kind: 'hidden-path', hmmShare: 0.5, anchorShare: 0.5 },
  },
];

export const crete = [
  synonymCosineKind,
  semanticAnchorKind,
  hiddenPathKind,
  ...[...classic, ...semantic, ...learning].map(defineRecipe),
];
