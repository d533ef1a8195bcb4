/** The contract of every learner: clear errors, and the same scores after save and load. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ForageError } from '../../src/errors.ts';
import type { Example, Learner } from '../../src/learn/learner.ts';
import { createLearner, learnerKinds, restoreLearner } from '../../src/learn/learners.ts';
import { vectorOf } from '../../src/text/vectors.ts';

const entry = fc.tuple(fc.nat({ max: 30 }), fc.integer({ min: 1, max: 9 }));
const vector = fc.array(entry, { minLength: 1, maxLength: 12 }).map(vectorOf);
const someExamples = fc
  .tuple(fc.array(vector, { minLength: 3, maxLength: 12 }), fc.array(vector, { minLength: 3, maxLength: 12 }))
  .map(([relevant, other]): Example[] => [
    ...relevant.map((one) => ({ vector: one, relevant: true })),
    ...other.map((one) => ({ vector: one, relevant: false })),
  ]);

const plain: Example[] = [
  {
    vector: vectorOf([
      [0, 2],
      [1, 1],
    ]),
    relevant: true,
  },
  {
    vector: vectorOf([
      [0, 1],
      [2, 1],
    ]),
    relevant: true,
  },
  { vector: vectorOf([[0, 3]]), relevant: true },
  {
    vector: vectorOf([
      [3, 2],
      [1, 1],
    ]),
    relevant: false,
  },
  {
    vector: vectorOf([
      [3, 1],
      [2, 2],
    ]),
    relevant: false,
  },
  { vector: vectorOf([[3, 4]]), relevant: false },
];
const notANumber = { indices: Uint32Array.of(0), values: Float64Array.of(Number.NaN) };
const notANumberUnmet = { indices: Uint32Array.of(0, 99), values: Float64Array.of(1, Number.NaN) };

function fitted(kind: string, examples: readonly Example[] = plain): Learner {
  const learner = createLearner(kind);
  learner.fit(examples);
  return learner;
}

const kinds: string[] = learnerKinds;
/** Learns from the relevant examples only. */
const ofOneClass = 'one-class-svm';
const byDistance = ['rbf-svm', 'one-class-svm'];

