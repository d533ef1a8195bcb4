/** Kinds of a user's that break down, or return what nothing can be made of, before the first page. */
import { describe, expect, it } from 'vitest';
import { defineJudge } from '../../src/index.ts';
import { register } from '../../src/plugin/registry.ts';
import { type PreparedRecipe, prepareRecipe } from '../../src/recipe/prepare.ts';
import { lessonOf, topicOf } from './lesson-of.ts';

const circle: Record<string, unknown> = {};
circle.self = circle;
const fails = (): never => {
  throw new Error('it fails on purpose');
};

let count = 0;
function recipeOf(functions: object): PreparedRecipe {
  const name = `early-${++count}`;
  const make = () => ({ judge: () => ({ score: 1, relevant: true, why: [] }) });
  register({ kind: defineJudge({ name, make, ...functions }) }, `/${name}.ts`);
  return prepareRecipe({ ...about, name, judge: { kind: name } }, {}, topicOf());
}
const about = { summary: '', description: '', origin: '', strategy: { kind: 'breadth-first' } };

describe('a judge is named in the error if', () => {
  it.each([
    ['needs throws', { needs: fails }, 'it fails on purpose'],
    ['needs returns an unknown need', { needs: () => ['luck'] }, '"needs" must return a list of: keywords, '],
    ['needs returns no list', { needs: () => undefined }, '"needs" must return a list of: keywords, '],
    ['judges throws', { judges: fails }, 'it fails on purpose'],
  ])('%s', (_, functions, reason) => {
    expect(() => recipeOf(functions)).toThrow(`The judge "early-${count + 1}" cannot start: ${reason}`);
  });

  it.each([
    ['learner throws', { learner: fails }, 'it fails on purpose'],
    ['learner is async', { learner: async () => fails() }, 'It returned a promise'],
  ])('%s', (_, functions, reason) => {
    const recipe = recipeOf(functions);
    expect(() => recipe.learner({})).toThrow(`The judge "early-${count}" cannot start: ${reason}`);
  });

  it.each([
    ['a BigInt', 1n],
    ['a circle', circle],
    ['a function', fails],
    ['a symbol', Symbol('model')],
  ])('what it learnt is %s', async (_, model) => {
    const learning = recipeOf({ train: () => model }).train(lessonOf({ relevant: [] }));
    await expect(learning).rejects.toThrow(`What the judge "early-${count}" learnt must be plain JSON: `);
  });
});

it('a judge gets what it learnt as a resumed crawl reads it, from the first page on', async () => {
  const { train } = recipeOf({ train: async () => ({ words: new Map([['owl', 1]]), rate: Number.NaN }) });
  expect(await train(lessonOf({ relevant: [] }))).toMatchObject({ judge: { words: {}, rate: null } });
});
