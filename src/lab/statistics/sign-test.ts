/** The sign test: does one side win more often than a fair coin? Two-sided, exact; ties are dropped. */
export interface SignTest {
  wins: number;
  losses: number;
  p: number;
}

export function signTest(differences: readonly number[]): SignTest {
  const wins = differences.filter((one) => one > 0).length;
  const losses = differences.filter((one) => one < 0).length;
  return { wins, losses, p: Math.min(1, 2 * binomialTail(wins + losses, Math.min(wins, losses))) };
}

/** P(X ≤ k) for n fair coins, summed in logarithms so that thousands of coins do not underflow. */
function binomialTail(n: number, k: number): number {
  let sum = 0;
  let logTerm = -n * Math.LN2;
  for (let i = 0; i <= k; i++) {
    sum += Math.exp(logTerm);
    logTerm += Math.log((n - i) / (i + 1));
  }
  return sum;
}
