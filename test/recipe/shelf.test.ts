import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { prepareRecipe } from '../../src/recipe/prepare.ts';
import type { Spec } from '../../src/recipe/recipe.ts';
import { findRecipe, recipes } from '../../src/recipe/registry.ts';
import { familiesOf } from '../../src/recipe/shelf.ts';
import { topicSchema } from '../../src/topic/topic.ts';

const topic = topicSchema.parse({
  name: 'dust',
  keywords: ['dust'],
  genre: ['syllabus'],
  content: ['dust'],
  examples: { relevant: ['http://a.test/1', 'http://a.test/2'], irrelevant: ['http://b.test/'] },
});

const specsOf = (name: string): [judge: Spec, strategy: Spec] => {
  const { recipe } = prepareRecipe(findRecipe(name), {}, topic);
  return [recipe.judge, recipe.strategy];
};

it('the default recipe takes one family', () => {
  expect(familiesOf(...specsOf('best-first/page+anchor'))).toEqual(['general']);
});

it('judges within judges and strategies are looked for', () => {
  const blend = { kind: 'blend', judges: [{ kind: 'naive-bayes' }, { kind: 'genre-content' }] };
  const judge = { kind: 'keyword-cosine' };
  const strategy = { kind: 'best-first', anchorJudge: { kind: 'synonym-cosine' } };
  expect(familiesOf(blend, { kind: 'breadth-first' })).toEqual(['general', 'judges', 'minas']);
  expect(familiesOf(judge, strategy)).toEqual(['general', 'crete']);
});

it('a thread that loads the families of a recipe and no others can make it', async () => {
  const byFamilies = new Map<string, [Spec, Spec][]>();
  for (const { name } of recipes()) {
    const specs = specsOf(name);
    const families = familiesOf(...specs).join(' ');
    byFamilies.set(families, [...(byFamilies.get(families) ?? []), specs]);
  }
  const made = [...byFamilies].map(async ([families, specs]) => {
    const worker = new Worker(new URL('./few-families.ts', import.meta.url), {
      workerData: { families: families.split(' '), specs, topic },
    });
    return once(worker, 'message');
  });
  expect((await Promise.all(made)).flat()).toEqual([...byFamilies.values()].map((specs) => specs.length));
  expect(byFamilies.size).toBeGreaterThan(5);
}, 60_000);
