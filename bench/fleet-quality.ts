/**
 * What dividing a crawl costs in quality: mean recall over the first pages of a frozen web with labels, by one crawl
 * without NATS (0 workers) and by fleets of 1, 4 and 8 workers with as many requests in flight in all.
 *
 *   npm run bench:fleet-quality -- --web DIR [--topics birds,music] [--recipes adaptive,best-first/page+anchor]
 *     [--workers 0,1,4,8] [--pages 1000] [--partitions 32] [--hosts 0] [--examples]
 *
 * DIR has web.warc.gz, labels.tsv (url, topics) and topics/*.json. The pages are served by HTTP on loopback. With --hosts
 * N the pages are spread over N hosts by a hash of their URL, for a web of one host: then nearly all links leave their
 * partition, which is the worst case. Topics are used without their examples unless --examples is given, so that the
 * judge learns, too. The order in which the web server saw the requests is what is measured. The normalised area is 0
 * for breadth-first and 1 for an oracle that knows every label and every link.
 *
 * All workers run in this process. Links travel with the commits, every 250 ms (--commit), so at 30 pages a second they
 * arrive about 10 pages late.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createFleet, deleteFleet } from '../src/fleet/create.ts';
import { Worker } from '../src/fleet/worker.ts';
import { openFrozenWeb } from '../src/frozen/frozen.ts';
import { crawl, type SettingsInput } from '../src/index.ts';
import { labelledGraph } from '../src/lab/labelled-graph.ts';
import { normalisedArea } from '../src/lab/measures/found.ts';
import { oracleOrder } from '../src/lab/oracle.ts';
import { type Topic, topicSchema } from '../src/topic/topic.ts';
import { startNats } from '../test/fleet/nats-server.ts';

const { values } = parseArgs({
  options: {
    web: { type: 'string' },
    topics: { type: 'string', default: 'birds,music' },
    recipes: { type: 'string', default: 'adaptive,best-first/page+anchor' },
    workers: { type: 'string', default: '0,1,4,8' },
    pages: { type: 'string', default: '1000' },
    partitions: { type: 'string', default: '32' },
    hosts: { type: 'string', default: '0' },
    commit: { type: 'string', default: '250' },
    flight: { type: 'string', default: '8' },
    examples: { type: 'boolean', default: false },
  },
});
const pages = Number(values.pages);
const hosts = Number(values.hosts);
const flight = Number(values.flight);
const frozen = await openFrozenWeb([join(values.web!, 'web.warc.gz')]);
const labels = new Map(
  readFileSync(join(values.web!, 'labels.tsv'), 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t') as [string, string])
    .filter(([url]) => url !== ''),
);

/** Where a page stands here, and where it stood. */
const moved = new Map<string, string>();
function placed(url: string): string {
  if (hosts === 0 || !URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  const n = createHash('sha256').update(pathname).digest().readUInt32BE(0) % hosts;
  const here = `http://w${n}.test${pathname}${search}`;
  moved.set(here, url);
  return here;
}
for (const url of labels.keys()) placed(url);

let asked: string[] = [];
const server = createServer((request, response) => {
  const url = `http://${request.headers.host}${request.url}`;
  const original = moved.get(url) ?? url;
  void frozen.fetch({ url: original, signal: AbortSignal.timeout(60_000) }).then((fetched) => {
    if (!fetched.ok || fetched.status !== 200) return response.writeHead(404).end();
    asked.push(original);
    const html = Buffer.from(fetched.body).toString('latin1');
    const body =
      hosts === 0 ? html : html.replace(/href="([^"#]*)/g, (_, href) => `href="${here(href, original)}`);
    response.writeHead(200, { 'content-type': 'text/html' }).end(Buffer.from(body, 'latin1'));
  });
});
const here = (href: string, base: string): string => {
  const to = URL.parse(href, base);
  return to === null || to.host !== new URL(base).host ? href : placed(to.href);
};
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
const nats = await startNats();

for (const name of values.topics.split(','))
  for (const recipe of values.recipes.split(',')) {
    const given = JSON.parse(readFileSync(join(values.web!, 'topics', `${name}.json`), 'utf8'));
    const examples: string[] = given.examples.relevant;
    const { relevant, irrelevant } = given.examples;
    const topic = topicSchema.parse({
      ...given,
      seeds: given.seeds.map(placed),
      examples: values.examples ? { relevant: relevant.map(placed), irrelevant: irrelevant.map(placed) } : {},
    });
    const wanted = new Set(
      [...labels]
        .filter(([url, topics]) => topics.split(/[ ,]/).includes(name) && !examples.includes(url))
        .map(([url]) => url),
    );
    const { breadthFirst, oracle } = await yardsticks(given.seeds, wanted);
    let alone: number | undefined;
    for (const workers of values.workers.split(',').map(Number)) {
      const began = performance.now();
      asked = [];
      await (workers === 0 ? single(topic, recipe) : fleet(topic, recipe, workers));
      const seconds = (performance.now() - began) / 1000;
      const { mean, last } = recallOf(asked.slice(0, pages), wanted);
      if (workers === 0) alone = mean;
      console.log(
        JSON.stringify({
          ...{ topic: name, recipe, workers, pages: Math.min(pages, asked.length), relevant: wanted.size },
          meanRecall: round(mean),
          recall: round(last),
          ofOne: alone === undefined ? undefined : round(mean / alone),
          normalisedArea: round(normalisedArea(mean, breadthFirst, oracle) ?? Number.NaN),
          seconds: Math.round(seconds),
        }),
      );
    }
  }
await nats.close();
server.close();
await frozen.close?.();
process.exit(0);

function settingsFor(recipe: string, concurrency: number): SettingsInput {
  return {
    recipe,
    threads: 0,
    concurrency,
    budget: { pages },
    http: { contact: 'mailto:bench@example.org', connectTo: { '*': `127.0.0.1:${port}` } },
    politeness: { robots: 'ignore', minDelayMs: 0, delayFactor: 0, sharedAddress: 'none' },
    archive: { fullText: false, commitEveryMs: Number(values.commit) },
  };
}

async function single(topic: Topic, recipe: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'forage-quality-'));
  await crawl({ topic, out: join(folder, 'crawl'), settings: settingsFor(recipe, flight) }).finished;
  rmSync(folder, { recursive: true });
}