describe.each(kinds)('%s', (kind) => {
  test('refuses an empty training set', () => {
    expect(() => createLearner(kind).fit([])).toThrow(expect.objectContaining({ code: 'TRAINING' }));
  });

  test('refuses examples of one class only, unless it learns from one', () => {
    const relevant = plain.filter((example) => example.relevant);
    const other = plain.filter((example) => !example.relevant);
    expect(() => createLearner(kind).fit(other)).toThrow(expect.objectContaining({ code: 'TRAINING' }));
    if (kind === ofOneClass) expect(() => createLearner(kind).fit(relevant)).not.toThrow();
    else
      expect(() => createLearner(kind).fit(relevant)).toThrow(expect.objectContaining({ code: 'TRAINING' }));
  });

  test('refuses examples without any feature', () => {
    const empty = plain.map(({ relevant }) => ({ vector: vectorOf([]), relevant }));
    expect(() => createLearner(kind).fit(empty)).toThrow(expect.objectContaining({ code: 'TRAINING' }));
  });

  test('refuses NaN in training, prediction and explanation, even for an unseen feature', () => {
    const bad = [...plain, { vector: notANumber, relevant: true }];
    expect(() => createLearner(kind).fit(bad)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
    const learner = fitted(kind);
    for (const vector of [notANumber, notANumberUnmet]) {
      expect(() => learner.predict(vector)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
      expect(() => learner.explain(vector)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
    }
    if (learner.update) {
      expect(() => learner.update!({ vector: notANumber, relevant: true })).toThrow(
        expect.objectContaining({ code: 'INPUT_INVALID' }),
      );
    }
  });

  test('refuses to learn from a number whose square overflows', () => {
    const huge = { vector: vectorOf([[0, 1e200]]), relevant: true };
    const learner = fitted(kind);
    const before = learner.predict(plain[0]!.vector);
    expect(() => learner.fit([...plain, huge])).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
    if (learner.update) expect(() => learner.update!(huge)).toThrow(/up to 1e\+100/);
    expect(learner.predict(plain[0]!.vector)).toBe(before);
  });

  test('reports that it is not trained before it is fitted', () => {
    const learner = createLearner(kind);
    for (const asked of [
      () => learner.predict(plain[0]!.vector),
      () => learner.explain(plain[0]!.vector),
      () => learner.toJSON(),
    ]) {
      expect(asked).toThrow(expect.objectContaining({ code: 'TRAINING' }));
    }
  });

  test('keeps what it knew when a later fit is refused', () => {
    const learner = fitted(kind);
    const before = learner.predict(plain[0]!.vector);
    const bad = [...plain.toReversed(), { vector: notANumber, relevant: true }];
    expect(() => learner.fit(bad)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
    expect(learner.predict(plain[0]!.vector)).toBe(before);
  });

  test('refuses unknown settings', () => {
    expect(() => createLearner(kind, { speling: 1 })).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID' }),
    );
  });

  test('gives no weight to a feature that no example had, unless it measures distances', () => {
    const learner = fitted(kind);
    const { indices, values } = plain[0]!.vector;
    const without = learner.predict(plain[0]!.vector);
    const with99 = { indices: Uint32Array.of(...indices, 99), values: Float64Array.of(...values, 1) };
    if (byDistance.includes(kind)) {
      const farAway = { indices: Uint32Array.of(...indices, 99), values: Float64Array.of(...values, 1e6) };
      const nowhere = { indices: Uint32Array.of(99), values: Float64Array.of(2e6) };
      expect(learner.predict(with99)).toBeLessThan(without);
      expect(learner.predict(farAway)).toBeCloseTo(learner.predict(nowhere), 9);
    } else {
      expect(learner.predict(with99)).toBeCloseTo(without, 9);
      expect(learner.explain(with99).map(({ feature }) => feature)).not.toContain(99);
    }
  });

  test('learns the same model twice from the same examples', () => {
    const [first, second] = [fitted(kind), fitted(kind)];
    for (const example of plain) expect(second.predict(example.vector)).toBe(first.predict(example.vector));
  });

  test('scores and explains the same after save and load', () => {
    fc.assert(
      fc.property(someExamples, vector, (examples, asked) => {
        const before = fitted(kind, examples);
        const after = restoreLearner(JSON.parse(JSON.stringify(before)));
        expect(after.kind).toBe(kind);
        expect(after.predict(asked)).toBe(before.predict(asked));
        expect(after.explain(asked)).toEqual(before.explain(asked));
        if (before.update) {
          before.update(examples[0]!);
          after.update!(examples[0]!);
          expect(after.predict(asked)).toBe(before.predict(asked));
        }
      }),
      { numRuns: 25 },
    );
  });

  test('is refused when its record is damaged', () => {
    const record = JSON.parse(JSON.stringify(fitted(kind))) as { state: Record<string, unknown> };
    for (const key of Object.keys(record.state)) {
      const broken = { ...record, state: { ...record.state, [key]: { nonsense: true } } };
      expect(() => restoreLearner(broken), key).toThrow(expect.objectContaining({ code: 'MODEL_INVALID' }));
    }
    expect(() => restoreLearner({ ...record, settings: { speling: 1 } })).toThrow(
      expect.objectContaining({ code: 'MODEL_INVALID' }),
    );
  });
});

/** These two keep a few numbers as plain JSON. */
const unpacked = ['one-r', 'zero-r'];

describe.each(kinds.filter((kind) => !unpacked.includes(kind)))(
  '%s with one number of its record changed',
  (kind) => {
    test('is refused, or answers with a number or an error, within bounded memory', () => {
      const record = JSON.stringify(fitted(kind));
      const numbers = [...record.matchAll(/"(?=[A-Za-z0-9+/]{10,})([A-Za-z0-9+/=]+)"(?!:)/g)]
        .map(([, text]) => text!)
        .filter((text) => Buffer.from(text, 'base64').length % 8 === 0);
      expect(numbers.length).toBeGreaterThan(0);
      const odd = [Number.NaN, Number.POSITIVE_INFINITY, -1, 0, 0.5, 1, 7, 4e9, 1e300];
      for (const text of numbers) {
        for (let at = 0; at < Buffer.from(text, 'base64').length; at += 8) {
          for (const value of odd) {
            const bytes = Buffer.from(text, 'base64');
            bytes.writeDoubleLE(value, at);
            const answer = answerOf(JSON.parse(record.replace(text, bytes.toString('base64'))));
            expect(Number.isFinite(answer) || answer instanceof ForageError, `${value} at ${at}`).toBe(true);
          }
        }
      }
    });
  },
);

function answerOf(record: unknown): unknown {
  try {
    return restoreLearner(record).predict(plain[0]!.vector);
  } catch (error) {
    return error;
  }
}

test('an unknown learner is refused, new or saved', () => {
  expect(() => createLearner('oracle')).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  expect(() => restoreLearner({ kind: 'oracle', settings: {}, state: {} })).toThrow(
    expect.objectContaining({ code: 'MODEL_INVALID' }),
  );
  expect(() => restoreLearner({ kind: 'constructor', settings: {}, state: {} })).toThrow(
    expect.objectContaining({ code: 'MODEL_INVALID' }),
  );
});
