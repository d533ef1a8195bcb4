/**
 * A crawl that runs, from the desk in a real browser: started, watched, paused, labelled, killed, resumed, stopped, tuned.
 * Twelve hosts on loopback; every third page of each is about comets, which the test wrote.
 */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LabelsTaught } from '../../src/crawl/labels.ts';
import { openCrawl } from '../../src/crawl/open.ts';
import { type RunningDesk, startDesk } from '../../src/desk/desk.ts';
import { newFolder, prose, removeFolders } from '../crawl/small-web.ts';
import { chromiumPath, launchChromium, needsChromium } from '../lab/chromium.ts';

const HOSTS = 12;
const PAGES = 40;

function comets(host: number, n: number): string {
  const isWanted = (host + n) % 3 === 0;
  const link = (to: number, at: number): string => `<a href="/${to}">page ${to} of ${at}</a> `;
  const words = isWanted
    ? `comet ${'orbit '.repeat(1 + (n % 4))} tail coma dust`
    : `${n % 2 === 0 ? 'comet' : ''} parcel invoice stock price`;
  return `<!doctype html><html lang="en"><title>Page ${n} of ${host}</title><h1>${isWanted ? 'Comets' : 'Parcels'}</h1>
    <p>${words} ${prose(`${host} ${n}`, 60)}</p>${[1, 2, 7].map((by) => link((n + by) % PAGES, host)).join('')}`;
}

