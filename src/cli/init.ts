/** Writes a commented topic file: asks for its parts in the terminal, or takes them from flags. */
import { existsSync, writeFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { unwritable } from '../disk.ts';
import { ForageError } from '../errors.ts';
import { typed } from '../suggest.ts';
import { newTopic, topicText, type Wanted } from '../topic/new-topic.ts';
import type { WeightedTerm } from '../topic/terms.ts';
import { beforeWriting } from './dry-run.ts';
import { print } from './print.ts';
import { isInteractive, openQuestions, type Questions } from './questions.ts';
import { keywords, seeds } from './topic-flags.ts';
import { language } from './values.ts';

interface Flags {
  name?: string;
  title?: string;
  keywords?: WeightedTerm[];
  seed?: string[];
  language?: string;
}

export const initCommand = new Command('init')
  .argument('[file]', 'the file to write (default: the name of the topic, with .yaml)')
  .option('--title <text>', 'what you are looking for, in a few words')
  .option('--name <word>', 'short name; it names the file and the folder of a crawl')
  .option('--keywords <words>', 'words and phrases, separated by commas; "owl: 3" has a weight', keywords)
  .option('--seed <url|file>', 'a URL to start from, or a file with one per line; may be repeated', seeds)
  .option('--language <code>', 'two-letter code; pages in another language do not count', language)
  .action(async (file: string | undefined, flags: Flags) => {
    if (file !== undefined) checkNew(file);
    const topic = newTopic(await wantedBy(flags));
    const path = file ?? `${topic.name}.yaml`;
    checkNew(path);
    beforeWriting(`write ${path}`, () => ({ topic: topicText(topic) }));
    write(path, topicText(topic));
    print(
      [
        `Wrote ${path}. Edit it as you like, then:`,
        `  forage topic check ${typed(path)}`,
        `  forage crawl ${typed(path)} --contact you@example.org --pages 300`,
      ].join('\n'),
    );
  });

async function wantedBy({ seed, ...flags }: Flags): Promise<Wanted> {
  if (Object.keys(flags).length > 0 || seed !== undefined) return { ...flags, seeds: seed ?? [] };
  if (!isInteractive())
    throw new ForageError(
      'USAGE',
      'There is no terminal to ask questions in. Give what you look for: forage init --keywords "barn owl, pellet" --seed https://example.org/',
    );
  const questions = openQuestions();
  try {
    return await askForTopic(questions);
  } finally {
    questions.close();
  }
}

export async function askForTopic({ ask }: Pick<Questions, 'ask'>): Promise<Wanted> {
  const title = await ask('What are you looking for? A short title:', (text) => {
    if (!/\p{L}|\p{N}/u.test(text)) throw new InvalidArgumentError('A title has at least one letter.');
    return text;
  });
  const words = await ask(
    'Words that such pages use, separated by commas (barn owl: 3, pellet, horoscope: -2):',
    (text) => keywords(text),
  );
  const urls = await ask('URLs to start from, separated by spaces, or a file with one per line:', (text) =>
    text.split(/[\s,]+/).flatMap((place) => seeds(place)),
  );
  const code = await ask('Language of the pages, such as en (Enter for any):', (text) =>
    text === '' ? undefined : language(text),
  );
  return { title, keywords: words, seeds: urls, language: code };
}

function checkNew(path: string): void {
  if (existsSync(path))
    throw new ForageError('USAGE', `${path} exists and is left alone. Give another file: forage init FILE`);
}

function write(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx' });
  } catch (error) {
    throw unwritable(path, error);
  }
}
