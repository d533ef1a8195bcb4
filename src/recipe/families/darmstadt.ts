/**
 * The crawlers of Sobania (TU Darmstadt, 2015), "A Focused Web Crawler Driven by Self-Optimizing Classifiers", and the
 * language-model crawler of Remus and Biemann that it is compared with.
 *
 * - `url-tokens` is the thesis's own recommendation (section 5), which it tested on sets of links but never crawled
 *   with. Its model came from an earlier crawl; ours learns during the crawl, and from an earlier one if given.
 * - `evolved` is what the thesis crawled with: any features and learner found by evolution. The default is the one
 *   found for its topic technology, which only uses words and URLs; the parts of speech of the other two made their
 *   crawls slow.
 * - A link's label is the judge's verdict on its target, as in the thesis: figures of a link classifier say how well
 *   it predicts the judge, not the truth. Besides F1 we report accuracy and MCC: on its set for finance, saying yes to
 *   everything reaches a higher F1 (0.66) than the thesis's URL tokens (0.63).
 */

import { defineRecipe } from '../../plugin/define.ts';
import type { Recipe } from '../recipe.ts';
import { binaryKind } from './darmstadt-binary.ts';
import { evolvedLinksKind, urlTokensKind } from './darmstadt-links.ts';

const origin = 'Sobania (TU Darmstadt, 2015)';

const urlTokensRecipe: Recipe = {
  name: 'darmstadt/url-tokens',
  summary: 'links whose URLs look like those of relevant pages first',
  description:
    'A decision tree over the 500 most frequent tokens of the link’s URL and of its page’s, split at ".", "-" and "/", decides which links to follow first; the others wait. It learns from every fetched page, and from an earlier crawl if `earlier` names its folder. The judge is a support vector machine over the examples; `judge=binary` is the thesis’s fixed form.',
  origin: `${origin}, section 5 and Table 6.8`,
  judge: { kind: 'svm' },
  strategy: { kind: 'url-tokens' },
};

const evolved: Recipe = {
  name: 'darmstadt/evolved',
  summary: 'links that an evolved classifier accepts first',
  description:
    'Any feature sets and any learner, written in one line (`chromosome`), decide which links to follow first; the others wait. It is trained before the crawl, on an earlier crawl (`earlier` names its folder) or on the links among the examples. The default was found by evolution for the thesis’s topic technology. Parts of speech cost about ten milliseconds a page.',
  origin: `${origin}, sections 1.5, 2.6, 2.7 and 3.7`,
  judge: { kind: 'svm' },
  strategy: { kind: 'evolved-links' },
};

const languageModel: Recipe = {
  name: 'darmstadt/language-model',
  summary: 'links of the pages that read most like the examples first',
  description:
    'A trigram language model of the relevant examples predicts the words of a page; links of pages with the lowest perplexity come first. Needs no counterexamples.',
  origin: `Remus and Biemann (2016), the crawler that ${origin} is compared with, section 3.8`,
  judge: { kind: 'perplexity' },
  strategy: { kind: 'best-first', anchorShare: 0 },
};

export const darmstadt = [
  binaryKind,
  urlTokensKind,
  evolvedLinksKind,
  ...[urlTokensRecipe, evolved, languageModel].map(defineRecipe),
];
