/**
 * The map of the demonstration web: the site, subject and URL of every page. A page is a number; its data is in typed
 * arrays (about 15 bytes per page), so that a web of a million pages fits in memory next to a crawl. Text and links are
 * generated on request.
 */
import { Lexicon } from './lexicon.ts';
import type { Outskirts } from './outskirts.ts';
import { drawOutskirts } from './outskirts.ts';
import { Random } from './random.ts';
import type { Section, Site } from './sites.ts';
import { drawSites, nameSection, shareOut } from './sites.ts';
import type { Subject } from './subjects.ts';
import { gatherSubjects } from './subjects.ts';

export interface Atlas {
  seed: number;
  lexicon: Lexicon;
  subjects: Subject[];
  /** Index of the subject `general`. */
  general: number;
  sites: Site[];
  siteOfHost: Map<string, Site>;
  pageCount: number;
  siteOf: Uint32Array;
  synsetOf: Uint32Array;
  subjectOf: Uint8Array;
  /** Counts the pages about the same synset. */
  variantOf: Uint16Array;
  /** Page numbers sorted by synset. */
  bySynset: Uint32Array;
  /** Page numbers sorted by subject, with where each subject starts. */
  bySubject: Uint32Array;
  subjectStart: Uint32Array;
  /** Sites dedicated to a subject, by subject. */
  sitesOfSubject: Site[][];
  portals: Site[];
  outskirts: Outskirts;
}

export const HUB_LENGTH = 30;
export const DIRECTORY_LENGTH = 18;

export function drawAtlas(pages: number, hosts: number, seed: number): Atlas {
  const lexicon = new Lexicon();
  const subjects = gatherSubjects(lexicon);
  const general = subjects.length - 1;
  const quotas = shareOut(pages, subjectWeights(subjects));
  const sites = drawSites(hosts, subjects, quotas, lexicon, seed);
  const sitesOfSubject = subjects.map((_, subject) => sites.filter((site) => site.subject === subject));
  const unsorted = placePages(pages, quotas, sites, sitesOfSubject, general, seed);

  // Pages are numbered by site and then by subject, so a section is a range of numbers.
  const order = new Float64Array(pages);
  for (let i = 0; i < pages; i++)
    order[i] = (unsorted.site[i]! * 64 + unsorted.subject[i]!) * 2 ** 24 + (i % 2 ** 24);
  order.sort();
  const siteOf = new Uint32Array(pages);
  const subjectOf = new Uint8Array(pages);
  for (let page = 0; page < pages; page++) {
    const key = Math.floor(order[page]! / 2 ** 24);
    siteOf[page] = Math.floor(key / 64);
    subjectOf[page] = key % 64;
  }
  const { bySubject, subjectStart } = groupBySubject(subjectOf, subjects.length);
  const { synsetOf, variantOf } = drawSynsets(subjects, general, bySubject, subjectStart, lexicon, seed);
  layOutSections(sites, subjects, siteOf, subjectOf, lexicon, seed);
  const portals = sites.filter((site) => site.kind === 'portal');
  for (const portal of portals) portal.directoryPages = Math.ceil((sites.length * 0.6) / DIRECTORY_LENGTH);
  return {
    seed,
    lexicon,
    subjects,
    general,
    sites,
    siteOfHost: new Map(sites.map((site) => [site.host, site])),
    pageCount: pages,
    siteOf,
    synsetOf,
    subjectOf,
    variantOf,
    bySynset: sortBySynset(synsetOf),
    bySubject,
    subjectStart,
    sitesOfSubject,
    portals,
    outskirts: drawOutskirts(sites, seed),
  };
}

/** Pages about a synset. */
export function pagesAbout(atlas: Atlas, synset: number): Uint32Array {
  const { bySynset, synsetOf } = atlas;
  const first = lowerBound(bySynset.length, (i) => synsetOf[bySynset[i]!]! < synset);
  let end = first;
  while (end < bySynset.length && synsetOf[bySynset[end]!] === synset) end++;
  return bySynset.subarray(first, end);
}

export function pagesOfSubject(atlas: Atlas, subject: number): Uint32Array {
  return atlas.bySubject.subarray(atlas.subjectStart[subject], atlas.subjectStart[subject + 1]);
}

export function sectionOf(atlas: Atlas, page: number): Section {
  const site = atlas.sites[atlas.siteOf[page]!]!;
  return site.sections.find((section) => page >= section.first && page < section.first + section.count)!;
}

export function hubPages(section: Section): number {
  return Math.ceil(section.count / HUB_LENGTH);
}

