/**
 * Terms of a topic: words or phrases with weights, inline or in a text file with one per line, as "barn owl" or
 * "barn owl: 3". A file may serve several topics; its terms are copied into each. A genre may be one that ships with
 * Forage, by its name.
 */
import { z } from 'zod';
import { addFault } from '../check.ts';
import { genreTerms } from './genres.ts';
import { readList } from './list-file.ts';

export interface WeightedTerm {
  /** A word or a phrase. */
  term: string;
  /** Negative for words that count against a page. */
  weight: number;
}

const term = z
  .union(
    [
      z.string().trim().min(1),
      z.number().transform(String),
      z.strictObject({ term: z.string().trim().min(1), weight: z.number() }),
      z
        .record(z.string().trim().min(1), z.number())
        .refine((entry) => Object.keys(entry).length === 1, 'give one word with its weight after each "- "'),
    ],
    'give a word, or a word with a weight, such as "- telescope: 2"',
  )
  .transform((value): WeightedTerm => {
    if (typeof value === 'string') return { term: value, weight: 1 };
    if (typeof value.term === 'string') return value as WeightedTerm;
    const [only] = Object.entries(value as Record<string, number>);
    return { term: only![0], weight: only![1] };
  });

export const terms = z
  .union([z.array(term), z.record(z.string(), z.number()), z.string().min(1)])
  .transform((value, context): WeightedTerm[] => {
    if (Array.isArray(value)) return value;
    if (typeof value === 'object')
      return Object.entries(value).map(([word, weight]) => ({ term: word, weight }));
    const known = genreTerms(value);
    if (known !== undefined) return known.map((one) => ({ term: one, weight: 1 }));
    const read = readList(value);
    if (Array.isArray(read)) return read.map(({ text }) => termOf(text));
    addFault(context, {
      path: [],
      text: `${read.fault}. Give a list of words, or the name of a text file with one word or phrase per line`,
    });
    return [];
  })
  .default([]);

/** "barn owl", or "barn owl: 3". */
export function termOf(text: string): WeightedTerm {
  const [, words, weight] = /^(.*\S)\s*:\s*([+-]?\d+(?:\.\d+)?)$/.exec(text) ?? [];
  return words === undefined ? { term: text, weight: 1 } : { term: words, weight: Number(weight) };
}

/** The same as a text, for people to change. */
export const termText = ({ term, weight }: WeightedTerm): string =>
  weight === 1 ? term : `${term}: ${weight}`;
