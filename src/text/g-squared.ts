/** Dunning's log-likelihood ratio G² (1993) for two rates. Random differences exceed 6.63 in one of a hundred cases. */
export interface Rate {
  trials: number;
  successes: number;
}

/** How far the rate of one group is from that of the rest; `all` includes the group. */
export function gSquared(one: Rate, all: Rate): number {
  const other = { trials: all.trials - one.trials, successes: all.successes - one.successes };
  let sum = 0;
  for (const group of [one, other]) {
    for (const [observed, total] of [
      [group.successes, all.successes],
      [group.trials - group.successes, all.trials - all.successes],
    ] as const) {
      const expected = (group.trials * total) / all.trials;
      if (observed > 0) sum += observed * Math.log(observed / expected);
    }
  }
  return Math.max(0, 2 * sum);
}
