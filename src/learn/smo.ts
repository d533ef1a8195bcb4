/**
 * Sequential minimal optimisation with second-order working-set selection (Fan, Chen and Lin 2005), written for signed
 * coefficients β = y·α: minimise ½ β'Kβ + q'β subject to low ≤ β ≤ high and a constant sum of β. The C-SVM and the
 * one-class SVM both have this form. The caller provides and caches kernel rows.
 */
export interface DualProblem {
  /** Row i of the kernel matrix; valid until the next two calls. */
  row(i: number): Float32Array;
  /** Feasible start: between low and high, with the sum that stays constant. */
  start: Float64Array;
  low: Float64Array;
  high: Float64Array;
  linear: Float64Array;
  tolerance: number;
  maxSteps: number;
}

export interface DualSolution {
  beta: Float64Array;
  /** The score of x is Σ β·K(x, ·) + intercept. */
  intercept: number;
  steps: number;
}

/** The kernel's diagonal is 1 (RBF), so the curvature of a pair is 2 − 2·K(i, j). */
export function solveDual(problem: DualProblem): DualSolution {
  const { row, low, high, linear } = problem;
  const count = linear.length;
  const beta = problem.start.slice();
  const gradient = linear.slice();
  for (let i = 0; i < count; i++) {
    if (beta[i] === 0) continue;
    const kernel = row(i);
    for (let t = 0; t < count; t++) gradient[t]! += beta[i]! * kernel[t]!;
  }

  let steps = 0;
  for (; steps < problem.maxSteps; steps++) {
    const up = steepestUp(beta, high, gradient);
    if (up < 0) break;
    const rowUp = row(up);
    const down = bestPartner(up, rowUp, beta, low, gradient, problem.tolerance);
    if (down < 0) break;
    const rowDown = row(down);
    const curvature = Math.max(2 - 2 * rowUp[down]!, 1e-12);
    const room = Math.min(high[up]! - beta[up]!, beta[down]! - low[down]!);
    const step = Math.min((gradient[down]! - gradient[up]!) / curvature, room);
    beta[up] = step === high[up]! - beta[up]! ? high[up]! : beta[up]! + step;
    beta[down] = step === beta[down]! - low[down]! ? low[down]! : beta[down]! - step;
    for (let t = 0; t < count; t++) gradient[t]! += step * (rowUp[t]! - rowDown[t]!);
  }
  return { beta, intercept: interceptOf(beta, low, high, gradient), steps };
}

function steepestUp(beta: Float64Array, high: Float64Array, gradient: Float64Array): number {
  let best = Number.POSITIVE_INFINITY;
  let at = -1;
  for (let t = 0; t < beta.length; t++) {
    if (beta[t]! < high[t]! && gradient[t]! < best) {
      best = gradient[t]!;
      at = t;
    }
  }
  return at;
}

/** The partner with the largest gain; −1 if no pair violates the conditions by more than the tolerance. */
function bestPartner(
  up: number,
  rowUp: Float32Array,
  beta: Float64Array,
  low: Float64Array,
  gradient: Float64Array,
  tolerance: number,
): number {
  const from = gradient[up]!;
  let largest = 0;
  let bestGain = 0;
  let at = -1;
  for (let t = 0; t < beta.length; t++) {
    if (!(beta[t]! > low[t]!)) continue;
    const difference = gradient[t]! - from;
    if (difference <= 0) continue;
    if (difference > largest) largest = difference;
    const gain = (difference * difference) / Math.max(2 - 2 * rowUp[t]!, 1e-12);
    if (gain > bestGain) {
      bestGain = gain;
      at = t;
    }
  }
  return largest < tolerance ? -1 : at;
}

/** From the free coefficients, whose gradient is −intercept; without any, the middle of the allowed interval. */
function interceptOf(
  beta: Float64Array,
  low: Float64Array,
  high: Float64Array,
  gradient: Float64Array,
): number {
  let sum = 0;
  let free = 0;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let t = 0; t < beta.length; t++) {
    const canRise = beta[t]! < high[t]!;
    const canFall = beta[t]! > low[t]!;
    if (canRise && canFall) {
      sum += gradient[t]!;
      free += 1;
    }
    if (canRise) least = Math.min(least, gradient[t]!);
    if (canFall) most = Math.max(most, gradient[t]!);
  }
  if (free > 0) return -sum / free;
  if (!Number.isFinite(least)) return -most;
  return Number.isFinite(most) ? -(least + most) / 2 : -least;
}
