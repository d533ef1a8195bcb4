/**
 * A crawl among names and hosts that never answer. Nothing here is measured in time: before it could pass such hosts
 * by, a crawl like these took longer than a test may.
 */
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, expect, it, vi } from 'vitest';
import { crawl, createHttpWeb, type Progress } from '../../src/index.ts';
import { forageHere } from '../cli/forage-here.ts';
import { optionsFor, outcomesOf, page, prose, removeFolders, smallWeb, type Table } from './small-web.ts';

afterAll(removeFolders);

/** A port that accepts connections and never answers. */
async function silentPort() {
  const server = createServer((socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

/** All links to hosts that never answer have the better anchors. */
const promising = (urls: string[]) => Object.fromEntries(urls.map((url) => [url, 'comet comet comet']));
const PAGES = 20;

it('names without an answer and silent hosts do not keep a crawl from the hosts that answer', async () => {
  const silent = await silentPort();
  const names = Array.from({ length: 300 }, (_, i) => `http://n${i}.silent.test/`);
  const hosts = Array.from({ length: 12 }, (_, i) => `http://h${i}.test:${silent.port}/`);
  const good = Array.from({ length: PAGES }, (_, i) => `good.test/${i}`);
  const web = await smallWeb({
    'start.test/': page(promising([...names, ...hosts]), prose('start')) + page([`http://good.test/0`]),
    // Slow enough that a progress event falls between the first and the last.
    ...Object.fromEntries(
      good.map((url, i) => [url, { body: page([`/${i + 1}`], prose(url)), delayMs: 100 }]),
    ),
  });
  const live = createHttpWeb({
    userAgent: 'forage-test',
    allowPrivate: true,
    // By their own port; the others are at the web's.
    connectTo: {
      'start.test': `127.0.0.1:${web.port}`,
      'good.test': `127.0.0.1:${web.port}`,
    },
    lookup: (name) =>
      name.endsWith('.silent.test') ? new Promise<never>(() => {}) : Promise.resolve(['127.0.0.1']),
  });
  const options = optionsFor(web, {
    seeds: ['http://start.test/'],
    web: live,
    settings: { concurrency: 4, budget: { pages: PAGES } },
  });
  const run = crawl(options);
  const seen: Progress[] = [];
  for await (const event of run) if (event.type === 'progress') seen.push(event);
  expect((await run.finished).reason).toBe('budget-pages');
  expect(web.askedOf('good.test').length).toBeGreaterThanOrEqual(PAGES - 1);
  expect(Math.max(...seen.map(({ awaited }) => awaited.names))).toBeGreaterThan(64);
  const status = await forageHere(['status', options.out]);
  expect(status.out).toMatch(/\d+ names without an answer/);
  await live.close();
  await web.close();
  silent.close();
});

it('large documents that arrive slowly, or wait to be requested, do not hold up pages of other hosts', async () => {
  const documents = Array.from({ length: 100 }, (_, i) => `d${i}.test/large.pdf`);
  const asked: ServerResponse[] = [];
  const { promise: headsSent, resolve: sent } = Promise.withResolvers<void>();
  // Together far more than may be in memory. The first page comes after their heads, their bodies never.
  const hold: Table[string] = (_n, _request, response) => {
    if (asked.push(response) < 8) return undefined;
    for (const one of asked.splice(0))
      one
        .writeHead(200, { 'content-type': 'application/pdf', 'content-length': 45_000_000 })
        .write('%PDF-1.4');
    sent();
    return undefined;
  };
  const web = await smallWeb({
    'start.test/': page([...documents.map((url) => `http://${url}`), 'http://good.test/0'], prose('start')),
    ...Object.fromEntries(documents.map((url) => [url, hold])),
    'good.test/*': (_n, request) => page([`/${Number(request.url!.slice(1)) + 1}`], prose(request.url!)),
    'good.test/0': (_n, _request, response) => {
      void headsSent.then(() => response.writeHead(200, { 'content-type': 'text/html' }).end(page(['/1'])));
      return undefined;
    },
  });
  const never = 600_000;
  const run = crawl(
    optionsFor(web, {
      seeds: ['http://start.test/'],
      settings: {
        recipe: 'breadth-first',
        documents: ['pdf'],
        concurrency: 12,
        http: { headerTimeoutMs: never, bodyTimeoutMs: never, totalTimeoutMs: never },
      },
    }),
  );
  await vi.waitFor(() => expect(web.paths('good.test')).toContain('/5'), { timeout: 120_000 });
  await run.set({ 'budget.seconds': 0.001 });
  await run.finished;
  // Eight were requested together, and two more when the first of them had answered.
  expect(web.log.filter(({ path }) => path === '/large.pdf').length).toBeLessThan(12);
  await web.close();
});

/** A valid PDF of 200 pages that all show the same thousands of lines: it takes longer to read than is allowed. */
function slowPdf(): string {
  const lines = Array.from({ length: 20_000 }, (_, i) => `1 0 0 1 20 ${i % 800} Tm (comet ${i}) Tj`);
  const content = `BT /F1 8 Tf ${lines.join('\n')} ET`;
  const kids = Array.from({ length: 200 }, (_, i) => `${i + 5} 0 R`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count 200 >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
    ...kids.map(
      () =>
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 3 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    ),
  ];
  let text = '%PDF-1.4\n';
  let table = '0000000000 65535 f \n';
  for (const [i, object] of objects.entries()) {
    table += `${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
  }
  return `${text}xref\n0 ${objects.length + 1}\n${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
}

it('a document that is being read when the time is over is abandoned, and waits for the next run', async () => {
  const body = slowPdf();
  const web = await smallWeb({
    'a.test/': page(['/long.pdf'], prose('a')),
    'a.test/long.pdf': { body, headers: { 'content-type': 'application/pdf' } },
  });
  const options = optionsFor(web, { seeds: ['http://a.test/'] });
  const run = crawl(options);
  await vi.waitFor(() => expect(web.paths('a.test')).toContain('/long.pdf'), { timeout: 120_000 });
  await run.set({ 'budget.seconds': 0.001 });
  expect((await run.finished).reason).toBe('budget-time');
  expect(web.paths('a.test')).toEqual(['/robots.txt', '/', '/long.pdf']);
  expect(outcomesOf(options.out)).toEqual({ 'http://a.test/': 'page' });
  await web.close();
});
