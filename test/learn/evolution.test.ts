import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Chromosome,
  linkPool,
  randomChromosome,
  readChromosome,
  textPool,
  writeChromosome,
} from '../../src/learn/evolution/chromosome.ts';
import { costMs } from '../../src/learn/evolution/cost.ts';
import { evolve } from '../../src/learn/evolution/evolve.ts';
import { tested } from '../../src/learn/evolution/fitness.ts';
import { crossed, mutated, selected, startPopulation } from '../../src/learn/evolution/operators.ts';
import { ReadText } from '../../src/learn/features/document.ts';
import { textFeatures } from '../../src/learn/features/text-features.ts';
import { Random } from '../../src/learn/random.ts';

const chromosome = fc.nat().map((seed) => randomChromosome(linkPool, 10, new Random(seed)));

function isSound({ genes, learner }: Chromosome): boolean {
  const line = writeChromosome({ genes, learner });
  return writeChromosome(readChromosome(line)) === line;
}

describe('a chromosome', () => {
  test('is one line, learner last', () => {
    const line = 'nouns;303|pronoun-ratio;0.05|many-characters;39878|rbf-svm';
    const read = readChromosome(line);
    expect(read.genes.map(({ set }) => set)).toEqual(['nouns', 'pronoun-ratio', 'many-characters']);
    expect(read.learner).toBe('rbf-svm');
    expect(writeChromosome(read)).toBe(line);
  });

  test('survives formatting and parsing', () => {
    fc.assert(
      fc.property(chromosome, (one) => {
        expect(readChromosome(writeChromosome(one))).toEqual(one);
      }),
    );
  });

  test.each([
    'rbf-svm',
    'nouns;303',
    'nouns;303|oracle',
    'oracle;1|rbf-svm',
    'nouns;0|rbf-svm',
    'nouns;|rbf-svm',
    'nouns;303|nouns;40|rbf-svm',
    '',
  ])('"%s" is none', (line) => {
    expect(() => readChromosome(line)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  });
});

describe('the cost of a chromosome', () => {
  const cost = (line: string, links = false) => costMs(readChromosome(line), { examples: 1000, links });

  test('counts what a text is read for once, and most for parts of speech', () => {
    // By hand: 0.7 for words and 0.2 for each of two sets; 3.3 for tags and 0.2 for each of two; 0.001 to predict.
    expect(cost('frequent-tokens;100|center-tokens;3;30|decision-tree')).toBeCloseTo(1.101, 9);
    expect(cost('nouns;100|verb-ratio;0.1|decision-tree')).toBeCloseTo(3.701, 9);
  });

  test('of links is paid for each link of a page, above all by learners that compare with every example', () => {
    // By hand: 50 links at 0.002 for the label and 0.001 to predict; and 0.0002 for each of 1,000 examples.
    expect(cost('label-tokens;100|decision-tree', true)).toBeCloseTo(0.15, 9);
    expect(cost('label-tokens;100|nearest-neighbours', true)).toBeCloseTo(10.15, 9);
  });
});

describe('the operators', () => {
  test('the first of an initial population has at most two sets, the last may have all', () => {
    const most = [0, 0];
    for (let seed = 0; seed < 200; seed++) {
      const population = startPopulation(20, textPool, new Random(seed));
      expect(population.length).toBe(20);
      expect(population.every(isSound)).toBe(true);
      most[0] = Math.max(most[0]!, population[0]!.genes.length);
      most[1] = Math.max(most[1]!, population[19]!.genes.length);
    }
    expect(most).toEqual([2, textFeatures.length]);
  });

  test('one-point crossover swaps everything after the point, learner included', () => {
    const one = readChromosome('nouns;10|verbs;20|adverbs;30|rbf-svm');
    const other = readChromosome('money-signs|many-tokens;50|zero-r');
    const lines = new Set<string>();
    for (let seed = 0; seed < 20; seed++) {
      for (const child of crossed([one, other], 1, new Random(seed))) lines.add(writeChromosome(child));
    }
    expect([...lines].sort()).toEqual([
      'money-signs|many-tokens;50|adverbs;30|rbf-svm',
      'money-signs|verbs;20|adverbs;30|rbf-svm',
      'nouns;10|many-tokens;50|zero-r',
      'nouns;10|verbs;20|zero-r',
    ]);
  });

  test('a feature set that crossover would bring twice keeps its first place', () => {
    const one = readChromosome('nouns;10|verbs;20|adverbs;30|zero-r');
    const other = readChromosome('adjectives;10|nouns;20|one-r');
    const lines = new Set<string>();
    for (let seed = 0; seed < 20; seed++) {
      for (const child of crossed([one, other], 1, new Random(seed))) lines.add(writeChromosome(child));
    }
    // By hand, cut after the first gene: nouns;20 of the second is dropped beside nouns;10.
    expect(lines).toContain('nouns;10|one-r');
    expect(lines).toContain('adjectives;10|verbs;20|adverbs;30|zero-r');
  });

  test('zero probability of crossover and mutation changes nothing', () => {
    fc.assert(
      fc.property(chromosome, chromosome, fc.nat(), (one, other, seed) => {
        const random = new Random(seed);
        expect(crossed([one, other], 0, random)).toEqual([one, other]);
        expect(mutated(one, linkPool, 0, random)).toEqual(one);
      }),
    );
  });

  test('children of crossover and mutation are valid, whatever their parents', () => {
    fc.assert(
      fc.property(chromosome, chromosome, fc.nat(), (one, other, seed) => {
        const random = new Random(seed);
        for (const child of crossed([one, other], 1, random)) {
          expect(isSound(child)).toBe(true);
          expect(isSound(mutated(child, linkPool, 0.9, random))).toBe(true);
        }
      }),
    );
  });

  test.each([
    { selection: 'proportional', fitness: [0.6, 0.3, 0], shares: [2 / 3, 1 / 3, 0] },
    { selection: 'rank', fitness: [0.6, 0.3, 0], shares: [3 / 6, 2 / 6, 1 / 6] },
    { selection: 'rank', fitness: [0.9, 0.9, 0.1], shares: [2.5 / 6, 2.5 / 6, 1 / 6] },
    { selection: 'proportional', fitness: [0, 0, 0], shares: [1 / 3, 1 / 3, 1 / 3] },
  ] as const)(
    'the fitter are selected more often, by $selection of $fitness',
    ({ selection, fitness, shares }) => {
      const population = ['nouns;10|zero-r', 'verbs;10|zero-r', 'adverbs;10|zero-r'].map(readChromosome);
      const random = new Random(1);
      const drawn = [0, 0, 0];
      for (let round = 0; round < 4000; round++) {
        for (const one of selected(
          population,
          fitness.map((one) => ({ fitness: one, costMs: 1 })),
          random,
          selection,
        ))
          drawn[population.indexOf(one)]! += 1;
      }
      // Over 12,000 draws a share is off by more than 0.02 in one of 100,000 runs, and the seed is fixed.
      drawn.forEach((count, i) => {
        expect(Math.abs(count / 12_000 - shares[i]!)).toBeLessThan(0.02);
      });
    },
  );
});

/** Texts of two kinds that share half their words. */
function samples(count: number, seed: number) {
  const random = new Random(seed);
  const shared = ['time', 'people', 'world', 'report', 'question', 'place'];
  const own = [
    ['asthma', 'inhaler', 'clinic', 'patient'],
    ['football', 'goal', 'league', 'striker'],
  ];
  return Array.from({ length: count }, (_, i) => {
    const from = [...shared, ...(random.next() < 0.9 ? own[i % 2]! : [])];
    const text = Array.from({ length: 12 }, () => from[random.below(from.length)]!).join(' ');
    return { sample: new ReadText(`${text}.`), relevant: i % 2 === 0 };
  });
}

const pool = {
  sets: textFeatures.filter(({ name }) =>
    ['frequent-tokens', 'center-tokens', 'frequent-phrases', 'many-tokens', 'question-ratio'].includes(name),
  ),
  learners: ['naive-bayes', 'zero-r', 'decision-stump', 'nearest-neighbours'],
};
const settings = { population: 6, generations: 5, threads: 0 };

describe('evolution', () => {
  test('finds a classifier that does well on unseen samples, and records its progress', async () => {
    const seen: number[] = [];
    const found = await evolve(samples(160, 1), settings, pool, {
      generation: ({ generation }) => seen.push(generation),
    });
    expect(seen).toEqual([1, 2, 3, 4, 5]);
    expect(found.generations.map(({ bestSoFar }) => bestSoFar)).toEqual(
      found.generations.map(({ bestSoFar }) => bestSoFar).sort((a, b) => a - b),
    );
    expect(found.generations.at(-1)!.chromosome).toBe(writeChromosome(found.best));
    expect(tested(found.model, samples(60, 2)).f1).toBeGreaterThan(0.8);
  });

  test('is deterministic for a given seed, in one thread or two, and caches fitness', async () => {
    const [alone, threads] = await Promise.all([
      evolve(samples(60, 3), settings, pool),
      evolve(samples(60, 3), { ...settings, threads: 2 }, pool),
    ]);
    expect(threads.generations).toEqual(alone.generations);
    expect(alone.generations.at(-1)!.evaluated).toBeLessThan(30);
    const other = await evolve(samples(60, 3), { ...settings, seed: 2 }, pool);
    expect(other.generations).not.toEqual(alone.generations);
  });

  test('of equally fit chromosomes keeps the cheaper one', async () => {
    // Both learners say yes to everything; the second only reads words.
    const flat = {
      sets: textFeatures.filter(({ name }) => ['nouns', 'frequent-tokens'].includes(name)),
      learners: ['zero-r'],
    };
    const found = await evolve(samples(41, 6), { ...settings, population: 12, generations: 1 }, flat);
    expect(new Set(found.evaluated.map(({ f1 }) => f1)).size).toBe(1);
    expect(new Set(found.evaluated.map(({ costMs }) => costMs)).size).toBeGreaterThan(1);
    expect(found.evaluation.costMs).toBe(Math.min(...found.evaluated.map(({ costMs }) => costMs)));
  });

  test('pays for time: with a price, the fittest after its cost wins', async () => {
    const all = { sets: textFeatures, learners: ['naive-bayes', 'nearest-neighbours'] };
    const given = { ...settings, population: 20, generations: 2 };
    const free = await evolve(samples(60, 7), given, all);
    const priced = await evolve(samples(60, 7), { ...given, pricePerMs: 0.2 }, all);
    expect(priced.evaluation.costMs).toBeLessThan(free.evaluation.costMs);
    const net = ({ f1, costMs }: { f1: number; costMs: number }) => Math.max(0, f1 - 0.2 * costMs);
    expect(priced.fitness).toBeCloseTo(Math.max(...priced.evaluated.map(net)), 12);
  });

  test('continues from evaluations made before, and ends with the same result', async () => {
    const whole = await evolve(samples(60, 3), settings, pool);
    const known = whole.evaluated.slice(0, 7);
    const again: string[] = [];
    const resumed = await evolve(samples(60, 3), settings, pool, {
      known,
      evaluated: ({ chromosome }) => again.push(chromosome),
    });
    expect(resumed.generations).toEqual(whole.generations);
    expect(again.sort()).toEqual(
      whole.evaluated
        .slice(7)
        .map(({ chromosome }) => chromosome)
        .sort(),
    );
  });

  test('keeps its elite: the best of a generation is never below the best before', async () => {
    const found = await evolve(samples(60, 4), { ...settings, elite: 1, mutation: 0.5 }, pool);
    const best = found.generations.map((generation) => generation.best);
    for (let i = 1; i < best.length; i++) expect(best[i]!).toBeGreaterThanOrEqual(best[i - 1]!);
  });

  test('stops early without improvement', async () => {
    const found = await evolve(
      samples(40, 5),
      { ...settings, generations: 50, patience: 2 },
      { sets: pool.sets, learners: ['zero-r'] },
    );
    expect(found.generations.length).toBe(3);
  });

  test('too few samples and invalid settings are refused', async () => {
    await expect(evolve(samples(6, 1), settings, pool)).rejects.toMatchObject({ code: 'TRAINING' });
    const rare = samples(40, 1).filter(({ relevant }, i) => !relevant || i < 8);
    for (const validationShare of [0.05, 0.95]) {
      await expect(evolve(rare, { ...settings, validationShare }, pool)).rejects.toMatchObject({
        code: 'TRAINING',
        message: expect.stringContaining('validation share'),
      });
    }
    await expect(evolve(samples(40, 1), { population: 0 }, pool)).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
  });
});
