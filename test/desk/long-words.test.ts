/**
 * Names of sites, words of links and titles that are longer than any window, in a real browser: no table of the desk has
 * to be scrolled to the side, and no number stands on two lines. And a crawl whose folder is deleted while it is looked at.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crawl } from '../../src/crawl/start.ts';
import { type RunningDesk, startDesk } from '../../src/desk/desk.ts';
import { newFolder, prose, removeFolders, smallWeb } from '../crawl/small-web.ts';
import { chromiumPath, launchChromium, needsChromium } from '../lab/chromium.ts';

const host = `${'sub.'.repeat(30)}long.test`;
const word = 'pneumonoultramicroscopic'.repeat(20);

/** Tables that are wider than their place, and texts of numbers that are broken. */
const broken = `[
  ...[...document.querySelectorAll('.scroll:not(pre)')].filter((one) => one.scrollWidth > one.clientWidth + 1),
  ...[...document.querySelectorAll('.why-bars .n')].filter((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getClientRects().length > 1;
  }),
].map((one) => one.outerHTML.slice(0, 120))`;

describe.skipIf(chromiumPath === undefined)(`in chromium${needsChromium}`, () => {
  let folder: string;
  let desk: RunningDesk;
  let browser: Browser;
  let page: Page;
  let origin: string;

  beforeAll(async () => {
    folder = newFolder();
    const about = (from: string): string => `comet comet comet tail ${prose(from, 80)}`;
    const web = await smallWeb(
      {
        'a.test/': `<title>${word}</title><p>${about('a')}</p><a href="http://${host}/1">${word}</a>`,
        [`${host}/1`]: `<title>One</title><p>${about('b')}</p><a href="http://a.test/2">${word}</a>`,
        'a.test/2': `<title>${word} ${word}</title><p>${about('c')}</p>`,
      },
      { threads: 0 },
    );
    const topic = {
      name: 'long',
      title: 'Long words',
      keywords: ['comet', 'tail'],
      seeds: ['http://a.test/'],
    };
    await crawl({ topic, out: join(folder, 'long'), settings: { ...web.settings, concurrency: 1 } }).finished;
    await web.close();
    desk = await startDesk({ folder, port: 0 });
    origin = new URL(desk.url).origin;
    browser = await launchChromium();
    const context = await browser.newContext();
    context.setDefaultTimeout(120_000);
    page = await context.newPage();
    await page.goto(desk.url);
  });
  afterAll(async () => {
    await browser?.close();
    await desk?.close();
    removeFolders();
  });

  for (const width of [1280, 390])
    it(`every table of a crawl fits into a window of ${width} pixels, and weights stand on one line`, async () => {
      await page.setViewportSize({ width, height: 900 });
      for (const part of ['', '/pages/1', '/pages/2', '/sites', `/sites/${host}`, '/graph', '/judge']) {
        await page.goto(`${origin}/c/long${part}`);
        expect(await page.evaluate(broken), part).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth'), part).toBeLessThanOrEqual(
          width + 1,
        );
      }
    });

  it('a window says that its crawl is gone when its folder was deleted', async () => {
    await page.goto(`${origin}/c/long`);
    rmSync(join(folder, 'long'), { recursive: true });
    await page.locator('#toast', { hasText: 'There is no crawl "long" here.' }).waitFor();
  });
});
