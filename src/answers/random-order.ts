/**
 * A random order of pages that depends on nothing but their URLs and the crawl's seed. Whatever pages there are, the
 * first n of them in this order are a uniform random sample; pages found later fall in between. So answers given on a
 * running crawl, or before a threshold was changed, go on counting: a sample is uniform as soon as the pages before its
 * last one are answered, too.
 */
import { hash } from 'node:crypto';

export function inRandomOrder<Page extends { url: string }>(pages: Iterable<Page>, seed: number): Page[] {
  const ranked: { rank: string; page: Page }[] = [];
  for (const page of pages) ranked.push({ rank: hash('sha256', `${seed} ${page.url}`), page });
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return ranked.map(({ page }) => page);
}
