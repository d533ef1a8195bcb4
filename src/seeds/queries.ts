/**
 * Queries for search engines, from a topic and its examples.
 *
 * - `terms`: the topic's title, its terms, and the title together with each term that it does not contain (Lund, section
 *   4.3: the name of the topic, then the name with related words).
 * - `titles`: the titles and the keywords of the example documents without stop words (CINDI, section 4.1.2).
 * - `tuples`: random combinations of three terms (BootCaT: Baroni and Bernardini 2004). When their results are too few,
 *   terms of the results make new ones.
 */
import { Random } from '../learn/random.ts';
import { forgetfulReader } from '../text/terms.ts';
import type { Topic, WeightedTerm } from '../topic/topic.ts';

export const queryKinds = ['terms', 'titles', 'tuples'] as const;
export type QueryKind = (typeof queryKinds)[number];

export function termQueries(
  { title, language }: Topic,
  terms: readonly WeightedTerm[],
  limit: number,
): string[] {
  const named = singular(title, language);
  const queries = terms.flatMap(({ term }) =>
    singular(term, language).every((word) => named.includes(word)) ? [term] : [term, `${title} ${term}`],
  );
  return unique([title, ...queries], language).slice(0, limit);
}

export interface Described {
  title: string;
  keywords?: string | undefined;
}

/** Of each document the title, then of each its keywords, so that a limit cuts no document off. */
export function titleQueries(
  documents: readonly Described[],
  language: string | undefined,
  limit: number,
): string[] {
  const titles = documents.map(({ title }) => words(title, language).slice(0, MAX_WORDS).join(' '));
  const keywords = documents.flatMap(({ keywords = '' }) =>
    keywords.split(/[,;\n]/).map((part) => words(part, language).slice(0, MAX_WORDS).join(' ')),
  );
  return unique([...titles, ...keywords], language).slice(0, limit);
}

const MAX_WORDS = 8;

export class Tuples {
  readonly #random: Random;
  readonly #asked = new Set<string>();

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  /** New combinations; `fresh` terms, if there are any, are in each of them. */
  draw(terms: readonly string[], fresh: readonly string[], limit: number): string[] {
    const queries: string[] = [];
    const size = Math.min(TUPLE, terms.length);
    for (let tries = 0; size > 0 && queries.length < limit && tries < 20 * limit; tries++) {
      const start = fresh.length > 0 ? [fresh[this.#random.below(fresh.length)]!] : [];
      const rest = this.#random.shuffle(terms.filter((term) => !start.includes(term)));
      const tuple = [...start, ...rest].slice(0, size).sort();
      const query = tuple.map((term) => (term.includes(' ') ? `"${term}"` : term)).join(' ');
      if (this.#asked.has(query)) continue;
      this.#asked.add(query);
      queries.push(query);
    }
    return queries;
  }
}

const TUPLE = 3;

const words = (text: string, language = 'en'): string[] => forgetfulReader({ language, stem: 'none' })(text);
const singular = (text: string, language = 'en'): string[] =>
  forgetfulReader({ language, stem: 'plural' })(text);

/** "Birds" asks for what "bird" asks for. */
function unique(queries: readonly string[], language: string | undefined): string[] {
  const known = new Map<string, string>();
  for (const query of queries) {
    const key = singular(query, language).join(' ');
    if (key !== '' && !known.has(key)) known.set(key, query);
  }
  return [...known.values()];
}
