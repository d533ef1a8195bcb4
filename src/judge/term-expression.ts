/**
 * Terms that are combinations of phrases: "a AND b" counts as often as its rarest part (as Combine's `@and`, the
 * matcher of the Lund thesis), "a AND NOT b" only where b does not occur, "a OR b" as often as both together.
 * AND binds closer than OR; there are no brackets. The words of combination stand in capitals, so that phrases with
 * "and" in them stay phrases.
 */
import { ForageError } from '../errors.ts';

/** Any of these: all of `all`, none of `none`. Numbers of phrases. */
export type TermExpression = readonly { all: readonly number[]; none: readonly number[] }[];

/** `numberOf` takes in a phrase and answers its number. */
export function parseTerm(term: string, numberOf: (phrase: string) => number): TermExpression {
  return term.split(/\s+(?:OR|@or)\s+/).map((choice) => {
    const all: number[] = [];
    const none: number[] = [];
    for (const part of choice.split(/\s+(?:AND|@and)\s+/)) {
      const [, not] = /^(?:NOT|@not)\s+(.*)$/.exec(part.trim()) ?? [];
      if (not === undefined) all.push(numberOf(part));
      else none.push(numberOf(not));
    }
    if (all.length > 0) return { all, none };
    throw new ForageError(
      'TOPIC_INVALID',
      `The term "${term}" says only what is not to occur; name something beside it: "word AND NOT other".`,
    );
  });
}

export function occurrences(expression: TermExpression, counts: ArrayLike<number>): number {
  let sum = 0;
  for (const { all, none } of expression) {
    let rarest = Number.POSITIVE_INFINITY;
    for (const part of all) rarest = Math.min(rarest, counts[part]!);
    for (const part of none) if (counts[part]! > 0) rarest = 0;
    sum += rarest;
  }
  return sum;
}
