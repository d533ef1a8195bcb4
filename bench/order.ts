/**
 * In which order do the strategies find what is wanted? Crawls frozen webs with labelled topics, one page at a
 * time, and prints recall after shares of the reachable pages, harvest rates and the area under the recall curve.
 *
 *   npm run bench:order -- PATH/webs                      wikispeedia/astronomy and webkb/course
 *   npm run bench:order -- PATH/webs wikispeedia/birds
 *
 * PATH/webs holds a folder a web: web.warc.gz, labels.tsv (address, topics), topics/NAME.json. A page is relevant
 * when it is labelled with the topic and is no relevant example; recall counts what can be reached from the seeds.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crawl, loadTopic, openFrozenWeb, recipes } from '../src/index.ts';
import { twinsOf } from '../src/web/twins.ts';

const [webs, ...asked] = process.argv.slice(2);
if (webs === undefined) throw new Error('Name the folder of the webs.');
const topics = asked.length > 0 ? asked : ['wikispeedia/astronomy', 'webkb/course'];
const results: Record<string, Record<string, Measures>> = {};

for (const name of topics) {
  const [webName, topicName] = name.split('/') as [string, string];
  const folder = join(webs, webName);
  const topic = loadTopic(join(folder, 'topics', `${topicName}.json`));
  const web = await openFrozenWeb([join(folder, 'web.warc.gz')]);
  const examples = new Set(topic.examples.relevant);
  const labelled = new Map(
    readFileSync(join(folder, 'labels.tsv'), 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t') as [string, string])
      .map(([url, labels = '']) => [url, labels.split(/[;, ]/).includes(topicName) && !examples.has(url)]),
  );
  console.log(`\n${name}`);
  results[name] = {};
  for (const recipe of recipes) {
    const order = await orderOf(recipe.name);
    const measures = measure(order);
    results[name]![recipe.name] = measures;
    console.log(
      `  ${recipe.name.padEnd(24)} recall at 5/10/20/30/50 %: ${measures.recall.map((r) => r.toFixed(3)).join(' ')}   harvest 10/20 %: ${measures.harvest.map((h) => h.toFixed(3)).join(' ')}   area ${measures.area.toFixed(3)}   (${measures.relevant} relevant of ${measures.reachable} reached)`,
    );
  }
  await web.close();

  async function orderOf(recipe: string): Promise<boolean[]> {
    const out = mkdtempSync(join(tmpdir(), 'forage-order-'));
    const order: boolean[] = [];
    try {
      const run = crawl({
        topic,
        out: join(out, 'crawl'),
        web,
        settings: {
          recipe,
          threads: 0,
          traps: false,
          politeness: { pageRules: 'ignore' },
          archive: { warc: false, fullText: false, followDuplicates: true },
        },
      });
      for await (const event of run) {
        if (event.type === 'page' && event.duplicateOf === undefined) order.push(isRelevant(event.url));
      }
      await run.finished;
    } finally {
      rmSync(out, { recursive: true, force: true });
    }
    return order;
  }

  function isRelevant(url: string): boolean {
    for (const twin of twinsOf(url)) {
      const label = labelled.get(twin);
      if (label !== undefined) return label;
    }
    return false;
  }
}
console.log(JSON.stringify(results));

interface Measures {
  reachable: number;
  relevant: number;
  recall: number[];
  harvest: number[];
  area: number;
}

function measure(order: boolean[]): Measures {
  const reachable = order.length;
  const found = new Uint32Array(reachable + 1);
  for (const [i, relevant] of order.entries()) found[i + 1] = found[i]! + (relevant ? 1 : 0);
  const relevant = found[reachable]!;
  const at = (share: number): number => Math.round(share * reachable);
  return {
    reachable,
    relevant,
    recall: [0.05, 0.1, 0.2, 0.3, 0.5].map((share) => found[at(share)]! / relevant),
    harvest: [0.1, 0.2].map((share) => found[at(share)]! / at(share)),
    area: found.subarray(1).reduce((sum, n) => sum + n, 0) / relevant / reachable,
  };
}
