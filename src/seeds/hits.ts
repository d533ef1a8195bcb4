/**
 * HITS (Kleinberg 1999): a good hub links to good authorities, a good authority is linked from good hubs. Scores are
 * divided by the largest, so that the best hub and the best authority have 1; without links all are 0.
 */
export interface HubsAndAuthorities {
  hubs: Float64Array;
  authorities: Float64Array;
}

const ROUNDS = 30;

/** Links as pairs of indices below `size`. */
export function hits(
  size: number,
  links: readonly (readonly [from: number, to: number])[],
): HubsAndAuthorities {
  let hubs = new Float64Array(size).fill(1);
  let authorities = new Float64Array(size);
  for (let round = 0; round < ROUNDS; round++) {
    authorities = new Float64Array(size);
    for (const [from, to] of links) authorities[to]! += hubs[from]!;
    scale(authorities);
    hubs = new Float64Array(size);
    for (const [from, to] of links) hubs[from]! += authorities[to]!;
    scale(hubs);
  }
  return { hubs, authorities };
}

function scale(values: Float64Array): void {
  let most = 0;
  for (const value of values) most = Math.max(most, value);
  if (most > 0) for (let i = 0; i < values.length; i++) values[i]! /= most;
}
