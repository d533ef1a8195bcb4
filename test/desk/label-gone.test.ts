/** A crawl that is deleted while somebody labels its pages, in a real browser. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolders } from '../crawl/small-web.ts';
import { axeFaults, chromiumPath, launchChromium, needsChromium } from '../lab/chromium.ts';
import { deskFixture, type Fixture } from './fixture.ts';

describe.skipIf(chromiumPath === undefined)(`in chromium${needsChromium}`, () => {
  let on: Fixture;
  let browser: Browser;
  beforeAll(async () => {
    on = await deskFixture();
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await on?.close();
    removeFolders();
  });

  it('labels that cannot be sent are tried again, and end with a sentence once their crawl is gone', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(120_000);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/labels')) sent.push(request.url());
    });
    await page.clock.install();
    await page.goto(on.desk.url);
    const { origin } = new URL(on.desk.url);
    await page.goto(`${origin}/c/comets/label?queue=best`);
    const title = await page.locator('article h2').textContent();
    // As if the desk were gone for a while.
    await page.route('**/labels', (route) => route.abort());
    await page.keyboard.press('r');
    await page.locator('#toast', { hasText: '1 label waits in this window.' }).waitFor();
    await page.locator('article h2', { hasNotText: title! }).waitFor();
    await page.unroute('**/labels');
    expect((await on.ask('/api/v1/crawls/comets', { method: 'DELETE' })).status).toBe(200);
    await page.clock.runFor(10_000);
    const end = page.getByRole('alert');
    await end.waitFor();
    expect(await end.textContent()).toContain('There is no crawl "comets" here.');
    expect(await end.textContent()).toContain('1 label was not kept.');
    expect(await page.locator('.answer button').count()).toBe(0);
    const times = sent.length;
    await page.keyboard.press('n');
    await page.clock.runFor(60_000);
    expect(sent.length).toBe(times);
    expect(await axeFaults(page)).toEqual([]);
    expect(on.faults).toEqual([]);
  });
});
