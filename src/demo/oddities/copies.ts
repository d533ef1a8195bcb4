/**
 * The same page under several URLs: `/mirror/…` and `/index.html` byte-identical, `/print/…` without menus. Mirror
 * sites (`outskirts.ts`) copy a whole other site.
 */
import type { Site } from '../sites.ts';
import type { Door } from './oddity.ts';
import { onSite } from './oddity.ts';

export type Copy = 'print' | 'mirror' | 'index';

/** The URL that a path on the site is a copy of, and the kind of copy. */
export function originalOf(site: Site, path: string): { path: string; copy?: Copy } {
  if (!site.manners.faults.has('copies')) return { path };
  if (path === '/index.html') return { path: '/', copy: 'index' };
  if (path.startsWith('/print/')) return { path: path.slice(6), copy: 'print' };
  if (path.startsWith('/mirror/')) return { path: path.slice(7), copy: 'mirror' };
  return { path };
}

export function copyDoors({ site, path }: Door) {
  if (!site.manners.faults.has('copies')) return [];
  return [{ to: onSite(site, `/print${path}`), text: 'Print this page' }];
}
