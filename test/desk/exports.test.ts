/** Exports from the desk, as programs and people take them: each is a real process of the command line. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import '../../src/crawl/export.ts';
import { exportQuery } from '../../src/desk/api/exports.ts';
import { registered } from '../../src/plugin/registry.ts';
import { removeFolders } from '../crawl/small-web.ts';
import { axeFaults, chromiumPath, launchChromium, needsChromium } from '../lab/chromium.ts';
import { deskFixture, type Fixture } from './fixture.ts';

let on: Fixture;
beforeAll(async () => {
  on = await deskFixture();
});
afterAll(async () => {
  await on.close();
  removeFolders();
});

const lines = (exported: string): string[] => exported.trimEnd().split('\n');

it('every format of the command line that is one file is offered, to programs and on the page', async () => {
  const files = registered('exporter')
    .map(({ definition }) => definition)
    .filter(({ writes }) => writes !== 'folder')
    .map(({ name }) => name);
  expect(Object.keys(exportQuery.shape.format.unwrap().enum).sort()).toEqual(files.sort());
  const html = await (await on.ask('/c/comets/export')).text();
  // The crawl collected no documents.
  const citations = ['bibtex', 'ris', 'csl-json', 'dublin-core', 'mods', 'oai-pmh'];
  for (const name of files)
    expect(html.includes(`<option value="${name}">`), name).toBe(!citations.includes(name));
});

it('a file has what was chosen, and fields that were left empty choose nothing', async () => {
  const empty = 'minScore=&best=&language=&host=&asOf=';
  const all = await on.ask(`/c/comets/export/file?format=jsonl&${empty}`);
  expect(all.headers.get('content-disposition')).toContain("UTF-8''comets.jsonl");
  expect(lines(await all.text()).length).toBe(60);
  const some = await on.ask(`/c/comets/export/file?format=jsonl&relevant=true&best=3&host=sky.test`);
  const pages = lines(await some.text()).map(
    (line) => JSON.parse(line) as { url: string; relevant: boolean },
  );
  expect(pages.map(({ relevant, url }) => relevant && url.startsWith('http://sky.test/'))).toEqual([
    true,
    true,
    true,
  ]);
  const before = await on.ask('/api/v1/crawls/comets/export?asOf=2001-01-01');
  expect(await before.text()).toBe('');
});

it('the list of pages passes its filter on to the export', async () => {
  const html = await (await on.ask('/c/comets/pages?is=relevant&site=sky.test')).text();
  const [, href] = /href="(\/c\/comets\/export\?[^"]*)"/.exec(html)!;
  const form = await (await on.ask(href!.replaceAll('&amp;', '&'))).text();
  expect(form).toMatch(/<input[^>]*name="host"[^>]*value="sky\.test"|value="sky\.test"[^>]*name="host"/);
  expect(form).toMatch(/<input[^>]*name="relevant"[^>]* checked/);
});

it('what cannot be exported is refused in a sentence, as a page to people and as a problem to programs', async () => {
  for (const [query, status] of [
    ['format=exe', 400],
    ['format=warc&text=true', 400],
    ['format=jsonl&minScore=2', 400],
    ['format=jsonl&language=--use=/tmp/evil.ts', 400],
    ['format=jsonl&asOf=--use', 400],
    [`format=jsonl&host=${'x'.repeat(3000)}`, 400],
    ['format=jsonl&out=/tmp/x', 400],
    ['format=bibtex', 400],
  ] as const) {
    const page = await on.ask(`/c/comets/export/file?${query}`);
    expect([page.status, page.headers.get('content-type')], query).toEqual([
      status,
      'text/html; charset=utf-8',
    ]);
    const problem = await on.ask(`/api/v1/crawls/comets/export?${query}`);
    expect([problem.status, problem.headers.get('content-type')], query).toEqual([
      status,
      'application/problem+json',
    ]);
  }
  for (const id of ['nothing', '..', 'comets%2f..', 'comets%00', '%2e%2e%2fetc'])
    expect((await on.ask(`/c/${id}/export/file?format=jsonl`)).status, id).toBe(404);
  expect(on.faults).toEqual([]);
});

it('an export that fails on its way arrives as cut off, not as complete', async () => {
  const [file] = globSync(join(on.folder, 'comets/archive/*.warc.gz'));
  const whole = readFileSync(file!);
  const damaged = Buffer.from(whole);
  const middle = Math.trunc(whole.length / 2);
  damaged.fill(0, middle, middle + 2000);
  writeFileSync(file!, damaged);
  try {
    const response = await on.ask('/api/v1/crawls/comets/export?format=warc');
    expect(response.status).toBe(200);
    const isWhole = await response.arrayBuffer().then(
      () => true,
      () => false,
    );
    expect(isWhole).toBe(false);
  } finally {
    writeFileSync(file!, whole);
  }
});

describe.skipIf(chromiumPath === undefined)(`in chromium${needsChromium}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it('a person chooses on the page and gets the file; axe finds nothing, in light and dark, wide and narrow', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(120_000);
    await page.goto(on.desk.url);
    await page.goto(`${new URL(on.desk.url).origin}/c/comets`);
    await page.getByRole('link', { name: 'Export', exact: true }).click();
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1280, 390]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        expect(await axeFaults(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      }
    await page.getByLabel('Format').selectOption('csv');
    await page.getByLabel('only those called relevant').check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('comets.csv');
    const rows = lines(await text(await download.createReadStream()));
    const { figures } = await on.json<{ figures: { relevant: number } }>('/api/v1/crawls/comets');
    // The heading, and a line for each.
    expect(rows.length).toBe(1 + figures.relevant);
  });
});
