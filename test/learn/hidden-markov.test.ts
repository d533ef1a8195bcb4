/** The four-state model with its figures is worked in a paper calculation over the equations of Batsakis (2007). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HiddenMarkov } from '../../src/learn/hidden-markov.ts';

const toy = new HiddenMarkov(
  [0.25, 0.25, 0.25, 0.25],
  [
    [0.4, 0.3, 0.2, 0.1],
    [0.6, 0.2, 0.1, 0.1],
    [0.1, 0.6, 0.2, 0.1],
    [0.05, 0.15, 0.5, 0.3],
  ],
  [
    [0.8, 0.1, 0.1],
    [0.2, 0.6, 0.2],
    [0.1, 0.3, 0.6],
    [0.1, 0.2, 0.7],
  ],
);

function along(path: number[], mode: 'normalised' | 'raw'): number[][] {
  const states: number[][] = [];
  for (const symbol of path) {
    const before = states.at(-1);
    states.push(before ? toy.next(before, symbol, mode) : toy.start(symbol, mode));
  }
  return states;
}

const target = (steps: number) => (state: number[]) => toy.ahead(state, steps)[0]!;
const digits = (numbers: number[], places: number) => numbers.map((number) => number.toFixed(places));

describe('the forward recursion along the clusters 2, 1, 1, 0', () => {
  test('raw: the probability of a target next shrinks along the path', () => {
    expect(digits(along([2, 1, 1, 0], 'raw').map(target(1)), 5)).toEqual(
      digits([0.06375, 0.05527, 0.01865, 0.00747], 5),
    );
  });

  test('normalised: one and two steps ahead', () => {
    const states = along([2, 1, 1, 0], 'normalised');
    expect(digits(states.map(target(1)), 4)).toEqual(digits([0.1594, 0.3952, 0.4425, 0.405], 4));
    expect(digits(states.map(target(2)), 4)).toEqual(digits([0.3056, 0.3668, 0.3663, 0.3635], 4));
  });
});

describe('counting', () => {
  const items = [
    { state: 0, symbol: 1 },
    { state: 0, symbol: 1 },
    { state: 1, symbol: 0 },
    { state: 2, symbol: 0 },
  ];
  const steps: [number, number][] = [
    [2, 1],
    [1, 0],
    [1, 2],
  ];

  test('gives shares of pages and of steps, and a uniform row without counts', () => {
    const model = HiddenMarkov.count({ items, steps }, { states: 3, symbols: 2 });
    expect(model.initial).toEqual([0.5, 0.25, 0.25]);
    expect(model.transition).toEqual([
      [1 / 3, 1 / 3, 1 / 3],
      [0.5, 0, 0.5],
      [0, 1, 0],
    ]);
    expect(model.emission).toEqual([
      [0, 1],
      [1, 0],
      [1, 0],
    ]);
  });

  test('with add-λ nothing is impossible', () => {
    const model = HiddenMarkov.count({ items, steps }, { states: 3, symbols: 2, smoothing: 1 });
    expect(model.transition[1]).toEqual([2 / 5, 1 / 5, 2 / 5]);
    expect(model.emission[0]).toEqual([1 / 4, 3 / 4]);
  });

  test('rows sum to 1 whatever is counted', () => {
    const state = fc.nat({ max: 3 });
    fc.assert(
      fc.property(
        fc.array(fc.record({ state, symbol: fc.nat({ max: 4 }) }), { minLength: 1 }),
        fc.array(fc.tuple(state, state)),
        fc.double({ min: 0, max: 3, noNaN: true }),
        (some, walked, smoothing) => {
          const model = HiddenMarkov.count(
            { items: some, steps: walked },
            { states: 4, symbols: 5, smoothing },
          );
          for (const row of [model.initial, ...model.transition, ...model.emission]) {
            expect(row.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
          }
        },
      ),
    );
  });

  test('counting nothing, or an unknown state, is refused', () => {
    expect(() => HiddenMarkov.count({ items: [], steps: [] }, { states: 2, symbols: 2 })).toThrow(
      expect.objectContaining({ code: 'TRAINING' }),
    );
    expect(() => HiddenMarkov.count({ items, steps }, { states: 2, symbols: 2 })).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID' }),
    );
  });
});

describe('the choice between two clusters', () => {
  // Two clusters lead to a target equally often in one step; from the first, more often in two.
  const model = new HiddenMarkov(
    [0, 0.5, 0.5],
    [
      [1, 0, 0],
      [0.3, 0.7, 0],
      [0.302, 0, 0.698],
    ],
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  );
  const better = new HiddenMarkov(
    [0, 0.4, 0.4, 0.2],
    [
      [1, 0, 0, 0],
      [0.3, 0, 0, 0.7],
      [0.302, 0, 0.698, 0],
      [0.9, 0.1, 0, 0],
    ],
    [
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 1, 0],
      [0, 0, 0, 1],
    ],
  );

  test('within ε goes to the one more likely in two steps', () => {
    const [first, second] = [better.start(1), better.start(2)];
    expect(better.ahead(first, 2)[0]).toBeGreaterThan(better.ahead(second, 2)[0]!);
    expect(better.priority(first, { tie: 0.01 })).toBeGreaterThan(better.priority(second, { tie: 0.01 }));
    expect(better.priority(first, { tie: 0 })).toBeLessThan(better.priority(second, { tie: 0 }));
  });

  test('beyond ε goes to the one more likely in one step', () => {
    const [first, second] = [better.start(1), better.start(2)];
    expect(better.priority(first, { tie: 0.001 })).toBeLessThan(better.priority(second, { tie: 0.001 }));
  });

  // Batsakis (TU Crete, 2007), Eqs 5 and 6 by hand: after cluster 1 the state is (0, 1, 0), one step on (0.3, 0.7, 0),
  // and cluster 2 is seen in the third state alone, so nothing is left.
  test('a path that the counts make impossible leads to no target', () => {
    const state = model.next(model.start(1), 2);
    expect(state).toEqual([0, 0, 0]);
    expect(model.priority(state)).toBe(0);
    expect(model.priority(model.next(state, 1))).toBe(0);
    expect(model.next(model.start(1, 'raw'), 2, 'raw')).toEqual([0, 0, 0]);
  });
});

test('an invalid state, target or tie is refused', () => {
  const state = toy.start(0);
  for (const asked of [
    () => toy.next([0.5, 0.5], 0),
    () => toy.next([0.5, 0.5, Number.NaN, 0], 0),
    () => toy.priority(state, { target: 4 }),
    () => toy.priority(state, { tie: Number.NaN }),
    () => toy.start(3),
  ]) {
    expect(asked).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  }
});

test('a model survives a JSON round trip', () => {
  const item = fc.record({ state: fc.nat({ max: 2 }), symbol: fc.nat({ max: 3 }) });
  const step = fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 2 }));
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1 }),
      fc.array(step),
      fc.nat({ max: 3 }),
      (items, steps, symbol) => {
        const model = HiddenMarkov.count({ items, steps }, { states: 3, symbols: 4, smoothing: 0.1 });
        const again = HiddenMarkov.fromJSON(JSON.parse(JSON.stringify(model)));
        expect(again.next(again.start(symbol), symbol)).toEqual(model.next(model.start(symbol), symbol));
      },
    ),
  );
});

test('a damaged model is refused', () => {
  for (const bad of [null, {}, { ...toy, initial: [1, 1, 1, 1] }, { ...toy, transition: [[1]] }]) {
    expect(() => HiddenMarkov.fromJSON(bad)).toThrow(expect.objectContaining({ code: 'MODEL_INVALID' }));
  }
});
