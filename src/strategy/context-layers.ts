/**
 * Graphic context: pages are sorted into layers by how many links they are away from a relevant one, by one
 * classifier a layer; links of the innermost layer go first, within a layer those of the surest page.
 * García Dorado (Lund, 2008), section on Graphic Context, after Diligenti and others (2000).
 *
 * The layer of a page is the one whose classifier gives it the highest score. `erase` leaves links alone for which
 * no layer's score passes a limit. The links of a seed are
 * always kept, or a crawl might end before it began. The thesis gives no order within a layer: ours is the layer's score. A page whose
 * layers were not measured (its text may not be kept) waits behind the outermost layer.
 */
import type { Ranked, Strategy, Visit } from './strategy.ts';

export interface ContextLayersSettings {
  /** Pages of which no layer's score is above it lose their links; undefined keeps all. */
  eraseBelow?: number | undefined;
}

/** Reads the signal `layers`: each layer's score of the page (above 0: belongs), the innermost first. */
export function contextLayers({ eraseBelow }: ContextLayersSettings = {}): Strategy {
  return {
    *visit({ page, signals, via }: Visit): Iterable<Ranked> {
      const scores = signals.layers as Float64Array | undefined;
      const layer = scores === undefined ? -1 : highest(scores);
      if (scores === undefined || layer < 0) {
        for (const link of page.links) yield { link, priority: unmeasured, why: 'no layer' };
        return;
      }
      const score = scores[layer]!;
      const priority = layerPriority(layer, score);
      const why = `layer ${layer}, score ${score.toFixed(3)}`;
      const erased = eraseBelow !== undefined && via.from !== undefined && score <= eraseBelow;
      for (const link of page.links) {
        yield erased ? { link, priority, why, refuse: 'fits no layer' } : { link, priority, why };
      }
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

/** The place of the highest number, of equal ones the first; −1 where there is none. */
function highest(scores: Float64Array): number {
  let best = -1;
  for (let i = 0; i < scores.length; i++) {
    if (best < 0 || scores[i]! > scores[best]!) best = i;
  }
  return best;
}
