/**
 * The cost of learning in a crawl. A page of 15 KB (posts of 20news, joined): words to tf-idf vector and the score of a
 * linear SVM. A link with its anchor, the words around it and both URLs: hashed features and the score of an online
 * logistic regression; and an update of it with 60 features. Baseline, in the same rounds: JSON.parse of the same
 * bytes. Processor time, as in bench/text.ts; medians over the rounds, one thread; "×" is relative to the baseline. The
 * last line is JSON.
 *
 *   node bench/link-score.ts <folder with 20news.jsonl.gz> [rounds]
 */
import { join } from 'node:path';
import { HashedFeatures } from '../src/learn/hashed-features.ts';
import { LinearSvm } from '../src/learn/linear-svm.ts';
import { OnlineLogistic } from '../src/learn/online-logistic.ts';
import { Random } from '../src/learn/random.ts';
import { Vectoriser } from '../src/learn/vectoriser.ts';
import { vectorOf } from '../src/text/vectors.ts';
import { labelledTexts } from './labelled-texts.ts';

const CHARACTERS = 15_000;
const PAGES = 300;
const LINKS = 3000;
const folder = process.argv[2] ?? '../shared/texts';
const rounds = Number(process.argv[3] ?? 15);
const random = new Random(1);

const posts = random.shuffle(labelledTexts(join(folder, '20news.jsonl.gz'))).slice(0, 6000);
const vectoriser = Vectoriser.fit(posts.slice(0, 2000).map(({ text }) => text));
const judge = new LinearSvm();
judge.fit(
  posts
    .slice(0, 2000)
    .map(({ text, label }) => ({ vector: vectoriser.vector(text), relevant: label === 'sci.med' })),
);

const pages = pagesOf(posts.slice(2000).map(({ text }) => text));
const pageRows = pages.map((page) => JSON.stringify(page.split(/\s+/)));
const links = Array.from({ length: LINKS }, (_, i) => linkOf(pages[i % pages.length]!));
const linkRows = links.map((link) => JSON.stringify(link));
const features = new HashedFeatures(18);
const ranker = new OnlineLogistic();
const examples = links.map((link, i) => ({ vector: linkVector(link), relevant: i % 3 === 0 }));
for (const example of examples) ranker.update(example);
const sixty = Array.from({ length: 5000 }, () => ({
  vector: vectorOf(Array.from({ length: 60 }, () => [random.below(2 ** 18), 1] as const)),
  relevant: random.next() < 0.3,
}));

const work: Record<string, { count: number; unit: string; per?: string; step: (i: number) => unknown }> = {
  'JSON.parse of the page': { count: PAGES, unit: 'page', step: (i) => JSON.parse(pageRows[i]!) },
  'words, stems, tf-idf and linear judge': {
    count: PAGES,
    unit: 'page',
    per: 'JSON.parse of the page',
    step: (i) => judge.predict(vectoriser.vector(pages[i]!)),
  },
  'JSON.parse of the link': { count: LINKS, unit: 'link', step: (i) => JSON.parse(linkRows[i]!) },
  'hashed features and score': {
    count: LINKS,
    unit: 'link',
    per: 'JSON.parse of the link',
    step: (i) => ranker.probability(linkVector(links[i]!)),
  },
  'update with 60 features': { count: sixty.length, unit: 'update', step: (i) => ranker.update(sixty[i]!) },
};

const timesUs = Object.fromEntries(Object.keys(work).map((name) => [name, [] as number[]]));
for (let round = 0; round < rounds + 3; round++) {
  for (const [name, { count, step }] of Object.entries(work)) {
    const start = process.cpuUsage();
    for (let i = 0; i < count; i++) step(i);
    const { user, system } = process.cpuUsage(start);
    if (round >= 3) timesUs[name]!.push((user + system) / count);
  }
}

const figures: Record<string, unknown> = {};
const featuresOfLink = examples.reduce((sum, { vector }) => sum + vector.indices.length, 0) / LINKS;
for (const [name, { unit, per }] of Object.entries(work)) {
  const us = median(timesUs[name]!);
  const ratio = per ? us / median(timesUs[per]!) : undefined;
  figures[name] = { us, bestUs: Math.min(...timesUs[name]!), ratio };
  const times = ratio === undefined ? '' : `  ${ratio.toFixed(2)} ×`;
  console.log(`${name.padEnd(40)} ${us.toFixed(2).padStart(9)} µs a ${unit}${times}`);
}
console.log(`features of a link: ${featuresOfLink.toFixed(1)}`);
console.log(JSON.stringify({ ...figures, featuresOfLink, rounds }));

function pagesOf(texts: string[]): string[] {
  const all = texts.join('\n');
  return Array.from({ length: PAGES }, (_, i) => {
    const from = (i * CHARACTERS) % (all.length - CHARACTERS);
    return all.slice(from, from + CHARACTERS);
  });
}

interface BenchLink {
  title: string;
  anchor: string;
  before: string;
  after: string;
  url: string;
  source: string;
}

/** Fills a link's fields with words of the page: about as many as links on the Web have. */
function linkOf(page: string): BenchLink {
  const words = page.match(/[A-Za-z]{2,}/g) ?? ['page'];
  const some = (count: number) => {
    const from = random.below(Math.max(1, words.length - count));
    return words.slice(from, from + count);
  };
  const address = () => `https://www.${some(1)[0]}.example/${some(2).join('/')}/${some(3).join('-')}.html`;
  return {
    title: some(8).join(' '),
    anchor: some(4).join(' '),
    before: some(10).join(' '),
    after: some(10).join(' '),
    url: address(),
    source: address(),
  };
}

function linkVector({ title, anchor, before, after, url, source }: BenchLink) {
  return features
    .words('title', title)
    .words('anchor', anchor)
    .words('around', before)
    .words('around', after)
    .words('url', url)
    .words('source', source)
    .value('anchor length', Math.min(anchor.length, 100) / 100)
    .vector();
}

function median(numbers: number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}
