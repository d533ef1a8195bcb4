/**
 * The words that a person would type for a subject, derived from WordNet's definitions: nouns that are frequent in the
 * subject and rare elsewhere (number of definitions containing the word times the log of its lift), boosted if a sense
 * of the word itself belongs to the subject.
 */
import type { Atlas } from './atlas.ts';
import { Random } from './random.ts';

export interface Keyword {
  term: string;
  /** 1 to 5. */
  weight: number;
}

/** Ten keywords for each subject but `general`, best first. */
export function keywordsOfSubjects(atlas: Atlas): Keyword[][] {
  const counts = atlas.subjects.map(({ synsets }, place) => countWords(atlas, synsets, place));
  const everywhere: Everywhere = new Map();
  let total = 0;
  for (const { words, size } of counts) {
    total += size;
    for (const [word, n] of words) {
      const known = everywhere.get(word);
      if (known === undefined) everywhere.set(word, { definitions: n, subjects: 1 });
      else {
        known.definitions += n;
        known.subjects++;
      }
    }
  }
  return counts
    .slice(0, atlas.general)
    .map((count, place) => keywordsOf(atlas, place, count, everywhere, total));
}

const SAMPLE = 400;
const KEYWORDS = 10;
const CANDIDATES = 60;
const SUBJECTS_OF_A_PLAIN_WORD = 24;
const SENSES = 4;

type Everywhere = Map<string, { definitions: number; subjects: number }>;

interface Scored {
  term: string;
  score: number;
}

interface WordCount {
  size: number;
  /** In how many of the sampled definitions the word occurs. */
  words: Map<string, number>;
}

function countWords(atlas: Atlas, synsets: number[], place: number): WordCount {
  const sample = new Random(atlas.seed, 53, place).some(synsets.slice(0, 4 * SAMPLE), SAMPLE);
  const words = new Map<string, number>();
  for (const id of sample) {
    const { definition, words: lemmas } = atlas.lexicon.synset(id);
    const found = new Set(`${definition} ${lemmas.join(' ')}`.match(/\b[a-z]{4,}\b/g));
    for (const word of found) words.set(word, (words.get(word) ?? 0) + 1);
  }
  return { size: sample.length, words: foldPlurals(words) };
}

/** `birds` is counted with `bird` if both occur, `fishes` with `fish`. */
function foldPlurals(words: Map<string, number>): Map<string, number> {
  for (const [word, n] of words) {
    const singular = [word.replace(/s$/, ''), word.replace(/es$/, '')].find(
      (short) => short !== word && words.has(short),
    );
    if (singular === undefined) continue;
    words.set(singular, words.get(singular)! + n);
    words.delete(word);
  }
  return words;
}

function keywordsOf(
  atlas: Atlas,
  place: number,
  { words, size }: WordCount,
  everywhere: Everywhere,
  total: number,
): Keyword[] {
  const own = new Set(atlas.subjects[place]!.synsets);
  const scored: Scored[] = [];
  for (const [term, n] of words) {
    const { definitions, subjects } = everywhere.get(term)!;
    const lift = n / size / (definitions / total);
    // Words used in half of the subjects (part, name, kind) mean nothing to a person either.
    if (n < 2 || lift <= 4 || subjects >= SUBJECTS_OF_A_PLAIN_WORD) continue;
    scored.push({ term, score: n * Math.log(lift) });
  }
  const byScore = (a: Scored, b: Scored) => b.score - a.score || (a.term < b.term ? -1 : 1);
  const nouns: Scored[] = [];
  for (const { term, score } of scored.sort(byScore).slice(0, CANDIDATES)) {
    const senses = sensesOf(atlas, term);
    if (senses.length > 0)
      nouns.push({ term, score: senses.some((sense) => own.has(sense)) ? 2 * score : score });
  }
  const best = nouns.sort(byScore).slice(0, KEYWORDS);
  const top = best[0]?.score ?? 1;
  return best.map(({ term, score }) => ({ term, weight: Math.max(1, Math.round((5 * score) / top)) }));
}

function sensesOf(atlas: Atlas, term: string): number[] {
  const senses: number[] = [];
  for (let sense = 1; sense <= SENSES; sense++) {
    const synset = atlas.lexicon.noun(term, sense);
    if (synset === undefined) break;
    senses.push(synset);
  }
  return senses;
}
