/**
 * The crawlers of Sobania (TU Darmstadt, 2015), "A Focused Web Crawler Driven by Self-Optimizing Classifiers", and the
 * language-model crawler of Remus and Biemann that it is compared with.
 *
 * - `url-tokens` is the thesis's own recommendation (section 7.1), which it tested on sets of links (section 6.5.1)
 *   but never crawled with. Its model came from an earlier crawl; ours learns during the crawl, and from an earlier one if given.
 * - `evolved` is what the thesis crawled with: any features and learner found by evolution. The default is the one
 *   found for its topic technology, which only uses words and URLs; the parts of speech of the other two made their
 *   crawls slow.
 * - A link's label is the judge's verdict on its target, as in the thesis: figures of a link classifier say how well
 *   it predicts the judge, not the truth. Besides F1 we report accuracy and MCC: on its set for finance, saying yes to
 *   everything reaches a higher F1 (0.66) than the thesis's URL tokens (0.63).
 */
import { defineRecipe } from '../../plugin/define.ts';
import type { Recipe, Variant } from '../recipe.ts';
import { binaryKind } from './darmstadt-binary.ts';
import { drawnLinksKind, evolvedLinksKind, urlTokensKind } from './darmstadt-links.ts';

const origin = 'Sobania (TU Darmstadt, 2015)';

const thesis: Variant = {
  about:
    'judged by the thesis’s binary classifier: fixed, or evolved (--set judge.model=FOLDER); its negatives are the topic’s or pages of a general crawl (--set general=FOLDER)',
  set: { judge: 'binary' },
};

const general: Recipe = {
  name: 'darmstadt/general',
  summary: 'breadth-first, and of every page one random link at once',
  description:
    'A general crawl that the others learn from: breadth-first, except that of every page one random link is fetched first, so that for each of these links it is known whether its target is relevant. Name its folder as `earlier` of darmstadt/url-tokens and darmstadt/evolved, and as `general` of the judge `binary`. Pages reached by a random link draw none, so for about half of the pages the link to learn from is one whose target was fetched anyway. Needs no keywords: `forage judge` judges its pages afterwards.',
  origin: `${origin}, sections 5.3.2 and 6.2.1`,
  judge: { kind: 'keyword-cosine', required: false },
  strategy: { kind: 'drawn-links' },
};

const urlTokensRecipe: Recipe = {
  name: 'darmstadt/url-tokens',
  summary: 'links whose URLs look like those of relevant pages first',
  description:
    'A decision tree over the 500 most frequent tokens of the link’s URL and of its page’s, split at ".", "-" and "/", decides which links to follow first; the others wait. It learns from every fetched page, and from an earlier crawl if `earlier` names its folder. The judge is a support vector machine over the examples; @thesis has the thesis’s own, which needs no counterexamples with a general crawl.',
  origin: `${origin}, sections 6.5.1 and 7.1, Table 6.8`,
  judge: { kind: 'svm' },
  strategy: { kind: 'url-tokens' },
  variants: { thesis },
};

const evolved: Recipe = {
  name: 'darmstadt/evolved',
  summary: 'links that an evolved classifier accepts first',
  description:
    'Any feature sets and any learner, written in one line (`chromosome`), decide which links to follow first; the others wait. It is trained before the crawl, on an earlier crawl (`earlier` names its folder) or on the links among the examples. The default was found by evolution for the thesis’s topic technology. Parts of speech cost about ten milliseconds a page.',
  origin: `${origin}, sections 4.2, 5.3.3 and 6.4`,
  judge: { kind: 'svm' },
  strategy: { kind: 'evolved-links' },
  variants: { thesis },
};

const languageModel: Recipe = {
  name: 'darmstadt/language-model',
  summary: 'links of the pages that read most like the examples first',
  description:
    'A trigram language model of the relevant examples predicts the words of a page; links of pages with the lowest perplexity come first. Needs no counterexamples.',
  origin: `Remus and Biemann (2016), the crawler that ${origin} is compared with, section 6.5`,
  judge: { kind: 'perplexity' },
  strategy: { kind: 'best-first', anchorShare: 0 },
};

export const darmstadt = [
  binaryKind,
  urlTokensKind,
  drawnLinksKind,
  evolvedLinksKind,
  ...[general, urlTokensRecipe, evolved, languageModel].map(defineRecipe),
];
