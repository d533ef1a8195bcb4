/** The seeds of a topic as canonical URLs. */
import { ForageError } from '../errors.ts';
import { canonicalUrl, type UrlRules } from '../url/url.ts';

/** The new ones, as canonical URLs. Throws if one is not a URL. */
export function newSeeds(seeds: readonly string[], urls: readonly string[], rules: UrlRules): string[] {
  const known = new Set(canonicalSeeds(seeds, rules));
  const fresh = new Set<string>();
  const bad: string[] = [];
  for (const url of urls) {
    const found = canonicalUrl(url, undefined, rules);
    if (!found.ok) bad.push(`"${url.slice(0, 200)}" is not a URL to crawl: ${found.reason}`);
    else if (!known.has(found.url)) fresh.add(found.url);
  }
  if (bad.length > 0) throw new ForageError('USAGE', bad.slice(0, 10).join('\n'));
  return [...fresh];
}

export function canonicalSeeds(seeds: readonly string[], rules: UrlRules): string[] {
  return seeds.map((seed) => {
    const found = canonicalUrl(seed, undefined, rules);
    return found.ok ? found.url : seed;
  });
}
