/**
 * What happens to a waiting link that is found again.
 *
 * - `max`: the better find wins, with all its fields (type, the page it was found on, anchor, carried state).
 * - `latest`: the last find wins.
 * - `mean`: the mean of all finds; the fields are taken from a find above the mean so far.
 * - `bonus`: the mean of all finds, raised by a small fraction of it for having been found more than once. Negative
 *   priorities are raised, too.
 * - `sum`: the sum of all finds; the fields stay those of the first find.
 *
 * With every rule the shortest path counts: depth and hops are the minimum over all finds.
 */
import type { MergeRule, NewLink } from './frontier.ts';

/** What the frontier knows about the link so far. */
export interface Standing {
  priority: number;
  depth: number;
  hops: number;
  finds: number;
  /** The mean of the finds if it differs from the priority. */
  mean: number | null;
}

export interface Merged extends Standing {
  /** Type, anchor, origin, carried state and reason are those of the new find. */
  takesOver: boolean;
}

/** The new standing; undefined if nothing changes. */
export function merge(known: Standing, found: NewLink, rule: MergeRule, bonus: number): Merged | undefined {
  const depth = Math.min(known.depth, found.depth);
  const hops = Math.min(known.hops, found.hops ?? 0);
  if (rule === 'max') {
    const takesOver = found.priority > known.priority;
    if (!takesOver && depth === known.depth && hops === known.hops) return undefined;
    const priority = takesOver ? found.priority : known.priority;
    return { priority, depth, hops, finds: known.finds, mean: null, takesOver };
  }
  const finds = known.finds + 1;
  if (rule === 'latest') {
    return { priority: found.priority, depth, hops, finds, mean: null, takesOver: true };
  }
  if (rule === 'sum') {
    const sum = known.priority + found.priority;
    const priority = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, sum));
    return { priority, depth, hops, finds, mean: null, takesOver: false };
  }
  const before = known.mean ?? known.priority;
  const mean = before + (found.priority / finds - before / finds);
  const takesOver = found.priority > before;
  if (rule === 'mean') return { priority: mean, depth, hops, finds, mean: null, takesOver };
  return { priority: mean + Math.abs(mean) * bonus, depth, hops, finds, mean, takesOver };
}
