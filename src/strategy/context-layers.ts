/**
 * Context graph: pages are sorted into layers by their distance in links from a relevant page, with one classifier per
 * layer. Links of the innermost layer come first; within a layer, links of the page with the highest score. García
 * Dorado (Lund, 2008), sections 6.4 and 9.2.2, after Diligenti and others (2000).
 *
 * A page's layer is the one whose classifier scores highest. `erase` skips links of pages for which no layer's score
 * exceeds a limit. Links of a seed are always kept; otherwise a crawl could end at once. The thesis defines no order
 * within a layer: ours is the layer's score. Sitemap entries come after the outermost layer.
 */
import type { Ranked, Strategy } from './strategy.ts';

export interface ContextLayersSettings {
  /** Links of pages without a layer score above it are skipped; undefined keeps all. */
  eraseBelow?: number | undefined;
}

/** Each layer's score of the page (above 0: belongs), innermost first. */
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

/** A layer's links lie between −layer − 1 and −layer, so that no score reaches another layer. */
export function layerPriority(layer: number, score: number): number {
  const share = 1 / (1 + Math.exp(-score));
  return share - 1 - layer;
}

/** Below every possible layer. */
const unmeasured = -1000;

/** Index of the highest number; the first of equal ones. */
function highest(scores: Float64Array): number {
  let best = 0;
  for (let i = 1; i < scores.length; i++) if (scores[i]! > scores[best]!) best = i;
  return best;
}
