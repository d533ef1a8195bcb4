/**
 * A folder with one finished crawl of a small web, some of whose pages try to be taken for the desk's own markup, and a
 * desk over it. Shared by the tests of a file.
 */
import { join } from 'node:path';
import { crawl } from '../../src/crawl/start.ts';
import { type DeskOptions, type RunningDesk, startDesk } from '../../src/desk/desk.ts';
import { newFolder, prose, type SmallWeb, smallWeb, type Table } from '../crawl/small-web.ts';

export const attack = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;

/** Three hosts: every third page is about comets, the more of them the lower its number. */
function pages(): Table {
  const table: Table = { 'sky.test/robots.txt': 'User-agent: *\nDisallow: /private/\n' };
  const hosts = ['sky.test', 'lab.test', 'shop.test'];
  for (let n = 0; n < 60; n++) {
    const host = hosts[n % 3]!;
    const about = n % 3 === 0 ? `${'comet '.repeat(1 + ((60 - n) % 7))}tail coma` : 'parcel invoice';
    const next = [n + 1, n + 2, n + 5].filter((to) => to < 60).map((to) => link(hosts[to % 3]!, to));
    table[`${host}/${n}`] =
      `<!doctype html><html lang="en"><title>Page ${n} ${n === 3 ? escapeOnce(attack) : ''}</title>
      ${n % 3 === 0 ? '<meta name="keywords" content="halo">' : ''}
      <body><h1>Page ${n}</h1><p>${about} ${prose(`page ${n}`, 80)}</p>
      ${n === 6 ? `<p>${attack}</p><a href="javascript:alert(1)">javascript</a>` : ''}
      <a href="/private/${n}">private</a>${next.join('')}</body></html>`;
  }
  return table;
}

/** In a title it is text once the page is parsed: the desk must escape it again. */
const escapeOnce = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const link = (host: string, n: number): string => `<a href="http://${host}/${n}">page ${n} of ${host}</a> `;

export interface Fixture {
  folder: string;
  web: SmallWeb;
  desk: RunningDesk;
  faults: unknown[];
  /** A request with the secret; a body is sent as JSON. */
  ask(
    path: string,
    init?: { method?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Response>;
  json<T = Record<string, unknown>>(path: string, init?: { method?: string; body?: unknown }): Promise<T>;
  close(): Promise<void>;
}

export async function deskFixture(options: Partial<DeskOptions> = {}): Promise<Fixture> {
  const folder = newFolder();
  const web = await smallWeb(pages(), { threads: 0 });
  const topic = {
    name: 'comets',
    title: 'Comets',
    rules: ['Pages about comets count.'],
    keywords: ['comet', 'tail', 'coma'],
    seeds: ['http://sky.test/0'],
  };
  // A judge that is the same from the first page to the last.
  const recipe = 'best-first/page+anchor';
  const out = join(folder, 'comets');
  const perHost = { 'members.test': { auth: { username: 'me', password: 'kept-from-guests' } } };
  const http = { ...web.settings.http, perHost };
  await crawl({ topic, out, settings: { ...web.settings, http, recipe, concurrency: 1 } }).finished;
  const faults: unknown[] = [];
  const desk = await startDesk({ folder, port: 0, fault: (error) => faults.push(error), ...options });
  const { origin } = new URL(desk.url);
  const ask: Fixture['ask'] = (path, { method = 'GET', body, headers = {} } = {}) =>
    fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${desk.secret}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  return {
    folder,
    web,
    desk,
    faults,
    ask,
    async json<T>(path: string, init?: { method?: string; body?: unknown }) {
      const response = await ask(path, init);
      const said = await response.text();
      if (!response.ok) throw new Error(`${path}: ${response.status} ${said}`);
      return JSON.parse(said) as T;
    },
    async close() {
      await desk.close();
      await web.close();
    },
  };
}
