/** What need not be found again: the topic's seeds, pages of a crawl, URLs of a list. */
import { statSync } from 'node:fs';
import { openCrawl } from '../crawl/open.ts';
import { readPool } from '../crawl/pool-file.ts';
import { ForageError } from '../errors.ts';
import type { Topic } from '../topic/topic.ts';
import { isAddress } from '../topic/url-list.ts';
import { canonicalUrl } from '../url/url.ts';

/** For labelling, examples are known, too. */
export function knownUrls(
  { seeds, examples }: Topic,
  places: readonly string[],
  isForLabelling: boolean,
): (url: string) => boolean {
  const labelled = isForLabelling ? [...examples.relevant, ...examples.irrelevant].filter(isAddress) : [];
  const known = new Set<string>();
  for (const url of [...seeds, ...labelled]) {
    const found = canonicalUrl(url);
    if (found.ok) known.add(found.url);
  }
  for (const place of places) for (const url of urlsOf(place)) known.add(url);
  return (url) => known.has(url);
}

function urlsOf(place: string): Iterable<string> {
  if (statSync(place, { throwIfNoEntry: false })?.isDirectory()) {
    const { db, read } = openCrawl(place);
    try {
      return [...read.visitedPages()].map(({ url }) => url);
    } finally {
      db.close();
    }
  }
  const { urls, fault } = readPool(place, {});
  if (urls.length === 0)
    throw new ForageError(
      'INPUT_INVALID',
      fault ?? `${place} has no URL: give a crawl, or a file with one URL per line.`,
    );
  return urls;
}
