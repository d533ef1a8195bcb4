/**
 * What `forage grow` finds from thirty documents and seeds off the topic, beside breadth-first and the language-model
 * crawler of the same documents. Labels are for counting only: thirty pages with the topic's label become text files
 * (the topic's own twenty examples first), and count in no figure. Recall is of all other labelled pages of the web. The
 * general crawl of `grow`, one for all topics of a web, comes on top of its pages; what it meets is not counted.
 *
 *   npm run bench:grow -- PATH/webs --topic wikispeedia/astronomy,webkb/course --judge fixed,evolved [--keep FOLDER]
 *
 * PATH/webs holds a folder a web: web.warc.gz, labels.tsv (address, topics), topics/NAME.json. With --keep, runs stay in
 * the folder and are used again. The last line is one JSON object.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { table } from '../src/cli/format.ts';
import { openFrozenWeb } from '../src/frozen/frozen.ts';
import { crawl, type GrowInput, grow, loadTopic, openCrawl, type SettingsInput } from '../src/index.ts';
import { type Labels, readLabels, relevanceBy } from '../src/lab/labels.ts';
import { Random } from '../src/learn/random.ts';
import { readDocument } from '../src/page/read.ts';
import type { Topic } from '../src/topic/topic.ts';
import { twinsOf } from '../src/url/variants.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    topic: {
      type: 'string',
      default: 'wikispeedia/birds,wikispeedia/music,wikispeedia/railways,webkb/course',
    },
    judge: { type: 'string', default: 'adaptive' },
    negatives: { type: 'string', default: 'raw' },
    general: { type: 'string', default: '1000' },
    pages: { type: 'string', default: '500,1500' },
    generations: { type: 'string', default: '32' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'string' },
  },
});
const [webs] = positionals;
if (webs === undefined) throw new Error('Name the folder of the webs.');
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'forage-grow-'));
const marks = values.pages.split(',').map(Number);
const longest = Math.max(...marks);
const seed = Number(values.seed);
const DOCUMENTS = 30;

interface Row {
  topic: string;
  crawler: string;
  /** Labelled pages among the first N, without the documents. */
  found: number[];
  recall: number[];
  /** Of the pages called relevant: told, and by label. */
  told?: { share: number; low: number; high: number };
  truth?: number;
  called?: number;
  lines?: string[];
}

const rows: Row[] = [];
for (const name of values.topic.split(',')) {
  const [web = '', label = ''] = name.split('/');
  const warc = join(webs, web, 'web.warc.gz');
  const topic = loadTopic(join(webs, web, 'topics', `${label}.json`));
  const labels = readLabels(join(webs, web, 'labels.tsv'));
  const relevant = relevanceBy(labels, label);
  const home = join(folder, web, label);
  const documents = join(home, 'documents');
  const known = await writeDocuments(warc, topic, labels, documents);
  const isFind = (url: string): boolean => relevant(url) && !twinsOf(url).some((twin) => known.has(twin));

  const all = [...labels.keys()].filter(isFind).length;
  const budget = { pages: longest };
  const row = (crawler: string, urls: readonly string[], more: Partial<Row> = {}): void => {
    const found = marks.map((mark) => urls.slice(0, mark).filter(isFind).length);
    const made = { topic: name, crawler, found, recall: found.map((n) => n / all), ...more };
    rows.push(made);
    console.error(JSON.stringify(made));
  };
  row(
    'breadth-first',
    await pagesBy(join(folder, web, 'breadth-first'), topic, {
      recipe: 'breadth-first',
      web: [warc],
      budget,
    }),
  );
  const likeThem = { ...topic, keywords: [], examples: { relevant: [documents], irrelevant: [] } };
  row(
    'language model',
    await pagesBy(join(home, 'language-model'), likeThem, {
      recipe: 'darmstadt/language-model',
      web: [warc],
      budget,
    }),
  );
  for (const judge of values.judge.split(',')) {
    const out = join(home, `grow-${judge}-${values.negatives}`);
    const settings = {
      documents,
      seeds: topic.seeds,
      web: [warc],
      judge,
      negatives: values.negatives,
      general: await generalCrawl(warc, topic, join(folder, web, 'general')),
      evolution: { generations: Number(values.generations) },
      budget,
      seed,
    } as GrowInput;
    const told = await grow({
      settings,
      out,
      stage: ({ name, line, ms, notes = [] }) =>
        console.error([`  ${name}: ${line} (${(ms / 1000).toFixed(1)} s)`, ...notes].join('\n    ')),
    });
    const pages = visited(join(out, '6-crawl'));
    const called = pages.filter((page) => page.relevant);
    const { precision, low, high } = told.find((stage) => stage.name === 'crawl')!.figures as Record<
      string,
      number
    >;
    row(
      `grow ${judge}`,
      pages.map(({ url }) => url),
      {
        ...(precision === undefined ? {} : { told: { share: precision, low: low!, high: high! } }),
        called: called.length,
        truth: called.filter(({ url }) => relevant(url)).length / called.length,
        lines: told.map((stage) => `${stage.name}: ${stage.line}`),
      },
    );
  }
}
print();
if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });

