import { writeFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { stringify } from 'yaml';
import { ForageError } from '../errors.ts';
import { type FrequentTerm, generateTerms } from '../text/frequent-terms.ts';
import { loadTopic } from '../topic/load.ts';
import type { Topic } from '../topic/topic.ts';
import { exampleTexts, type ReadingOptions } from './example-texts.ts';
import { print } from './print.ts';
import { assignment, whole } from './values.ts';

interface Options extends ReadingOptions {
  genre: number;
  content: number;
  longest: number;
  by: 'occurrences' | 'pages';
  out?: string;
}

export const termsCommand = new Command('terms')
  .description('make lists of genre and content terms from the topic’s example pages, to be pruned by hand')
  .argument('<topic>', 'the topic file (YAML or JSON)')
  .option('-w, --web <path...>', 'WARC files or crawl folders that answer instead of the live Web')
  .option('--genre <n>', 'at most N genre terms', whole, 40)
  .option('--content <n>', 'at most N content terms', whole, 40)
  .option('--longest <n>', 'maximum words in a term', whole, 3)
  .addOption(
    new Option('--by <what>', 'rank terms by occurrences or by number of pages')
      .choices(['occurrences', 'pages'])
      .default('occurrences'),
  )
  .option('-o, --out <file>', 'write the lists to a file instead of printing them')
  .option(
    '--contact <address>',
    'e-mail address or URL where webmasters can reach you (or set FORAGE_CONTACT)',
  )
  .option('--connect-to <host=address:port>', 'connect there instead; may be repeated', assignment)
  .action(async (path: string, options: Options) => {
    const topic = loadTopic(path);
    const text = await listsOf(topic, path, options);
    if (options.out === undefined) print(text.trimEnd());
    else {
      writeNew(options.out, text);
      print(`Lists written to ${options.out}. Delete what does not fit, then copy them into ${path}.`);
    }
  });

async function listsOf(topic: Topic, path: string, options: Options): Promise<string> {
  const { relevant, irrelevant, genre = [] } = topic.examples;
  if (relevant.length === 0)
    throw new ForageError(
      'TOPIC_INVALID',
      `${path} has no examples to make terms from; add "examples:" with "relevant:" (URLs, files or folders).`,
    );
  const known = topic.genre.map(({ term }) => term);
  // If genre examples are missing, the irrelevant ones replace them.
  const asked = {
    relevant,
    genre: known.length > 0 ? [] : genre,
    irrelevant: known.length + genre.length > 0 ? [] : irrelevant,
  };
  const texts = await exampleTexts(asked, options);
  if (texts.relevant.length === 0)
    throw new ForageError('INPUT_INVALID', `None of the relevant examples of ${path} could be read.`);
  const made = generateTerms(texts, options, known, {
    language: topic.language,
    longest: Math.min(options.longest, 10),
    by: options.by === 'pages' ? 'texts' : 'occurrences',
  });
  const pages = texts.relevant.length;
  return [
    `# Made from the examples of ${path}; delete what does not fit, then copy into the topic file.`,
    '# After each term: its occurrences, and the number of pages with it.',
    ...genreLines(made.genre, known.length, texts.genre.length),
    `# From ${pages} relevant page${pages === 1 ? '' : 's'}, ${takenAway(made.genre.length + known.length, texts.irrelevant.length)}.`,
    list('content', made.content),
    '',
  ].join('\n');
}

function genreLines(genre: readonly FrequentTerm[], known: number, pages: number): string[] {
  if (known > 0) return ['# The topic already has genre terms: keep them.'];
  if (genre.length > 0) return [`# From ${pages} genre examples.`, list('genre', genre)];
  return [
    '# No genre terms: relevant pages alone do not separate the kind of page from its subject. List pages of the kind',
    '# about other subjects under "examples:" as "genre:" in the topic file, or write the terms by hand.',
  ];
}

const takenAway = (genreTerms: number, irrelevantPages: number): string =>
  genreTerms > 0
    ? 'without the genre terms'
    : irrelevantPages > 0
      ? `without the most common terms of ${irrelevantPages} irrelevant page${irrelevantPages === 1 ? '' : 's'}`
      : 'with nothing removed: common words of the kind are included';

function list(key: string, terms: readonly FrequentTerm[]): string {
  if (terms.length === 0) return `${key}: []`;
  const width = Math.max(...terms.map(({ term }) => quoted(term).length));
  const lines = terms.map(
    ({ term, count, texts }) => `  - ${quoted(term).padEnd(width)}  # ${count} in ${texts}`,
  );
  return `${key}:\n${lines.join('\n')}`;
}

/** Quoted as YAML requires: "no" and "1e3" are words here. */
const quoted = (term: string): string => stringify(term).trim();

function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx' });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new ForageError(
      'USAGE',
      isThere
        ? `${path} already exists; give --out another name, or delete it first.`
        : `${path} cannot be written: ${(error as Error).message}`,
    );
  }
}
