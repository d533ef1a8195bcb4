/** Judges that learn from examples, judges made of other judges, and the recipes that need nothing else. */
import { defineRecipe } from '../../plugin/define.ts';
import type { Recipe } from '../recipe.ts';
import { combinedKinds } from './judges-combined.ts';
import { learntKinds } from './judges-learnt.ts';
import { likenessKinds } from './judges-likeness.ts';
import { perplexityKind } from './judges-perplexity.ts';

const bestFirstNaiveBayes: Recipe = {
  name: 'best-first/naive-bayes',
  summary: 'links of the pages most like the examples, by naive Bayes',
  description:
    'A link is as good as its page, scored by naive Bayes trained on the topic’s examples and counterexamples.',
  origin: 'Chakrabarti, van den Berg and Dom (1999); the baseline of most focused crawlers since',
  judge: { kind: 'naive-bayes' },
  strategy: { kind: 'best-first', anchorShare: 0 },
};

export const judges = [
  ...learntKinds,
  ...likenessKinds,
  perplexityKind,
  ...combinedKinds,
  defineRecipe(bestFirstNaiveBayes),
];
