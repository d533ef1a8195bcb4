/** Frequencies of terms that learners on several machines count together. */
import { expect, it } from 'vitest';
import { PageFrequencies } from '../../src/recipe/families/page-frequencies.ts';

it('two learners that exchange lessons count what one counts, and one of them fits', () => {
  const one = new PageFrequencies(undefined);
  const two = [new PageFrequencies(undefined), new PageFrequencies(undefined)];
  for (const learner of two) learner.lessons();
  for (let n = 0; n < 40; n++) {
    const terms = ['owl', `page${n % 7}`].join('\n');
    one.visited(undefined as never, undefined as never, terms);
    two[n % 2]!.visited(undefined as never, undefined as never, terms);
    for (const lesson of two[n % 2]!.lessons()) two[1 - (n % 2)]!.learnFrom(lesson);
  }
  const model = two[0]!.learn()!;
  expect(model.documents).toBe(40);
  const counts = ({ terms, frequencies }: typeof model) =>
    Object.fromEntries(terms.map((term, i) => [term, frequencies[i]]));
  expect(counts(model)).toEqual(counts(one.learn()!));
  two[1]!.adopted(model);
  expect(two[1]!.learn()).toBeUndefined();
  two[1]!.learnFrom({ not: 'a lesson' });
  expect((two[1]!.save() as { documents: number }).documents).toBe(40);
});
