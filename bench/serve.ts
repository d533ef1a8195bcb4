/**
 * How fast `forage serve` answers: a process serves crawls of made-up pages, this one asks at a steady rate whatever the
 * answers take, as visitors do, with words as frequent and as rare as they come.
 *
 *   node bench/serve.ts [pages] [requests per second] [seconds] [crawls]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../src/archive/database.ts';
import { SqliteCatalogue } from '../src/archive/sqlite-catalogue.ts';
import { createFolder, databasePath } from '../src/crawl/folder.ts';
import { settingsSchema } from '../src/crawl/settings.ts';
import { startServing } from '../src/serve/serve.ts';
import { topicSchema } from '../src/topic/topic.ts';

const [role = '20000', ...rest] = process.argv.slice(2);
if (role === 'serve') await serve(rest);
else await measure(Number(role), ...(rest.map(Number) as [number?, number?, number?]));

async function serve(crawls: string[]): Promise<void> {
  const serving = await startServing({ crawls, port: 0, rate: 0 });
  process.send!(serving.url);
  process.on('message', () => process.send!(process.cpuUsage()));
  process.once('disconnect', () => void serving.close());
}

async function measure(pages: number, rate = 20, seconds = 20, crawls = 1): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'forage-bench-'));
  try {
    const paths = Array.from({ length: crawls }, (_, n) =>
      makeCrawl(join(folder, `crawl-${n}`), pages / crawls, n),
    );
    const child = fork(import.meta.filename, ['serve', ...paths]);
    const [url] = (await once(child, 'message')) as [string];
    // The first search loads what the others find in memory.
    for (const q of ['bafo', 'bafoo']) await (await fetch(`${url}?q=${q}`)).text();
    const cpuMs = async (): Promise<number> => {
      child.send('cpu');
      const [{ user, system }] = (await once(child, 'message')) as [NodeJS.CpuUsage];
      return (user + system) / 1000;
    };
    const before = await cpuMs();
    const times: Record<string, number[]> = {};
    const started = performance.now();
    const asked: Promise<void>[] = [];
    for (let n = 0; n < rate * seconds; n++) {
      const due = started + (n * 1000) / rate;
      await sleep(Math.max(0, due - performance.now()));
      const [kind, path] = request(n);
      asked.push(
        fetch(url + path).then(async (response) => {
          await response.text();
          if (!response.ok) throw new Error(`${path}: ${response.status}`);
          times[kind] ??= [];
          times[kind].push(performance.now() - due);
        }),
      );
    }
    await Promise.all(asked);
    const all = Object.values(times).flat();
    const cpu = ((await cpuMs()) - before) / all.length;
    console.log(`${cpu.toFixed(1)} ms processor time a request`);
    for (const [kind, one] of Object.entries({ ...times, all }))
      console.log(
        `${kind.padEnd(10)} ${String(one.length).padStart(6)} requests  ${[50, 95, 99].map((p) => `p${p} ${percentile(one, p).toFixed(1)} ms`).join('  ')}`,
      );
    console.log(
      JSON.stringify({
        bench: 'serve',
        pages,
        crawls,
        rate,
        seconds,
        cpuMs: cpu,
        p50: percentile(all, 50),
        p99: percentile(all, 99),
      }),
    );
    child.disconnect();
    await once(child, 'exit');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function percentile(values: number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((p / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** Of ten requests seven search, one of them with a misspelt word; one narrows, two read a stored text. */
function request(n: number): [kind: string, path: string] {
  const words = Array.from({ length: 1 + (n % 3) }, (_, at) => wordAt(rank(n * 7 + at)));
  const q = encodeURIComponent(words.join(' '));
  if (n % 10 === 0) return ['misspelt', `?q=${words[0]}x`];
  if (n % 10 === 1) return ['narrowed', `?q=${q}&host=host-${n % 50}.example&language=en`];
  if (n % 10 < 4) return ['text', `page/crawl-0/${1 + (n % 100)}`];
  return ['search', `?q=${q}&page=${1 + (n % 7 === 0 ? 1 : 0)}`];
}

function makeCrawl(path: string, pages: number, seed: number): string {
  mkdirSync(path, { recursive: true });
  const topic = topicSchema.parse({
    name: `crawl-${seed}`,
    title: `Crawl ${seed}`,
    seeds: ['http://example.org/'],
  });
  createFolder(path, topic, settingsSchema.parse({}));
  const db = openDatabase(databasePath(path));
  const catalogue = new SqliteCatalogue(db);
  for (let n = 1; n <= pages; n++) {
    const host = `host-${n % 200}.example`;
    const text = Array.from({ length: 300 }, (_, at) => wordAt(rank(seed * 1e6 + n * 331 + at))).join(' ');
    const { id } = catalogue.savePage({
      link: n,
      url: `http://${host}/page-${n}`,
      host,
      outcome: 'page',
      status: 200,
      fetchedAt: 1_700_000_000_000 + n * 1000,
      kind: n % 20 === 0 ? 'pdf' : 'html',
      language: n % 5 === 0 ? 'de' : 'en',
      title: text.slice(0, 40),
      score: 0.5,
      relevant: true,
      depth: 1,
      about: { authors: [`Author ${n % 97}`], published: `${2000 + (n % 25)}-05-01` },
    });
    catalogue.saveText(id, text.slice(0, 40), text);
    if (n % 5000 === 0) db.commit();
  }
  db.close();
  return path;
}

/** Ranks as Zipf's law has them, of 50,000 words; the same for the same number. */
function rank(n: number): number {
  const x = Math.sin(n * 12.9898) * 43758.5453;
  return Math.floor(50_000 ** (x - Math.floor(x)));
}

function wordAt(rank: number): string {
  let word = '';
  for (let rest = rank + 17; rest > 0; rest = Math.floor(rest / 65))
    word += 'bdfgklmnprstv'[rest % 13]! + 'aeiou'[Math.floor(rest / 13) % 5]!;
  return word;
}
