/**
 * How many links a page is away from the nearest relevant one: breadth-first search against the link direction. A
 * relevant page has level 0; pages farther than the last level, or that lead to none, are on the last level. Batsakis
 * (TU Crete, 2007), section 2.5: levels 0, 1, 2, and 3 or more.
 */
export type Step = readonly [from: number, to: number];

export function targetLevels(wanted: readonly boolean[], links: readonly Step[], levels = 4): number[] {
  const into: number[][] = wanted.map(() => []);
  for (const [from, to] of links) into[to]!.push(from);
  const level: number[] = wanted.map((target) => (target ? 0 : levels - 1));
  const queue = [...wanted.keys()].filter((page) => wanted[page]);
  for (const page of queue) {
    const next = level[page]! + 1;
    if (next >= levels - 1) continue;
    for (const from of into[page]!) {
      if (level[from]! <= next) continue;
      level[from] = next;
      queue.push(from);
    }
  }
  return level;
}
