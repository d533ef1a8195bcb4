/** What `grow` says about its corpus, on a small demonstration web whose every page has a known subject. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openCrawl } from '../../src/crawl/open.ts';
import { grow } from '../../src/grow/grow.ts';
import { crawl, loadTopic } from '../../src/index.ts';
import { freezeDemo } from '../../src/lab/demo-web.ts';
import { newFolder, removeFolders } from '../crawl/small-web.ts';

afterAll(removeFolders);

it('a corpus that is nearly all about the subject is not said to be worse than it is', async () => {
  const wanted = 'birds';
  const folder = newFolder();
  await freezeDemo(folder, { pages: 900, seed: 1, relevant: 20, irrelevant: 100 });
  const lines = readFileSync(join(folder, 'labels.tsv'), 'utf8').trim().split('\n').slice(1);
  const subjects = new Map(lines.map((line) => line.split('\t') as [string, string]));
  const web = [join(folder, 'archive')];
  const topic = loadTopic(join(folder, 'topics', `${wanted}.json`));
  const all = join(folder, 'all');
  await crawl({ topic, out: all, settings: { recipe: 'breadth-first', web, threads: 0 } }).finished;
  const documents = join(folder, 'documents');
  mkdirSync(documents);
  const { db, read } = openCrawl(all);
  let count = 0;
  for (const { id, url } of read.visitedPages()) {
    const text = subjects.get(url) === wanted ? read.textOf(id)?.text : undefined;
    if (text !== undefined && text.length > 300 && count < 30)
      writeFileSync(join(documents, `${count++}.txt`), text);
  }
  db.close();
  expect(count).toBe(30);

  const out = join(folder, 'corpus');
  const told = await grow({
    settings: {
      documents,
      seeds: topic.seeds,
      web,
      generalPages: 150,
      budget: { pages: 200 },
      crawl: { threads: 0 },
    },
    out,
  });
  const { precision, low, high } = told.find(({ name }) => name === 'crawl')!.figures as Record<
    string,
    number
  >;
  const grown = openCrawl(join(out, '6-crawl'));
  const called = [...grown.read.judgedPages()].filter((page) => page.called);
  grown.db.close();
  const truth = called.filter(({ url }) => subjects.get(url) === wanted).length / called.length;
  expect(truth).toBeGreaterThan(precision! + 0.1);
  expect(low).toBeLessThan(truth);
  expect(high).toBeGreaterThanOrEqual(Math.min(truth, 0.99));
});
