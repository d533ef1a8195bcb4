/** The recipe that learns while it crawls, from whatever the topic has: its judge, its link model, and the recipe. */
import { z } from 'zod';
import { basisOf } from '../../judge/training/committee.ts';
import { addressFeatures } from '../../learn/features/address-features.ts';
import { LinearSvm } from '../../learn/linear-svm.ts';
import { defineRecipe, defineStrategy } from '../../plugin/define.ts';
import { AdaptiveLinks, type SavedLinks } from '../../strategy/adaptive-links.ts';
import { type LinkExpectations, linkEvidence } from '../../strategy/link-evidence.ts';
import { LinkKnowledge } from '../../strategy/link-knowledge.ts';
import { stemmer } from '../../text/stem.ts';
import { words } from '../../text/tokens.ts';
import { vectorOf } from '../../text/vectors.ts';
import type { Topic } from '../../topic/topic.ts';
import type { Lesson } from '../lesson.ts';
import type { Recipe } from '../recipe.ts';
import { committeeKind, hasExamples, subjectOf } from './adaptive-judge.ts';
import { linksInWords } from './adaptive-words.ts';

/** What is known before the crawl; plain JSON. */
interface Start {
  known: [url: string, relevant: boolean][];
  /** Weights of features of addresses, if there are examples of both kinds. */
  addresses?: { features: string[]; weights: number[]; intercept: number };
}

const adaptiveLinksKind = defineStrategy({
  name: 'adaptive-links',
  summary: 'links by how pages like their targets turned out in this crawl',
  settings: z.strictObject({
    rate: z.number().positive().max(10).default(0.3).describe('learning rate'),
    steps: z.number().int().min(1).max(100).default(3).describe('steps of learning after each ten pages'),
    surplus: z
      .boolean()
      .optional()
      .describe(
        'count what is found through a link beyond its own page, too (default: with 20 or more irrelevant examples beside relevant ones)',
      ),
    most: z
      .number()
      .int()
      .min(1000)
      .max(10_000_000)
      .default(100_000)
      .describe('waiting links that are ranked again as it learns; older ones keep their priority'),
  }),
  learns: (_, topic) => topic === undefined || hasExamples(topic),
  train: (lesson): Start => ({
    known: lesson.examples.map(({ page, relevant }) => [page.url, relevant]),
    ...addressesOf(lesson),
  }),
  untrained: ['rate', 'steps', 'surplus', 'most'],
  measure: ({ topic, judge, model }) => linkEvidence(judge, expectations(topic, model)),
  make: ({ settings, model, place }) =>
    new AdaptiveLinks(learning(settings, model), new Map(model?.known), place),
  knowledge: ({ settings, model }) => new LinkKnowledge(learning(settings, model)),
  inWords: (_, state) => linksInWords(state as SavedLinks | undefined),
});

/** What lies behind a page is worth something if the judge knows what is worth something. */
function learning<S extends { surplus?: boolean | undefined }>(settings: S, start: Start | undefined) {
  const examples = start?.known.map(([, relevant]) => ({ relevant })) ?? [];
  return { ...settings, surplus: settings.surplus ?? basisOf(examples) === 'both' };
}

/** A linear SVM on the addresses of the examples; too few of a kind say nothing, and neither do files. */
function addressesOf({ examples: all, seed }: Lesson): Pick<Start, 'addresses'> {
  const examples = all.filter(({ page: { url } }) => addressFeatures(url).length > 0);
  const relevant = examples.filter((example) => example.relevant).length;
  if (relevant < 5 || examples.length - relevant < 5) return {};
  const numbers = new Map<string, number>();
  const vectors = examples.map(({ page: { url } }) => {
    const found = addressFeatures(url);
    const value = 1 / Math.sqrt(found.length);
    return vectorOf(
      found.map((feature): [number, number] => {
        const number = numbers.get(feature) ?? numbers.size;
        numbers.set(feature, number);
        return [number, value];
      }),
    );
  });
  const svm = new LinearSvm({ classWeights: 'balanced', seed, tolerance: 1e-3 });
  svm.fit(vectors.map((vector, i) => ({ vector, relevant: examples[i]!.relevant })));
  const { weights, intercept } = svm.linear();
  return { addresses: { features: [...numbers.keys()], weights: [...weights], intercept } };
}

function expectations(topic: Topic, start: Start | undefined): LinkExpectations {
  const { keywords, language } = subjectOf(topic);
  const stem = stemmer(language);
  const stems = new Set(
    keywords.filter(({ weight }) => weight > 0).flatMap(({ term }) => words(term).map(stem)),
  );
  const { addresses } = start ?? {};
  const weights = addresses && new Map(addresses.features.map((name, i) => [name, addresses.weights[i]!]));
  return {
    isKeyword: (word) => stems.has(stem(word)),
    addressScore(url) {
      const found = addressFeatures(url);
      if (weights === undefined) return found.some(hasKeyword) ? 1 : 0;
      const sum = found.reduce((total, feature) => total + (weights.get(feature) ?? 0), 0);
      return Math.tanh(sum / Math.sqrt(found.length) + addresses!.intercept);
    },
  };

  function hasKeyword(feature: string): boolean {
    if (!feature.startsWith('path:')) return false;
    const word = stem(feature.slice('path:'.length));
    return word.length >= 4 && stems.has(word);
  }
}

const adaptiveRecipe: Recipe = {
  name: 'adaptive',
  summary: 'learns while it crawls what pages and links are worth (the default)',
  description:
    'Starts from whatever the topic has: keywords, a title, relevant examples, or examples of both kinds. The judge is a committee of the examples’ words and the keywords; without irrelevant examples it is fitted again as pages come in. A link’s priority is the probability that its target is relevant, predicted from all pages that link to it and learnt from every page that was fetched: its words, its place, its address, and how pages near it turned out.',
  origin: 'ours; online link classifiers after ACHE (Barbosa and Freire, WWW 2007)',
  judge: { kind: 'committee' },
  strategy: { kind: 'adaptive-links' },
  frontier: { merge: 'first' },
};

export const adaptive = [committeeKind, adaptiveLinksKind, defineRecipe(adaptiveRecipe)];
