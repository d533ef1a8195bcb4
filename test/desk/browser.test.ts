/**
 * The desk in a real browser. A crawl of the demonstration web is started, watched, stopped, resumed, searched, labelled by
 * key, tuned and compared; a crawl of a small web has pages that try to be taken for the desk's own; axe on every page.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crawl } from '../../src/crawl/start.ts';
import { type DemoServer, startDemoServer } from '../../src/demo/server.ts';
import { createDemoWeb } from '../../src/demo/web.ts';
import { studyCrawls } from '../../src/lab/crawl-study.ts';
import { removeFolders } from '../crawl/small-web.ts';
import { axeFaults, chromiumPath, launchChromium, needsChromium } from '../lab/chromium.ts';
import { deskFixture, type Fixture } from './fixture.ts';

interface Jobs {
  items: { id: string }[];
}

const LONG = { timeout: 120_000 };

/** A few pages of the demonstration web, in a crawl that can be copied; its server answers on loopback for all hosts. */
async function crawlDemo(out: string): Promise<DemoServer> {
  const web = createDemoWeb({ pages: 3000, hosts: 120 });
  const server = await startDemoServer(web);
  const topic = { ...web.topics.find(({ name }) => name === 'birds')!, language: 'en' };
  const http = { contact: 'mailto:test@example.org', connectTo: { '*.test': `127.0.0.1:${server.port}` } };
  const politeness = { minDelayMs: 100, delayFactor: 0 };
  await crawl({
    topic,
    out,
    settings: { http, politeness, concurrency: 4, threads: 1, budget: { pages: 40 } },
  }).finished;
  return server;
}

/** What reaches out of the window, but for what can be scrolled to. */
const wider = `[document.documentElement, ...document.querySelectorAll('button, dd, h1, h2')]
  .filter((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    return width > 0 && !one.closest('nav, .scroll, .vh') && (left < 0 || Math.max(right, one === document.documentElement ? one.scrollWidth : 0) > innerWidth + 1);
  })
  .map((one) => one.outerHTML.slice(0, 100))`;

