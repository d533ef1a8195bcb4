/** Writes what was understood of a sentence, keywords, documents and example pages, as a topic file to edit. */
import { existsSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { ForageError } from '../errors.ts';
import { print } from './print.ts';
import { seeds } from './topic-flags.ts';
import { understoodTopic } from './understood-topic.ts';
import { language } from './values.ts';

interface Options {
  like?: string[];
  docs?: string[];
  not?: string;
  seed?: string[];
  crawl?: string;
  name?: string;
  language?: string;
}

export const newCommand = new Command('new')
  .description('a topic file from a sentence or keywords, example pages and documents: what was understood')
  .argument('[text...]', 'what you look for: a sentence, or words and phrases separated by commas')
  .option(
    '--like <url|file>',
    'a page that is what you want, or a file with one URL per line; may be repeated',
    seeds,
  )
  .option('--docs <path>', 'a folder or file of documents that are what you want; may be repeated', paths)
  .option('--not <text>', 'what you do not want, in a sentence')
  .option('--seed <url|file>', 'a URL to start from (default: the pages of --like)', seeds)
  .option('--crawl <folder>', 'an earlier crawl: words that its pages use together with yours')
  .option('--name <word>', 'short name; it names the folder of a crawl')
  .option('--language <code>', 'two-letter code; pages in another language do not count', language)
  .action(async (words: string[], { seed, not, ...options }: Options) => {
    const text = words.join(' ').trim() || undefined;
    if (text === undefined && options.docs === undefined)
      throw new ForageError(
        'USAGE',
        'Say what you look for: forage topic new "barn owls and what they eat" > owls.yaml',
      );
    const made = await understoodTopic({ ...options, text, unwanted: not, seeds: seed ?? [], vectors: true });
    print(made.text.trimEnd());
  });

function paths(path: string, before: string[] = []): string[] {
  if (!existsSync(path)) throw new InvalidArgumentError('There is no such file or folder.');
  return [...before, path];
}
