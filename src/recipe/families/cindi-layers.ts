/**
 * The kind `two-layers`. Layer 1 is trained on the topic's examples and counterexamples. Layer 2 is trained on pages
 * that lead to the topic: before the crawl, the counterexamples that link to relevant ones or to pages that relevant
 * ones have in common, or, with `backlinks`, the pages found by following a graph backwards from the relevant examples;
 * during the crawl, also the pages that led to relevant ones (`cindi-learning.ts`).
 */
import { z } from 'zod';
import { ForageError } from '../../errors.ts';
import { metadataShortcut } from '../../judge/metadata-shortcut.ts';
import { pageText } from '../../judge/page-text.ts';
import { type Bag, bagReader, bagRecord, type LabelledBag } from '../../judge/training/bags.ts';
import {
  type BayesWeights,
  bayesWeights,
  crossValidated,
  type Layer1Learner,
  type LayerClassifier,
  type LayerQuality,
  layer1Design,
  layer1Learners,
  learnLayer,
  type SvmValues,
  svmValues,
} from '../../judge/training/layers.ts';
import { leadingExamples } from '../../judge/training/leading-examples.ts';
import { layerRecord, restoreLayers, twoLayers } from '../../judge/two-layers.ts';
import type { Page } from '../../page/page.ts';
import { defineJudge } from '../../plugin/define.ts';
import type { ExamplePage, Lesson } from '../lesson.ts';
import { pagesLeadingTo } from './cindi-back-links.ts';
import { LayerLearner, type LayersModel, withLayer2 } from './cindi-learning.ts';

export interface TwoLayersSettings {
  learner: Layer1Learner | 'best';
  values: SvmValues;
  bayes: BayesWeights;
  shortcut: boolean;
  layer2: boolean;
  backlinks: string;
  steps: number;
  leadingPages: number;
  layer2After: number;
  retrainEvery: number;
  bayesFrom: number;
}

const whole = z.number().int().min(0);

export const twoLayersKind = defineJudge({
  name: 'two-layers',
  summary: 'on the topic, leading to it, or neither',
  settings: z.strictObject({
    learner: z
      .enum([...layer1Learners, 'best'])
      .default('svm')
      .describe(
        'classifier for pages on the topic: an RBF SVM (the thesis’s choice for few examples), naive Bayes by tf·idf (for thousands), a linear SVM over tf·idf, or the best of them by cross-validation on the examples',
      ),
    values: z
      .enum(svmValues)
      .default('d')
      .describe(
        'the RBF SVM’s feature values, by the thesis’s letters: a, occurrences; b, presence; c, tf·log2(N/n); d, RDF + γ·RKF',
      ),
    bayes: z
      .enum(bayesWeights)
      .default('tf-idf')
      .describe('naive Bayes: words weighted by tf·idf as in the thesis, or all occurrences alike'),
    shortcut: z
      .boolean()
      .default(true)
      .describe(
        'with a keyword in the title or the meta keywords, a page that is not on the topic counts as leading to it',
      ),
    layer2: z.boolean().default(true).describe('pages that lead to the topic are a layer of their own'),
    backlinks: z
      .string()
      .default('')
      .describe(
        'who links to the examples: an earlier crawl’s folder, a list of links, a frozen web, or "web", the frozen web of this crawl; empty: the examples’ own links',
      ),
    steps: z
      .number()
      .int()
      .min(1)
      .max(10)
      .default(5)
      .describe('with backlinks: number of links to follow backwards from the examples'),
    leadingPages: z
      .number()
      .int()
      .min(10)
      .max(10_000)
      .default(200)
      .describe('with backlinks: maximum number of pages that lead to the topic'),
    layer2After: whole
      .default(200)
      .describe(
        'pages after which leading pages are learnt from the crawl’s own links, and again whenever their number has doubled; 0: never',
      ),
    retrainEvery: whole
      .default(50_000)
      .describe(
        'every this many pages, the classifier for pages on the topic is trained again with pages it was sure of; 0: never',
      ),
    bayesFrom: whole
      .default(15_000)
      .describe('from this many such pages on, naive Bayes takes the place of the SVM; 0: never'),
  }),
  needs: () => ['examples', 'counterexamples'],
  untrained: ['shortcut', 'layer2After', 'retrainEvery', 'bayesFrom'],
  train,
  make({ topic, settings, model }) {
    return twoLayers({
      ...restoreLayers(model),
      ...(settings.shortcut && { shortcut: metadataShortcut(topic.keywords, topic.language) }),
    });
  },
  learner: ({ topic, settings, model }) =>
    new LayerLearner(
      model,
      { ...settings, layer2After: settings.layer2 ? settings.layer2After : 0 },
      topic.language,
    ),
  inWords({ model }) {
    const { learner, quality, layer2Pages } = model;
    return [
      { title: `Layer 1, on the topic: ${learner}`, lines: [figures(quality.layer1)] },
      {
        title: 'Layer 2, leading to the topic: naive Bayes',
        lines:
          layer2Pages === undefined
            ? ['not learnt yet']
            : [
                `trained on ${layer2Pages[0]} pages that lead to the topic and ${layer2Pages[1]} others`,
                figures(quality.layer2),
              ],
      },
    ];
  },
  notes({ topic }) {
    const bagOf = bagReader(topic.language);
    return (page) => bagOf(pageText(page));
  },
});

