/**
 * Holm (1979): corrects the p-values of many tests, so that the probability of even one false positive stays below the
 * significance level. The smallest is multiplied by the number of tests, the next by one less …
 */
export function holm(pValues: readonly number[]): number[] {
  const order = [...pValues.keys()].sort((a, b) => pValues[a]! - pValues[b]!);
  const corrected = new Array<number>(pValues.length);
  let largest = 0;
  order.forEach((test, place) => {
    largest = Math.max(largest, Math.min(1, (pValues.length - place) * pValues[test]!));
    corrected[test] = largest;
  });
  return corrected;
}
