/**
 * A custom Web, here five pages in a Map: `node examples/custom-web.ts`. Anything that can answer a request can be
 * crawled: a database, a wiki dump, pages of a test.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crawl, type Fetched, type FetchRequest, type Web } from 'forage-crawler';

const pages = new Map([
  [
    'https://zoo.test/',
    page('The zoo', 'Welcome. See the <a href="/owls">owls</a> or the <a href="/tickets">tickets</a>.'),
  ],
  [
    'https://zoo.test/owls',
    page(
      'Owls',
      'An owl hunts at night. <a href="/owls/barn-owl">The barn owl</a>, <a href="/cafe">the café</a>.',
    ),
  ],
  [
    'https://zoo.test/owls/barn-owl',
    page('Barn owl', 'The barn owl is an owl with a pale face. The owl eats mice.'),
  ],
  [
    'https://zoo.test/tickets',
    page('Tickets', 'Tickets are sold at the gate. <a href="/cafe">The café</a>.'),
  ],
  ['https://zoo.test/cafe', page('Café', 'Tea and cake from nine to five.')],
]);

const web: Web = {
  async fetch({ url }: FetchRequest): Promise<Fetched> {
    const html = pages.get(url);
    const about = { url, startedAt: Date.now(), durationMs: 0 };
    // This web has nothing else: the crawl records it and continues. A server would answer 404.
    if (html === undefined)
      return { ...about, ok: false, reason: 'not-in-web', detail: 'There is no such page.', mayPass: false };
    const body = new TextEncoder().encode(html);
    return {
      ...about,
      ok: true,
      status: 200,
      statusText: 'OK',
      headers: [['Content-Type', 'text/html; charset=utf-8']],
      requestHeaders: [],
      // Wire bytes and page bytes are the same if nothing is compressed.
      wire: body,
      body,
    };
  },
  async close() {},
};

const folder = mkdtempSync(join(tmpdir(), 'forage-'));
const run = crawl({
  topic: { name: 'owls', keywords: ['owl'], seeds: ['https://zoo.test/'] },
  out: join(folder, 'owls'),
  web,
  settings: { threads: 0 },
});
for await (const event of run)
  if (event.type === 'page') console.log(`${event.n}  ${event.score.toFixed(2)}  ${event.url}`);
const { detail, summary } = await run.finished;
console.log(`${summary.relevant} of ${summary.pages} pages are about owls; stopped: ${detail}`);
rmSync(folder, { recursive: true });

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><p>${body}</p></html>`;
}
