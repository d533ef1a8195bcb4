/**
 * Krippendorff's alpha for a nominal scale: agreement beyond chance of any number of judges who need not have judged the
 * same pages (Krippendorff, “Computing Krippendorff's Alpha-Reliability”, 2011, section C). Every pair of answers to a
 * page counts, with the weight 1/(answers to the page − 1). 1 is full agreement, 0 what chance would give.
 */

/**
 * One row per page: how many judges gave each answer. A page with one answer compares nothing and does not count. NaN if
 * all answers that count are the same, or none does: chance agreement is then undefined.
 */
export function krippendorffAlpha(counts: readonly (readonly number[])[]): number {
  const times: number[] = [];
  let answers = 0;
  let differing = 0;
  for (const row of counts) {
    const given = sum(row);
    if (given < 2) continue;
    answers += given;
    differing += differingPairs(row) / (given - 1);
    row.forEach((n, answer) => {
      times[answer] = (times[answer] ?? 0) + n;
    });
  }
  // Observed disagreement is differing / answers, by chance it is differingPairs(times) / (answers · (answers − 1)).
  const byChance = differingPairs(times);
  return byChance === 0 ? Number.NaN : 1 - ((answers - 1) * differing) / byChance;
}

/** Ordered pairs of different answers. */
const differingPairs = (row: readonly number[]): number =>
  sum(row) ** 2 - row.reduce((same, n) => same + n * n, 0);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);
