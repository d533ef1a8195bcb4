/** Deleting a crawl from the desk, and asking for its pages again: real folders, processes and databases. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/archive/database.ts';
import { connect } from '../../src/crawl/connect.ts';
import { databasePath } from '../../src/crawl/folder.ts';
import { crawl } from '../../src/crawl/start.ts';
import { startProcess } from '../../src/desk/crawl-process.ts';
import { newFolder, page, prose, removeFolders, type SmallWeb, smallWeb } from '../crawl/small-web.ts';
import { axeFaults, chromiumPath, launchChromium, needsChromium } from '../lab/chromium.ts';
import { deskFixture, type Fixture } from './fixture.ts';

let on: Fixture;
let web: SmallWeb;
beforeAll(async () => {
  on = await deskFixture({ guests: 'label' });
  web = await smallWeb(
    { 'a.test/': page(['/hangs'], `comet tail ${prose('a')}`), 'a.test/hangs': () => undefined },
    { threads: 0 },
  );
});
afterAll(async () => {
  await web.close();
  await on.close();
  removeFolders();
});

const folderOf = (id: string): string => join(on.folder, id);

/** Of two pages, of which it has read the first; it would wait for the second for long. */
async function made(id: string, settings: object = {}): Promise<void> {
  const topic = { name: 'tails', keywords: ['comet', 'tail'], seeds: ['http://a.test/'] };
  const out = folderOf(id);
  await crawl({ topic, out, settings: { ...web.settings, budget: { pages: 1 }, ...settings } }).finished;
}

const remove = (id: string, init: { body?: unknown; headers?: Record<string, string> } = {}) =>
  on.ask(`/api/v1/crawls/${encodeURIComponent(id)}`, { method: 'DELETE', ...init });
const resume = (id: string) =>
  on.ask(`/api/v1/crawls/${id}/resume`, { method: 'POST', body: { budget: { pages: 5 } } });
const idsOf = async (): Promise<string[]> =>
  (await on.json<{ items: { id: string }[] }>('/api/v1/crawls')).items.map(({ id }) => id);
const hidden = (): string[] => readdirSync(on.folder).filter((name) => name.startsWith('.'));

it('a deleted crawl is gone with its folder, the others stay, and its name is free', async () => {
  await made('old');
  await on.ask('/c/old/judge');
  expect(await idsOf()).toContain('old');
  const response = await remove('old');
  expect([response.status, await response.json()]).toEqual([200, { deleted: 'old' }]);
  expect(existsSync(folderOf('old'))).toBe(false);
  expect(hidden()).toEqual([]);
  expect(await idsOf()).toEqual(['comets']);
  for (const path of ['/api/v1/crawls/old', '/c/old', '/c/old/delete', '/c/old/pages', '/c/old/export'])
    expect((await on.ask(path)).status, path).toBe(404);
  expect((await remove('old')).status).toBe(404);
  await made('old', { budget: { pages: 1 }, seed: 7 });
  const { settings } = await on.json<{ settings: { seed: number } }>('/api/v1/crawls/old/settings');
  expect(settings.seed).toBe(7);
  await remove('old');
});

it('a crawl that runs is not deleted, however it was started, and goes on', async () => {
  await made('busy');
  expect((await resume('busy')).status).toBe(202);
  const response = await remove('busy');
  expect(response.status).toBe(409);
  expect(((await response.json()) as { detail: string }).detail).toMatch(/is running\. Stop it first/);
  expect(await (await on.ask('/c/busy/delete')).text()).toContain('It is running. Stop it first.');
  await on.json('/api/v1/crawls/busy/pause', { method: 'POST', body: {} });
  expect((await remove('busy')).status).toBe(409);
  expect((await on.json<{ state: string }>('/api/v1/crawls/busy')).state).toBe('paused');
  await on.json('/api/v1/crawls/busy/stop', { method: 'POST', body: {} });
  const order = { do: 'resume', path: folderOf('busy'), budget: { pages: 5 } } as const;
  await startProcess(order);
  expect((await remove('busy')).status).toBe(409);
  await (await connect(folderOf('busy'))).stop();
  expect((await remove('busy')).status).toBe(200);
});

it('a crawl whose database somebody is writing to stays as it is', async () => {
  await made('written');
  const db = openDatabase(databasePath(folderOf('written')), { sole: true });
  const response = await remove('written');
  expect([response.status, ((await response.json()) as { detail: string }).detail]).toEqual([
    409,
    expect.stringContaining('Another process is writing'),
  ]);
  expect(hidden()).toEqual([]);
  db.close();
  expect((await on.json<{ figures: { pages: number } }>('/api/v1/crawls/written')).figures.pages).toBe(1);
  expect((await remove('written')).status).toBe(200);
});

