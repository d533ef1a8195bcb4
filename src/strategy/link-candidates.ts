/**
 * The waiting links of a learning strategy, each with everything that is known about it: the pages that link to it, with
 * what they say. In memory in buckets, so that a few of them can be ranked again at a time; each as well as the state
 * that the frontier keeps with the link (`carryOf`), from which a resumed crawl makes it again.
 */
import { z } from 'zod';
import type { FoundPage } from './found-pages.ts';
import type { Waiting } from './strategy.ts';
import { newRate, type Rate, type Rates } from './success-rates.ts';

export interface Candidate {
  url: string;
  /** The anchor that was found last, for reasons. */
  anchor: string;
  /** As last told to the frontier. */
  priority: number;
  /** That its target is relevant, as last predicted. */
  probability: number;
  /** Links from the nearest seed. */
  depth: number;
  /** What the address promises, −1 … 1. */
  promise: number;
  /** Packed features of the address. */
  address: string;
  addressScore?: WordScore;
  /** The page that found it first; 0 for an entry of a sitemap. */
  finder: number;
  /** The pages that link to it; at most `mostFinds`, the latest. */
  finds: Find[];
  /** How many there were. */
  found: number;
  host: Rate;
  directory: Rate;
  segment: Rate;
}

/** One page that links to a candidate. */
export interface Find {
  /** The waiting link that led to the page, which identifies it; 0 for an entry of a sitemap. */
  page: number;
  /** Position of the link on the page. */
  at: number;
  /** Its place in the page's structure. */
  group: number;
  /** How good the page is, and the pages that led to it. */
  guide: number;
  before: number;
  anchor: number;
  context: number;
  keywords: number;
  isSameHost: boolean;
  /** Packed features: anchor, around, place, separated by commas. */
  words: string;
  wordScore?: WordScore;
  /** The page, and how links in the same list on it turned out; looked up when needed. */
  on?: FoundPage | undefined;
  ofList?: Rate | undefined;
}

/** What a model made of some packed features, valid for one version of its weights. */
export interface WordScore {
  model: object;
  version: number;
  value: number;
  /** By a second model. */
  other?: WordScore;
}

export const mostFinds = 4;
export const bucketCount = 1024;

export class Candidates {
  readonly #buckets = Array.from({ length: bucketCount }, () => new Map<string, Candidate>());
  readonly #most: number;
  readonly #rates: Rates;
  /** Some were dropped, so that one that is not known here may wait nevertheless. */
  hasForgotten = false;

  /** `rates`: of hosts, directories and first segments of paths. */
  constructor(most: number, rates: Rates) {
    this.#most = Math.ceil(most / bucketCount);
    this.#rates = rates;
  }

  /** `hash`: of the URL, if it is at hand. */
  get(url: string, hash = hashOf(url)): Candidate | undefined {
    return this.#buckets[hash % bucketCount]!.get(url);
  }

  delete(url: string): void {
    this.#buckets[bucketOf(url)]!.delete(url);
  }

  bucket(number: number): Iterable<Candidate> {
    return this.#buckets[number % bucketCount]!.values();
  }

