/**
 * The pages that can be reached from the seeds, the links between them, and which of them are relevant: the input of
 * the oracle and its bound. A page that was reached although none of these links leads to it (its URL was on a
 * duplicate, or a seed was redirected to it) counts as a seed: known from the start.
 */
import { twinsOf } from '../url/variants.ts';
import type { TopicData } from './study.ts';

export interface LabelledGraph {
  wanted: readonly boolean[];
  seeds: readonly number[];
  /** Indices of the pages that a page links to, and of those that link to it; without repeats and links to itself. */
  out: readonly Uint32Array[];
  into: readonly Uint32Array[];
}

/** Undefined if the topic has no labels or the reachable pages are unknown. */
export function graphOfTopic({ labelled, reached, links, seeds }: TopicData): LabelledGraph | undefined {
  if (!labelled || reached === undefined || links === undefined || reached.length === 0) return undefined;
  const placeOf = new Map(reached.map(({ url }, place) => [url, place]));
  const known = seeds.flatMap((seed) => {
    const twin = [...twinsOf(seed)].find((url) => placeOf.has(url));
    return twin === undefined ? [] : [placeOf.get(twin)!];
  });
  return labelledGraph(
    reached.map(({ relevant }) => relevant === true),
    known,
    links,
  );
}

/** `links` are pairs of indices: from, to. */
export function labelledGraph(
  wanted: readonly boolean[],
  seeds: readonly number[],
  links: ArrayLike<number>,
): LabelledGraph {
  const out = adjacency(wanted.length, links, 0);
  const into = adjacency(wanted.length, links, 1);
  const all = new Set(seeds);
  const explained = new Uint8Array(wanted.length);
  for (const seed of all) walk(seed);
  for (let page = 0; page < wanted.length; page++) {
    if (explained[page] === 1) continue;
    all.add(page);
    walk(page);
  }
  return { wanted, seeds: [...all], out, into };

  function walk(from: number): void {
    if (explained[from] === 1) return;
    explained[from] = 1;
    const stack = [from];
    for (let page = stack.pop(); page !== undefined; page = stack.pop()) {
      for (const next of out[page]!) {
        if (explained[next] === 1) continue;
        explained[next] = 1;
        stack.push(next);
      }
    }
  }
}

function adjacency(pages: number, links: ArrayLike<number>, side: 0 | 1): Uint32Array[] {
  const rows: number[][] = Array.from({ length: pages }, () => []);
  for (let i = 0; i + 1 < links.length; i += 2) {
    const here = links[i + side]!;
    const there = links[i + 1 - side]!;
    if (here !== there && here < pages && there < pages) rows[here]!.push(there);
  }
  return rows.map((row) => Uint32Array.from(new Set(row)));
}