it('a crawl that starts while it is deleted either runs in its folder or is gone, never both', async () => {
  const starts = [
    () => resume('race').then(({ status }) => status === 202),
    // As from a terminal: the desk does not know of it.
    () =>
      startProcess({ do: 'resume', path: folderOf('race'), budget: { pages: 5 } }).then(
        () => true,
        () => false,
      ),
  ];
  // At different moments of the start: the order is not ours to choose.
  for (const [i, afterMs] of [0, 0, 5, 100, 200, 300, 400].entries()) {
    await made('race');
    const started = starts[Math.min(i, 1)]!();
    await sleep(afterMs);
    const { status } = await remove('race');
    const isOn = await started;
    const isKept = existsSync(folderOf('race'));
    expect([status, isKept], `after ${afterMs} ms`).toEqual(isKept ? [409, true] : [200, false]);
    if (!isKept) expect(isOn).toBe(false);
    if (isOn) {
      await expect
        .poll(async () => (await on.json<{ state: string }>('/api/v1/crawls/race')).state, {
          timeout: 60_000,
        })
        .toBe('running');
      await on.json('/api/v1/crawls/race/stop', { method: 'POST', body: {} });
    }
    if (isKept) expect((await remove('race')).status).toBe(200);
    expect(hidden()).toEqual([]);
    expect(await idsOf()).toEqual(['comets']);
  }
});

it('of several that delete it at once one does, and the others get an error that says it is gone', async () => {
  await made('twice');
  const all = await Promise.all(Array.from({ length: 6 }, () => remove('twice')));
  const told = all.map(({ status }) => status).sort();
  expect(told[0]).toBe(200);
  for (const status of told.slice(1)) expect([404, 409]).toContain(status);
  expect([existsSync(folderOf('twice')), hidden()]).toEqual([false, []]);
});

it('nothing outside the folder of the desk is deleted: not by name, not through links', async () => {
  const outside = newFolder();
  const topic = { name: 'tails', keywords: ['comet'], seeds: ['http://a.test/'] };
  const out = join(outside, 'theirs');
  await crawl({ topic, out, settings: { ...web.settings, budget: { pages: 1 } } }).finished;
  writeFileSync(join(outside, 'kept.txt'), 'kept');
  symlinkSync(out, folderOf('linked'));
  symlinkSync(outside, folderOf('group'));
  for (const id of [
    'linked',
    'group/theirs',
    '../theirs',
    '..',
    '.',
    'comets/..',
    '/',
    out,
    'comets\0',
    '\0',
  ])
    expect([400, 404], id).toContain((await remove(id)).status);
  expect((await remove('x'.repeat(5000))).status).toBe(404);
  await made('linking');
  symlinkSync(outside, join(folderOf('linking'), 'more'));
  symlinkSync(join(outside, 'kept.txt'), join(folderOf('linking'), 'notes.txt'));
  expect(await (await on.ask('/c/linking/delete')).text()).toMatch(
    /put into the folder: (more, notes|notes.txt, more)/,
  );
  expect((await remove('linking')).status).toBe(200);
  expect(readFileSync(join(outside, 'kept.txt'), 'utf8')).toBe('kept');
  expect(existsSync(join(out, 'crawl.db'))).toBe(true);
  expect(await idsOf()).toEqual(['comets']);
});

it('a crawl that cannot be read, or never began, can be deleted', async () => {
  await made('damaged');
  writeFileSync(databasePath(folderOf('damaged')), 'not a database, not a database, not a database');
  await made('unreadable');
  writeFileSync(join(folderOf('unreadable'), 'crawl.yaml'), 'topic: [');
  await made('never');
  for (const file of ['crawl.db', 'crawl.db-wal', 'crawl.db-shm'])
    if (existsSync(join(folderOf('never'), file)))
      renameSync(join(folderOf('never'), file), join(on.folder, `${file}-away`));
  const list = await (await on.ask('/')).text();
  for (const id of ['damaged', 'unreadable', 'never']) {
    expect(list, id).toContain(`href="/c/${id}/delete"`);
    expect((await on.ask(`/c/${id}/delete`)).status, id).toBe(200);
    expect((await remove(id)).status, id).toBe(200);
    expect(existsSync(folderOf(id)), id).toBe(false);
  }
});

it('a crawl that a job works on is not deleted, and the job is named', async () => {
  await made('asked');
  const job = await on.json<{ id: string }>('/api/v1/crawls/asked/recrawl', {
    method: 'POST',
    body: { every: '1d' },
  });
  const response = await remove('asked');
  expect([response.status, ((await response.json()) as { detail: string }).detail]).toEqual([
    409,
    expect.stringContaining(`/jobs/${job.id}`),
  ]);
  await on.json(`/api/v1/jobs/${job.id}/stop`, { method: 'POST', body: {} });
  await (await on.ask(`/api/v1/jobs/${job.id}/events`)).text();
  expect((await remove('asked')).status).toBe(200);
});

