/**
 * How many seeds are on topic, by the labels of the demonstration web, from each source alone and from all: `node
 * bench/seeds.ts`. Over twelve of its topics, of the best 10 seeds of each, one page per site.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crawl, loadTopic, type Topic } from '../src/index.ts';
import { asWeb } from '../src/lab/demo-web.ts';
import { chosenSources, type NamedSources } from '../src/seeds/chosen.ts';
import { type FindOptions, type Found, findSeeds } from '../src/seeds/find.ts';
import { withReading } from '../src/seeds/reading.ts';
import { demoSources } from './seed-sources.ts';

const folder = mkdtempSync(join(tmpdir(), 'forage-seeds-'));
const made = await demoSources(folder, { pages: 3000, hosts: 200, seed: 1, indexed: 2500 });
const at = (name: string): string => join(folder, name);

const sourcesOf = (topic: Topic): Record<string, NamedSources> => {
  const directory = { directory: [at('dump.rdf.gz')] };
  const chosen = { ...directory, categories: [`Top/Subjects/${topic.name}`] };
  const search = { search: [at('good.yaml')] };
  const small = { crawl: [at(`small-${topic.name}`)] };
  const cdx = { cdx: [at('index.cdxj.gz')] };
  return {
    'directory, category chosen': chosen,
    'directory, by words': directory,
    'search engine': search,
    'crawl of 150 pages': small,
    'CDX index': cdx,
    'all of them': { ...chosen, ...search, ...small, ...cdx },
  };
};

type Way = { minLists?: number; fetch?: number; by?: 'terms' | 'tuples' };

async function seedsOf(
  topic: Topic,
  named: NamedSources,
  { minLists = 1, fetch = 0, by = 'terms' }: Way,
): Promise<string[]> {
  const options: FindOptions = {
    topic,
    sources: chosenSources(named),
    queries: { by },
    limit: 10,
    minLists,
    http: { contact: 'bench@example.org' },
    fetch,
  };
  const settings = { web: [at('whole')], threads: 0 };
  const work = async (reading?: FindOptions['reading']): Promise<Found> => findSeeds({ ...options, reading });
  const { seeds } =
    fetch === 0
      ? await work()
      : await withReading({ topic, settings, web: undefined, readsExamples: false, tell() {} }, work);
  return seeds.map(({ url }) => url);
}

const topics = made.demo.topics.slice(0, 12).map(({ name }) => loadTopic(at(`${name}.yaml`)));
const rows = new Map<string, { found: number; onTopic: number }>();
const count = (name: string, topic: Topic, urls: readonly string[]): void => {
  const row = rows.get(name) ?? { found: 0, onTopic: 0 };
  row.found += urls.length;
  row.onTopic += urls.filter((url) => made.demo.isRelevant(url, topic.name)).length;
  rows.set(name, row);
};
for (const topic of topics) {
  count('(every page of the web)', topic, made.indexed);
  const settings = { threads: 0, budget: { pages: 150 } };
  await crawl({ topic, out: at(`small-${topic.name}`), web: asWeb(made.demo), settings }).finished;
  const named = sourcesOf(topic);
  for (const [name, one] of Object.entries(named)) count(name, topic, await seedsOf(topic, one, {}));
  const all = named['all of them']!;
  count('engine, tuples', topic, await seedsOf(topic, named['search engine']!, { by: 'tuples' }));
  count('all, in two lists or more', topic, await seedsOf(topic, all, { minLists: 2 }));
  count('all, the best 40 fetched and judged', topic, await seedsOf(topic, all, { fetch: 40 }));
}
console.log(`${topics.length} topics, ${made.indexed.length} pages`);
for (const [name, { found, onTopic }] of rows)
  console.log(
    `${name.padEnd(38)} ${(found / topics.length).toFixed(1).padStart(7)} seeds, on topic ${((100 * onTopic) / Math.max(1, found)).toFixed(1).padStart(5)} %`,
  );
made.close();
rmSync(folder, { recursive: true, force: true });
