/**
 * What every recipe keeps on the open Web: one order, with and without threads, twice and through any end of the
 * crawl; a reason for every page and every link; page rules and robots.txt obeyed; no fault on any kind of answer.
 * A new recipe is found by itself; one that needs more than the topic of whole-web.ts has fails here, and the topic
 * is to be widened. One file a family, so that families run side by side.
 */
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/archive/database.ts';
import { type CrawlOptions, crawl, resume, type Web } from '../../../src/index.ts';
import { strategyKind } from '../../../src/recipe/parts.ts';
import type { Recipe } from '../../../src/recipe/recipe.ts';
import { recipes } from '../../../src/recipe/registry.ts';
import { newFolder, outcomesOf, pagesOf, removeFolders } from '../../crawl/small-web.ts';
import { type WholeWeb, wholeWeb } from './whole-web.ts';

/** Where the crawl is cut, and where a copy is taken as a power cut would leave it. */
const CUT_PAGES = 17;
const CRASH_FETCHES = 45;

export function holdEveryRecipe(family: (name: string) => boolean): void {
  let whole: WholeWeb;
  beforeAll(async () => {
    whole = await wholeWeb(newFolder());
  });
  afterAll(async () => {
    await whole.web.close();
    removeFolders();
  });

  describe.each(recipes().filter(({ name }) => family(name)))('$name', (recipe) => {
    it('keeps its promises on every kind of answer, with and without threads, through any end', async () => {
      const image = join(newFolder(), 'image');
      const calm = join(newFolder(), 'calm');
      const asked: string[] = [];
      const crashing = copyingWeb(whole.web, asked, () => cpSync(calm, image, { recursive: true }));
      await crawl(optionsOf(recipe, calm, crashing, whole, 2)).finished;
      const order = orderOf(calm);
      expectEverything(calm, asked, whole);
      expect(existsSync(image), 'the copy was taken').toBe(true);

      const cut = join(newFolder(), 'cut');
      const { settings, ...rest } = optionsOf(recipe, cut, whole.web, whole, 0);
      await crawl({ ...rest, settings: { ...settings, budget: { pages: CUT_PAGES } } }).finished;
      expect(orderOf(cut), 'without threads').toEqual(order.slice(0, orderOf(cut).length));
      await resume(cut, { web: whole.web, clock, budget: { pages: 1000 } }).finished;
      expect(orderOf(cut), 'after a clean end').toEqual(order);

      await resume(image, { web: whole.web, clock }).finished;
      expect(orderOf(image), 'after a crash').toEqual(order);
    });
  });
}

/** A millisecond for every look: commits fall where they fall every time. */
let now = 1_700_000_000_000;
const clock = (): number => now++;

function optionsOf(
  recipe: Recipe,
  out: string,
  web: Web,
  { topic, folder }: WholeWeb,
  threads: number,
): CrawlOptions {
  return {
    topic,
    out,
    web,
    clock,
    settings: {
      web: [folder],
      recipe: recipe.name,
      set: setOf(recipe),
      threads,
      concurrency: 1,
      politeness: { robots: 'obey', sitemaps: 'all', maxTries: 1 },
      archive: { commitEveryMs: 50, warc: false, fullText: false },
      // So that a batch ends within sixty pages.
      ...(recipe.frontier?.batch === undefined ? {} : { frontier: { batch: 5 } }),
    },
  };
}

/** What takes a few hundred pages or sites to begin, or to begin again, does so within sixty; by its setting's name. */
const sooner: Record<string, number> = {
  every: 7,
  fitEvery: 6,
  minPositives: 2,
  siteExitPages: 6,
  stopDirectorySites: 2,
  tunnelSites: 2,
};

function setOf({ strategy }: Recipe): Record<string, number> {
  const known = Object.keys(strategyKind(strategy.kind).settings.shape);
  const wanted = Object.entries(sooner).filter(([name]) => known.includes(name) && !(name in strategy));
  return Object.fromEntries(wanted.map(([name, value]) => [`strategy.${name}`, value]));
}

/** The web of the crawl, which at one fetch does something: the crawl waits, and its files are as after a crash. */
function copyingWeb(web: Web, asked: string[], copy: () => void): Web {
  return {
    async fetch(request) {
      asked.push(request.url);
      if (asked.length === CRASH_FETCHES) copy();
      return web.fetch(request);
    },
    close: async () => {},
  };
}

const orderOf = (folder: string): string[] => pagesOf(folder).map(({ url, score }) => `${url} ${score}`);

function expectEverything(folder: string, asked: readonly string[], { forbidden, listed }: WholeWeb): void {
  const outcomes = outcomesOf(folder);
  for (const url of forbidden) expect(asked, 'what rules forbid').not.toContain(url);
  const met = new Set(Object.values(outcomes));
  for (const outcome of ['page', 'refused: noindex', 'refused: empty', 'http 503', 'redirect', 'sitemap'])
    expect(met, 'kinds of answers that were met').toContain(outcome);
  for (const page of ['odd/french', 'odd/paper.pdf'])
    expect(outcomes[`http://sky.test/${page}`], page).toMatch(/page|duplicate/);
  expect(asked, 'what only the sitemap lists').toContain(listed);
  for (const { url, why, score } of pagesOf(folder))
    if (score !== undefined && score > 0) expect(why.length, `reasons of ${url}`).toBeGreaterThan(0);
  const db = openDatabase(join(folder, 'crawl.db'), { readOnly: true });
  try {
    const count = (from: string): number =>
      Number(db.sql.prepare(`SELECT count(*) AS n FROM ${from}`).get()?.n);
    expect(count('faults'), 'faults').toBe(0);
    expect(count('links WHERE why IS NULL AND fate IS NULL'), 'links without a reason').toBe(0);
    expect(count("links WHERE fate = 'nofollow'"), 'links that may not be followed').toBe(2);
    expect(count('links')).toBeGreaterThan(100);
  } finally {
    db.close();
  }
}
