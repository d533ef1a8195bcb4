/** A page of a crawl by its URL as a person types it. */
import type { CatalogueReader } from '../archive/catalogue-reader.ts';
import type { PageRecord } from '../archive/records.ts';
import { canonicalUrl } from '../url/url.ts';
import { twinsOf } from '../url/variants.ts';

/** By the URL as given, otherwise by another spelling of it: without its scheme, http or https, with or without a slash. */
export function findPage(read: Pick<CatalogueReader, 'pageByUrl'>, url: string): PageRecord | undefined {
  const canonical = canonicalUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`);
  for (const spelling of [url, ...(canonical.ok ? twinsOf(canonical.url) : [])]) {
    const page = read.pageByUrl(spelling);
    if (page !== undefined) return page;
  }
  return undefined;
}