describe.skipIf(chromiumPath === undefined)(`in chromium${needsChromium}`, () => {
  let on: Fixture;
  let demo: DemoServer;
  let browser: Browser;
  let page: Page;
  let origin: string;
  const trouble: string[] = [];
  const refused: string[] = [];
  const asked: string[] = [];

  beforeAll(async () => {
    on = await deskFixture();
    demo = await crawlDemo(join(on.folder, 'birds'));
    browser = await launchChromium();
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    context.setDefaultTimeout(120_000);
    page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()));
    page.on('pageerror', (error) => trouble.push(error.message));
    page.on(
      'response',
      (response) => response.status() >= 400 && refused.push(`${response.status()} ${response.url()}`),
    );
    page.on('dialog', (dialog) => dialog.accept());
    page.on('request', (request) => asked.push(request.url()));
    origin = new URL(on.desk.url).origin;
    await page.goto(on.desk.url);
  });
  afterAll(async () => {
    await browser?.close();
    await on?.close();
    await demo?.close();
    removeFolders();
  });

  const again = 'birds-once-more';
  const figures = async (): Promise<{ pages: number; relevant: number }> =>
    (await on.json<{ figures: { pages: number; relevant: number } }>(`/api/v1/crawls/${again}`)).figures;

  it('a crawl of the demonstration web is copied, checked, started in a process of its own, watched, stopped and resumed', async () => {
    await page.locator('form[aria-label$=", birds"]').getByRole('link', { name: 'Copy' }).click();
    await page.getByText('What is not shown here is as in birds: rules, examples, settings.').waitFor();
    await page.getByLabel('In a sentence').fill('Birds once more');
    await page.getByLabel('Stop after pages').fill('3000');
    await page.getByRole('button', { name: 'See what was understood' }).click();
    await page.getByText(/\d+ keywords, \d+ seed/).waitFor();
    await page.getByRole('button', { name: 'Start' }).click();
    // On a busy machine the list shows it until it runs.
    await page
      .getByRole('heading', { name: /Birds once more|Crawls/ })
      .first()
      .waitFor();
    await expect.poll(() => on.ask(`/api/v1/crawls/${again}`).then(({ status }) => status), LONG).toBe(200);
    await page.goto(`${origin}/c/${again}`);
    await page.locator('#live-state', { hasText: 'Running' }).waitFor();
    await expect.poll(() => figures().then(({ pages }) => pages), LONG).toBeGreaterThan(20);
    await page.locator('.figures', { hasText: /[2-9]\d|\d{3}/ }).waitFor();
    await page.getByRole('button', { name: 'Stop…' }).click();
    await page.locator('#live-state', { hasText: 'Stopped' }).waitFor();
    const { pages } = await figures();
    await page.getByRole('button', { name: 'Go on' }).first().click();
    await page.locator('#live-state', { hasText: 'Running' }).waitFor();
    await expect
      .poll(() => figures().then((now) => now.pages > pages && now.relevant >= 25), LONG)
      .toBe(true);
  });

  it('twenty pages are labelled by key while it runs, undo takes one back, the judge changes and links move', async () => {
    await page.goto(`${origin}/c/${again}/label?queue=random`);
    // Score and address would sway the answer.
    expect(await page.locator('article .addr').count()).toBe(0);
    for (let i = 1; i <= 20; i++) {
      const before = await page.locator('article h2').textContent();
      await page.keyboard.press(i % 5 === 0 ? 'n' : 'r');
      await page.locator('#given', { hasText: new RegExp(`^${i} label`) }).waitFor();
      await expect.poll(() => page.locator('article h2').textContent(), LONG).not.toBe(before);
    }
    await page.keyboard.press('z');
    await page.locator('#given', { hasText: /^19 labels/ }).waitFor();
    await page.locator('#effects', { hasText: /Version \d+ is in force, .* waiting links? moved/ }).waitFor();
    const { items } = await on.json<{ items: { label: string; drawn: string }[] }>(
      `/api/v1/crawls/${again}/labels`,
    );
    expect(items.filter(({ drawn, label }) => drawn === 'called' && label !== 'unsure').length).toBe(19);
    await on.json(`/api/v1/crawls/${again}/stop`, { method: 'POST', body: {} });
  });

  it('a search finds pages, a key opens and labels one, and the label stays', async () => {
    await page.goto(`${origin}/c/${again}/pages?is=relevant`);
    await page.keyboard.press('/');
    await page.keyboard.type('bird -xyzzy');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=bird/);
    expect(await page.locator('#list a').count()).toBeGreaterThan(5);
    // The panes scroll; the window does not, into emptiness.
    expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.locator('article.open').waitFor();
    expect(await page.locator('article mark').count()).toBeGreaterThan(2);
    await page.keyboard.press('n');
    await page.locator('#toast', { hasText: 'Labelled: not relevant.' }).waitFor();
    await page.reload();
    expect(await page.getByRole('button', { name: /^Not/ }).getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('u');
    await page.locator('#toast', { hasText: 'unsure' }).waitFor();
  });

  it('once enough of a random queue is labelled, the share of right pages is shown', async () => {
    const { pages } = await on.json<{ pages: { id: number }[] }>('/api/v1/crawls/comets/queue?limit=12');
    const labels = pages.map(({ id }) => ({ page: id, label: 'relevant', drawn: 'called' }));
    await on.json('/api/v1/crawls/comets/labels', { method: 'POST', body: { labels } });
    await page.goto(`${origin}/c/comets/label?queue=random`);
    await page.locator('.figures-one', { hasText: '100 %' }).waitFor();
  });

  it('keys that come before the next page do not answer the last one again', async () => {
    let open = (): void => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const stories = /\/api\/v1\/crawls\/comets\/pages\/\d+$/;
    await page.route(stories, async (route) => {
      await opened;
      await route.continue();
    });
    await page.goto(`${origin}/c/comets/label?queue=worst`);
    const title = await page.locator('article h2').textContent();
    await page.keyboard.press('n');
    await page.locator('#given', { hasText: '1 label' }).waitFor();
    for (const key of ['r', 'u', 'r']) await page.keyboard.press(key);
    expect(await page.locator('#given').textContent()).toBe('1 label');
    expect(await page.locator('article h2').textContent()).toBe(title);
    open();
    await page.locator('article h2', { hasNotText: title! }).waitFor();
    const saidNo = async (): Promise<number> =>
      (await on.json<{ items: { label: string }[] }>('/api/v1/crawls/comets/labels')).items.filter(
        ({ label }) => label === 'not-relevant',
      ).length;
    await expect.poll(saidNo, LONG).toBe(1);
    await page.keyboard.press('z');
    await page.locator('#given', { hasText: '0 labels' }).waitFor();
    await page.unroute(stories);
  });

  it('nothing of a page of the Web runs, in the text or in the archived view', async () => {
    const { items } = await on.json<{ items: { id: number }[] }>(
      '/api/v1/crawls/comets/pages?q=onerror&limit=3',
    );
    for (const { id } of items) {
      await page.goto(`${origin}/c/comets/pages/${id}`);
      await page.keyboard.press('o');
      await page.frameLocator('iframe.archived').locator('body').waitFor();
      expect(await page.title()).not.toBe('owned');
    }
  });

  it('dragging the threshold says what would change before it does, and a text can be tried', async () => {
    await page.goto(`${origin}/c/${again}/judge`);
    const before = await page.locator('#effect').textContent();
    await page.locator('#threshold').focus();
    await page.keyboard.press('End');
    await page.getByRole('button', { name: /^Use / }).waitFor();
    const after = await page.locator('#effect').textContent();
    expect(after).not.toBe(before);
    expect(after).toMatch(/fewer would count as relevant/);
    expect(await page.locator('#threshold').getAttribute('aria-valuetext')).toMatch(/fewer would count/);
    await page
      .getByLabel('A text to judge')
      .fill('A bird lays eggs; the owl, the duck and the eagle are birds.');
    await page.getByRole('button', { name: 'Judge it' }).click();
    await page.locator('#tried', { hasText: /relevant/ }).waitFor();
  });

  it('a list has only the rows in sight in the document, and shows its last row when it is scrolled there', async () => {
    await page.goto(`${origin}/c/comets/pages?sort=oldest`);
    await page.locator('#list.virtual li').first().waitFor();
    expect(await page.locator('#list li').count()).toBeLessThan(60);
    expect(await page.locator('#list li').first().getAttribute('aria-setsize')).toBe('60');
    await page.evaluate(`document.querySelector('.list-pane').scrollTop = 1e6`);
    await page.locator('#list li[data-row="59"] a').waitFor();
    const { items } = await on.json<{ items: { id: number }[] }>(
      '/api/v1/crawls/comets/pages?sort=newest&limit=1',
    );
    expect(await page.locator('#list li[data-row="59"] a').getAttribute('data-id')).toBe(
      String(items[0]!.id),
    );
    await page.locator('#list li[data-row="59"] a').focus();
    await page.keyboard.press('k');
    await expect.poll(() => page.evaluate(`document.activeElement?.closest('li')?.dataset.row`)).toBe('58');
  });

  it('a log is recorded and the pages of a study are judged, in windows of their own', async () => {
    writeFileSync(
      join(on.folder, 'comets.yaml'),
      'name: comets\ntitle: Comets\nkeywords: [comet]\nseeds: ["http://sky.test/0"]\n',
    );
    await studyCrawls([join(on.folder, 'comets')], join(on.folder, 'study'));
    await page.goto(`${origin}/topics`);
    await page.getByLabel('Where').selectOption('comets');
    await page.getByRole('button', { name: 'Browse' }).click();
    const [recorder] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Open its page' }).click(),
    ]);
    await recorder.getByRole('link', { name: 'http://sky.test/0' }).click();
    await recorder.getByRole('button', { name: 'Relevant', exact: true }).click();
    await recorder.getByText('relevant · 1 looked at').waitFor();
    expect(readFileSync(join(on.folder, 'comets-browsing.yaml'), 'utf8')).toContain('relevant: true');
    await recorder.getByRole('button', { name: 'Done' }).click();
    await page.locator('#job-state', { hasText: 'Done.' }).waitFor();
    await recorder.close();
    await page.goto(`${origin}/studies`);
    await page.getByRole('button', { name: 'Judge its pages' }).click();
    const [judging] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Open its page' }).click(),
    ]);
    await judging.getByLabel('Name').fill('ann');
    await judging.getByRole('button', { name: 'Begin' }).click();
    await judging.getByRole('button', { name: /not relevant/ }).click();
    await judging.getByRole('button', { name: /not relevant/ }).waitFor();
    await judging.close();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.goto(`${origin}/studies`);
    await page.getByText('1 judgement by one person').waitFor();
  });

  it('two crawls are compared in a sentence', async () => {
    await page.goto(`${origin}/compare?of=birds&and=${again}`);
    expect(await page.locator('.lead').textContent()).toMatch(/found by both/);
    await page.getByRole('heading', { name: `Scores of ${again}` }).waitFor();
    expect(await page.locator('svg.chart').count()).toBe(3);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(`document.querySelector('option').text = 'a crawl with a long title '.repeat(4)`);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('axe finds nothing on any page, in light and dark, and none is wider than a telephone', async () => {
    const paths = ['/', '/new', `/compare?of=birds&and=${again}`, '/search?q=comet', '/nothing'];
    paths.push('/topics', '/studies', '/jobs', `/jobs/${(await on.json<Jobs>('/api/v1/jobs')).items[0]!.id}`);
    for (const part of [
      '',
      '/pages/3?is=relevant',
      '/label?queue=border',
      '/judge',
      '/sites',
      '/sites/sky.test',
      '/graph',
      '/documents',
      '/export',
      '/delete',
      '/log',
      '/settings',
    ])
      paths.push(`/c/comets${part}`);
    for (const [i, path] of paths.entries()) {
      await page.emulateMedia({ colorScheme: i % 2 === 0 ? 'light' : 'dark' });
      await page.setViewportSize({ width: i % 3 === 0 ? 360 : 1280, height: 900 });
      await page.goto(origin + path);
      expect(await axeFaults(page), path).toEqual([]);
      await page.setViewportSize({ width: 360, height: 900 });
      expect(await page.evaluate(wider), path).toEqual([]);
    }
  });

  it('nothing failed on the way, and nothing but the desk was asked', () => {
    expect(trouble.filter((line) => !/status of 404/.test(line))).toEqual([]);
    expect(refused).toEqual([`404 ${origin}/nothing`]);
    const hosts = new Set(asked.map((url) => new URL(url).hostname).filter((name) => name !== ''));
    expect([...hosts]).toEqual(['127.0.0.1']);
    expect(on.faults).toEqual([]);
  });
});
