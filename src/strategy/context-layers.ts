/**
 * Graphic context: pages are sorted into layers by how many links they are away from a relevant one, by one
 * classifier a layer; links of the innermost layer go first, within a layer those of the surest page.
 * García Dorado (Lund, 2008), section on Graphic Context, after Diligenti and others (2000).
 *
 * The layer of a page is the one whose classifier gives it the highest score. `erase` leaves links alone for which
 * no layer's score passes a limit. The links of a seed are
 * always kept, or a crawl might end before it began. The thesis gives no order within a layer: ours is the layer's score. An
 * entry of a sitemap waits behind the outermost layer.
 */
import type { Ranked, Strategy } from './strategy.ts';

export interface ContextLayersSettings {
  /** Pages of which no layer's score is above it lose their links; undefined keeps all. */
  eraseBelow?: number | undefined;
}

/** Each layer's score of the page (above 0: belongs), the innermost first. */
export interface LayerScores {
  layers: Float64Array;
}

export function contextLayers({ eraseBelow }: ContextLayersSettings = {}): Strategy<LayerScores> {
  return {
    *visit({ page, signals: { layers }, via }): Iterable<Ranked> {
      const layer = highest(layers);
      const score = layers[layer]!;
      const priority = layerPriority(layer, score);
      const why = `layer ${layer}, score ${score.toFixed(3)}`;
      const erased = eraseBelow !== undefined && via.from !== undefined && score <= eraseBelow;
      for (const link of page.links) {
        yield erased ? { link, priority, why, refuse: 'fits no layer' } : { link, priority, why };
      }
    },
    *listed({ links }): Iterable<Ranked> {
      for (const link of links) yield { link, priority: unmeasured, why: 'listed in a sitemap, no layer' };
    },
  };
}

/** A layer's links lie between −layer − 1 and −layer, so that no score crosses into another layer. */
export function layerPriority(layer: number, score: number): number {
  const share = 1 / (1 + Math.exp(-score));
  return share - 1 - layer;
}

/** Below every layer there may be. */
const unmeasured = -1000;

/** The place of the highest number, of equal ones the first. */
function highest(scores: Float64Array): number {
  let best = 0;
  for (let i = 1; i < scores.length; i++) if (scores[i]! > scores[best]!) best = i;
  return best;
}
