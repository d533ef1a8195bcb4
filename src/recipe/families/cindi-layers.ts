/**
 * The kind `two-layers`. Layer 1 is trained on the topic's examples and counterexamples. Examples of Layer 2 are the
 * pages that lead to the topic: with a graph (`backlinks`, or the frozen web that is crawled), those found by following
 * it backwards from the relevant examples; otherwise the counterexamples that link to relevant ones, or to pages that
 * relevant ones have in common. The other counterexamples are the negatives of Layer 2.
 */
import { z } from 'zod';
import { metadataShortcut } from '../../judge/metadata-shortcut.ts';
import {
  type Layer1Learner,
  type LayerClassifier,
  layer1Learners,
  learnLayer1,
  learnLayer2,
} from '../../judge/training/layers.ts';
import { leadingExamples } from '../../judge/training/leading-examples.ts';
import { layersRecord, restoreLayers, type TwoLayersRecord, twoLayers } from '../../judge/two-layers.ts';
import type { Page } from '../../page/page.ts';
import { defineJudge } from '../../plugin/define.ts';
import type { ExamplePage, Lesson } from '../lesson.ts';
import { pagesLeadingTo } from './cindi-back-links.ts';

export interface TwoLayersSettings {
  learner: Layer1Learner;
  shortcut: boolean;
  paperHeadings: number;
  backlinks: string;
  steps: number;
  leadingPages: number;
}

export const twoLayersKind = defineJudge({
  name: 'two-layers',
  summary: 'on the topic, leading to it, or neither',
  settings: z.strictObject({
    learner: z
      .enum(layer1Learners)
      .default('svm')
      .describe(
        'classifier for pages on the topic: an RBF SVM over corpus frequencies (the robot’s choice for few examples), naive Bayes by tf·idf (for thousands), or a linear SVM over tf·idf',
      ),
    shortcut: z
      .boolean()
      .default(true)
      .describe(
        'with a keyword in the title or the meta keywords, a page’s links are followed as if it were on the topic',
      ),
    paperHeadings: z
      .number()
      .int()
      .min(1)
      .max(10)
      .default(4)
      .describe('number of headings (abstract, references …) that make a page a research paper'),
    backlinks: z
      .string()
      .default('')
      .describe(
        'who links to the examples: a frozen web, an earlier crawl’s folder, or a list of links; empty: the web of this crawl if it is frozen; "examples", and empty on the live Web: the examples’ own links',
      ),
    steps: z
      .number()
      .int()
      .min(1)
      .max(10)
      .default(5)
      .describe('number of links to follow backwards from the examples'),
    leadingPages: z
      .number()
      .int()
      .min(10)
      .max(10_000)
      .default(200)
      .describe('maximum number of pages that lead to the topic'),
  }),
  needs: () => ['examples', 'counterexamples'],
  train,
  make({ topic, settings, model }) {
    return twoLayers({
      ...restoreLayers(model),
      paperHeadings: settings.paperHeadings,
      ...(settings.shortcut && { shortcut: metadataShortcut(topic.keywords, topic.language) }),
    });
  },
});

async function train(lesson: Lesson, settings: TwoLayersSettings): Promise<TwoLayersRecord> {
  const { topic, examples, seed } = lesson;
  const { quality, ...layer1 } = learnLayer1(
    examples.map(({ page, relevant }) => ({ text: textOf(page), relevant })),
    { learner: settings.learner, language: topic.language, seed },
  );
  if (quality) lesson.quality('layer 1', quality);

  const { leading, others } = await layer2Examples(lesson, settings, layer1);
  if (leading.length < fewestLeading || others.length < fewestLeading) {
    lesson.warn(
      `Only ${leading.length} pages lead to the topic (and ${others.length} do not), too few to train on, so pages are either on the topic or not. Add counterexamples that link to relevant pages, or a source of back-links with --set backlinks=…`,
    );
    return layersRecord({ layer1 });
  }
  lesson.quality('layer 2', { leading: leading.length, others: others.length });
  return layersRecord({ layer1, layer2: learnLayer2(leading.map(textOf), others.map(textOf), layer1) });
}

async function layer2Examples(
  lesson: Lesson,
  settings: TwoLayersSettings,
  layer1: LayerClassifier,
): Promise<{ leading: Page[]; others: Page[] }> {
  const { examples } = lesson;
  const source = settings.backlinks === '' ? lesson.frozenWeb : settings.backlinks;
  if (source === undefined || source === 'examples') {
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
      layer1.learner.predict(layer1.vectoriser.vector(textOf(page))) > 0;
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

function pagesWhere(
  examples: readonly ExamplePage[],
  wanted: (example: ExamplePage, place: number) => boolean,
): Page[] {
  return examples.filter(wanted).map(({ page }) => page);
}

/** As the judge reads a page. */
function textOf({ title, text }: Page): string {
  return `${title}\n${text}`;
}

/** Minimum number of pages for a class. */
const fewestLeading = 5;