async function fleet(topic: Topic, recipe: string, workers: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'forage-quality-'));
  const own = await nats.connect();
  const rest = { partitions: Number(values.partitions), replicas: 1, ttlMs: 60_000, maxBytes: 2_000_000_000 };
  await createFleet(own, { name: 'quality', topic, settings: settingsFor(recipe, flight), ...rest });
  await Promise.all(
    Array.from({ length: workers }, async (_, i) => {
      const worker = await Worker.open({
        nats: await nats.connect(),
        folder: join(folder, String(i)),
        concurrency: Math.max(1, Math.round(flight / workers)),
        tell: (message) => console.error(message),
      });
      return worker.run();
    }),
  );
  await deleteFleet(own, 'quality');
  rmSync(folder, { recursive: true });
}

/** Mean recall over the same number of pages by breadth-first and by an order that knows every label and link. */
async function yardsticks(
  seeds: readonly string[],
  wanted: ReadonlySet<string>,
): Promise<{ breadthFirst: number; oracle: number }> {
  const urls = [...labels.keys()];
  const places = new Map(urls.map((url, place) => [url, place]));
  const links: number[] = [];
  for (const [place, url] of urls.entries()) {
    const fetched = await frozen.fetch({ url, signal: AbortSignal.timeout(60_000) });
    if (!fetched.ok) continue;
    for (const [, href] of Buffer.from(fetched.body)
      .toString('latin1')
      .matchAll(/href\s*=\s*["']?([^"'#\s>]*)/gi)) {
      const to = places.get(URL.parse(href!, url)?.href ?? '');
      if (to !== undefined) links.push(place, to);
    }
  }
  const known = seeds.flatMap((seed) => places.get(seed) ?? []);
  const graph = labelledGraph(
    urls.map((url) => wanted.has(url)),
    known,
    links,
  );
  const reached = new Set(known);
  for (const page of reached) for (const to of graph.out[page]!) reached.add(to);
  const areaOf = (order: Iterable<number>): number =>
    recallOf(
      [...order].slice(0, pages).map((place) => urls[place]!),
      wanted,
    ).mean;
  return {
    breadthFirst: areaOf(reached),
    oracle: areaOf(oracleOrder(graph).filter((page) => reached.has(page))),
  };
}

function recallOf(order: readonly string[], wanted: ReadonlySet<string>): { mean: number; last: number } {
  const found = new Set<string>();
  let sum = 0;
  for (const url of order) {
    if (wanted.has(url)) found.add(url);
    sum += found.size / wanted.size;
  }
  return { mean: sum / Math.max(1, order.length), last: found.size / wanted.size };
}

function round(x: number): number {
  return Math.round(1000 * x) / 1000;
}
