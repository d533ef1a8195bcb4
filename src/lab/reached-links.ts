/**
 * The links among the pages that a crawl counted, as far as its rules let it follow them. A page with `noindex` is not
 * counted, but its links were followed: they count as links of the pages that lead to it.
 */
export interface ReachedLinks {
  /** Pairs of indices: from, to. */
  links: number[];
  /** Indices of the pages that the crawl started with. */
  seeds: number[];
}

/** `placeOf` returns the counted page that a URL leads to; undefined if there is none. */
export function reachedLinks(
  pairs: Iterable<{ from: string; to: string }>,
  begunWith: Iterable<string>,
  placeOf: (url: string) => number | undefined,
): ReachedLinks {
  const all = [...pairs];
  const through = new Map<string, string[]>();
  for (const { from, to } of all)
    if (placeOf(from) === undefined) through.set(from, [...(through.get(from) ?? []), to]);
  const links: number[] = [];
  for (const { from, to } of all) {
    const source = placeOf(from);
    if (source === undefined) continue;
    for (const target of placesBehind(to)) if (target !== source) links.push(source, target);
  }
  const seeds = new Set([...begunWith].flatMap((url) => [...placesBehind(url)]));
  return { links, seeds: [...seeds].sort((a, b) => a - b) };

  /** The page itself, or those that an uncounted one leads to. */
  function placesBehind(url: string, seen = new Set<string>(), places = new Set<number>()): Set<number> {
    const place = placeOf(url);
    if (place !== undefined) return places.add(place);
    if (seen.has(url)) return places;
    seen.add(url);
    for (const next of through.get(url) ?? []) placesBehind(next, seen, places);
    return places;
  }
}