  *all(): Generator<Candidate> {
    for (const bucket of this.#buckets) yield* bucket.values();
  }

  /** Keeps a candidate; when there are too many, the oldest are forgotten, and stay at the priority they have. */
  keep(candidate: Candidate): void {
    const bucket = this.#buckets[bucketOf(candidate.url)]!;
    bucket.set(candidate.url, candidate);
    if (bucket.size <= this.#most) return;
    this.hasForgotten = true;
    let left = Math.ceil(this.#most / 4);
    for (const url of bucket.keys()) {
      if (left-- === 0) break;
      bucket.delete(url);
    }
  }

  make(url: string, anchor: string, depth: number, promise: number, address: string): Candidate {
    return {
      url,
      anchor: anchor.slice(0, longestAnchor),
      priority: 0,
      probability: 0,
      depth,
      promise,
      address,
      finder: 0,
      finds: [],
      found: 0,
      ...this.ratesOf(url),
    };
  }

  ratesOf(url: string): Pick<Candidate, 'host' | 'directory' | 'segment'> {
    const start = url.indexOf('://') + 3;
    const slash = url.indexOf('/', start);
    if (slash < 0) return { host: this.#rates.of(url), directory: newRate(), segment: newRate() };
    const query = url.indexOf('?', slash);
    const last = url.lastIndexOf('/', query < 0 ? undefined : query);
    const second = url.indexOf('/', slash + 1);
    return {
      host: this.#rates.of(url.slice(0, slash)),
      directory: this.#rates.of(url.slice(0, last + 1)),
      segment: second < 0 ? newRate() : this.#rates.of(`${url.slice(0, second)}/*`),
    };
  }

  /** From the state that the frontier keeps with a link; undefined if it is not ours. */
  from({ url, anchor, depth, priority, carry }: Omit<Waiting, 'id'>): Candidate | undefined {
    if (!Array.isArray(carry) || typeof carry[0] !== 'string') return undefined;
    const [address, promise, finder, found, ...finds] = carry as Carry;
    const candidate = this.make(url, anchor, depth, promise, address);
    candidate.priority = priority;
    candidate.probability = priority;
    candidate.finder = finder;
    candidate.found = found;
    candidate.finds = finds.map(unpacked);
    return candidate;
  }
}

type Carry = [address: string, promise: number, finder: number, found: number, ...PackedFind[]];

/** Packed features below 2^16, and those of a find: three fields of them. */
const packedFeatures = /^(?:[0-9A-F][0-9A-Za-z_-]{2})*$/;
const findWords = /^(?:(?:[0-9A-F][0-9A-Za-z_-]{2})*,){2}(?:[0-9A-F][0-9A-Za-z_-]{2})*$/;
const whole = z.number().int().min(0);
const score = z.number().min(-1).max(1);

/** What a link carries, if it comes from another machine. */
export const carrySchema = z
  .tuple([z.string().max(2000).regex(packedFeatures), score, whole, whole])
  .rest(
    z.tuple([
      ...([whole, whole.max(100_000), whole] as const),
      ...([score, score, score, score, score] as const),
      z.union([z.literal(0), z.literal(1)]),
      z.string().max(2000).regex(findWords),
    ]),
  )
  .refine(({ length }) => length <= 4 + mostFinds);

export const carryOf = ({ address, promise, finder, found, finds }: Candidate): Carry => [
  address,
  promise,
  finder,
  found,
  ...finds.map(packed),
];

/** Returns the find that gives way to it. */
export function addFind(candidate: Candidate, find: Find): Find | undefined {
  const known = candidate.finds.findIndex(({ page }) => page === find.page);
  if (known >= 0) return candidate.finds.splice(known, 1, find)[0];
  if (candidate.found === 0) candidate.finder = find.page;
  candidate.found += 1;
  candidate.finds.push(find);
  return candidate.finds.length > mostFinds ? candidate.finds.shift() : undefined;
}

type PackedFind = [number, number, number, number, number, number, number, number, 0 | 1, string];

const packed = (find: Find): PackedFind => [
  find.page,
  find.at,
  find.group,
  find.guide,
  find.before,
  find.anchor,
  find.context,
  find.keywords,
  find.isSameHost ? 1 : 0,
  find.words,
];

const unpacked = ([
  page,
  at,
  group,
  guide,
  before,
  anchor,
  context,
  keywords,
  same,
  words,
]: PackedFind): Find => ({
  page,
  at,
  group,
  guide,
  before,
  anchor,
  context,
  keywords,
  isSameHost: same === 1,
  words,
});

const longestAnchor = 80;

function bucketOf(url: string): number {
  return hashOf(url) % bucketCount;
}

export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
