/**
 * How well the main text of articles is found, on pages whose text was marked by hand, and what that costs beside a bare
 * pass of the parser.
 *
 *   npm run bench:main-text -- FOLDER
 *
 * FOLDER has ground-truth.json (key → url, articleBody) and html/KEY.html.gz, as in scrapinghub's
 * article-extraction-benchmark, and pages are scored as there: runs of word characters, four in a row as a shingle,
 * precision and recall by page, their means, F1 of the means. The last line is one JSON object.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { readDocument } from '../src/page/read.ts';

const ROUNDS = 5;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of the marked pages.');
const truth = JSON.parse(readFileSync(join(folder, 'ground-truth.json'), 'utf8')) as Record<
  string,
  { url: string; articleBody: string }
>;
const pages = Object.entries(truth).map(([key, { url, articleBody }]) => ({
  document: {
    url,
    headers: [['Content-Type', 'text/html; charset=utf-8']] as [string, string][],
    body: gunzipSync(readFileSync(join(folder, 'html', `${key}.html.gz`))),
  },
  wanted: shinglesOf(articleBody),
}));

const precisions: number[] = [];
const recalls: number[] = [];
for (const { document, wanted } of pages) {
  const page = await readDocument(document);
  const found = shinglesOf('refused' in page ? '' : page.mainText);
  let both = 0;
  for (const [shingle, count] of found) both += Math.min(count, wanted.get(shingle) ?? 0);
  if (found.size > 0) precisions.push(both / total(found));
  if (wanted.size > 0) recalls.push(both / total(wanted));
}
const precision = mean(precisions);
const recall = mean(recalls);
const f1 = (2 * precision * recall) / (precision + recall);

let readMs = 0;
let parseMs = 0;
for (let round = 0; round < ROUNDS; round++)
  for (const { document } of pages) {
    readMs += await cpuMs(() => readDocument(document));
    parseMs += await cpuMs(() => new Parser({}).end(document.body.toString()));
  }
const runs = ROUNDS * pages.length;
console.log(
  `${pages.length} pages: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, F1 ${f1.toFixed(3)}`,
);
console.log(
  `${(readMs / runs).toFixed(1)} ms processor time a page to read it, ${(parseMs / runs).toFixed(1)} ms for the bare parser`,
);
console.log(
  JSON.stringify({
    bench: 'main-text',
    pages: pages.length,
    precision,
    recall,
    f1,
    timesParser: readMs / parseMs,
  }),
);

function shinglesOf(text: string): Map<string, number> {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const shingles = new Map<string, number>();
  for (let at = 0; at + 4 <= words.length; at++) {
    const shingle = words.slice(at, at + 4).join(' ');
    shingles.set(shingle, (shingles.get(shingle) ?? 0) + 1);
  }
  return shingles;
}

function total(shingles: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const count of shingles.values()) sum += count;
  return sum;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

async function cpuMs(task: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
