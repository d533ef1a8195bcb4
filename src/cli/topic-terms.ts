import { writeFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { stringify } from 'yaml';
import { ForageError } from '../errors.ts';
import { type FrequentTerm, generateTerms } from '../text/frequent-terms.ts';
import { loadTopic } from '../topic/load.ts';
import type { Topic } from '../topic/topic.ts';
import { exampleTexts, type ReadingOptions } from './example-texts.ts';
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
  .option('--longest <n>', 'words of the longest term', whole, 3)
  .addOption(
    new Option('--by <what>', 'what ranks a term: how often it occurs, or in how many pages')
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
    if (options.out === undefined) process.stdout.write(text);
    else {
      writeNew(options.out, text);
      console.log(
        `${options.out} holds the lists. Delete what does not convince, then copy them into ${path}.`,
      );
    }
  });

async function listsOf(topic: Topic, path: string, options: Options): Promise<string> {
  const { relevant, irrelevant, genre = [] } = topic.examples;
  if (relevant.length === 0)
    throw new ForageError(
      'TOPIC_INVALID',
      `${path} has no examples to make terms from; add "examples:" with "relevant:" (addresses, files or folders).`,
    );
  const known = topic.genre.map(({ term }) => term);
  // The irrelevant ones stand in for pages of the kind, where those are missing.
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
    `# Made from the examples of ${path}; delete what does not convince, then copy into the topic file.`,
    '# Behind each term: how often it occurs, and in how many pages.',
    ...genreLines(made.genre, known.length, texts.genre.length),
    `# From ${pages} relevant page${pages === 1 ? '' : 's'}, ${takenAway(made.genre.length + known.length, texts.irrelevant.length)}.`,
    list('content', made.content),
    '',
  ].join('\n');
}

function genreLines(genre: readonly FrequentTerm[], known: number, pages: number): string[] {
  if (known > 0) return ['# The topic has genre terms of its own: they stay.'];
  if (genre.length > 0) return [`# From ${pages} pages of the kind.`, list('genre', genre)];
  return [
    '# No genre terms: relevant pages alone cannot tell the kind of page from its subject. Name pages of the kind',
    '# about other subjects under "examples:" as "genre:" in the topic file, or write the terms by hand.',
  ];
}

const takenAway = (genreTerms: number, irrelevantPages: number): string =>
  genreTerms > 0
    ? 'less the genre terms'
    : irrelevantPages > 0
      ? `less the commonest terms of ${irrelevantPages} irrelevant page${irrelevantPages === 1 ? '' : 's'}`
      : 'with nothing taken away: common words of the kind are among them';

function list(key: string, terms: readonly FrequentTerm[]): string {
  if (terms.length === 0) return `${key}: []`;
  const width = Math.max(...terms.map(({ term }) => quoted(term).length));
  const lines = terms.map(
    ({ term, count, texts }) => `  - ${quoted(term).padEnd(width)}  # ${count} in ${texts}`,
  );
  return `${key}:\n${lines.join('\n')}`;
}

/** As YAML wants it: "no" and "1e3" are words here. */
const quoted = (term: string): string => stringify(term).trim();

function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx' });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new ForageError(
      'USAGE',
      isThere
        ? `${path} is there already; name another file, or remove it first.`
        : `${path} cannot be written: ${(error as Error).message}`,
    );
  }
}
