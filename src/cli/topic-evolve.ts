import { Command } from 'commander';
import { openGraph } from '../crawl/training/graph.ts';
import { ForageError } from '../errors.ts';
import { linkPool, writeChromosome } from '../learn/evolution/chromosome.ts';
import { evolve, testEvolved } from '../learn/evolution/evolve.ts';
import { splitSamples } from '../learn/evolution/split.ts';
import { linkSamples } from '../recipe/families/labelled-links.ts';
import { print } from './print.ts';
import { whole } from './values.ts';

interface Options {
  population: number;
  generations: number;
  patience: number;
  maxLinks: number;
  threads: number;
  seed: number;
}

export const evolveCommand = new Command('evolve')
  .description('find features and a learner that predict which links to follow, from a judged crawl')
  .argument('<crawl>', 'folder of a crawl of the topic, ideally breadth-first')
  .option('--population <n>', 'chromosomes in each generation', whole, 30)
  .option('--generations <n>', 'at most N generations', whole, 32)
  .option('--patience <n>', 'stop after N generations without a better one', whole, 8)
  .option('--max-links <n>', 'links to relevant pages to learn from', whole, 500)
  .option('--threads <n>', 'number of threads', whole, 2)
  .option('--seed <n>', 'seed of the random generator', whole, 1)
  .action(async (earlier: string, options: Options) => {
    const { maxLinks: maxExamples, seed, ...evolution } = options;
    const samples = await linkSamples(
      { examples: [], seed, openGraph: (source) => openGraph(source, nothingElse, {}) },
      { earlier, negativesPerPositive: 1.1, maxExamples, maxCharacters: 20_000 },
    );
    const labels = samples.map(({ relevant }) => relevant);
    const relevant = labels.filter(Boolean).length;
    const other = labels.length - relevant;
    if (Math.min(relevant, other) < fewest)
      throw new ForageError(
        'TRAINING',
        `${earlier} has ${relevant} links to relevant pages and ${other} to others; use a crawl with at least ${fewest} of each.`,
      );
    print(
      `${relevant} links to relevant pages, ${other} to others; a fifth of them is held out for the final test.`,
    );
    const [train, test] = splitSamples(samples, [0.8, 0.2], { seed });
    const found = await evolve(train!, { ...evolution, seed }, linkPool, {
      generation: ({ generation, bestSoFar, average }) =>
        print(`generation ${generation}: best F1 ${bestSoFar.toFixed(3)}, mean ${average.toFixed(3)}`),
    });
    const { f1, accuracy, mcc } = testEvolved(found, test!);
    print(`On held-out links: F1 ${f1.toFixed(3)}, accuracy ${accuracy.toFixed(3)}, MCC ${mcc.toFixed(3)}.`);
    const line = writeChromosome(found.best);
    print(
      `Crawl with it: forage crawl TOPIC --recipe darmstadt/evolved --set earlier=${earlier} --set 'chromosome=${line}'`,
    );
  });

/** Of each class: enough for training, selection and the final test. */
const fewest = 20;

/** An earlier crawl contains its own pages. */
const nothingElse = (url: string): never => {
  throw new ForageError('INPUT_INVALID', `${url} is not in the crawl.`);
};
