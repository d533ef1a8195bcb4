/**
 * Relevant pages found so far, step by step, and the measures at any step. Step n means the first n pages of the crawl;
 * a crawl that ended earlier keeps its last value. Recall is relative to all reachable relevant pages.
 */
import { type Measures, measures } from '../../learn/evaluation/measures.ts';

/** At index n: relevant pages among the first n. */
export function foundSoFar(relevant: readonly boolean[]): Uint32Array {
  const found = new Uint32Array(relevant.length + 1);
  for (let i = 0; i < relevant.length; i++) found[i + 1] = found[i]! + (relevant[i] ? 1 : 0);
  return found;
}

export function foundAt(found: Uint32Array, step: number): number {
  return found[Math.min(step, found.length - 1)]!;
}

/** Every visited page counts as retrieved: precision is then the harvest rate. */
export function atStep(
  found: Uint32Array,
  relevant: number,
  step: number,
): Pick<Measures, 'precision' | 'recall' | 'f1'> {
  const visited = Math.min(step, found.length - 1);
  const truePositives = found[visited]!;
  const { precision, recall, f1 } = measures({
    truePositives,
    falsePositives: visited - truePositives,
    falseNegatives: relevant - truePositives,
    trueNegatives: 0,
  });
  return { precision, recall, f1 };
}

/** Mean recall over the first `steps` steps: the area under the recall curve. */
export function recallArea(found: Uint32Array, relevant: number, steps: number): number {
  let sum = 0;
  const until = Math.min(steps, found.length - 1);
  for (let step = 1; step <= until; step++) sum += found[step]!;
  sum += (steps - until) * found[until]!;
  return steps === 0 || relevant === 0 ? 0 : sum / relevant / steps;
}

/** 0 equals breadth-first, 1 the oracle; below 0 is worse than breadth-first. Undefined if the two are equal. */
export function normalisedArea(area: number, breadthFirst: number, oracle: number): number | undefined {
  return oracle - breadthFirst > 1e-9 ? (area - breadthFirst) / (oracle - breadthFirst) : undefined;
}

/** Share of relevant pages among the last `window` before a step, or among all if there are fewer. */
export function windowHarvest(found: Uint32Array, step: number, window: number): number {
  const to = Math.min(step, found.length - 1);
  const from = Math.max(0, to - window);
  return to === from ? 0 : (found[to]! - found[from]!) / (to - from);
}

/**
 * Minas, table 4.5: visits up to the last relevant page retrieved, divided by those retrieved; undefined if there are
 * none. `retrieved` counts them as `foundSoFar` does.
 */
export function pagesPerRetrieved(retrieved: Uint32Array): number | undefined {
  const all = retrieved.at(-1)!;
  return all === 0 ? undefined : retrieved.indexOf(all) / all;
}
