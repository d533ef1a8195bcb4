/** A topic from a few words and URLs, and its text as a commented topic file that a user can edit. */
import { stringify } from 'yaml';
import { checked } from '../check.ts';
import { ForageError } from '../errors.ts';
import type { WeightedTerm } from './terms.ts';
import { type Topic, topicSchema } from './topic.ts';

export interface Wanted {
  /** Made from the title, the keywords or the first seed if absent. */
  name?: string | undefined;
  title?: string | undefined;
  language?: string | undefined;
  keywords?: readonly WeightedTerm[];
  seeds?: readonly string[];
}

export function newTopic({ name, title, language, keywords = [], seeds = [] }: Wanted): Topic {
  const words = keywords.filter(({ weight }) => weight > 0).map(({ term }) => term);
  const about = title ?? (words.slice(0, 5).join(', ') || seeds[0]);
  const topic = { name: name ?? nameOf({ title, words, seeds }), title: about, language, keywords, seeds };
  return checked(topicSchema, topic, 'USAGE', 'topic');
}

function nameOf({
  title,
  words,
  seeds,
}: {
  title?: string | undefined;
  words: string[];
  seeds: readonly string[];
}) {
  const source = title ?? words[0] ?? (seeds[0] === undefined ? '' : new URL(seeds[0]).hostname);
  const name = source
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, MAX_NAME);
  if (name === '')
    throw new ForageError('USAGE', 'A topic needs a title, a keyword or a seed to name it after.');
  return name;
}

const MAX_NAME = 40;

/** Keys that are not in use stand there as comments. */
export function topicText({ name, title, language, keywords, seeds }: Topic): string {
  const terms = keywords.map(({ term, weight }) => (weight === 1 ? term : { [term]: weight }));
  return `# A topic file: what to look for. Check it with "forage topic check".
${yaml({ name, title })}
# Two-letter code. Pages in another language do not count.
${language === undefined ? '# language: en\n' : yaml({ language })}
# Words and phrases that pages about the topic use, each with a weight if you like. A negative weight counts against
# a page. Five to twenty are enough.
${terms.length === 0 ? commented({ keywords: ['barn owl', { horoscope: -2 }] }) : yaml({ keywords: terms })}
# Where to start: pages a few links away from what you want. Or the name of a text file with one URL per line.
${seeds.length === 0 ? commented({ seeds: ['https://example.org/'] }) : yaml({ seeds })}
# For recipes that learn ("forage recipes"): pages that are what you want, and pages that are not. URLs, files,
# folders of files, or text files with one URL per line.
${commented({ examples: { relevant: ['https://example.org/good'], irrelevant: ['https://example.org/other'] } })}`;
}

const yaml = (value: object): string => stringify(value, { lineWidth: 0 });
const commented = (value: object): string => yaml(value).replace(/^(?=.)/gm, '# ');
