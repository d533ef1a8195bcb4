/**
 * Everything known about a page's links before they are fetched, as one number per link for the strategy: the verdict
 * on the URL in the lowest bits, and one bit for each other mark.
 */
import type { Page } from '../page/page.ts';
import type { AnchorLists } from './anchor-inspection.ts';
import {
  inspectUrl,
  isDepartment,
  nameOf,
  siteOf,
  type UrlRules,
  type UrlVerdict,
} from './url-inspection.ts';

const verdicts: readonly UrlVerdict[] = [
  'page',
  'document',
  'too many directory levels',
  'stop directory',
  'format not wanted',
  'unreadable document',
];
const VERDICT = 7;
/** The host name suggests the topic. */
export const DEPARTMENT = 8;
/** The anchor is known to lead nowhere. */
export const PRUNED = 16;
/** The anchor is known to be worth following. */
export const EXTRACTED = 32;
/** On the page's host. */
export const SAME_SITE = 64;

export function inspectLinks(page: Page, rules: UrlRules, anchors: AnchorLists): Uint32Array {
  const own = siteOf(page.url);
  const name = nameOf(own);
  let lastSite = '';
  let lastIsDepartment = false;
  return Uint32Array.from(page.links, ({ url, anchor }) => {
    const site = siteOf(url);
    if (site !== lastSite) {
      lastSite = site;
      lastIsDepartment = isDepartment(site, rules.departments);
    }
    return (
      verdicts.indexOf(inspectUrl(url, rules)) |
      (lastIsDepartment ? DEPARTMENT : 0) |
      (anchors.prunes(anchor, name) ? PRUNED : 0) |
      (anchors.extracts(anchor) ? EXTRACTED : 0) |
      (site === own ? SAME_SITE : 0)
    );
  });
}

export function verdictOf(marks: number): UrlVerdict {
  return verdicts[marks & VERDICT] ?? 'page';
}
