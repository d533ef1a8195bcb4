import { once } from 'node:events';
import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { defineJudge, defineSink } from '../../src/plugin/define.ts';
import { definedIn, find, modulesOf, register } from '../../src/plugin/registry.ts';
import { prepareRecipe } from '../../src/recipe/prepare.ts';
import type { Spec } from '../../src/recipe/recipe.ts';
import { findRecipe, recipes } from '../../src/recipe/registry.ts';
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
const familiesOf = (...specs: Spec[]): string[] =>
  modulesOf(...specs)
    .map((path) => basename(path, '.ts'))
    .sort();

it('the default recipe takes one family', () => {
  expect(familiesOf(...specsOf('best-first/page+anchor'))).toEqual(['general']);
});

it('judges within judges and strategies are looked for', () => {
  const blend = { kind: 'blend', judges: [{ kind: 'naive-bayes' }, { kind: 'genre-content' }] };
  const judge = { kind: 'keyword-cosine' };
  const strategy = { kind: 'best-first', anchorJudge: { kind: 'synonym-cosine' } };
  expect(familiesOf(blend, { kind: 'breadth-first' })).toEqual(['general', 'judges', 'minas']);
  expect(familiesOf(judge, strategy)).toEqual(['crete', 'general']);
});

it('a thread that loads the modules of a recipe and no others can make it', async () => {
  const byModules = new Map<string, [Spec, Spec][]>();
  for (const { name } of recipes()) {
    const specs = specsOf(name);
    const modules = modulesOf(...specs).join('\n');
    byModules.set(modules, [...(byModules.get(modules) ?? []), specs]);
  }
  const made = [...byModules].map(async ([modules, specs]) => {
    const worker = new Worker(new URL('./few-modules.ts', import.meta.url), {
      workerData: { modules: modules.split('\n'), specs, topic },
    });
    return once(worker, 'message');
  });
  expect((await Promise.all(made)).flat()).toEqual([...byModules.values()].map((specs) => specs.length));
  expect(byModules.size).toBeGreaterThan(5);
});

const judge = (name: string) =>
  defineJudge({ name, make: () => ({ judge: () => ({ score: 1, relevant: true, why: [] }) }) });

it('definitions are found among named exports, the default one, and in lists', () => {
  const one = judge('of/one');
  const other = judge('of/other');
  const sink = defineSink({ name: 'of/sink', open: () => ({ accept() {} }) });
  const exports = { default: one, both: [other, sink], version: 3, nothing: null, helper() {} };
  expect(register(exports, '/a/of.ts')).toBe(3);
  expect(find('judge', 'of/other')).toBe(other);
  expect(definedIn('sink', ['/a/of.ts'])).toEqual([sink]);
  expect(definedIn('sink', ['/a/another.ts'])).toEqual([]);
  expect(modulesOf({ kind: 'of/one' }, { kind: 'breadth-first' })).toContain('/a/of.ts');
});

it('a module may be registered twice, but two judges may not have one name', () => {
  const mine = judge('of/mine');
  register({ mine }, '/a/mine.ts');
  expect(register({ mine }, '/a/mine.ts')).toBe(1);
  expect(() => register({ mine: judge('of/mine') }, '/b/yours.ts')).toThrow(
    '/b/yours.ts: the judge "of/mine" is already defined in /a/mine.ts. Give yours another name.',
  );
  expect(() => register({ svm: judge('svm') }, '/a/svm.ts')).toThrow(/the judge "svm" is already defined/);
});