async function writeDocuments(
  warc: string,
  topic: Topic,
  labels: Labels,
  into: string,
): Promise<Set<string>> {
  const own = topic.examples.relevant;
  const others = [...labels].filter(([url, topics]) => topics.includes(topic.name) && !own.includes(url));
  const chosen = [...own, ...new Random(seed).shuffle(others.map(([url]) => url))];
  const known = new Set<string>();
  const web = await openFrozenWeb([warc]);
  mkdirSync(into, { recursive: true });
  for (const url of chosen) {
    if (known.size >= DOCUMENTS) break;
    const answer = await web.fetch({ url });
    if (!answer.ok) continue;
    const page = await readDocument({ url, headers: answer.headers, body: answer.body });
    if ('refused' in page || page.mainText.length < 500) continue;
    known.add(url);
    const path = join(into, `${known.size}.txt`);
    if (!existsSync(path)) writeFileSync(path, `${page.title}\n${page.mainText}`);
  }
  await web.close();
  return known;
}

/** As `grow` makes it, shared by all topics of a web. */
async function generalCrawl(warc: string, topic: Topic, out: string): Promise<string> {
  await pagesBy(
    out,
    { ...topic, keywords: [] },
    {
      recipe: 'darmstadt/general',
      set: { 'strategy.seed': seed },
      web: [warc],
      budget: { pages: Number(values.general) },
    },
  );
  return out;
}

async function pagesBy(out: string, topic: Topic, settings: SettingsInput): Promise<string[]> {
  if (!existsSync(out)) await crawl({ topic, out, settings: { ...settings, seed } }).finished;
  return visited(out).map(({ url }) => url);
}

function visited(out: string): { url: string; relevant: boolean }[] {
  const { db, read } = openCrawl(out);
  try {
    return Array.from(read.visitedPages(), ({ url, relevant }) => ({ url, relevant }));
  } finally {
    db.close();
  }
}

function print(): void {
  const percent = (share: number): string => `${Math.round(100 * share)} %`;
  const breadth = new Map(
    rows.filter((row) => row.crawler === 'breadth-first').map((row) => [row.topic, row]),
  );
  console.log(
    table(
      [
        [
          'topic',
          'crawler',
          ...marks.flatMap((n) => [`found in ${n}`, 'recall', '× breadth-first']),
          'called',
          'told',
          'by label',
        ],
        ...rows.map(({ topic, crawler, found, recall, called, told, truth }) => [
          topic,
          crawler,
          ...marks.flatMap((_, i) => [
            String(found[i]),
            percent(recall[i]!),
            (found[i]! / Math.max(1, breadth.get(topic)!.found[i]!)).toFixed(1),
          ]),
          called === undefined ? '' : String(called),
          told === undefined ? '' : `${percent(told.share)} (${percent(told.low)}–${percent(told.high)})`,
          truth === undefined ? '' : percent(truth),
        ]),
      ],
      [2, 3, 4, 5, 6, 7, 8],
    ),
  );
  console.log(JSON.stringify(rows));
}
