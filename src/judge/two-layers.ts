/**
 * Two layers: a page is on the topic (Layer 1), off it but leading to it (Layer 2), or neither. Chen (CINDI robot,
 * Concordia, 2008), sections 3.3, 4.2.4 and 4.3.3 to 4.3.4: a keyword in title or meta keywords decides; otherwise the
 * Layer-1 classifier is asked, and if it says no, the Layer-2 classifier. Only Layer 1 is relevant.
 *
 * Here a keyword only guides: a page in neither layer that has one counts as leading to the topic (Layer 2), but whether
 * it is relevant is for the classifier to say. Among the links of Layer 1 such pages drown the others: with "empire" as
 * a keyword, those of every empire's page.
 *
 * Findings: `layer` 1, 2 or 0, as which the page's links are followed; `layer2In` and `layer2Out`, the log
 * probabilities that the second test compares, for a strategy that tunnels. The thesis defines no score: ours is the
 * mean log odds of the words (the margin of an SVM) through a logistic curve, so a page counts from ½.
 */
import { z } from 'zod';
import { ForageError } from '../errors.ts';
import { restoreLearner } from '../learn/learners.ts';
import { NaiveBayes } from '../learn/naive-bayes.ts';
import { Vectoriser } from '../learn/vectoriser.ts';
import type { Page } from '../page/page.ts';
import type { SparseVector } from '../text/vectors.ts';
import type { Findings, Judge, Opinion } from './judge.ts';
import { type ClassSums, classSums, type LayerTest, layerTest } from './layer-test.ts';
import type { MetadataHit } from './metadata-shortcut.ts';
import { pageText } from './page-text.ts';
import type { LayerClassifier } from './training/layers.ts';

export interface TwoLayers {
  layer1: LayerClassifier;
  /** Absent if no example leads to the topic: then no page is in Layer 2. */
  layer2?: LayerClassifier & { learner: NaiveBayes };
  /** Absent if titles and meta keywords do not guide. */
  shortcut?: (page: Page) => MetadataHit | undefined;
}

export function twoLayers({ layer1, layer2, shortcut }: TwoLayers): Judge {
  const onTopic: LayerTest = layerTest(layer1.learner);
  const leading: ClassSums | undefined = layer2 && classSums(layer2.learner);
  return {
    judge(page: Page): Opinion {
      const hit = shortcut?.(page);
      const text = pageText(page);
      const vector = layer1.vectoriser.vector(text);
      const { margin, score } = onTopic.of(vector);
      const judged = (layer: number, findings: Findings = {}): Opinion => {
        const isGuided = layer === 0 && hit !== undefined;
        const reason = `${layerNames[layer]}: ${reasons(vector) ?? `margin ${margin.toFixed(2)}`}`;
        return {
          score,
          relevant: layer === 1,
          margin,
          ...(isGuided && { guide: 1 }),
          why: isGuided ? [reason, `followed as layer 2: ${hit.keyword} in ${hit.place}`] : [reason],
          findings: { layer: isGuided ? 2 : layer, ...findings },
        };
      };
      if (margin > 0) return judged(1);
      if (layer2 === undefined || leading === undefined) return judged(0);
      const { relevant: layer2In, other: layer2Out } = leading(layer2.vectoriser.vector(text));
      return judged(layer2In > layer2Out ? 2 : 0, { layer2In, layer2Out });
    },
  };

  function reasons(vector: SparseVector): string | undefined {
    const words = onTopic
      .weightiest?.(vector, 5)
      .map(({ feature, weight }) => `${weight < 0 ? '−' : ''}${layer1.vectoriser.term(feature)}`);
    return words?.length === 0 ? 'no known word' : words?.join(', ');
  }
}

const layerNames = ['neither layer', 'layer 1', 'layer 2'];

/** The classifiers as plain JSON. */
export interface LayersRecord {
  layer1: unknown;
  layer2?: unknown;
}

export const layerRecord = ({ vectoriser, learner }: LayerClassifier): unknown =>
  plain({ vectoriser, learner });

export function restoreLayers(record: LayersRecord): Pick<TwoLayers, 'layer1' | 'layer2'> {
  const layer1 = restoreLayer(record.layer1);
  if (record.layer2 === undefined) return { layer1 };
  const { vectoriser, learner } = restoreLayer(record.layer2);
  if (!(learner instanceof NaiveBayes))
    throw new ForageError('MODEL_INVALID', 'Layer 2 is not a naive Bayes model; train the recipe again.');
  return { layer1, layer2: { vectoriser, learner } };
}

function restoreLayer(record: unknown): LayerClassifier {
  const read = recordSchema.safeParse(record);
  if (!read.success)
    throw new ForageError('MODEL_INVALID', 'The model of a layer is damaged; train the recipe again.');
  const { vectoriser, learner } = read.data;
  return { vectoriser: Vectoriser.fromJSON(vectoriser), learner: restoreLearner(learner) };
}

const recordSchema = z.object({ vectoriser: z.unknown(), learner: z.unknown() });

function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
