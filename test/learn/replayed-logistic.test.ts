import { describe, expect, it } from 'vitest';
import { Random } from '../../src/learn/random.ts';
import { logistic, type ReplayExample, ReplayedLogistic } from '../../src/learn/replayed-logistic.ts';

const settings = { prior: [-1, 2], sparse: 64, rate: 0.3, steps: 3, memory: 200 };
const none = { indices: new Uint32Array(0), values: new Float32Array(0) };

/** The second figure says nothing; sparse feature 7 makes a page relevant, feature 9 irrelevant. */
function example(random: Random): ReplayExample {
  const isRelevant = random.below(4) === 0;
  const indices = Uint32Array.of(isRelevant ? 7 : 9, 20 + random.below(30));
  return {
    id: 0,
    dense: Float32Array.of(1, random.next()),
    indices,
    values: Float32Array.of(1, 1),
    target: isRelevant ? 0.95 : 0.05,
  };
}

const taught = (n: number, learner = new ReplayedLogistic(settings), random = new Random(3)) => {
  for (let i = 0; i < n; i++) learner.learn(example(random));
  return learner;
};
const probability = (learner: ReplayedLogistic, feature: number): number =>
  logistic(learner.raw([1, 0.5], Uint32Array.of(feature), Float32Array.of(1)));

describe('logistic regression with replay', () => {
  it('predicts by its prior weights before it has learnt', () => {
    const learner = new ReplayedLogistic(settings);
    expect(learner.raw([1, 0.5], none.indices, none.values)).toBe(0);
    expect(learner.version).toBe(0);
  });

  it('learns what makes examples relevant, and unlearns a prior that says nothing', () => {
    const learner = taught(600);
    expect(probability(learner, 7)).toBeGreaterThan(0.8);
    expect(probability(learner, 9)).toBeLessThan(0.2);
    expect(Math.abs(learner.weights[1]!)).toBeLessThan(1);
  });

  it('goes on as if nothing had happened after a restart between two steps', () => {
    const whole = taught(333);
    const random = new Random(3);
    const first = taught(207, new ReplayedLogistic(settings), random);
    const second = new ReplayedLogistic(settings);
    second.restore(structuredClone(first.save()));
    taught(333 - 207, second, random);
    expect(second.weights).toEqual(whole.weights);
    expect(second.save()).toEqual(whole.save());
  });
});
