/**
 * The normal distribution and its inverse. The distribution uses the series of Marsaglia (2004) in the middle and
 * Laplace's continued fraction in the tails, accurate to about 1e-14; the inverse uses Newton's method on it.
 */
import { ForageError } from '../../errors.ts';

/** P(Z ≤ z) */
export function normalArea(z: number): number {
  if (Number.isNaN(z)) return z;
  if (z > 3) return 1 - upperTail(z);
  if (z < -3) return upperTail(-z);
  let term = z;
  let sum = z;
  for (let i = 3; Math.abs(term) > 1e-17; i += 2) {
    term *= (z * z) / i;
    sum += term;
  }
  return 0.5 + sum * density(z);
}

/** P(Z > z), accurate for small values. */
export function upperTail(z: number): number {
  if (z <= 3) return 1 - normalArea(z);
  let fraction = z;
  for (let i = 200; i >= 1; i--) fraction = z + i / fraction;
  return density(z) / fraction;
}

/** The z with P(Z ≤ z) = area; 1.959964 for 0.975. */
export function normalQuantile(area: number): number {
  if (!(area > 0 && area < 1)) {
    throw new ForageError('INPUT_INVALID', `The area is ${area}; use a number between 0 and 1.`);
  }
  if (area > 0.5) return -normalQuantile(1 - area);
  // Starts left of the solution (Winitzki's approximation is close enough), then Newton's method.
  const log = Math.log(4 * area * (1 - area));
  const half = 2 / (Math.PI * 0.147) + log / 2;
  let z = -Math.SQRT2 * Math.sqrt(Math.sqrt(half * half - log / 0.147) - half);
  for (let step = 0; step < 20; step++) {
    const change = (upperTail(-z) - area) / density(z);
    z -= change;
    if (Math.abs(change) < 1e-14 * Math.max(1, Math.abs(z))) break;
  }
  return z;
}

const density = (z: number): number => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
