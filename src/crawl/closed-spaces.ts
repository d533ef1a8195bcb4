/** What a crawl has closed for what it brought, as of its last commit. */
import type { Notes } from '../archive/catalogue.ts';
import { type ClosedSpace, TrapGuard } from '../host/traps.ts';
import type { Settings } from './settings.ts';

export function closedSpaces(meta: Notes, { keepOpen }: Pick<Settings, 'keepOpen'>): ClosedSpace[] {
  const guard = new TrapGuard();
  guard.restore(meta.get('traps'));
  guard.keepOpen(keepOpen);
  return guard.closed();
}
