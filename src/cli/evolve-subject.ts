/** What is evolved: a judge of texts, or a classifier of links. Its samples, its pool, and what is kept in the end. */
import { openGraph } from '../crawl/training/graph.ts';
import { ForageError } from '../errors.ts';
import { evolvedText, trainEvolvedText } from '../judge/evolved-text.ts';
import { confusion, type Measures, measures } from '../learn/evaluation/measures.ts';
import { type Chromosome, linkPool, type Pool, textPool } from '../learn/evolution/chromosome.ts';
import { type LabelledSample, tested, trained } from '../learn/evolution/fitness.ts';
import { linkLevels, textLevels } from '../learn/evolution/learner-levels.ts';
import { type HoldOut, splitSamples } from '../learn/evolution/split.ts';
import { ReadText } from '../learn/features/document.ts';
import type { Page } from '../page/page.ts';
import { linkSamples } from '../recipe/families/labelled-links.ts';
import { trainLinkClassifier } from '../strategy/link-classifier.ts';
import { measureDefaultJudge } from './default-judge.ts';
import { crawlByLinks, crawlByText } from './evolve-next.ts';
import { labelledTexts, type TextSource } from './evolve-texts.ts';

export interface Subject {
  /** The kind of its model file. */
  kind: 'evolved-text' | 'evolved-links';
  pool: Pool;
  /** F1 from which learners are counted. */
  levels: readonly number[];
  /** The chromosome that the thesis uses without evolution, for comparison. */
  fixed: string;
  /** The judge that a crawl has without any of this, on the test samples. */
  usual?(): Promise<Measures>;
  train: LabelledSample[];
  test: LabelledSample[];
  /** Trained on the training samples, measured on the test samples. */
  keep(chromosome: Chromosome): { model: unknown; measured: Measures };
  /** The command that uses the model in this folder. */
  next(folder: string): string;
}

const MAX_CHARACTERS = 20_000;
/** Of each class: enough for training, selection and the final test. */
const FEWEST = 20;

export async function textSubject(source: string, options: TextSource): Promise<Subject> {
  const { train, test } = await labelledTexts(source, options);
  checkNumbers([...train, ...test], `${source} has`, 'relevant texts');
  const samples = (texts: typeof train): LabelledSample[] =>
    texts.map(({ text, relevant }) => ({ sample: new ReadText(text.slice(0, MAX_CHARACTERS)), relevant }));
  return {
    kind: 'evolved-text',
    pool: textPool,
    levels: textLevels,
    fixed: 'frequent-tokens;100|rbf-svm',
    train: samples(train),
    test: samples(test),
    keep(chromosome) {
      const model = trainEvolvedText(chromosome, train, {
        maxCharacters: MAX_CHARACTERS,
        seed: options.seed,
      });
      const { judge } = evolvedText(model, { threshold: 0.5, maxCharacters: MAX_CHARACTERS });
      const called = test.map(({ text }) => judge({ title: '', mainText: text } as Page).relevant);
      const labels = test.map(({ relevant }) => relevant);
      return { model, measured: measures(confusion(labels, called)) };
    },
    usual: () => measureDefaultJudge({ train, test }, options.seed),
    next: (folder) => crawlByText(/\.(ya?ml|json)$/i.test(source) ? source : 'TOPIC', folder, options.web),
  };
}

export interface LinkSource {
  max: number;
  holdOut: HoldOut;
  seed: number;
}

export async function linkSubject(crawl: string, { max, holdOut, seed }: LinkSource): Promise<Subject> {
  const samples = await linkSamples(
    { examples: [], seed, openGraph: (source) => openGraph(source, nothingElse, {}) },
    { earlier: crawl, negativesPerPositive: 1.1, maxExamples: max, maxCharacters: MAX_CHARACTERS },
  );
  checkNumbers(samples, `${crawl} has`, 'links to relevant pages');
  const [train, test] = splitSamples(samples, [0.8, 0.2], { holdOut, seed });
  return {
    kind: 'evolved-links',
    pool: linkPool,
    levels: linkLevels,
    fixed: 'source-address-tokens;500|target-address-tokens;500|decision-tree',
    train: train!,
    test: test!,
    keep: (chromosome) => ({
      model: trainLinkClassifier(chromosome, train!),
      measured: tested(trained(chromosome, train!), test!),
    }),
    next: (folder) => crawlByLinks(crawl, folder),
  };
}

function checkNumbers(samples: readonly { relevant: boolean }[], has: string, what: string): void {
  const relevant = samples.filter((sample) => sample.relevant).length;
  const other = samples.length - relevant;
  if (Math.min(relevant, other) >= FEWEST) return;
  throw new ForageError(
    'TRAINING',
    `${has} ${relevant} ${what} and ${other} to compare with; at least ${FEWEST} of each are needed.`,
  );
}

/** An earlier crawl contains its own pages. */
const nothingElse = (url: string): never => {
  throw new ForageError('INPUT_INVALID', `${url} is not in the crawl.`);
};
