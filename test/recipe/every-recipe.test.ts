/**
 * What every recipe keeps, whoever wrote it: one order, twice and through any end of the crawl; and a reason for
 * every page and every link. A new recipe is found by itself; one that needs more than the topic of whole-web.ts
 * has fails here, and the topic is to be widened.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/archive/database.ts';
import { type CrawlOptions, crawl, resume, type Web } from '../../src/index.ts';
import { strategyKind } from '../../src/recipe/parts.ts';
import type { Recipe } from '../../src/recipe/recipe.ts';
import { recipes } from '../../src/recipe/registry.ts';
import { newFolder, pagesOf, removeFolders } from '../crawl/small-web.ts';
import { type WholeWeb, wholeWeb } from './whole-web.ts';

let whole: WholeWeb;
beforeAll(async () => {
  whole = await wholeWeb(newFolder());
});
afterAll(async () => {
  await whole.web.close();
  removeFolders();
});

/** Where the crawl is cut, and where a copy is taken as a power cut would leave it. */
const CUT_PAGES = 17;
const CRASH_PAGES = 29;

describe.each(recipes())('$name', (recipe) => {
  it('visits in one order, twice and through any end, and has a reason for everything', async () => {
    const image = join(newFolder(), 'image');
    const calm = join(newFolder(), 'calm');
    const crashing = copyingWeb(CRASH_PAGES, () => cpSync(calm, image, { recursive: true }));
    await crawl(optionsOf(recipe, calm, crashing)).finished;
    const order = orderOf(calm);
    expect(order.length, 'pages that were reached').toBeGreaterThan(CRASH_PAGES);
    expectReasons(calm);

    const cut = join(newFolder(), 'cut');
    const { settings, ...rest } = optionsOf(recipe, cut, whole.web);
    await crawl({ ...rest, settings: { ...settings, budget: { pages: CUT_PAGES } } }).finished;
    expect(orderOf(cut), 'a second crawl').toEqual(order.slice(0, CUT_PAGES));
    await resume(cut, { web: whole.web, clock, budget: { pages: 1000 } }).finished;
    expect(orderOf(cut), 'after a clean end').toEqual(order);

    await resume(image, { web: whole.web, clock }).finished;
    expect(orderOf(image), 'after a crash').toEqual(order);
  });
});

/** A millisecond for every look: commits fall where they fall every time. */
let now = 1_700_000_000_000;
const clock = (): number => now++;

function optionsOf(recipe: Recipe, out: string, web: Web): CrawlOptions {
  return {
    topic: whole.topic,
    out,
    web,
    clock,
    settings: {
      web: [whole.folder],
      recipe: recipe.name,
      set: setOf(recipe),
      threads: 0,
      concurrency: 1,
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
function copyingWeb(at: number, copy: () => void): Web {
  let fetches = 0;
  return {
    async fetch(request) {
      if (++fetches === at) copy();
      return whole.web.fetch(request);
    },
    close: async () => {},
  };
}

const orderOf = (folder: string): string[] => pagesOf(folder).map(({ url, score }) => `${url} ${score}`);

function expectReasons(folder: string): void {
  for (const { url, why, score } of pagesOf(folder))
    if (score !== undefined && score > 0) expect(why.length, `reasons of ${url}`).toBeGreaterThan(0);
  const db = openDatabase(join(folder, 'crawl.db'), { readOnly: true });
  try {
    const mute = db.sql.prepare('SELECT count(*) AS n FROM links WHERE why IS NULL AND fate IS NULL').get();
    expect(mute?.n, 'links without a reason').toBe(0);
    expect(Number(db.sql.prepare('SELECT count(*) AS n FROM links').get()?.n)).toBeGreaterThan(100);
  } finally {
    db.close();
  }
}
