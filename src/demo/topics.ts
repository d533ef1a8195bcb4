/**
 * What a user of the demonstration would look for: one topic a subject, with keywords out of WordNet's own
 * words and seeds that are off the topic, a few links away from it.
 */
import { splitAddress } from './address.ts';
import type { Place } from './addresses.ts';
import { addressOf, placeAt } from './addresses.ts';
import type { Atlas } from './atlas.ts';
import { anchorsOf } from './draft.ts';
import { labelOf } from './labels.ts';
import { isClosed } from './manners.ts';
import { Random } from './random.ts';
import { draftOf } from './shapes.ts';
import type { Site } from './sites.ts';

export interface DemoTopic {
  /** The subject's name: `birds`. */
  name: string;
  title: string;
  keywords: { term: string; weight: number }[];
  seeds: string[];
}

export function topicsOf(atlas: Atlas): DemoTopic[] {
  const counts = atlas.subjects.map(({ synsets }, place) => countWords(atlas, synsets, place));
  const everywhere = new Map<string, { definitions: number; subjects: number }>();
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
  return atlas.subjects.slice(0, atlas.general).map(({ name, title }, place) => ({
    name,
    title,
    keywords: keywordsOf(counts[place]!, everywhere, total),
    seeds: seedsOf(atlas, place),
  }));
}

const SAMPLE = 400;
const KEYWORDS = 10;

const SUBJECTS_OF_A_PLAIN_WORD = 24;

type Everywhere = Map<string, { definitions: number; subjects: number }>;

interface WordCount {
  size: number;
  /** In how many of the sampled definitions the word stands. */
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

/** `birds` is counted with `bird` where both stand. */
function foldPlurals(words: Map<string, number>): Map<string, number> {
  for (const [word, n] of words) {
    const singular = word.endsWith('s') ? word.slice(0, -1) : undefined;
    if (singular === undefined || !words.has(singular)) continue;
    words.set(singular, words.get(singular)! + n);
    words.delete(word);
  }
  return words;
}

/** Frequent here and rare elsewhere: the share of definitions with the word times the log of its lift. */
function keywordsOf({ words, size }: WordCount, everywhere: Everywhere, total: number) {
  const scored: { term: string; score: number }[] = [];
  for (const [term, n] of words) {
    if (n < 2) continue;
    const { definitions, subjects } = everywhere.get(term)!;
    const lift = n / size / (definitions / total);
    // What every second subject says (made, having, used) tells nothing to a person either.
    if (lift > 4 && subjects < SUBJECTS_OF_A_PLAIN_WORD) scored.push({ term, score: n * Math.log(lift) });
  }
  scored.sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1));
  const best = scored.slice(0, KEYWORDS);
  const top = best[0]?.score ?? 1;
  return best.map(({ term, score }) => ({ term, weight: Math.max(1, Math.round((5 * score) / top)) }));
}

/** Two portals, a page of a portal's directory and the home of a site about something else. */
function seedsOf(atlas: Atlas, subject: number): string[] {
  const random = new Random(atlas.seed, 59, subject);
  const portals = atlas.portals;
  const others = atlas.sites.filter((site) => site.subject !== subject && isEasyToVisit(site));
  const draws: (() => Place)[] = [
    () => ({ kind: 'home', site: random.pick(portals) }),
    () => ({ kind: 'home', site: random.pick(portals) }),
    () => {
      const site = random.pick(portals);
      return { kind: 'directory', site, number: random.between(1, site.directoryPages) };
    },
    () => ({ kind: 'home', site: random.pick(others) }),
  ];
  const seeds: string[] = [];
  for (const draw of draws) {
    let best: { address: string; near: number } | undefined;
    for (let attempt = 0; attempt < 12 && best?.near !== 0; attempt++) {
      const place = draw();
      const address = addressOf(atlas, place);
      if (seeds.includes(address)) continue;
      const near = linksInto(atlas, place, subject);
      if (best === undefined || near < best.near) best = { address, near };
    }
    if (best !== undefined) seeds.push(best.address);
  }
  return seeds;
}

function isEasyToVisit(site: Site): boolean {
  const { slowMs, perSecond, crawlDelay, faults } = site.manners;
  return (
    site.kind !== 'portal' && !isClosed(site) && slowMs + perSecond + crawlDelay === 0 && faults.size === 0
  );
}

function linksInto(atlas: Atlas, place: Place, subject: number): number {
  let count = 0;
  for (const { to } of anchorsOf(draftOf(atlas, place))) {
    const { host, path } = splitAddress(to)!;
    const site = atlas.siteOfHost.get(host);
    const target = site === undefined ? undefined : placeAt(atlas, site, path);
    if (target !== undefined && labelOf(atlas, target) === subject) count++;
  }
  return count;
}
