/** Lookups that a test answers by hand. The limits are those given here; times are of a virtual clock. */
import { expect, it } from 'vitest';
import { Names } from '../../src/host/names.ts';
import type { Failed, Resolved } from '../../src/web/web.ts';

const FOUND: Resolved = { ok: true, address: '93.184.216.34', validMs: 60_000 };

function namesOf(slots: number) {
  const world = { now: 0, begun: [] as string[], reported: [] as string[] };
  const answers = new Map<string, (answer: Resolved | Failed) => void>();
  const names = new Names({
    web: {
      nameOf: (url) => (url === 'http://known.test/' ? FOUND : undefined),
      lookUp: (url) => {
        const host = url.slice(7, -1);
        world.begun.push(host);
        return new Promise((resolve) => answers.set(host, resolve));
      },
    },
    clock: () => world.now,
    onAnswer: (host) => void world.reported.push(host),
    limits: { slots, patienceMs: 100, mostSilent: 3 },
  });
  return {
    world,
    names,
    async answer(host: string) {
      answers.get(host)!(FOUND);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

it('a name that is known is not looked up', () => {
  const { world, names } = namesOf(1);
  expect(names.ask('known.test', 0)).toBe(FOUND);
  expect(world.begun).toEqual([]);
});

it('names beyond the limit wait for an answer, in the order in which they were asked for', async () => {
  const { world, names, answer } = namesOf(2);
  for (const host of ['a', 'b', 'c', 'd']) names.ask(host, 0);
  names.ask('c', 0);
  expect(world.begun).toEqual(['a', 'b']);
  await answer('b');
  expect(world.begun).toEqual(['a', 'b', 'c']);
  await answer('a');
  expect(world.begun).toEqual(['a', 'b', 'c', 'd']);
  expect(world.reported).toEqual(['b', 'a']);
});

it('a silent name gives its place to the next, up to a number of silent ones', async () => {
  const { world, names } = namesOf(1);
  for (const host of ['a', 'b', 'c', 'd', 'e', 'f']) names.ask(host, 0);
  expect(world.begun).toEqual(['a']);
  world.now += 100;
  names.ask('g', world.now);
  expect(world.begun).toEqual(['a', 'b']);
  // One is silent for one slot: half the patience; then a third.
  world.now += 50;
  names.ask('h', world.now);
  expect(world.begun).toEqual(['a', 'b', 'c']);
  world.now += 34;
  names.ask('i', world.now);
  expect(world.begun).toEqual(['a', 'b', 'c', 'd']);
  world.now += 60_000;
  names.ask('j', world.now);
  expect(world.begun).toEqual(['a', 'b', 'c', 'd']);
  // Three silent, and six that wait for their lookup.
  expect(names.silent(world.now)).toBe(9);
});

it('an answer after the end is not reported', async () => {
  const { world, names, answer } = namesOf(1);
  names.ask('a', 0);
  names.close();
  await answer('a');
  expect(world.reported).toEqual([]);
});
