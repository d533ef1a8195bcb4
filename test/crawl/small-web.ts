/**
 * A small web for tests: a real server on loopback that answers by the Host header from a table, and writes down
 * every request with the times at which it began and ended. And a crawl of it, in a folder of its own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CatalogueReader } from '../../src/archive/catalogue-reader.ts';
import { openDatabase } from '../../src/archive/database.ts';
import type { PageRecord } from '../../src/archive/records.ts';
import { type CrawlOptions, crawl, type SettingsInput } from '../../src/index.ts';

export interface Answer {
  status?: number;
  headers?: Record<string, string | string[]>;
  body?: string | Uint8Array;
  /** Delay before the answer. */
  delayMs?: number;
}

export interface Asked {
  host: string;
  path: string;
  /** The address that it came from. */
  from: string;
  /** Milliseconds since the epoch: when the request had come, and when the answer had gone. */
  startedAt: number;
  endedAt: number;
}

type Behaviour = (
  /** The number of this request for the URL, from 1. */
  n: number,
  request: IncomingMessage,
  response: ServerResponse,
) => Answer | string | undefined;

/** URL without its scheme (`a.test/page`) → answer; a string is HTML; `a.test/*` matches everything else. */
export type Table = Record<string, Answer | string | Behaviour>;

export interface SmallWeb {
  port: number;
  log: Asked[];
  askedOf(host: string): Asked[];
  paths(host?: string): string[];
  /** The settings by which a crawl finds this web, without delays. */
  settings: SettingsInput;
  close(): Promise<void>;
}

/** `threads: 0` is for tests that start many crawls: each thread takes a fifth of a second to start. */
export async function smallWeb(table: Table, { threads = 1, address = '127.0.0.1' } = {}): Promise<SmallWeb> {
  const log: Asked[] = [];
  const times = new Map<string, number>();
  const server = createServer({ maxHeaderSize: 100_000 }, (request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const path = request.url ?? '/';
    const from = request.socket.remoteAddress ?? '';
    const asked: Asked = { host, path, from, startedAt: Date.now(), endedAt: Number.POSITIVE_INFINITY };
    log.push(asked);
    const ended = (): void => {
      asked.endedAt = Math.min(asked.endedAt, Date.now());
    };
    response.once('finish', ended).once('close', ended);
    const key = host + path;
    const n = (times.get(key) ?? 0) + 1;
    times.set(key, n);
    const entry = table[key] ?? (path === '/robots.txt' ? undefined : table[`${host}/*`]);
    const answer = typeof entry === 'function' ? entry(n, request, response) : (entry ?? { status: 404 });
    if (answer === undefined) return;
    const {
      status = 200,
      headers,
      body = '',
      delayMs = 0,
    } = typeof answer === 'string' ? { body: answer } : answer;
    const type = path === '/robots.txt' ? 'text/plain' : 'text/html; charset=utf-8';
    const send = (): void => {
      response.writeHead(status, { 'content-type': type, ...headers });
      // Before the last byte is on its way: a client in another process may be quicker than our own event.
      ended();
      response.end(body);
    };
    if (delayMs > 0) setTimeout(send, delayMs);
    else send();
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    log,
    askedOf: (host) => log.filter((asked) => asked.host === host),
    paths: (host) => log.filter((asked) => host === undefined || asked.host === host).map(({ path }) => path),
    settings: {
      threads,
      http: { contact: 'mailto:test@example.org', connectTo: { '*.test': `${address}:${port}` } },
      politeness: { minDelayMs: 0, delayFactor: 0, maxIdleSeconds: 5 },
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A page of links with an anchor each: `{ '/next': 'what it says' }`, or a list where the words do not matter. */
export function page(links: Record<string, string> | string[] = [], text = ''): string {
  const anchors = Array.isArray(links)
    ? links.map((href): [string, string] => [href, href])
    : Object.entries(links);
  const list = anchors.map(([href, anchor]) => `<li><a href="${href}">${anchor}</a></li>`).join('\n');
  return `<!doctype html><title>${text.slice(0, 60)}</title><p>${text}</p><ul>${list}</ul>`;
}

/** Words that say nothing of the topic, different for each name: pages of them are no duplicates of each other. */
export function prose(name: string, words = 60): string {
  let state = 0;
  for (const char of name) state = (Math.imul(state, 31) + char.charCodeAt(0)) >>> 0;
  let text = '';
  for (let i = 0; i < words; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += `w${(state >>> 8).toString(36)} `;
  }
  return text;
}

const folders: string[] = [];

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forage-small-web-'));
  folders.push(folder);
  return folder;
}

/** For `afterAll`. */
export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export type SmallCrawl = Partial<Omit<CrawlOptions, 'topic' | 'settings'>> & {
  seeds: string[];
  keywords?: string[];
  language?: string;
  settings?: SettingsInput;
};

/** Settings of the test over those of the web, one level deep. */
export function optionsFor(
  web: SmallWeb,
  { seeds, keywords, language, settings = {}, ...given }: SmallCrawl,
): CrawlOptions {
  return {
    out: join(newFolder(), 'crawl'),
    ...given,
    topic: { name: 'test', keywords: keywords ?? ['comet'], seeds, ...(language ? { language } : {}) },
    settings: {
      ...web.settings,
      ...settings,
      http: { ...web.settings.http, ...settings.http },
      politeness: { ...web.settings.politeness, ...settings.politeness },
    },
  };
}

export async function crawlOf(web: SmallWeb, small: SmallCrawl) {
  const options = optionsFor(web, small);
  const stop = await crawl(options).finished;
  return { stop, folder: options.out };
}

/** What a crawl's catalogue says, closed again. */
export function look<T>(folder: string, ask: (read: CatalogueReader) => T): T {
  const db = openDatabase(join(folder, 'crawl.db'), { readOnly: true });
  try {
    return ask(new CatalogueReader(db));
  } finally {
    db.close();
  }
}

/** Every fetched URL in the order of the fetches. */
export function pagesOf(folder: string): PageRecord[] {
  const db = openDatabase(join(folder, 'crawl.db'), { readOnly: true });
  try {
    const read = new CatalogueReader(db);
    return db.sql
      .prepare('SELECT id FROM pages ORDER BY n')
      .all()
      .map(({ id }) => read.pageById(Number(id))!);
  } finally {
    db.close();
  }
}

/** URL → outcome. */
export function outcomesOf(folder: string): Record<string, string> {
  return Object.fromEntries(pagesOf(folder).map(({ url, outcome }) => [url, outcome]));
}
