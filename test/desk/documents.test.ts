/** Documents on the desk: a thesis about herons and a report about comets, both made by the test, of a crawl for herons. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crawl } from '../../src/crawl/start.ts';
import { type RunningDesk, startDesk } from '../../src/desk/desk.ts';
import { newFolder, page, removeFolders, type SmallWeb, smallWeb } from '../crawl/small-web.ts';
import { report, thesis } from '../documents/made.ts';
import { asRtf } from '../documents/written.ts';

const wanted = thesis({ seed: 3, subject: ['heron', 'egret', 'bittern'] });
const other = report({ seed: 4, subject: ['comet', 'nebula', 'quasar'] });

let web: SmallWeb;
let desk: RunningDesk;
const faults: unknown[] = [];

beforeAll(async () => {
  const folder = newFolder();
  const rtf = (body: Buffer) => ({ headers: { 'content-type': 'application/rtf' }, body });
  web = await smallWeb(
    {
      'lib.test/': page(['/heron.rtf', '/comet.rtf'], 'heron egret bittern'),
      'lib.test/heron.rtf': rtf(asRtf(wanted)),
      'lib.test/comet.rtf': rtf(asRtf(other)),
    },
    { threads: 0 },
  );
  await crawl({
    topic: { name: 'herons', keywords: ['heron', 'egret', 'bittern'], seeds: ['http://lib.test/'] },
    out: join(folder, 'herons'),
    settings: { ...web.settings, documents: true, recipe: 'breadth-first' },
  }).finished;
  desk = await startDesk({ folder, port: 0, fault: (error) => faults.push(error) });
});
afterAll(async () => {
  await desk.close();
  await web.close();
  removeFolders();
});

async function ask<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(new URL(desk.url).origin + path, {
    headers: {
      authorization: `Bearer ${desk.secret}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  const said = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${said}`);
  return (response.headers.get('content-type')!.includes('json') ? JSON.parse(said) : said) as T;
}

interface Listed {
  items: { page: number; url: string; accepted: boolean; header: { title?: string; authors?: string[] } }[];
  total: number;
}
const list = (query = '') => ask<Listed>(`/api/v1/crawls/herons/documents${query}`);

it('each has the header that its author wrote, and is accepted if it is about the topic', async () => {
  const { items, total } = await list('?sort=score');
  expect(total).toBe(2);
  const heron = items.find(({ url }) => url.endsWith('/heron.rtf'))!;
  expect(heron.header.title).toBe(wanted.title);
  expect(heron.header.authors).toEqual(wanted.authors);
  expect(items.map(({ url, accepted }) => [url, accepted])).toEqual([
    ['http://lib.test/heron.rtf', true],
    ['http://lib.test/comet.rtf', false],
  ]);
  expect((await list('?is=rejected')).items.map(({ url }) => url)).toEqual(['http://lib.test/comet.rtf']);
});

it('what a person writes about one and decides of it is kept, and stands on its page', async () => {
  const { items } = await list();
  const { page: id } = items.find(({ url }) => url.endsWith('/comet.rtf'))!;
  await ask(`/api/v1/crawls/herons/documents/${id}/notes`, { text: 'Table 3 <b>has</b> the data' });
  const decided = await ask<{ accepted: boolean; why: string }>(
    `/api/v1/crawls/herons/documents/${id}/verdict`,
    { accepted: true },
  );
  expect(decided).toMatchObject({ accepted: true, why: expect.stringMatching(/^accepted by /) });
  const { annotations } = await ask<{ annotations: { text: string }[] }>(
    `/api/v1/crawls/herons/documents/${id}`,
  );
  expect(annotations.map(({ text }) => text)).toEqual(['Table 3 <b>has</b> the data']);
  const html = await ask<string>(`/c/herons/documents/${id}`);
  expect(html).toContain('Table 3 &lt;b>has&lt;/b> the data');
  expect(html).toContain('Accepted');
  expect(await ask<string>('/c/herons/documents')).toContain(`/c/herons/documents/${id}`);
  expect(faults).toEqual([]);
});
