/** Evolves a judge of texts or a classifier of links; everything is kept, and an interrupted run continues. */
import { Command, Option } from 'commander';
import { type NegativeFilter, negativeFilters } from '../judge/training/negative-set.ts';
import { type Measures, measure } from '../learn/evaluation/measures.ts';
import { readChromosome, writeChromosome } from '../learn/evolution/chromosome.ts';
import type { EvolutionFolder } from '../learn/evolution/evolution-folder.ts';
import type { EvolutionSettings } from '../learn/evolution/evolve.ts';
import { evolveInFolder, numbersOf } from '../learn/evolution/evolve-in-folder.ts';
import type { LabelledSample } from '../learn/evolution/fitness.ts';
import type { LearnerLevel } from '../learn/evolution/learner-levels.ts';
import { type Selection, selections } from '../learn/evolution/operators.ts';
import { type HoldOut, holdOuts } from '../learn/evolution/split.ts';
import { contactOption } from './contact.ts';
import { linkSubject, type Subject, textSubject } from './evolve-subject.ts';
import type { ReadingOptions } from './example-texts.ts';
import { table } from './format.ts';
import { onInterruption } from './interruption.ts';
import { complain, print } from './print.ts';
import { amount, assignment, whole } from './values.ts';

interface Options extends ReadingOptions {
  text?: boolean;
  label?: string;
  general?: string;
  filter: NegativeFilter;
  out?: string;
  population?: number;
  generations: number;
  patience: number;
  crossover: number;
  mutation: number;
  beta: number;
  selection: Selection;
  elite: number;
  pricePerMs: number;
  holdOut: HoldOut;
  max: number;
  threads: number;
  seed: number;
}

export const evolveCommand = new Command('evolve')
  .description('find features and a learner by evolution: for links of a judged crawl, or for texts')
  .argument('<source>', 'folder of a crawl; with --text a topic file, a folder or a .jsonl(.gz) collection')
  .option('--text', 'evolve a judge of texts instead of a classifier of links')
  .option('--label <label>', 'the label of the relevant texts in a collection')
  .option('--general <crawl>', 'folder of a general crawl whose pages are the irrelevant texts')
  .addOption(
    new Option('--filter <which>', 'which pages of the general crawl')
      .choices(negativeFilters)
      .default('none'),
  )
  .option('-o, --out <folder>', 'folder of the evolution (default: evolved-text or evolved-links)')
  .option('--population <n>', 'chromosomes in each generation (default: 20 for texts, 30 for links)', whole)
  .option('--generations <n>', 'at most N generations', whole, 32)
  .option('--patience <n>', 'stop after N generations without a better one; 0: never', amount, 8)
  .option('--crossover <p>', 'probability of crossover for each pair', amount, 0.6)
  .option('--mutation <p>', 'probability of mutation for each gene', amount, 0.03)
  .option('--beta <b>', 'fitness is F-beta: above 1 favours recall, below 1 precision', amount, 1)
  .addOption(
    new Option('--selection <how>', 'chance of selection: by rank or by fitness')
      .choices(selections)
      .default('rank'),
  )
  .option('--elite <n>', 'chromosomes carried over unchanged', amount, 0)
  .option('--price-per-ms <x>', 'what fitness pays for an estimated millisecond per page', amount, 0)
  .addOption(
    new Option('--hold-out <what>', 'what validation and test never share with training: pages or hosts')
      .choices(holdOuts)
      .default('page'),
  )
  .option('--max <n>', 'relevant texts, or links to relevant pages, to learn from', whole, 1000)
  .option('--threads <n>', 'number of threads', whole, 2)
  .option('--seed <n>', 'seed of the random generator', whole, 1)
  .option('-w, --web <path...>', 'where examples are read instead of the live Web: WARC files, crawl folders')
  .addOption(contactOption)
  .option('--connect-to <host=address:port>', 'connect there instead; may be repeated', assignment)
  .action(async (source: string, options: Options) => {
    const tell = (message: string): void => print(message);
    const subject = options.text
      ? await textSubject(source, { ...options, tell })
      : await linkSubject(source, options);
    await run(subject, options.out ?? subject.kind, options);
  });

