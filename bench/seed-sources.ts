/**
 * Sources of seeds over the demonstration web, where the subject of every page is known: a search engine on loopback,
 * beside one that never answers and one that is broken; an Open Directory dump; a CDX index. For the test and the bench of
 * the seed finder.
 */
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  crawl,
  createDemoWeb,
  type DemoOptions,
  type DemoWeb,
  openCrawl,
  searchPages,
} from '../src/index.ts';
import { asWeb } from '../src/lab/demo-web.ts';

export interface DemoSources {
  demo: DemoWeb;
  /** The pages that engine and index know. */
  indexed: string[];
  /** What the engines were asked, in order. */
  asked: URL[];
  close(): void;
}

/**
 * Writes `whole` (a crawl of the web), `good.yaml`, `slow.yaml`, `broken.yaml`, `dump.rdf.gz`, `index.cdxj.gz` and
 * `TOPIC.yaml` for each topic.
 */
export async function demoSources(
  folder: string,
  options: DemoOptions & { indexed: number },
): Promise<DemoSources> {
  const demo = createDemoWeb(options);
  const whole = join(folder, 'whole');
  const settings = { threads: 0, budget: { pages: options.indexed }, recipe: 'breadth-first' };
  const seeds = [...new Set(demo.topics.flatMap((topic) => topic.seeds))];
  await crawl({ topic: { name: 'whole', seeds }, out: whole, web: asWeb(demo), settings }).finished;
  const { db, read } = openCrawl(whole);
  const indexed = [...read.visitedPages()].map(({ url }) => url);

  const servers: Server[] = [];
  const asked: URL[] = [];
  const serve = async (answer: (url: URL) => string | number | undefined): Promise<number> => {
    const server = createServer((request, response) => {
      const url = new URL(request.url!, 'http://engine');
      asked.push(url);
      const body = answer(url);
      if (typeof body === 'number') response.writeHead(body).end();
      else if (body !== undefined) response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  const write = (name: string, content: unknown): void =>
    writeFileSync(join(folder, name), JSON.stringify(content));
  const engine = (port: number, more: object = {}): object => ({
    url: `http://127.0.0.1:${port}/search?q={query}&page={page}`,
    results: 'web.results',
    fields: { url: 'link' },
    delayMs: 0,
    ...more,
  });
  const search = (url: URL): string => {
    const offset = 10 * (Number(url.searchParams.get('page')) - 1);
    const hits = searchPages(db, url.searchParams.get('q')!, { limit: 10, offset, marks: ['<b>', '</b>'] });
    const results = hits.map(({ url, title, snippet }) => ({ link: url, title, snippet }));
    return JSON.stringify({ web: { results } });
  };
  write('good.yaml', engine(await serve(search)));
  write('slow.yaml', engine(await serve(() => undefined), { timeoutMs: 300 }));
  write('broken.yaml', engine(await serve(() => 500)));
  for (const topic of demo.topics) write(`${topic.name}.yaml`, { ...topic, language: 'en' });
  writeFileSync(join(folder, 'dump.rdf.gz'), gzipSync(dump(demo)));
  writeFileSync(join(folder, 'index.cdxj.gz'), gzipSync(indexed.map(capture).join('\n')));
  return {
    demo,
    indexed,
    asked,
    close() {
      db.close();
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

const capture = (url: string): string =>
  `x)/ 20240101000000 ${JSON.stringify({ url, mime: 'text/html', status: '200' })}`;

/** The front page of every site under its subject, among 3,000 topics about nothing. */
function dump({ atlas }: DemoWeb): string {
  const entries = atlas.sites.map(({ host, title, subject }) => ({
    category: `Top/Subjects/${atlas.subjects[subject]!.name}`,
    url: `http://${host}/`,
    title: title.replace(/&/g, '&amp;').replace(/</g, '&lt;'),
  }));
  for (let i = 0; i < 3000; i++)
    entries.push({ category: `Top/Shelves/Shelf_${i}`, url: `http://shelf-${i}.test/`, title: `Shelf ${i}` });
  const topics = entries.map(
    ({ category, url, title }) =>
      `<Topic r:id="${category}"><link r:resource="${url}"/></Topic>\n<ExternalPage about="${url}"><d:Title>${title}</d:Title><topic>${category}</topic></ExternalPage>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<RDF>\n${topics.join('\n')}\n</RDF>\n`;
}
