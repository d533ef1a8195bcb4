/**
 * Stage 2: pages that are mostly not about the topic: a short general crawl from the seeds, an earlier crawl, or a
 * folder of texts. Sobania (TU Darmstadt, 2015), sections 5.3 and 6.2.1. Of every page of a general crawl one random
 * link is fetched, too, for the link set (section 5.3.2).
 *
 * Pages in another language than the documents are left out: a judge that learns to tell languages apart has learnt
 * nothing about the topic. How many of the pages may be about the topic is estimated (`base-rate.ts`).
 */
import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { count, percent } from '../answers/numbers.ts';
import { readEarlierCrawl } from '../archive/earlier-crawl.ts';
import { readSources } from '../crawl/training/examples.ts';
import { ForageError } from '../errors.ts';
import { identifyLanguage } from '../text/language.ts';
import { shareOnTopic } from './base-rate.ts';
import { withoutBoilerplate } from './boilerplate.ts';
import { fileStates, languageOf, textWithTitle } from './documents.ts';
import { GrowInterrupted, type Growing, type Stage } from './stage.ts';
import { runCrawl } from './stage-crawl.ts';
import { readTexts, writeTexts } from './text-files.ts';

export interface GeneralPage {
  /** URL or file name. */
  source: string;
  text: string;
}

const FEWEST = 20;
/** Choosing among more takes long and changes little. */
const MOST = 5000;

export const general: Stage = {
  name: 'general',
  reads: ['documents'],
  resumes: true,
  asks: ({ settings: { general, generalOrder, seeds, web, seed } }) => {
    if (general === undefined) return [generalOrder, seeds, web, seed];
    return isCrawl(general) ? [general] : [general, fileStates(general)];
  },
  extent: ({ settings }) => (settings.general === undefined ? settings.generalPages : null),
  async run(on) {
    const { general, seed } = on.settings;
    known.delete(on);
    if (general === undefined) await crawlGenerally(on);
    else if (!isCrawl(general)) await copyTexts(general, on);
    const { pages, otherLanguages } = generalPages(on);
    const share = await shareOnTopic(
      readTexts(on.path('documents')).map(({ text }) => text),
      pages.map(({ text }) => text),
      { language: languageOf(on) ?? 'en', seed },
    );
    const what =
      general === undefined
        ? 'pages of a general crawl'
        : isCrawl(general)
          ? `pages of ${general}`
          : 'background texts';
    return {
      line: `${count(pages.length)} ${what}, ${purity(share)}`,
      figures: {
        pages: pages.length,
        otherLanguages,
        ...(share && { onTopic: share.share, atMost: share.high }),
      },
      notes: [
        ...(otherLanguages > 0 ? [`${count(otherLanguages)} more are in other languages and left out`] : []),
        ...(share !== undefined && share.share > IMPURE
          ? [
              'Many of these pages seem to be about the topic, so negatives taken from them will be wrong. Use seeds farther from the topic, or a background set: --general FOLDER',
            ]
          : []),
      ],
    };
  },
  digest(on) {
    const hash = createHash('sha256');
    for (const { source, text } of generalPages(on).pages) hash.update(`${source}\0${text}\0`);
    return hash.digest('hex');
  },
};

async function crawlGenerally(on: Growing): Promise<void> {
  const { generalOrder: order, generalPages: pages, seed, seeds } = on.settings;
  const recipe = {
    name: 'grow/general',
    judge: { kind: 'keyword-cosine', required: false },
    strategy: { kind: 'drawn-links', order, seed },
  };
  await runCrawl(on, on.path('general'), { name: 'general', seeds }, { recipe, budget: { pages } });
}

async function copyTexts(folder: string, on: Growing): Promise<void> {
  rmSync(on.path('general'), { recursive: true, force: true });
  const read = await readSources([folder], {
    fetch: (url) => Promise.reject(new Error(`${url} is not fetched`)),
    tell: (message) => on.tell(message),
    signal: on.signal,
  });
  if (on.signal.aborted) throw new GrowInterrupted();
  writeTexts(
    on.path('general'),
    read.slice(0, MOST).map(({ source, page }) => ({ source, text: textWithTitle(page) })),
  );
}

/** A general crawl with more pages about the topic than this is a poor source of negatives. */
const IMPURE = 0.1;

const purity = (share: { share: number; high: number } | undefined): string =>
  share === undefined
    ? 'purity unknown'
    : `purity about ${percent(1 - share.share)}, at least ${percent(1 - share.high)}`;

/** Where the pages are: the stage's own folder, or the crawl that the user named. */
export const generalPath = (on: Growing): string => {
  const { general } = on.settings;
  return general !== undefined && isCrawl(general) ? general : on.path('general');
};

export const isCrawl = (path: string): boolean => existsSync(join(path, 'crawl.yaml'));

interface GeneralPages {
  /** In the order of fetching, or by name; without pages in other languages. */
  pages: GeneralPage[];
  otherLanguages: number;
}

/** Once a run: they are the same for all stages after this one. */
const known = new WeakMap<Growing, GeneralPages>();

export function generalPages(on: Growing): GeneralPages {
  const read = known.get(on) ?? readGeneralPages(on);
  known.set(on, read);
  return read;
}

function readGeneralPages(on: Growing): GeneralPages {
  const path = generalPath(on);
  const language = languageOf(on);
  const all = withoutBoilerplate(isCrawl(path) ? ofCrawl(path) : ofFolder(path));
  const pages = all.filter(
    (page) =>
      language === undefined || (page.language ?? identifyLanguage(page.text) ?? language) === language,
  );
  if (pages.length < FEWEST)
    throw new ForageError(
      'INPUT_INVALID',
      `${path} has ${pages.length} pages${language === undefined ? '' : ` in the language of the documents (${language})`}; at least ${FEWEST} are needed. Use other seeds, more --general-pages, or a background set: --general FOLDER`,
    );
  return { pages, otherLanguages: all.length - pages.length };
}

function ofCrawl(path: string): (GeneralPage & { language?: string | undefined })[] {
  return readEarlierCrawl(path, (read) =>
    read.pagesInOrder(MOST).flatMap(({ id, url, language }) => {
      const stored = read.textOf(id);
      if (stored === undefined || stored.text === '') return [];
      return [{ source: url, text: `${stored.title}\n${stored.text}`, language }];
    }),
  );
}

const ofFolder = (path: string): (GeneralPage & { language?: undefined })[] =>
  readTexts(path).map(({ name, text }) => ({ source: name, text }));

/** The first pages serve to choose negatives from, the others to measure the judge on. */
export function earlyAndLater<T>(pages: readonly T[]): { early: T[]; later: T[] } {
  const border = Math.ceil(pages.length * EARLY);
  return { early: pages.slice(0, border), later: pages.slice(border) };
}

const EARLY = 0.6;
