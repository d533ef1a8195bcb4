/**
 * How sure a judge is of a page, as the margin of an SVM: below 0 not wanted, above 0 wanted. The judge's own where
 * it gives one as a signal, else what a logistic score was made of, ln(score / (1 − score)), within ±20.
 */
export function marginOf(margin: unknown, score: number): number {
  if (typeof margin === 'number' && Number.isFinite(margin)) return margin;
  return Math.max(-20, Math.min(20, Math.log(score / (1 - score))));
}
