/**
 * Documents found, downloaded and accepted by breadth-first, context graph and the CINDI robot on the demonstration web:
 * the form of the thesis's Table 13 (Chen, Concordia, 2008, section 5.3). The examples of the learning recipes and their
 * back-links come from the breadth-first crawl. `npm run bench:document-recipes`, or with a number of pages.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDocumentsOf } from '../src/crawl/open-documents.ts';
import { crawl, createDemoWeb } from '../src/index.ts';
import { asWeb } from '../src/lab/demo-web.ts';

const PAGES = Number(process.argv[2] ?? 600);
const demo = createDemoWeb({ seed: 1 });
const topic = demo.topics.find(({ name }) => name === 'birds')!;
const folder = mkdtempSync(join(tmpdir(), 'forage-document-recipes-'));

interface Examples {
  relevant: string[];
  irrelevant: string[];
}

async function run(recipe: string, examples?: Examples): Promise<string> {
  const out = join(folder, recipe.replace('/', '-'));
  const learns = examples !== undefined;
  await crawl({
    topic: {
      name: 'birds',
      language: 'en',
      keywords: topic.keywords.map(({ term, weight }) => ({ [term]: weight })),
      seeds: topic.seeds,
      ...(learns ? { examples } : {}),
      // Its PDFs and texts are short and have no sections: the topic alone decides.
      documents: { formats: ['pdf', 'text'], smallestPdf: 0, types: [{ name: 'any', words: { min: 20 } }] },
    },
    out,
    web: asWeb(demo),
    settings: {
      recipe,
      ...(learns ? { set: { backlinks: join(folder, 'breadth-first') } } : {}),
      threads: 1,
      concurrency: 1,
      budget: { pages: PAGES },
      politeness: { robots: 'ignore', minDelayMs: 0, delayFactor: 0, sitemaps: 'off' },
      http: { contact: 'bench@example.org' },
    },
  }).finished;
  const { documents, close } = openDocumentsOf(out);
  const { discovered, downloaded, accepted } = documents.counts();
  const right = documents.list({ accepted: true }).filter(({ url }) => demo.isRelevant(url, 'birds')).length;
  close();
  const rate = downloaded === 0 ? 0 : accepted / downloaded;
  console.log(
    [
      recipe.padEnd(20),
      ...[discovered, downloaded, accepted].map((n) => String(n).padStart(10)),
      `${(100 * rate).toFixed(1)} %`.padStart(10),
      String(right).padStart(10),
    ].join(''),
  );
  return out;
}

console.log(`${PAGES} pages\n${'recipe'.padEnd(20)}discovered downloaded  accepted      rate  on topic`);
const first = await run('breadth-first');
const open = openDocumentsOf(first);
const urls = open.read.pagesAtDepth(1).concat(open.read.pagesAtDepth(2), open.read.pagesAtDepth(3));
open.close();
const examples: Examples = {
  relevant: urls.filter((url) => demo.isRelevant(url, 'birds')).slice(0, 20),
  irrelevant: urls
    .filter((url) => demo.subjectOf(url) !== undefined && !demo.isRelevant(url, 'birds'))
    .slice(0, 100),
};
await run('lund/context-graph', examples);
await run('cindi/robot', examples);
rmSync(folder, { recursive: true });
