/** Stratified splits into training and test examples, deterministic for a given seed. */
import { ForageError } from '../../errors.ts';
import { Random } from '../random.ts';

export interface Fold {
  train: number[];
  test: number[];
}

/** Every example is tested once; each fold has its share of both classes, within one example. */
export function stratifiedFolds(labels: readonly boolean[], folds: number, seed = 1): Fold[] {
  if (!Number.isInteger(folds) || folds < 2 || folds > labels.length) {
    throw new ForageError(
      'INPUT_INVALID',
      `${folds} folds of ${labels.length} examples; use a whole number from 2 to the number of examples.`,
    );
  }
  const random = new Random(seed);
  const foldOf = new Uint32Array(labels.length);
  let next = 0;
  for (const wanted of [true, false]) {
    const members = random.shuffle(indicesOf(labels, wanted));
    for (const i of members) foldOf[i] = next++ % folds;
  }
  return Array.from({ length: folds }, (_, fold) => ({
    train: [...labels.keys()].filter((i) => foldOf[i] !== fold),
    test: [...labels.keys()].filter((i) => foldOf[i] === fold),
  }));
}

/** Splits by shares, such as [0.6, 0.2, 0.2]; each class is split separately, and the last part takes the rest. */
export function stratifiedParts(labels: readonly boolean[], shares: readonly number[], seed = 1): number[][] {
  checkShares(shares);
  const random = new Random(seed);
  let parts: number[][] = shares.map(() => []);
  for (const wanted of [true, false]) {
    const members = random.shuffle(indicesOf(labels, wanted));
    const upTo = shares.map((_, p) => shares.slice(0, p + 1).reduce((sum, share) => sum + share, 0));
    const ends = upTo.map((share) => Math.round(share * members.length));
    ends[ends.length - 1] = members.length;
    parts = parts.map((part, p) => part.concat(members.slice(ends[p - 1] ?? 0, ends[p])));
  }
  return parts.map((part) => part.sort((a, b) => a - b));
}

/**
 * Splits by shares without dividing a group, such as the links of one page: what the members of a group share would
 * otherwise be learnt in one part and tested in the other. Large groups are placed first, each where it brings the
 * numbers of both classes closest to their shares; ties are in random order.
 */
export function groupedParts(
  labels: readonly boolean[],
  groups: readonly string[],
  shares: readonly number[],
  seed = 1,
): number[][] {
  checkShares(shares);
  const random = new Random(seed);
  const members = random.shuffle([...Map.groupBy(labels.keys(), (i) => groups[i]!).values()]);
  members.sort((a, b) => b.length - a.length);
  const relevant = labels.filter(Boolean).length;
  const room = shares.map((share) => ({
    relevant: share * relevant,
    other: share * (labels.length - relevant),
  }));
  const parts: number[][] = shares.map(() => []);
  for (const group of members) {
    const own = group.filter((i) => labels[i]).length;
    const gain = ({ relevant, other }: { relevant: number; other: number }) =>
      own * (2 * relevant - own) + (group.length - own) * (2 * other - (group.length - own));
    const gains = room.map(gain);
    const best = gains.indexOf(Math.max(...gains));
    parts[best]!.push(...group);
    room[best]!.relevant -= own;
    room[best]!.other -= group.length - own;
  }
  return parts.map((part) => part.sort((a, b) => a - b));
}

function checkShares(shares: readonly number[]): void {
  const total = shares.reduce((sum, share) => sum + share, 0);
  if (shares.length > 0 && shares.every((share) => share > 0) && Math.abs(total - 1) <= 1e-9) return;
  throw new ForageError(
    'INPUT_INVALID',
    `Shares are ${shares.join(', ')}; use positive numbers that sum to 1.`,
  );
}

function indicesOf(labels: readonly boolean[], wanted: boolean): number[] {
  return [...labels.keys()].filter((i) => labels[i] === wanted);
}
