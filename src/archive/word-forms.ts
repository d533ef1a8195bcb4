/**
 * The other forms of a word that are in the index, by the stemmers that the judges use: `owls` for `owl`. The index has
 * words as they are written, so that phrases stay exact; forms are looked up in its vocabulary when somebody searches.
 */
import { hasStemmer, stemmer } from '../text/stem.ts';
import type { CrawlDatabase } from './database.ts';

/** A word has at most this many forms, the most frequent first. */
const FORMS = 30;
const LANGUAGES = 3;

const known = new WeakMap<CrawlDatabase, WordForms>();

/** One for each open database: what it takes to make one depends on the number of pages. */
export function wordForms(db: CrawlDatabase): WordForms {
  const forms = known.get(db) ?? new WordForms(db);
  known.set(db, forms);
  return forms;
}

interface Known {
  forms: string[];
  at: number;
  /** The last page then. */
  upTo: number;
}

/** Looking a word up means counting its pages; the answer serves for a while, unless the crawl grows by this share. */
const KNOWN_MS = 10_000;
const GROWTH = 0.02;
const WORDS_KEPT = 1000;

class WordForms {
  readonly #lookUp: (word: string) => string[];
  readonly #lastPage: () => number;
  readonly #known = new Map<string, Known>();

  constructor({ sql }: CrawlDatabase) {
    sql.exec('CREATE VIRTUAL TABLE IF NOT EXISTS temp.words USING fts5vocab(main, page_text, row)');
    const near = sql.prepare('SELECT term FROM temp.words WHERE term >= ? AND term < ? ORDER BY doc DESC');
    const last = sql.prepare('SELECT max(id) AS id FROM pages');
    this.#lastPage = () => Number(last.get()?.id ?? 0);
    const languages = sql
      .prepare(
        'SELECT language FROM pages WHERE language IS NOT NULL GROUP BY language ORDER BY count(*) DESC LIMIT ?',
      )
      .all(LANGUAGES)
      .map((row) => String(row.language))
      .filter(hasStemmer);
    const stems = (languages.length > 0 ? languages : ['en']).map((language) => stemmer(language));
    this.#lookUp = (word) => {
      const asked = folded(word);
      const forms = new Set<string>();
      for (const stem of stems) {
        const root = stem(asked);
        // Stemmers change the last letters of a word: study, studies, studi.
        const start = root.length > 3 ? root.slice(0, -1) : root;
        for (const { term } of near.all(start, `${start}\u{10ffff}`))
          if (stem(String(term)) === root) forms.add(String(term));
      }
      return [...forms].slice(0, FORMS);
    };
  }

  /** Without the word itself if it does not occur. */
  of(word: string): string[] {
    const lastPage = this.#lastPage();
    const known = this.#known.get(word);
    const now = performance.now();
    if (known !== undefined && now - known.at < KNOWN_MS && lastPage <= (1 + GROWTH) * known.upTo)
      return known.forms;
    if (this.#known.size >= WORDS_KEPT) this.#known.clear();
    const forms = this.#lookUp(word);
    this.#known.set(word, { forms, at: now, upTo: lastPage });
    return forms;
  }
}

/** As the index has its words: in lower case, without accents. */
export const folded = (word: string): string => word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
