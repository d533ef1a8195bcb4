/**
 * What was probably meant by a word that no page has: a word of the crawl's own vocabulary at most one change away (two
 * in a long word), of several the one that most pages have. A change inserts, deletes or replaces a letter, or swaps two.
 */
import { editDistance } from '../suggest.ts';
import type { CrawlDatabase } from './database.ts';
import { isSpaceless } from './spaceless.ts';
import { folded } from './word-forms.ts';

/** Rarer words are as likely mistakes themselves. */
const FEWEST_PAGES = 2;
const MOST_WORDS = 100_000;
const LONG_WORD = 7;

interface Word {
  text: string;
  /** One bit for each letter that occurs: a change of one letter changes at most two of them. */
  letters: number;
  pages: number;
}

export class Spelling {
  readonly #db: CrawlDatabase;
  /** By length. */
  #words: Word[][] | undefined;

  constructor(db: CrawlDatabase) {
    this.#db = db;
    db.sql.exec('CREATE VIRTUAL TABLE IF NOT EXISTS temp.words USING fts5vocab(main, page_text, row)');
  }

  /** Undefined if the word occurs, or nothing is near. */
  suggestion(word: string): string | undefined {
    const asked = folded(word);
    if (asked.length < 3 || isSpaceless(asked) || !/^\p{L}+$/u.test(asked)) return undefined;
    if (this.occurs(asked)) return undefined;
    this.#words ??= this.#load();
    const most = asked.length < LONG_WORD ? 1 : 2;
    const letters = lettersOf(asked);
    let best: { word: Word; distance: number } | undefined;
    for (let length = asked.length - most; length <= asked.length + most; length++)
      for (const word of this.#words[length] ?? []) {
        if (bits(letters ^ word.letters) > 2 * most) continue;
        const distance = editDistance(asked, word.text);
        if (distance > most || (best !== undefined && distance > best.distance)) continue;
        if (best === undefined || distance < best.distance || word.pages > best.word.pages)
          best = { word, distance };
      }
    return best?.word.text;
  }

  occurs(word: string): boolean {
    return this.#db.sql.prepare('SELECT 1 FROM temp.words WHERE term = ?').get(folded(word)) !== undefined;
  }

  #load(): Word[][] {
    const { sql } = this.#db;
    const words: Word[][] = [];
    const rows = sql.prepare(
      'SELECT term, doc FROM temp.words WHERE doc >= ? AND length(term) BETWEEN 3 AND 30 ORDER BY doc DESC LIMIT ?',
    );
    for (const { term, doc } of rows.iterate(FEWEST_PAGES, MOST_WORDS)) {
      const text = String(term);
      const same = words[text.length] ?? [];
      same.push({ text, letters: lettersOf(text), pages: Number(doc) });
      words[text.length] = same;
    }
    return words;
  }
}

function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) % 31);
  return letters;
}

function bits(n: number): number {
  let count = 0;
  for (let rest = n; rest !== 0; rest &= rest - 1) count++;
  return count;
}
