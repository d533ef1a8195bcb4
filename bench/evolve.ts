/**
 * Evolution of a text classifier against two fixed ones: the 100 most frequent words with an RBF SVM, as in the
 * Darmstadt thesis, and with a linear SVM. 20news sci.med against the rest, 600 + 600 training posts (there are 594 of
 * sci.med), population 20, 32 generations, the best is carried over unchanged. All are measured once, on posts of the
 * test split that evolution never saw (all 396 of sci.med and as many others). Prints the curve, the results and
 * McNemar's exact test (the sign test on posts that one alone gets right) of the first fixed one against the evolved. The
 * last line is one JSON object.
 *
 *   node bench/evolve.ts <folder with 20news.jsonl.gz> [threads] [generations] [seed]
 */
import { join } from 'node:path';
import { quantile } from '../src/lab/statistics/interval.ts';
import { signTest } from '../src/lab/statistics/sign-test.ts';
import { measure } from '../src/learn/evaluation/measures.ts';
import { readChromosome, writeChromosome } from '../src/learn/evolution/chromosome.ts';
import { evolve } from '../src/learn/evolution/evolve.ts';
import { type LabelledSample, type Trained, trained } from '../src/learn/evolution/fitness.ts';
import { ReadText } from '../src/learn/features/document.ts';
import { Random } from '../src/learn/random.ts';
import { labelledTexts } from './labelled-texts.ts';

const topic = 'sci.med';
const folder = process.argv[2] ?? '../shared/texts';
const threads = Number(process.argv[3] ?? 2);
const generations = Number(process.argv[4] ?? 32);
const seed = Number(process.argv[5] ?? 1);

const texts = labelledTexts(join(folder, '20news.jsonl.gz'));
const train = balanced('train', 600);
const test = balanced('test', 396);

const start = performance.now();
for (const { sample } of train) if (sample instanceof ReadText) sample.annotations;
console.log(`parts of speech of ${train.length} posts: ${seconds(start)} s`);

console.log('generation   best  best so far  average  trained');
const evolving = performance.now();
const found = await evolve(train, { population: 20, generations, threads, seed, elite: 1 }, undefined, {
  generation: (g) => {
    const figures = [g.best, g.bestSoFar, g.average].map((figure) => figure.toFixed(4));
    console.log(
      `${String(g.generation).padStart(10)}  ${figures[0]}       ${figures[1]}   ${figures[2]}  ${String(g.evaluated).padStart(7)}  ${'▇'.repeat(Math.round(g.average * 40))}`,
    );
  },
});
const evolvingSeconds = Number(seconds(evolving));

const labels = test.map(({ relevant }) => relevant);
const fixedLine = 'frequent-tokens;100|rbf-svm';
const fixed = scored(trained(readChromosome(fixedLine), train));
const linear = scored(trained(readChromosome('frequent-tokens;100|linear-svm'), train));
const evolved = scored(found.model);
const { wins, losses, p } = signTest(
  labels.map((label, i) => Number(isFound(fixed[i]!) === label) - Number(isFound(evolved[i]!) === label)),
);

console.log(`\non ${test.length} posts of the test split`);
const results = {
  fixed: result(fixedLine, fixed),
  fixedLinear: result('frequent-tokens;100|linear-svm', linear),
  evolved: result(writeChromosome(found.best), evolved),
};
console.log(
  `only the fixed right: ${wins}, only the evolved: ${losses}, p = ${p.toPrecision(2)}; evolution took ${evolvingSeconds} s in ${threads} threads`,
);
console.log(
  JSON.stringify({
    ...results,
    mcNemar: { onlyFixed: wins, onlyEvolved: losses, p },
    seconds: evolvingSeconds,
    threads,
    seed,
    curve: found.generations,
  }),
);
if (results.evolved.f1 <= Math.max(results.fixed.f1, results.fixedLinear.f1)) process.exitCode = 1;

function balanced(split: 'train' | 'test', each: number): LabelledSample[] {
  const random = new Random(seed);
  return [true, false].flatMap((relevant) => {
    const all = texts.filter((text) => text.split === split && (text.label === topic) === relevant);
    return random
      .shuffle(all)
      .slice(0, each)
      .map(({ text }) => ({ sample: new ReadText(text), relevant }));
  });
}

function scored({ learner, space }: Trained): number[] {
  return test.map(({ sample }) => learner.predict(space.vector(sample)));
}

function isFound(score: number): boolean {
  return score > 0;
}

function result(line: string, scores: number[]) {
  const { precision, recall, f1, accuracy, mcc } = measure(labels, scores);
  const { low, high } = intervalOfF1(scores);
  const shown = { precision, recall, f1, accuracy, mcc, low, high };
  const figures = Object.entries(shown).map(([name, figure]) => `${name} ${figure.toFixed(4)}`);
  console.log(`${figures.join('  ')}  ${line}`);
  return { line, ...shown };
}

/** Percentile bootstrap (Efron 1979), 95 %, over the posts. */
function intervalOfF1(scores: readonly number[], samples = 500): { low: number; high: number } {
  const random = new Random(1);
  const figures = Array.from({ length: samples }, () => {
    const drawn = labels.map(() => random.below(labels.length));
    return measure(
      drawn.map((i) => labels[i]!),
      drawn.map((i) => scores[i]!),
    ).f1;
  }).sort((a, b) => a - b);
  return { low: quantile(figures, 0.025), high: quantile(figures, 0.975) };
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}
