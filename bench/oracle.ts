/**
 * The best a crawl can do by looking one step ahead: it knows every label and every link. A relevant page that
 * waits goes first; where none does, the page from which the nearest relevant one is the fewest links away.
 */
import type { OpenCrawl } from '../src/crawl/open.ts';

/** Relevant or not, in the oracle's order, over the pages that a whole crawl reached. */
export function oracleOrder(
  { read, db }: OpenCrawl,
  reached: readonly string[],
  isRelevant: (url: string) => boolean,
): boolean[] {
  const numberOf = new Map(reached.map((url, n) => [url, n]));
  const out: number[][] = reached.map(() => []);
  const into: number[][] = reached.map(() => []);
  for (const { from, to } of read.linkPairs()) {
    const source = numberOf.get(from);
    const target = numberOf.get(to);
    if (source === undefined || target === undefined || source === target) continue;
    out[source]!.push(target);
    into[target]!.push(source);
  }
  const seeds = read.pagesAtDepth(0).flatMap((url) => numberOf.get(url) ?? []);
  db.close();

  const wanted = reached.map(isRelevant);
  const state = new Uint8Array(reached.length); // 1 waits, 2 fetched
  const order: boolean[] = [];
  const waiting = { relevant: [] as number[], other: [] as number[] };
  const discover = (page: number): void => {
    if (state[page] !== 0) return;
    state[page] = 1;
    (wanted[page] ? waiting.relevant : waiting.other).push(page);
  };
  for (const seed of seeds) discover(seed);
  while (waiting.relevant.length + waiting.other.length > 0) {
    const next = waiting.relevant.shift() ?? nearest();
    state[next] = 2;
    order.push(wanted[next]!);
    for (const page of out[next]!) discover(page);
  }
  return order;

  /** Takes the waiting page that is the fewest links from a relevant one, by a walk back from all of those. */
  function nearest(): number {
    const seen = new Uint8Array(reached.length);
    const queue = wanted.flatMap((isWanted, page) => (isWanted && state[page] === 0 ? [page] : []));
    for (const page of queue) seen[page] = 1;
    for (let at = 0; at < queue.length; at++) {
      const page = queue[at]!;
      if (state[page] === 1) {
        waiting.other.splice(waiting.other.indexOf(page), 1);
        return page;
      }
      for (const source of into[page]!) {
        if (seen[source] !== 0 || state[source] === 2) continue;
        seen[source] = 1;
        queue.push(source);
      }
    }
    return waiting.other.shift()!;
  }
}
