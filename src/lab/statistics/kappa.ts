/**
 * Inter-rater agreement beyond chance: Cohen (1960) for two judges, Fleiss (1971) for any number of judges with the
 * same number of judgements per page. 1 is full agreement, 0 what chance would give, below 0 less than that. NaN if all
 * answers are the same: chance agreement is then undefined.
 */
import { ForageError } from '../../errors.ts';

/** Two judges' answers to the same questions in the same order. */
export function cohenKappa<Answer>(a: readonly Answer[], b: readonly Answer[]): number {
  if (a.length !== b.length || a.length === 0) {
    throw new ForageError(
      'INPUT_INVALID',
      `${a.length} and ${b.length} answers; kappa needs one or more pages that both have judged.`,
    );
  }
  const timesA = counted(a);
  const timesB = counted(b);
  const agreed = a.filter((answer, i) => answer === b[i]).length;
  let byChance = 0;
  for (const [answer, times] of timesA) byChance += times * (timesB.get(answer) ?? 0);
  return beyondChance(agreed / a.length, byChance / a.length ** 2);
}

/** One row per page: how many judges gave each answer, with the same number of judges in each row. */
export function fleissKappa(counts: readonly (readonly number[])[]): number {
  const judges = sum(counts[0] ?? []);
  const width = counts[0]?.length;
  if (judges < 2 || counts.some((row) => row.length !== width || sum(row) !== judges)) {
    throw new ForageError(
      'INPUT_INVALID',
      "Fleiss' kappa needs pages that have each been judged by the same number of judges, two or more; remove the others.",
    );
  }
  let agreed = 0;
  const times = new Array<number>(width!).fill(0);
  for (const row of counts) {
    agreed += row.reduce((pairs, n) => pairs + n * (n - 1), 0) / (judges * (judges - 1));
    row.forEach((n, answer) => {
      times[answer]! += n;
    });
  }
  const all = counts.length * judges;
  return beyondChance(agreed / counts.length, sum(times.map((n) => (n / all) ** 2)));
}

const beyondChance = (agreed: number, byChance: number): number =>
  byChance === 1 ? Number.NaN : (agreed - byChance) / (1 - byChance);

function counted<Answer>(answers: readonly Answer[]): Map<Answer, number> {
  const times = new Map<Answer, number>();
  for (const answer of answers) times.set(answer, (times.get(answer) ?? 0) + 1);
  return times;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);
