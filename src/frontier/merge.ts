/**
 * What happens to a waiting link that is found again.
 *
 * - `max`: the better find wins, with all its fields (type, the page it was found on, anchor, carried state).
 * - `latest`: the last find wins.
 * - `first`: the first find stands, for a strategy that moves waiting links itself (`reprioritise`). Ours.
 * - `mean`: halfway between what it had and the new find; the fields are taken from a find above what it had.
 * - `factor`: the same times a factor slightly above 1, so that the priority rises with every equal find. Negative
 *   priorities are raised, too.
 * - `votes`: every find counts, 1 − (1 − old) · (1 − new), for priorities from 0 to 1; beyond them as `max`.
 * - `sum`: the sum of all finds; the fields stay those of the first find.
 *
 * `max`, `latest`, `mean` and `factor` are those of García Dorado (Lund, 2008), section 9.2.1, as printed: `mean` and
 * `factor` work on the running value. His `factor` was to favour pages with more in-links, but a poor find still lowers
 * a good priority; with `votes` (ours) no find does.
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
}

export interface Merged extends Standing {
  /** Type, anchor, origin, carried state and reason are those of the new find. */
  takesOver: boolean;
}

/** The new standing; undefined if nothing changes. */
export function merge(known: Standing, found: NewLink, rule: MergeRule, factor: number): Merged | undefined {
  const depth = Math.min(known.depth, found.depth);
  const hops = Math.min(known.hops, found.hops ?? 0);
  const better = found.priority > known.priority;
  if (rule === 'max' || rule === 'first') {
    const wins = better && rule === 'max';
    if (!wins && depth === known.depth && hops === known.hops) return undefined;
    const priority = wins ? found.priority : known.priority;
    return { priority, depth, hops, finds: known.finds, takesOver: wins };
  }
  const takesOver = rule === 'latest' || (better && rule !== 'sum');
  const priority = merged[rule](known.priority, found.priority, factor);
  return { priority, depth, hops, finds: known.finds + 1, takesOver };
}

type Rule = (old: number, found: number, factor: number) => number;

const merged: Record<Exclude<MergeRule, 'max' | 'first'>, Rule> = {
  latest: (_, found) => found,
  mean: halfway,
  factor(old, found, factor) {
    const mean = halfway(old, found);
    return finite(mean + Math.abs(mean) * (factor - 1));
  },
  votes: (old, found) =>
    isShare(old) && isShare(found) ? 1 - (1 - old) * (1 - found) : Math.max(old, found),
  sum: (old, found) => finite(old + found),
};

function halfway(old: number, found: number): number {
  return old / 2 + found / 2;
}

const isShare = (priority: number): boolean => priority >= 0 && priority <= 1;
const finite = (priority: number): number =>
  Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, priority));
