/**
 * Labelled texts to evolve a judge from: a topic's examples, with pages of a general crawl if it has no counterexamples;
 * a folder with the folders `relevant` and `irrelevant`; or a collection, JSON Lines with `text` and `label` and, if it
 * has one, `split` (`train` or `test`).
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { ForageError } from '../errors.ts';
import type { LabelledText } from '../judge/training/learnt.ts';
import { type NegativeFilter, negativeSet } from '../judge/training/negative-set.ts';
import { stratifiedParts } from '../learn/evaluation/folds.ts';
import { Random } from '../learn/random.ts';
import { generalTexts } from '../recipe/families/darmstadt-binary.ts';
import { typed } from '../suggest.ts';
import { loadTopic } from '../topic/load.ts';
import { exampleTexts, type ReadingOptions } from './example-texts.ts';

export interface TextSource extends ReadingOptions {
  label?: string;
  general?: string;
  filter: NegativeFilter;
  /** Texts of each class to learn from. */
  max: number;
  seed: number;
  tell(message: string): void;
}

export interface LabelledTexts {
  train: LabelledText[];
  /** Never seen by evolution. */
  test: LabelledText[];
}

export async function labelledTexts(source: string, options: TextSource): Promise<LabelledTexts> {
  if (/\.jsonl(\.gz)?$/i.test(source)) return ofCollection(source, options);
  const isFolder = statSync(source, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const { relevant, irrelevant } = isFolder
    ? await ofFolder(source, options)
    : await ofTopic(source, options);
  const texts = [
    ...drawn(relevant, options).map((text) => ({ text, relevant: true })),
    ...drawn(irrelevant, options).map((text) => ({ text, relevant: false })),
  ];
  const isTest = fifth(texts, options.seed);
  return { train: texts.filter((_, i) => !isTest[i]), test: texts.filter((_, i) => isTest[i]) };
}

interface Classes {
  relevant: string[];
  irrelevant: string[];
}

async function ofFolder(folder: string, options: TextSource): Promise<Classes> {
  const [relevant, irrelevant] = ['relevant', 'irrelevant'].map((name) => join(folder, name));
  if (!existsSync(relevant!) || !existsSync(irrelevant!))
    throw new ForageError(
      'INPUT_INVALID',
      `${folder} must have two folders of texts or pages: "relevant" and "irrelevant".`,
    );
  return exampleTexts({ relevant: [relevant!], irrelevant: [irrelevant!] }, options);
}

async function ofTopic(path: string, options: TextSource): Promise<Classes> {
  const { relevant, irrelevant } = loadTopic(path).examples;
  if (relevant.length === 0 || (irrelevant.length === 0 && options.general === undefined))
    throw new ForageError(
      'TOPIC_INVALID',
      `${path} needs "examples:" with "relevant:" and "irrelevant:"; instead of the latter, --general names the folder of a general crawl: forage crawl ${typed(path)} --recipe darmstadt/general --out general`,
    );
  const texts = await exampleTexts({ relevant, irrelevant }, options);
  if (options.general === undefined) return texts;
  const general = generalTexts(options.general, new Set(relevant));
  const { filter, seed } = options;
  const { pages, fellBack } = negativeSet(filter, texts.relevant, general, {
    wanted: texts.relevant.length,
    seed,
  });
  if (fellBack) options.tell(fellBack);
  return { ...texts, irrelevant: [...texts.irrelevant, ...pages.map((i) => general[i]!)] };
}

const lineSchema = z.object({
  text: z.string(),
  label: z.string(),
  split: z.enum(['train', 'test']).optional(),
});

/** As many others as texts with the label. */
function ofCollection(path: string, options: TextSource): LabelledTexts {
  const { label } = options;
  const all = linesOf(path).map((line, i) => {
    const read = lineSchema.safeParse(parsed(line));
    if (read.success) return read.data;
    throw new ForageError(
      'INPUT_INVALID',
      `${path}, line ${i + 1}: write a JSON object with "text" and "label", and "split" (train or test) if there is one.`,
    );
  });
  const labels = [...new Set(all.map((one) => one.label))].sort();
  if (label === undefined || !labels.includes(label))
    throw new ForageError(
      'USAGE',
      `Pass --label with the label of the relevant texts in ${path}: ${labels.slice(0, 30).join(', ')}.`,
    );
  const texts = all.map(({ text, label: own }) => ({ text, relevant: own === label }));
  const isTest = all.some(({ split }) => split === 'test')
    ? all.map(({ split }) => split === 'test')
    : fifth(texts, options.seed);
  const balanced = (test: boolean): LabelledText[] => {
    const own = texts.filter((_, i) => isTest[i] === test);
    const relevant = drawn(
      own.filter((one) => one.relevant),
      options,
    );
    const other = own.filter((one) => !one.relevant);
    return [...relevant, ...drawn(other, { ...options, max: relevant.length })];
  };
  return { train: balanced(false), test: balanced(true) };
}

/** Whether each text is of a fifth that is held out. */
function fifth(texts: readonly LabelledText[], seed: number): boolean[] {
  const [, test] = stratifiedParts(
    texts.map(({ relevant }) => relevant),
    [0.8, 0.2],
    seed,
  );
  const held = new Set(test);
  return texts.map((_, i) => held.has(i));
}

function linesOf(path: string): string[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text.split('\n').filter((line) => line.trim() !== '');
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function drawn<T>(all: readonly T[], { max, seed }: Pick<TextSource, 'max' | 'seed'>): T[] {
  return new Random(seed).shuffle([...all]).slice(0, max);
}