async function cometHosts(): Promise<{ seeds: string[]; close(): Promise<void> }> {
  const servers: Server[] = [];
  let port = 0;
  for (let host = 1; host <= HOSTS; host++) {
    const server = createServer(({ url = '/' }, response) => {
      const [, n] = /^\/(\d+)$/.exec(url) ?? [];
      response.writeHead(n === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(n === undefined ? '' : comets(host, Number(n)));
    });
    await new Promise<void>((resolve) => server.listen(port, `127.0.0.${host}`, resolve));
    port = (server.address() as AddressInfo).port;
    servers.push(server);
  }
  return {
    seeds: servers.map((_, i) => `http://127.0.0.${i + 1}:${port}/0`),
    close: async () => {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

describe.skipIf(chromiumPath === undefined)(`a running crawl in chromium${needsChromium}`, () => {
  let folder: string;
  let desk: RunningDesk;
  let browser: Browser;
  let page: Page;
  let origin: string;
  let web: Awaited<ReturnType<typeof cometHosts>>;
  const faults: unknown[] = [];
  const trouble: string[] = [];

  const open = async (): Promise<void> => {
    desk = await startDesk({ folder, port: 0, fault: (error) => faults.push(error) });
    origin = new URL(desk.url).origin;
    await page.goto(desk.url);
  };
  const json = async <T>(path: string): Promise<T> =>
    (await (
      await fetch(`${origin}/api/v1/crawls/tails${path}`, {
        headers: { authorization: `Bearer ${desk.secret}` },
      })
    ).json()) as T;
  /** Of the process that crawls. */
  const pid = (): number =>
    (JSON.parse(readFileSync(join(folder, 'tails', 'running.json'), 'utf8')) as { pid: number }).pid;
  const stateIs = (text: string) => page.locator('#live-state', { hasText: text }).waitFor();

  beforeAll(async () => {
    folder = newFolder();
    web = await cometHosts();
    browser = await launchChromium();
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    context.setDefaultTimeout(120_000);
    page = await context.newPage();
    page.on('pageerror', (error) => trouble.push(error.message));
    page.on('dialog', (dialog) => void dialog.accept());
    await open();
  });
  afterAll(async () => {
    await browser?.close();
    await desk?.close();
    await web?.close();
    removeFolders();
  });

  it('is started from New crawl, watched without a reload, paused by key and goes on', async () => {
    await page.goto(`${origin}/new`);
    await page.getByLabel('In a sentence').fill('Tails');
    await page.getByLabel('Words and phrases, one a line').fill('comet\ntail\ncoma');
    await page.getByLabel('Where to begin').fill(web.seeds.join('\n'));
    await page.getByLabel('Stop after pages').fill('460');
    await page.getByLabel('Your e-mail address').fill('mailto:test@example.org');
    await page.getByRole('button', { name: 'Start' }).click();
    await expect
      .poll(() => page.goto(`${origin}/c/tails`).then((response) => response?.status()), { timeout: 120_000 })
      .toBe(200);
    await stateIs('Running');
    const read = async () => (await json<{ figures: { pages: number } }>('')).figures.pages;
    // What the page shows comes by its stream.
    await expect.poll(() => page.locator('.found li').count(), { timeout: 120_000 }).toBeGreaterThan(3);
    await expect.poll(read, { timeout: 120_000 }).toBeGreaterThan(45);
    await page.keyboard.press('p');
    await stateIs('Paused');
    await page.getByRole('button', { name: 'Go on' }).first().click();
    await stateIs('Running');
  });

  it('twenty labels by key are learnt from while it runs, and the ranking moves', async () => {
    const { version } = await json<{ version: number }>('');
    await page.goto(`${origin}/c/tails/label?queue=informative&by=ann`);
    for (let i = 1; i <= 20; i++) {
      const title = await page.locator('article h2').textContent();
      const isWanted = ((await page.locator('article .text').textContent()) ?? '').includes('orbit');
      await page.keyboard.press(isWanted ? 'r' : 'n');
      await page.locator('#given', { hasText: new RegExp(`^${i} label`) }).waitFor();
      await expect.poll(() => page.locator('article h2').textContent()).not.toBe(title);
    }
    await page.locator('#effects', { hasText: /Version \d+ is in force, .* after \d+ labels?/ }).waitFor();
    const { taught } = await json<{ taught: { version: number } }>('');
    expect(taught.version).toBeGreaterThan(version);
    const { read, db } = openCrawl(join(folder, 'tails'));
    const moved = read
      .events(200)
      .filter(({ kind }) => kind === 'taught')
      .map(({ detail }) => (detail as LabelsTaught).linksMoved ?? 0);
    db.close();
    expect(Math.max(...moved)).toBeGreaterThan(0);
    const { items } = await json<{ items: { by: string }[] }>('/labels');
    expect(items.length).toBe(20);
    expect(new Set(items.map(({ by }) => by))).toEqual(new Set(['ann']));
  });

  it('orders leave the reader where he is, and a refusal stands beside what was typed', async () => {
    await page.goto(`${origin}/c/tails/pages?is=relevant`);
    await stateIs('Running');
    const read = async (): Promise<number> =>
      Number(
        /[\d,]+/.exec((await page.locator('[data-tab=pages]').textContent()) ?? '')?.[0].replace(',', ''),
      );
    const before = await read();
    await expect.poll(read, { timeout: 120_000 }).toBeGreaterThan(before);
    await page.keyboard.press('p');
    await stateIs('Paused');
    expect(page.url()).toBe(`${origin}/c/tails/pages?is=relevant`);
    await page.goto(`${origin}/c/tails`);
    await page.getByLabel('Stop after pages').fill('lots');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('give a number (found "lots")').waitFor();
    expect(await page.getByLabel('Stop after pages').inputValue()).toBe('lots');
    await page.getByLabel('Stop after pages').fill('450');
    await page.keyboard.press('Enter');
    await page.locator('#toast', { hasText: 'Changed.' }).waitFor();
    await page.locator('.figures', { hasText: 'of 450' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    const excluded = new URL(web.seeds[8]!).host;
    await page.goto(`${origin}/c/tails/sites/${encodeURIComponent(excluded)}`);
    await page.getByRole('button', { name: 'Exclude this site' }).click();
    await page.locator('#toast', { hasText: `${excluded} is excluded` }).waitFor();
    const { settings } = await json<{ settings: { scope: { excludeHosts: string[] } } }>('/settings');
    expect(settings.scope.excludeHosts).toEqual([excluded]);
    await page.goto(`${origin}/c/tails/label`);
    await page.keyboard.press('p');
    await stateIs('Running');
    expect(page.url()).toBe(`${origin}/c/tails/label`);
  });

  it('goes on without the desk, and the next desk finds it running', async () => {
    const before = pid();
    await page.goto('about:blank');
    await desk.close();
    expect(() => process.kill(before, 0)).not.toThrow();
    await open();
    await page.goto(`${origin}/c/tails`);
    await stateIs('Running');
    expect(pid()).toBe(before);
  });

  it('says so when its process was killed, goes on from its last commit, and stops', async () => {
    await page.goto(`${origin}/c/tails`);
    await stateIs('Running');
    process.kill(pid(), 'SIGKILL');
    await page.getByText('The crawl ended unexpectedly').waitFor();
    const { items } = await json<{ items: unknown[] }>('/labels');
    expect(items.length).toBe(20);
    await page.locator('.notice').getByRole('button', { name: 'Go on' }).click();
    await stateIs('Running');
    await page.getByRole('button', { name: 'Stop…' }).click();
    await stateIs('Stopped');
  });

  it('counts from another threshold once it is dragged there and used', async () => {
    await page.goto(`${origin}/c/tails/judge`);
    interface Scores {
      threshold: number;
      version: number;
      byEarlierVersions: number;
      bins: { from: number; to: number; pages: number; called: number }[];
    }
    const { version } = await json<Scores>('/scores');
    await page.locator('#threshold').focus();
    await page.keyboard.press('End');
    const use = page.getByRole('button', { name: /^Use / });
    await use.waitFor();
    const wanted = Number(/Use ([\d.]+)/.exec((await use.textContent()) ?? '')![1]);
    await use.click();
    // Judging every page takes its time: what it does can be watched, and leads back to what it changed.
    await page.locator('#job-state', { hasText: 'Done.' }).waitFor();
    await page.getByRole('link', { name: 'The judge of this crawl' }).click();
    await page.getByText(`in force: ${wanted.toFixed(2)}`).waitFor();
    await expect
      .poll(async () => (await json<Scores>('/scores')).threshold, { timeout: 120_000 })
      .toBeCloseTo(wanted, 2);
    // Every page is judged again, by a version that has seen all labels.
    await expect
      .poll(async () => (await json<Scores>('/scores')).byEarlierVersions, { timeout: 120_000 })
      .toBe(0);
    const scores = await json<Scores>('/scores');
    expect(scores.version).toBeGreaterThan(version);
    for (const { from, to, pages, called } of scores.bins) {
      if (from >= wanted) expect(called).toBe(pages);
      if (to < wanted) expect(called).toBe(0);
    }
    expect(trouble).toEqual([]);
    expect(faults).toEqual([]);
  });
});
