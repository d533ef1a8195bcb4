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
  /** URLs, files or folders of pages that are wanted. */
  like?: readonly string[];
  wanted?: string | undefined;
  unwanted?: string | undefined;
}

export function newTopic(given: Wanted): Topic {
  const { name, title, language, keywords = [], seeds = [], like = [], wanted, unwanted } = given;
  const words = keywords.filter(({ weight }) => weight > 0).map(({ term }) => term);
  const about = title ?? (words.slice(0, 5).join(', ') || seeds[0]);
  const topic = {
    name: name ?? nameOf({ title, words, seeds }),
    title: about,
    wanted,
    unwanted,
    language,
    keywords,
    seeds,
    ...(like.length === 0 ? {} : { examples: { relevant: like } }),
  };
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

/** What is known about a topic beyond its keys. */
export interface Origins {
  /** Where a keyword came from, by the keyword. */
  from?: ReadonlyMap<string, string>;
  /** Groups of terms that could be required; they stand there as a comment. */
  groups?: readonly (readonly string[])[];
}

/** Keys that are not in use stand there as comments. */
export function topicText(topic: Topic, { from = new Map(), groups = [] }: Origins = {}): string {
  const { name, title, wanted, unwanted, language, keywords, seeds, examples, required } = topic;
  const terms = keywords.map(({ term, weight }) => (weight === 1 ? term : { [term]: weight }));
  const comments = keywords.map(({ term }) => from.get(term));
  const isNamed = required === undefined && groups.length > 1;
  return `# A topic file: what to look for. Check it with "forage topic check".
${yaml({ name, title })}${wanted === undefined ? '' : yaml({ wanted })}${unwanted === undefined ? '' : yaml({ unwanted })}
# Two-letter code. Pages in another language do not count.
${language === undefined ? '# language: en\n' : yaml({ language })}
# Words and phrases that pages about the topic use, each with a weight if you like. A negative weight counts against
# a page. Five to twenty are enough.
${terms.length === 0 ? commented({ keywords: ['barn owl', { horoscope: -2 }] }) : withComments(yaml({ keywords: terms }), comments)}
# A page counts only if it has a term of each group.
${
  required !== undefined
    ? yaml({ required })
    : commented({
        required: isNamed
          ? groups
          : [
              ['owl', 'barn owl'],
              ['diet', 'food', 'prey'],
            ],
      })
}
# Where to start: pages a few links away from what you want. Or the name of a text file with one URL per line.
${seeds.length === 0 ? commented({ seeds: ['https://example.org/'] }) : yaml({ seeds })}
# For recipes that learn ("forage recipes"): pages that are what you want, and pages that are not. URLs, files,
# folders of files, or text files with one URL per line.
${
  examples.relevant.length > 0
    ? yaml({ examples: { relevant: examples.relevant } })
    : commented({
        examples: { relevant: ['https://example.org/good'], irrelevant: ['https://example.org/other'] },
      })
}`;
}

/** Each entry of the list is one line below its key. */
function withComments(list: string, comments: readonly (string | undefined)[]): string {
  const [key, ...lines] = list.trimEnd().split('\n');
  const width = Math.max(0, ...lines.map((line) => line.length));
  const entries = lines.map((line, i) =>
    comments[i] === undefined ? line : `${line.padEnd(width)}  # ${comments[i]}`,
  );
  return `${[key, ...entries].join('\n')}\n`;
}

const yaml = (value: object): string => stringify(value, { lineWidth: 0, flowCollectionPadding: false });
const commented = (value: object): string => yaml(value).replace(/^(?=.)/gm, '# ');
