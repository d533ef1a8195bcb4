/** Settings shared by kinds that compare words: how words become terms, and how rare terms are. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { readEarlierCrawl } from '../../archive/earlier-crawl.ts';
import { storedTexts } from '../../archive/stored-texts.ts';
import { ForageError } from '../../errors.ts';
import { countFrequencies, type Frequencies } from '../../text/rarity.ts';
import { type Stemming, stemmings } from '../../text/stem.ts';
import { forgetfulReader, type TermReader } from '../../text/terms.ts';

export const stemSetting = (by: Stemming) =>
  z
    .enum(stemmings)
    .default(by)
    .describe(
      'how words are compared: by stem, singular and plural as one (English and Portuguese; others by stem), or as written',
    );

type Elsewhere = `crawl:${string}` | `table:${string}`;

/** One of the given names (the first is the default), an earlier crawl, or a table. */
export const idfSetting = <Name extends string>(names: readonly [Name, ...Name[]], meaning: string) =>
  z
    .union([
      z.enum(names),
      z.templateLiteral(['crawl:', z.string().min(1)]),
      z.templateLiteral(['table:', z.string().min(1)]),
    ])
    .default(names[0] as never)
    .describe(
      `source of idf: ${meaning}; crawl:FOLDER, the pages of an earlier crawl; or table:FILE, lines of a term and its number of documents`,
    );

export const isElsewhere = (idf: string): idf is Elsewhere => /^(?:crawl|table):/.test(idf);

/** Reads the frequencies that a setting refers to; a name stays as it is. */
export function idfFrom<Name extends string>(
  idf: Name | Elsewhere,
  form: { language: string | undefined; stem: Stemming },
): Name | Frequencies {
  if (!isElsewhere(idf)) return idf;
  const path = idf.slice('crawl:'.length);
  const terms = forgetfulReader({ language: form.language ?? 'en', stem: form.stem });
  return idf.startsWith('crawl:') ? ofCrawl(path, terms) : ofTable(path, terms);
}

function ofCrawl(folder: string, terms: TermReader): Frequencies {
  const counted = readEarlierCrawl(folder, (_, db) => countFrequencies(storedTexts(db), terms));
  if (counted.documents > 0) return counted;
  throw new ForageError(
    'INPUT_INVALID',
    `${folder} has no texts to count words in; use a crawl that has fetched pages with archive.fullText on.`,
  );
}

/** The first line is the number of documents; the others are a term, a tab and a number of documents. */
function ofTable(path: string, termsOf: TermReader): Frequencies {
  const [first, ...lines] = read(path).trimEnd().split(/\r?\n/);
  const documents = Number(first);
  if (!(documents > 0)) throw fault(path, 1, 'must be the number of documents that were counted');
  const table = new Map<string, number>();
  for (const [i, line] of lines.entries()) {
    const [, word = '', count] = /^(.+)\t(\d+)$/.exec(line) ?? [];
    if (count === undefined || Number(count) > documents)
      throw fault(path, i + 2, 'must be a term, a tab and its number of documents, at most that of line 1');
    const [term] = termsOf(word);
    if (term !== undefined) table.set(term, Math.max(table.get(term) ?? 0, Number(count)));
  }
  return { documents, terms: [...table.keys()], frequencies: [...table.values()] };
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ForageError(
      'FILE_UNREADABLE',
      `The idf table ${path} cannot be read: ${(error as Error).message}`,
    );
  }
}

const fault = (path: string, line: number, wrong: string): ForageError =>
  new ForageError('INPUT_INVALID', `${path}, line ${line} ${wrong}.`);
