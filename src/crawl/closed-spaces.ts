/** What a crawl has closed for what it brought, or left for last, as of its last commit. */
import type { Notes } from '../archive/catalogue.ts';
import { type ClosedSpace, TrapGuard } from '../host/traps.ts';
import { CopyRules } from './copies.ts';
import type { Settings } from './settings.ts';

export function closedSpaces(meta: Notes, { keepOpen }: Pick<Settings, 'keepOpen'>): ClosedSpace[] {
  const guard = new TrapGuard();
  guard.restore(meta.get('traps'));
  guard.keepOpen(keepOpen);
  return guard.closed();
}

/** What waits behind all others: spaces that brought nothing new so far, and parts of URLs that make copies. */
export function doubtedSpaces(meta: Notes, { keepOpen }: Pick<Settings, 'keepOpen'>): DoubtedSpace[] {
  const guard = new TrapGuard();
  guard.restore(meta.get('traps'));
  guard.keepOpen(keepOpen);
  const copies = new CopyRules();
  copies.restore(meta.get('copies'));
  copies.keepOpen(keepOpen);
  return [
    ...copies.inForce().map(({ space, isSure, same, other }) => ({
      space,
      why: isSure ? ('copies' as const) : ('likely-copies' as const),
      requests: same + other,
      copies: same,
    })),
    ...guard.doubted(),
  ].sort((a, b) => b.requests - a.requests || (a.space < b.space ? -1 : 1));
}

export interface DoubtedSpace {
  /** A host with a template, or with a part of its URLs: `example.org/W?print`. */
  space: string;
  /** `copies` are not fetched if the crawl has the page; the others are, when nothing else waits. */
  why: 'copies' | 'likely-copies' | 'nothing-new-so-far' | 'known-lists';
  requests: number;
  /** Requests that brought nothing new. */
  copies: number;
}
