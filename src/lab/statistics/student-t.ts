/**
 * Quantiles of Student's t distribution with a whole number of degrees of freedom. P(|T| ≤ t) is a finite sum of powers
 * of the cosine of θ = atan(t/√n) (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4); θ is found by bisection.
 */

/** The t with P(|T| ≤ t) = confidence; 12.706 for 0.95 and one degree of freedom. */
export function studentT(freedom: number, confidence: number): number {
  let low = 0;
  let high = Math.PI / 2;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (within(middle, freedom) < confidence) low = middle;
    else high = middle;
  }
  return Math.sqrt(freedom) * Math.tan(low);
}

/** P(|T| ≤ √n·tan θ) */
function within(angle: number, freedom: number): number {
  const isOdd = freedom % 2 === 1;
  const square = Math.cos(angle) ** 2;
  let term = isOdd ? Math.cos(angle) : 1;
  let sum = 0;
  for (let power = isOdd ? 1 : 0; power <= freedom - 2; power += 2) {
    sum += term;
    term *= (square * (power + 1)) / (power + 2);
  }
  const area = Math.sin(angle) * sum;
  return isOdd ? (2 / Math.PI) * (angle + area) : area;
}