it('a crawl that another one reads in place of the Web is named, and kept while that one runs', async () => {
  await made('source');
  await made('reader', { web: [folderOf('source')], http: {} });
  expect(await (await on.ask('/c/source/delete')).text()).toContain('reader reads its archive in place of');
  // As a running crawl answers.
  const socket = join(folderOf('reader'), 'control.sock');
  const running = createServer((asking) => {
    asking.on('error', () => {}).resume();
    asking.end('{"ok":true,"answer":{"state":"running"}}\n');
  });
  await new Promise<void>((listening) => running.listen(socket, listening));
  writeFileSync(join(folderOf('reader'), 'running.json'), JSON.stringify({ pid: 1, socket, startedAt: 1 }));
  const response = await remove('source');
  expect([response.status, ((await response.json()) as { detail: string }).detail]).toEqual([
    409,
    expect.stringContaining('reader is running, and reads the archive of source'),
  ]);
  await new Promise((ended) => running.close(ended));
  rmSync(join(folderOf('reader'), 'running.json'));
  expect((await remove('source')).status).toBe(200);
  expect((await remove('reader')).status).toBe(200);
});

it('only who may change everything deletes, and no other site does', async () => {
  const secret = new URL(on.desk.guestUrl!).searchParams.get('token')!;
  const headers = { authorization: `Bearer ${secret}` };
  expect((await remove('comets', { headers })).status).toBe(403);
  expect((await on.ask('/c/comets/delete', { headers })).status).toBe(403);
  for (const path of ['/', '/c/comets', '/c/comets/settings'])
    expect(await (await on.ask(path, { headers })).text(), path).not.toMatch(/\/delete"|\/recrawl"/);
  expect((await remove('comets', { headers: { origin: 'https://evil.example' } })).status).toBe(403);
  expect((await remove('comets', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const more = { method: 'POST', body: 'all=true', headers: form };
  expect((await on.ask('/c/comets/delete', more)).status).toBe(400);
  const huge = { method: 'POST', body: 'x'.repeat(5_000_000), headers: form };
  expect((await on.ask('/c/comets/delete', huge)).status).toBe(413);
  expect(existsSync(folderOf('comets'))).toBe(true);
});

it('pages of a crawl that runs are not asked for again beside it', async () => {
  await made('on');
  await resume('on');
  for (const [path, body, headers] of [
    ['/api/v1/crawls/on/recrawl', {}, {}],
    ['/c/on/recrawl', 'by=change', { 'content-type': 'application/x-www-form-urlencoded' }],
  ] as const) {
    const response = await on.ask(path, { method: 'POST', body, headers });
    expect([response.status, await response.text()]).toEqual([
      409,
      expect.stringContaining('on is running. Stop it first'),
    ]);
  }
  await on.json('/api/v1/crawls/on/stop', { method: 'POST', body: {} });
  for (const body of ['by=shell', 'budget=0', 'budget=x', 'every=1d;id', 'due=maybe', 'out=/tmp/x']) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await on.ask('/c/on/recrawl', { method: 'POST', body, headers })).status, body).toBe(400);
  }
  await remove('on');
});

it('nothing of all this was a fault of ours', () => {
  expect(on.faults).toEqual([]);
});

describe.skipIf(chromiumPath === undefined)(`in chromium${needsChromium}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it('a person asks for pages again, sees what would be lost, keeps the crawl, and deletes it', async () => {
    mkdirSync(folderOf('mine'));
    await made('mine/tails');
    const tab = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    tab.setDefaultTimeout(120_000);
    const { origin } = new URL(on.desk.url);
    const accessible = async (): Promise<void> => {
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [1280, 390]) {
          await tab.emulateMedia({ colorScheme });
          await tab.setViewportSize({ width, height: 900 });
          expect(await axeFaults(tab)).toEqual([]);
          expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(width);
        }
    };
    await tab.goto(on.desk.url);
    await tab.goto(`${origin}/c/comets`);
    await accessible();
    await tab.getByLabel('At most requests').fill('2');
    await tab.getByRole('button', { name: 'Ask again' }).click();
    await tab.locator('#job-state', { hasText: 'Done.' }).waitFor();
    expect(await tab.locator('.said-lines').last().textContent()).toContain('"n": 1');

    await tab.goto(`${origin}/c/comets/settings`);
    await tab.getByRole('link', { name: 'Delete this crawl…' }).click();
    await tab.getByText(/6\d pages, 20 of them called relevant/).waitFor();
    await accessible();
    await tab.getByRole('link', { name: 'Keep it' }).click();
    await tab.waitForURL(`${origin}/c/comets`);

    await tab.goto(`${origin}/`);
    await accessible();
    await tab.locator('form[aria-label$="mine/tails"]').getByRole('link', { name: 'Delete…' }).click();
    await tab.getByRole('button', { name: 'Delete mine/tails' }).click();
    await tab.waitForURL(`${origin}/`);
    expect(await tab.locator('form[aria-label$="mine/tails"]').count()).toBe(0);
    expect(readdirSync(folderOf('mine'))).toEqual([]);
  });
});
