/** The sign test: does one side win more often than a fair coin? Two-sided, exact; ties are dropped. */
import { binomialTail } from '../../learn/evaluation/resampling.ts';

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
