import { existsSync, writeFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { stringify } from 'yaml';
import { unwritable } from '../disk.ts';
import { ForageError } from '../errors.ts';
import type { Page } from '../page/page.ts';
import { type FrequentTerm, frequentTerms, generateTerms } from '../text/frequent-terms.ts';
import { loadTopic } from '../topic/load.ts';
import type { Topic } from '../topic/topic.ts';
import { contactOption } from './contact.ts';
import { READER, type ReadingOptions, readExamples } from './example-texts.ts';
import { print } from './print.ts';
import { assignment, whole } from './values.ts';

interface Options extends ReadingOptions {
  genre: number;
  content: number;
  longest: number;
  by: 'contrast' | 'occurrences' | 'pages';
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
    new Option(
      '--by <what>',
      'rank terms by contrast with the other examples, or as the thesis does by occurrences, or by number of pages',
    )
      .choices(['contrast', 'occurrences', 'pages'])
      .default('contrast'),
  )
  .option('-o, --out <file>', 'write the lists to a file instead of printing them')
  .addOption(contactOption)
  .option('--connect-to <host=address:port>', 'connect there instead; may be repeated', assignment)
  .action(async (path: string, options: Options) => {
    const topic = loadTopic(path);
    if (options.out !== undefined) checkNew(options.out);
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
  const { texts, urls } = await readExamples(topic, { recipe: READER }, options, async (_, lesson) => {
    const pages = (wanted: boolean) => lesson.examples.filter((example) => example.relevant === wanted);
    const kinds = known.length > 0 ? [] : ((await lesson.read?.(genre)) ?? []);
    return {
      texts: {
        relevant: pages(true).map(wholeText),
        irrelevant: pages(false).map(wholeText),
        genre: kinds.map(wholeText),
      },
      urls: { relevant: relevant.filter(isUrl), irrelevant: [...irrelevant, ...genre].filter(isUrl) },
    };
  });
  if (texts.relevant.length === 0)
    throw new ForageError('INPUT_INVALID', `None of the relevant examples of ${path} could be read.`);
  const made = generateTerms(texts, options, known, {
    language: topic.language,
    longest: Math.min(options.longest, 10),
    by: options.by === 'pages' ? 'texts' : options.by,
  });
  const inUrls = frequentTerms(
    urls.relevant.map(addressWords),
    MOST_IN_URLS,
    [],
    { language: topic.language, longest: 1, by: 'contrast' },
    urls.irrelevant.map(addressWords),
  );
  const pages = texts.relevant.length;
  return [
    `# Made from the examples of ${path}; delete what does not fit, then copy into the topic file.`,
    '# After each term: its occurrences, and the number of pages with it.',
    ...genreLines(made.genre, known.length, texts.genre.length),
    `# From ${pages} relevant page${pages === 1 ? '' : 's'}, ${takenAway(made.genre.length + known.length, texts.irrelevant.length, options.by)}.`,
    list('content', made.content),
    ...(inUrls.length > 0 ? ['# Words of the URLs of relevant examples.', list('urlTerms', inUrls)] : []),
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

/** The words of a URL that may say what it leads to. */
const addressWords = (url: string): string =>
  new URL(url).pathname.replace(/\.[a-z0-9]{1,5}$/i, '').replace(/[^\p{L}]+/gu, '. ');
const MOST_IN_URLS = 10;
const isUrl = (source: string): boolean => /^https?:/i.test(source);

/** Menus and headings too: they hold the words of a kind of page. */
const wholeText = ({ page }: { page: Page }): string => `${page.title}\n${page.text}`;

const takenAway = (genreTerms: number, irrelevantPages: number, by: Options['by']): string =>
  by === 'contrast' && irrelevantPages > 0
    ? `against ${irrelevantPages} irrelevant page${irrelevantPages === 1 ? '' : 's'}${genreTerms > 0 ? ', without the genre terms' : ''}`
    : genreTerms > 0
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

function checkNew(path: string): void {
  if (existsSync(path))
    throw new ForageError('USAGE', `${path} already exists; give --out another name, or delete it first.`);
}

function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx' });
  } catch (error) {
    throw unwritable(path, error);
  }
}