async function train(lesson: Lesson, settings: TwoLayersSettings): Promise<LayersModel> {
  const { topic, examples, seed } = lesson;
  const bagOf = bagReader(topic.language);
  const bags = examples.map(({ page, relevant }) => ({ bag: bagOf(pageText(page)), relevant }));
  const { learner, quality, layer1 } = layer1Of(bags, settings, lesson);
  if (quality) lesson.quality(`layer 1 (${learner})`, quality);

  const hasLayer2 = settings.layer2 && !lesson.isTrial;
  const { leading, others } = hasLayer2
    ? await layer2Examples(lesson, settings, layer1)
    : { leading: [], others: [] };
  const bagsOf = (pages: readonly Page[]): Bag[] => pages.map((page) => bagOf(pageText(page)));
  const model: LayersModel = {
    layer1: layerRecord(layer1),
    learner,
    quality: quality ? { layer1: quality } : {},
    examples: bags.map(({ bag, relevant }) => [bagRecord(bag), relevant]),
    leading: bagsOf(leading).map(bagRecord),
    others: bagsOf(others).map(bagRecord),
    seed,
  };
  if (!hasLayer2) return model;
  const both = withLayer2(model, topic.language);
  if (both === undefined) {
    const later =
      settings.layer2After > 0
        ? ` They are learnt from the crawl's own links after ${settings.layer2After} pages.`
        : '';
    lesson.warn(
      `Only ${leading.length} example pages lead to the topic (and ${others.length} do not), too few to train on, so pages are either on the topic or not at first.${later} To start with more: counterexamples that link to relevant pages, or an earlier crawl with --set backlinks=CRAWL`,
    );
    return model;
  }
  lesson.quality('layer 2', { leading: leading.length, others: others.length, ...both.quality.layer2 });
  return both;
}

/**
 * The named learner, or the best one on examples it was not trained on; the first if they tie. Best by F½, which counts
 * precision more: among the examples one page in six or so is relevant, in a crawl perhaps one in fifty, so that false
 * alarms weigh far more there.
 */
function layer1Of(
  bags: readonly LabelledBag[],
  { learner: named, values, bayes }: Pick<TwoLayersSettings, 'learner' | 'values' | 'bayes'>,
  { topic, seed }: Pick<Lesson, 'topic' | 'seed'>,
) {
  const tried = (named === 'best' ? layer1Learners : [named]).map((learner) => {
    const design = layer1Design({ learner, values, bayes, language: topic.language });
    return { learner, design, quality: crossValidated(bags, design, seed) };
  });
  const best = tried.reduce((one, other) => (fHalf(other.quality) > fHalf(one.quality) ? other : one));
  return { learner: best.learner, quality: best.quality, layer1: learnLayer(bags, best.design) };
}

function fHalf(quality: LayerQuality | undefined): number {
  const { precision, recall } = quality ?? { precision: 0, recall: 0 };
  return precision + recall === 0 ? 0 : (1.25 * precision * recall) / (0.25 * precision + recall);
}

async function layer2Examples(
  lesson: Lesson,
  settings: TwoLayersSettings,
  layer1: LayerClassifier,
): Promise<{ leading: Page[]; others: Page[] }> {
  const { examples } = lesson;
  const source = sourceOf(settings.backlinks, lesson);
  if (source === undefined) {
    const places = new Set(leadingExamples(examples));
    return {
      leading: pagesWhere(examples, (_, i) => places.has(i)),
      others: pagesWhere(examples, ({ relevant }, i) => !relevant && !places.has(i)),
    };
  }
  const graph = await lesson.openGraph(source);
  try {
    const targets = pagesWhere(examples, ({ relevant }) => relevant).map(({ url }) => url);
    const isOnTopic = (page: Page): boolean =>
      layer1.learner.predict(layer1.vectoriser.vector(pageText(page))) > 0;
    const leading = await pagesLeadingTo(targets, graph, isOnTopic, {
      steps: settings.steps,
      enough: settings.leadingPages,
    });
    const gathered = new Set(leading.map(({ url }) => url));
    const others = pagesWhere(examples, ({ relevant, page }) => !relevant && !gathered.has(page.url));
    return { leading, others };
  } finally {
    graph.close();
  }
}

function figures(quality: LayerQuality | undefined): string {
  if (quality === undefined) return 'too few examples to cross-validate';
  const told = Object.entries(quality).map(([name, value]) => `${name} ${value.toFixed(2)}`);
  return `cross-validated: ${told.join(', ')}`;
}

function sourceOf(backlinks: string, { frozenWeb }: Lesson): string | undefined {
  if (backlinks !== 'web') return backlinks === '' ? undefined : backlinks;
  if (frozenWeb !== undefined) return frozenWeb;
  throw new ForageError(
    'USAGE',
    'The live Web has no back-links: --set backlinks=web is for crawls of a frozen web. Name an earlier crawl’s folder or a list of links instead.',
  );
}

function pagesWhere(
  examples: readonly ExamplePage[],
  wanted: (example: ExamplePage, place: number) => boolean,
): Page[] {
  return examples.filter(wanted).map(({ page }) => page);
}
