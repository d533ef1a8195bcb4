/**
 * Stage 1: the user's documents become texts, the positive examples of everything that follows. All formats that
 * Forage reads will do. What cannot be read, has hardly any words, says the same as another one or is in another
 * language than most is left out and named, and paragraphs that several repeat are dropped (`boilerplate.ts`). The
 * language decides stop words, stems and which pages count.
 */
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { count } from '../answers/numbers.ts';
import { expand, readSources, type SourcePage } from '../crawl/training/examples.ts';
import { ForageError } from '../errors.ts';
import type { Page } from '../page/page.ts';
import { countWords } from '../text/tokens.ts';
import { withoutBoilerplate } from './boilerplate.ts';
import { GrowInterrupted, type Growing, type Stage } from './stage.ts';
import { digestOfTexts, writeTable, writeTexts } from './text-files.ts';

const FEWEST = 5;
/** With fewer than this a judge can hardly be measured. */
const ENOUGH = 20;
const FEWEST_WORDS = 20;

export const documents: Stage = {
  name: 'documents',
  reads: [],
  asks: ({ settings }) => [settings.language, fileStates(settings.documents)],
  async run(on) {
    const leftOut: LeftOut[] = [];
    const read = await readSources([on.settings.documents], {
      fetch: (url) => Promise.reject(new Error(`${url} is not fetched`)),
      tell() {},
      leftOut: (source, why) => leftOut.push({ source, why }),
      signal: on.signal,
    });
    if (on.signal.aborted) throw new GrowInterrupted();
    const language = on.settings.language ?? mostCommon(read.map(({ page }) => page.language));
    const kept = usable(read, language, leftOut);
    if (kept.length < FEWEST) throw tooFew(on, kept.length, leftOut);
    const texts = withoutBoilerplate(
      kept.map(({ source, page }) => ({ source, page, text: textWithTitle(page) })),
    ).map(({ source, page, text }) => ({
      source,
      text,
      about: { title: page.title, language: page.language ?? '', words: countWords(text) },
    }));
    writeTexts(on.path('documents'), texts);
    const words = texts.reduce((sum, { about }) => sum + about.words, 0);
    writeTable(
      join(on.root, 'left-out.tsv'),
      ['file', 'why'],
      leftOut.map(({ source, why }) => [source, why]),
    );
    return {
      line: `${count(kept.length)} documents, ${count(words)} words${language === undefined ? '' : `, language ${language}`}`,
      figures: { documents: kept.length, words, leftOut: leftOut.length, ...(language ? { language } : {}) },
      notes: [
        ...leftOut.slice(0, NAMED).map(({ source, why }) => `left out: ${basename(source)}: ${why}`),
        ...(leftOut.length > NAMED
          ? [`${leftOut.length - NAMED} more are left out; all are in left-out.tsv`]
          : []),
        ...(kept.length < ENOUGH
          ? [
              `${kept.length} documents are few: with ${ENOUGH} or more the judge is better, and so are its figures`,
            ]
          : []),
      ],
    };
  },
  digest: (on) => digestOfTexts(on.path('documents')),
};

/** The language that the documents have, as found or as asked for. */
export const languageOf = (on: Growing): string | undefined => {
  const { language } = on.figures('documents');
  return typeof language === 'string' ? language : undefined;
};

/** What tells whether a folder of files has changed. */
export const fileStates = (folder: string): unknown[] =>
  expand(folder).map((path) => {
    const { size, mtimeMs } = statSync(path);
    return [path, size, mtimeMs];
  });

/** A text that is read back with its first line as title. */
export const textWithTitle = ({ title, mainText }: Pick<Page, 'title' | 'mainText'>): string =>
  mainText.startsWith(title) ? mainText : `${title}\n${mainText}`;

interface LeftOut {
  source: string;
  why: string;
}

const NAMED = 5;

function usable(read: readonly SourcePage[], language: string | undefined, leftOut: LeftOut[]): SourcePage[] {
  const seen = new Map<string, string>();
  return read.filter(({ source, page }) => {
    const why = reasonAgainst();
    if (why === undefined) seen.set(page.fingerprint, basename(source));
    else leftOut.push({ source, why });
    return why === undefined;

    function reasonAgainst(): string | undefined {
      const words = countWords(page.mainText);
      if (words < FEWEST_WORDS) return `${words} words are too few`;
      const same = seen.get(page.fingerprint);
      if (same !== undefined) return `the same text as ${same}`;
      if (language !== undefined && page.language !== undefined && page.language !== language)
        return `its language is ${page.language}, not ${language}`;
      return undefined;
    }
  });
}

function mostCommon(languages: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>();
  for (const one of languages) if (one !== undefined) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))[0]?.[0];
}

function tooFew(on: Growing, kept: number, leftOut: readonly LeftOut[]): ForageError {
  const why = leftOut.slice(0, NAMED).map(({ source, why }) => `\n  ${basename(source)}: ${why}`);
  return new ForageError(
    'INPUT_INVALID',
    `${on.settings.documents} has ${kept} documents to learn from; at least ${FEWEST} are needed, ${ENOUGH} to 50 are better.${why.length > 0 ? ` Left out:${why.join('')}` : ''}`,
  );
}