async function run(subject: Subject, out: string, options: Options): Promise<void> {
  const { population = subject.kind === 'evolved-text' ? 20 : 30 } = options;
  // Nothing has to be ended: chromosomes are written as they come.
  const ignoreSignals = onInterruption((reason) => {
    complain(`Not finished: ${reason}. What was evaluated is in ${out}; the same command continues.`);
    process.exit(process.exitCode ?? 130);
  });
  const settings = settingsOf(options, population);
  const { folder, found, levels } = await evolveInFolder(
    out,
    { ...subject, settings, threads: options.threads },
    {
      begins: (opened) => print(introduction(subject, opened)),
      generation: ({ generation, bestSoFar, average, evaluated }) =>
        print(
          `generation ${generation}: best ${bestSoFar.toFixed(3)}, mean ${average.toFixed(3)}, ${evaluated} chromosomes`,
        ),
    },
  );
  const { model, measured } = subject.keep(found.best);
  const chromosome = writeChromosome(found.best);
  folder.saveModel(subject.kind, { chromosome, model, test: measured });
  ignoreSignals();
  print(
    [
      '',
      `Found: ${chromosome}`,
      `It costs about ${found.evaluation.costMs.toFixed(1)} ms a page.`,
      '',
      `On held-out ${nounOf(subject)}:`,
      await results(subject, measured),
      '',
      'Chromosomes by learner, from an F1 on the validation part of:',
      levelTable(levels),
      '',
      `Kept in ${out}: model.json, generations.csv, chromosomes.csv, learners.csv`,
      `Crawl with it: ${subject.next(out)}`,
    ].join('\n'),
  );
}

function settingsOf(options: Options, population: number): EvolutionSettings & { seed: number } {
  const { generations, patience, crossover, mutation, beta, selection, elite, pricePerMs, holdOut, seed } =
    options;
  return {
    population,
    generations,
    patience,
    crossover,
    mutation,
    beta,
    selection,
    elite,
    pricePerMs,
    holdOut,
    seed,
  };
}

const nounOf = ({ kind }: Subject): string => (kind === 'evolved-text' ? 'texts' : 'links');

function introduction(subject: Subject, { known }: EvolutionFolder): string {
  const [train, test] = [numbersOf(subject.train), numbersOf(subject.test)];
  const what = subject.kind === 'evolved-text' ? 'relevant texts' : 'links to relevant pages';
  const before = known.length > 0 ? `\nContinuing: ${known.length} chromosomes are known.` : '';
  return `${train.relevant} ${what} and ${train.other} others to learn from; ${test.relevant} and ${test.other} held out for the final test.\nAlways yes has F1 ${alwaysYes(subject.test).f1.toFixed(3)} there.${before}`;
}

function alwaysYes(samples: readonly LabelledSample[]): Measures {
  return measure(
    samples.map(({ relevant }) => relevant),
    samples.map(() => 1),
  );
}

async function results(subject: Subject, evolved: Measures): Promise<string> {
  const fixed = subject.keep(readChromosome(subject.fixed)).measured;
  const row = (name: string, { f1, precision, recall, accuracy, mcc }: Measures) => [
    name,
    ...[f1, precision, recall, accuracy, mcc].map((figure) => figure.toFixed(3)),
  ];
  return table(
    [
      ['', 'F1', 'precision', 'recall', 'accuracy', 'MCC'],
      row('  evolved', evolved),
      row(`  fixed: ${subject.fixed}`, fixed),
      ...(subject.usual === undefined ? [] : [row('  judge svm', await subject.usual())]),
      row('  always yes', alwaysYes(subject.test)),
    ],
    [1, 2, 3, 4, 5],
  );
}

function levelTable(levels: readonly LearnerLevel[]): string {
  const learners = Object.keys(levels[0]!.counts);
  return table(
    [
      ['', ...learners],
      ...levels.map(({ from, counts }) => [
        `  ${from.toFixed(2)}`,
        ...learners.map((one) => String(counts[one])),
      ]),
    ],
    learners.map((_, i) => i + 1),
  );
}
