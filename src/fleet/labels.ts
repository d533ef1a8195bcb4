/** What people say about pages, by URL: each partition takes what concerns its own. */
import type { CatalogueReader } from '../archive/catalogue-reader.ts';
import type { NewLabel } from '../crawl/control.ts';
import { contentAt } from '../crawl/label-pages.ts';
import { labelFor } from '../crawl/labels.ts';
import type { FleetLabel } from './control.ts';

/** By person. A page that the partition does not have is another partition's, or nobody's. */
export function labelsOf(labels: readonly FleetLabel[], read: CatalogueReader): Map<string, NewLabel[]> {
  const found = new Map<string, NewLabel[]>();
  for (const { url, label, by } of labels) {
    const page = contentAt(read, url);
    if (page === undefined) continue;
    const own = { page: page.id, label: labelFor[label], by, drawn: 'chosen' as const };
    found.set(by, [...(found.get(by) ?? []), own]);
  }
  return found;
}
