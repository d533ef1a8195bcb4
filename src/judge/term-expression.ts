/**
 * Terms that combine phrases: "a AND b" counts as often as its rarest part (like `@and` in Combine, the matcher of the
 * Lund thesis), "a AND NOT b" only if b does not occur, "a OR b" as often as both together. AND binds tighter than OR;
 * there are no parentheses. Operators are upper-case, so that phrases containing "and" stay phrases.
 */
import { ForageError } from '../errors.ts';

/** A disjunction: all of `all` and none of `none`, by phrase number. */
export type TermExpression = readonly { all: readonly number[]; none: readonly number[] }[];

/** `numberOf` registers a phrase and returns its number. */
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
      `The term "${term}" only excludes; combine it with a wanted word: "word AND NOT other".`,
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