function lowerBound(length: number, isBefore: (place: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Large subtrees get more pages, though not in proportion; the first few subjects are those shown first. */
function subjectWeights(subjects: Subject[]): number[] {
  const weights = subjects.map(
    ({ synsets }, place) => Math.min(1200, synsets.length) ** 0.6 * (place < 7 ? 2 : 1),
  );
  const sum = weights.slice(0, -1).reduce((a, b) => a + b, 0);
  weights[weights.length - 1] = sum * 0.28;
  return weights;
}

function placePages(
  pages: number,
  quotas: number[],
  sites: Site[],
  sitesOfSubject: Site[][],
  general: number,
  seed: number,
): { site: Uint32Array; subject: Uint8Array } {
  const random = new Random(seed, 17);
  const site = new Uint32Array(pages);
  const subject = new Uint8Array(pages);
  const drawMixed = weighted(sites.filter(({ kind }) => kind === 'mixed'));
  const drawOpen = weighted(sites.filter(({ kind }) => kind === 'mixed' || kind === 'portal'));
  const drawAny = weighted(sites);
  const drawOwn = sitesOfSubject.map((own) => (own.length > 0 ? weighted(own) : drawMixed));
  let page = 0;
  for (const [place, quota] of quotas.entries()) {
    for (let i = 0; i < quota && page < pages; i++, page++) {
      const where = random.fraction();
      if (place === general) site[page] = (where < 0.6 ? drawOpen : drawAny)(random).index;
      else if (where < 0.72) site[page] = drawOwn[place]!(random).index;
      else site[page] = (where < 0.9 ? drawMixed : drawAny)(random).index;
      subject[page] = place;
    }
  }
  for (; page < pages; page++) {
    site[page] = drawAny(random).index;
    subject[page] = general;
  }
  return { site, subject };
}

function weighted(sites: Site[]): (random: Random) => Site {
  const ends = new Float64Array(sites.length);
  let total = 0;
  for (const [i, site] of sites.entries()) {
    total += site.weight;
    ends[i] = total;
  }
  return (random) => {
    const point = random.fraction() * total;
    return sites[
      Math.min(
        sites.length - 1,
        lowerBound(ends.length, (i) => ends[i]! <= point),
      )
    ]!;
  };
}

function groupBySubject(subjectOf: Uint8Array, subjects: number) {
  const subjectStart = new Uint32Array(subjects + 1);
  for (const subject of subjectOf) subjectStart[subject + 1]!++;
  for (let i = 0; i < subjects; i++) subjectStart[i + 1]! += subjectStart[i]!;
  const next = subjectStart.slice();
  const bySubject = new Uint32Array(subjectOf.length);
  for (let page = 0; page < subjectOf.length; page++) bySubject[next[subjectOf[page]!]!++] = page;
  return { bySubject, subjectStart };
}

/** Each subject's synsets are dealt out in a random order, starting over when they run out. */
function drawSynsets(
  subjects: Subject[],
  general: number,
  bySubject: Uint32Array,
  subjectStart: Uint32Array,
  lexicon: Lexicon,
  seed: number,
) {
  const synsetOf = new Uint32Array(bySubject.length);
  const variantOf = new Uint16Array(bySubject.length);
  const labelled = new Set<number>();
  for (const subject of subjects.slice(0, general)) for (const id of subject.synsets) labelled.add(id);
  for (const [place, subject] of subjects.entries()) {
    const random = new Random(seed, 19, place);
    const deck = random.shuffle(subject.synsets.slice());
    const pages = random.shuffle(
      Int32Array.from(bySubject.subarray(subjectStart[place], subjectStart[place + 1])),
    );
    let next = 0;
    let round = 0;
    for (const page of pages) {
      let synset = deck[next]!;
      // A general page must not be one step from a subject: its label would be debatable.
      for (
        let skipped = 0;
        place === general && skipped < 50 && isNear(synset, labelled, lexicon);
        skipped++
      ) {
        next = (next + 1) % deck.length;
        synset = deck[next]!;
      }
      synsetOf[page] = synset;
      variantOf[page] = round;
      next++;
      if (next >= deck.length) {
        next = 0;
        round++;
      }
    }
  }
  return { synsetOf, variantOf };
}

function isNear(synset: number, labelled: Set<number>, lexicon: Lexicon): boolean {
  return lexicon.relations(synset).some(({ to }) => labelled.has(to));
}

function layOutSections(
  sites: Site[],
  subjects: Subject[],
  siteOf: Uint32Array,
  subjectOf: Uint8Array,
  lexicon: Lexicon,
  seed: number,
): void {
  for (let page = 0; page < siteOf.length; page++) {
    const site = sites[siteOf[page]!]!;
    const { sections } = site;
    const last = sections.at(-1);
    const subject = subjectOf[page]!;
    if (last?.subject === subject) last.count++;
    else
      sections.push({
        subject,
        ...nameSection(site, subjects[subject]!, lexicon, seed),
        first: page,
        count: 1,
      });
  }
}

function sortBySynset(synsetOf: Uint32Array): Uint32Array {
  const keys = new Float64Array(synsetOf.length);
  for (let page = 0; page < synsetOf.length; page++) keys[page] = synsetOf[page]! * 2 ** 24 + page;
  keys.sort();
  return Uint32Array.from(keys, (key) => key % 2 ** 24);
}
