/**
 * Isotonic regression: the rising step function with the least squared error, by pooling adjacent violators (Ayer et
 * al., 1955). For 0 and 1 as values it turns any score that rises with a probability into that probability.
 */
export interface Step {
  /** From this score on. */
  from: number;
  value: number;
  /** How many points it stands for. */
  points: number;
}

/** Scores must not decrease. */
export function isotonicSteps(points: Iterable<{ score: number; value: number }>): Step[] {
  const steps: Step[] = [];
  for (const { score, value } of points) {
    const last = steps.at(-1);
    if (last?.from === score) {
      last.value = (last.value * last.points + value) / (last.points + 1);
      last.points += 1;
    } else steps.push({ from: score, value, points: 1 });
    pool(steps);
  }
  return steps;
}

function pool(steps: Step[]): void {
  while (steps.length > 1) {
    const high = steps.at(-1)!;
    const low = steps.at(-2)!;
    if (low.value < high.value) return;
    steps.pop();
    const points = low.points + high.points;
    low.value = (low.value * low.points + high.value * high.points) / points;
    low.points = points;
  }
}
