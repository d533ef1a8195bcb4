/** The lab's report in a real browser, from a file: quiet, nothing cut off, on a screen and on paper. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderReport } from '../../src/lab/report/report.ts';
import { axeFaults, chromiumPath, launchChromium, needsChromium } from './chromium.ts';
import { madeResults, withJudgements } from './report-fixture.ts';

/** The printable width of A4 with the report's margins of 12 mm, at 96 dots an inch. */
const paperWidth = Math.floor(((210 - 24) / 25.4) * 96);

describe.skipIf(chromiumPath === undefined)(`in chromium${needsChromium}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'forage-report-'));
  const long = `a-name-without-a-break-${'x'.repeat(150)}`;
  const studies = {
    labelled: withJudgements(madeResults({ variants: 12, topics: 3, names: [long], titles: [long] })),
    unlabelled: madeResults({ variants: 30, topics: 2, labelled: false }),
  };
  let browser: Browser;

  beforeAll(async () => {
    for (const [name, results] of Object.entries(studies))
      writeFileSync(join(folder, `${name}.html`), renderReport(results));
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(
    study: string,
    options: BrowserContextOptions = {},
  ): Promise<{ page: Page; heard: string[] }> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
    const heard: string[] = [];
    const address = pathToFileURL(join(folder, `${study}.html`)).href;
    page.on('console', (message) => heard.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => heard.push(`error: ${error.message}`));
    page.on('request', (request) => {
      if (request.url() !== address && !request.url().startsWith('data:'))
        heard.push(`request: ${request.url()}`);
    });
    await page.goto(address);
    return { page, heard };
  }

  test.each(Object.keys(studies))(
    'the %s report makes no request and nothing goes wrong in it',
    async (study) => {
      const { page, heard } = await open(study);
      await page.click('nav button');
      expect(heard).toEqual([]);
      await page.close();
    },
  );

  test('axe finds nothing in a report with everything opened', async () => {
    const { page } = await open('labelled');
    await page.click('nav button');
    expect(await axeFaults(page)).toEqual([]);
    await page.close();
  });

  test.each(Object.keys(studies))(
    'every chart of the %s report has a size and no text outside of it',
    async (study) => {
      const { page } = await open(study);
      await page.click('nav button');
      const charts = await measured(page);
      expect(charts.length).toBeGreaterThan(10);
      for (const { title, width, height, outside } of charts) {
        expect(width, title).toBeGreaterThan(300);
        expect(height, title).toBeGreaterThan(20);
        expect(outside, title).toEqual([]);
      }
      await page.close();
    },
  );

  test.each(Object.keys(studies))(
    'the %s report is no wider than a screen of 1280 or 800 points, tables open',
    async (study) => {
      const { page } = await open(study);
      await page.click('nav button');
      for (const width of [1280, 800]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      }
      await page.close();
    },
  );

  test.each(Object.keys(studies))('the %s report fits on paper', async (study) => {
    const { page } = await open(study, { viewport: { width: paperWidth, height: 1000 } });
    await page.emulateMedia({ media: 'print' });
    expect(await tooWide(page, paperWidth)).toEqual([]);
    expect(await page.isVisible('nav')).toBe(false);
    // No chart is higher than a page of A4 less its margins of 14 mm.
    for (const { title, height } of await measured(page))
      expect(height, title).toBeLessThan(((297 - 28) / 25.4) * 96);
    await page.close();
  });

  test('a click on a heading sorts its table, a second one turns it round', async () => {
    const { page } = await open('labelled');
    const settings = page.locator('#settings table');
    const names = (): Promise<string[]> => settings.locator('tbody tr td:first-child').allTextContents();
    const before = await names();
    await settings.locator('th').first().click();
    const sorted = await names();
    expect(sorted).not.toEqual(before);
    expect(sorted).toEqual(before.toSorted((a, b) => a.localeCompare(b, 'en')));
    await settings.locator('th').first().click();
    expect(await names()).toEqual(sorted.toReversed());
    await page.close();
  });

  test('without scripts all tables are there and can be opened', async () => {
    const { page } = await open('labelled', { javaScriptEnabled: false });
    await page.click('#ranking figure summary');
    expect(await page.isVisible('#ranking figure table')).toBe(true);
    await page.close();
  });

  test('a screenshot of the whole report can be taken', async () => {
    const { page } = await open('labelled');
    const path = join(folder, 'report.png');
    await page.screenshot({ path, fullPage: true });
    const png = readFileSync(path);
    // The header of a PNG: width and height at bytes 16 and 20. More than a blank page packs into.
    expect(png.readUInt32BE(16)).toBe(1280);
    expect(png.readUInt32BE(20)).toBeGreaterThan(5000);
    expect(png.length).toBeGreaterThan(200_000);
    await page.close();
  });
});

interface MeasuredChart {
  title: string;
  width: number;
  height: number;
  /** Texts that are cut off. */
  outside: string[];
}

/** As text, because the browser runs it and these tests' types know no browser. */
function measured(page: Page): Promise<MeasuredChart[]> {
  return page.evaluate(`[...document.querySelectorAll('svg.chart')].filter((chart) => chart.checkVisibility()).map((chart) => {
    const frame = chart.getBoundingClientRect();
    const outside = [...chart.querySelectorAll('text')].filter((text) => {
      const box = text.getBoundingClientRect();
      return box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
    });
    return { title: chart.getAttribute('aria-label').slice(0, 80), width: frame.width, height: frame.height,
      outside: outside.map((text) => text.textContent) };
  })`);
}

function tooWide(page: Page, width: number): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('body *')]
    .filter((element) => element.checkVisibility() && !element.closest('svg *') && element.getBoundingClientRect().right > ${width} + 1)
    .map((element) => element.tagName + ': ' + element.textContent.slice(0, 60))`);
}
