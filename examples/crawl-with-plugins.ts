/**
 * A custom judge, strategy, page format, filter and sink in one crawl, with pages read in two threads; then a custom
 * exporter: `node examples/crawl-with-plugins.ts`. On the command line the same is `forage crawl topic.yaml --use
 * examples/plugins/title-judge.ts --use … --set judge=title-words`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crawl, exportCrawl, openCrawl, type Web } from 'forage-crawler';
import readingList from './plugins/reading-list-exporter.ts';

const pages: Record<string, [type: string, body: string]> = {
  '/': [
    'text/html',
    '<title>Owls of the zoo</title><p><a href="/barn.md">Barn owls of the zoo</a> <a href="/cafe">Café</a>',
  ],
  '/barn.md': ['text/markdown', '# Barn owl\n\nIt hunts at night. See [all owls](/list?page=1).'],
  '/cafe': ['text/html', '<title>Café</title><p><a href="/list?a=1&b=2&c=3&d=4">Menu</a>'],
  '/list?page=1': ['text/html', '<title>All owls</title><p>Barn owl, tawny owl.'],
};
const web: Web = {
  async fetch({ url }) {
    const about = { url, startedAt: Date.now(), durationMs: 0 };
    const [type, text] = pages[url.replace('https://zoo.test', '')] ?? [];
    if (type === undefined)
      return { ...about, ok: false, reason: 'not-in-web', detail: 'No such page.', mayPass: false };
    const body = new TextEncoder().encode(text);
    const headers: [string, string][] = [['Content-Type', type]];
    return {
      ...about,
      ok: true,
      status: 200,
      statusText: 'OK',
      headers,
      requestHeaders: [],
      wire: body,
      body,
    };
  },
  async close() {},
};

const plugin = (name: string): string => new URL(`plugins/${name}.ts`, import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), 'forage-'));
const out = join(folder, 'owls');
const run = crawl({
  topic: { name: 'owls', keywords: ['owl'], seeds: ['https://zoo.test/'] },
  out,
  web,
  settings: {
    threads: 2,
    use: ['title-judge', 'same-words-strategy', 'markdown-reader', 'few-parameters-filter', 'finds-sink'].map(
      plugin,
    ),
    recipe: 'same-words',
    set: { judge: 'title-words' },
  },
});
for await (const event of run) {
  if (event.type === 'page') console.log(`${event.score.toFixed(2)}  ${event.url}  ${event.title}`);
  if (event.type === 'fault') console.log(`fault: ${event.message}`);
}
const { summary } = await run.finished;
console.log(`${summary.relevant} relevant of ${summary.pages} pages`);
console.log(`The sink wrote ${readFileSync(join(out, 'finds.tsv'), 'utf8').split('\n').length - 1} lines`);

const { db, read } = openCrawl(out);
for (const { reason, count } of read.countsByRefusal()) console.log(`skipped: ${count} for "${reason}"`);
db.close();
await exportCrawl(out, readingList, process.stdout, { relevantOnly: true });
rmSync(folder, { recursive: true });
