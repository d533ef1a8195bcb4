/**
 * The parts of a score in words: how much each added, what was counted, and how often. The largest parts are named, the
 * others are summed up in one line, so that the numbers add up to the whole.
 */
export interface ScorePart {
  value: number;
}

/** `inWords`: what was counted and how often, "asthma ×7"; `rest`: the sum and number of parts not listed. */
export function reasons<P extends ScorePart>(
  parts: readonly P[],
  inWords: (part: P) => string,
  rest = { value: 0, count: 0 },
): string[] {
  const sorted = parts
    .filter(({ value }) => value !== 0)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const others = sorted.slice(mostNamed);
  const sum = others.reduce((total, { value }) => total + value, rest.value);
  const count = others.length + rest.count;
  const named = sorted.slice(0, mostNamed).map((part) => `${signed(part.value)} ${inWords(part)}`);
  return count === 0 ? named : [...named, `${signed(sum)} from ${count} other word${count === 1 ? '' : 's'}`];
}

const mostNamed = 5;

export const counted = ({ word, count }: { word: string; count: number }): string => `${word} ×${count}`;

/** "+0.041"; below that resolution one significant digit. */
export function signed(value: number): string {
  const size = Math.abs(value);
  const digits = size >= 0.0005 || size === 0 ? size.toFixed(3) : size.toPrecision(1);
  return `${value < 0 ? '−' : '+'}${digits}`;
}
