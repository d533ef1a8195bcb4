/**
 * Positives: relevant pages that the measures learn from, apart from the examples that the recipes learn from. Batsakis
 * (TU Crete, 2007), section 4.2, gives his evaluator its own: a measure that learns from the examples rewards whatever
 * resembles them. Sources are URLs, pages, folders of pages, lists of URLs (one per line), or topic files, whose
 * relevant examples count.
 */
import { statSync } from 'node:fs';
import { ForageError } from '../errors.ts';
import { loadTopic } from '../topic/load.ts';
import { readText } from '../topic/text-file.ts';
import type { Topic } from '../topic/topic.ts';
import { drawn } from './draw.ts';

/** URLs, pages and folders of pages. Paths must be absolute, or relative to the working directory. */
export function positiveSources(sources: readonly string[]): string[] {
  return [...new Set(sources.flatMap(sourcesIn))];
}

function sourcesIn(source: string): string[] {
  if (isUrl(source)) return [source];
  const found = statSync(source, { throwIfNoEntry: false });
  if (found === undefined)
    throw new ForageError(
      'FILE_UNREADABLE',
      `${source} does not exist: positives are URLs, files or folders.`,
    );
  if (found.isDirectory()) return [source];
  if (/\.(ya?ml|json)$/i.test(source)) return examplesIn(source);
  return /\.(txt|tsv|csv|urls|list)$/i.test(source) ? (urlsIn(source) ?? [source]) : [source];
}

function examplesIn(path: string): string[] {
  const { relevant } = loadTopic(path).examples;
  if (relevant.length === 0)
    throw new ForageError('TOPIC_INVALID', `The topic ${path} has no relevant examples to use as positives.`);
  return relevant;
}

/** The first word of each line, if all of them are URLs; "#" starts a comment. */
function urlsIn(path: string): string[] | undefined {
  const lines = readText(path)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const urls = lines.map((line) => line.split(/[\s,]/)[0]!);
  return urls.length > 0 && urls.every(isUrl) ? urls : undefined;
}

const isUrl = (source: string): boolean => /^https?:\/\//i.test(source);

/** A topic, and what its measures learn from if that is not its relevant examples. */
export interface Split {
  topic: Topic;
  positives?: string[];
}

/** A number holds back that many of the relevant examples, the same ones every time; the recipes get the rest. */
export function splitPositives(topic: Topic, asked: number | readonly string[] | undefined): Split {
  if (asked === undefined) return { topic };
  if (typeof asked !== 'number') return { topic, positives: positiveSources(asked) };
  const { relevant } = topic.examples;
  if (asked >= relevant.length)
    throw new ForageError(
      'INPUT_INVALID',
      `The topic ${topic.name} has ${relevant.length} relevant examples, so ${asked} of them cannot be held back as positives; give a smaller number.`,
    );
  const positives = drawn(relevant, asked, SEED);
  const rest = relevant.filter((source) => !positives.includes(source));
  return { topic: { ...topic, examples: { ...topic.examples, relevant: rest } }, positives };
}

const SEED = 1;

/** The topic that the measures learn from. */
export function measuringTopic(topic: Topic, positives: string[] | undefined): Topic {
  if (positives === undefined) return topic;
  const { browsingLog: _, ...rest } = topic;
  return { ...rest, examples: { ...topic.examples, relevant: positives } };
}
