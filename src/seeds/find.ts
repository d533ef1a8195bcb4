/**
 * Finds seeds for a topic: asks all sources, joins their lists, leaves out what is known and what is a document, ranks
 * the rest, and keeps one entrance per site. See docs/seeds.md.
 */
import type { Page } from '../page/page.ts';
import { frequentTerms } from '../text/frequent-terms.ts';
import type { Topic, WeightedTerm } from '../topic/topic.ts';
import { GENERAL_QUERIES } from './data/general-queries.ts';
import { type ChosenSource, type Http, OpenSource, type SourceReport } from './gather.ts';
import { knownUrls } from './known.ts';
import { type Likeness, likenessTo, topicTerms } from './likeness.ts';
import { type QueryKind, Tuples, termQueries, titleQueries } from './queries.ts';
import { entrances, type Judged, rank, type Seed } from './rank.ts';
import type { Reading } from './reading.ts';
import { type Candidate, isDocument, siteOf, Union } from './union.ts';

export interface FindOptions {
  topic: Topic;
  /** See `chosenSources`. */
  sources: readonly ChosenSource[];
  /** Given queries are asked as they are; otherwise at most `most` are made. `first`: results of each. */
  queries?: { given?: readonly string[] | undefined; by?: QueryKind; most?: number; first?: number };
  /** How many seeds are wanted; default 200. */
  limit?: number;
  /** How many pages of one site; default 1. */
  perSite?: number;
  /** Only pages in at least this many lists; default 1. */
  minLists?: number;
  /** URLs that need not be found; default: the topic's seeds. */
  isKnown?(url: string): boolean;
  /** For requests to servers. */
  http?: Http;
  /** For examples, and to judge results; see `withReading`. */
  reading?: Reading | undefined;
  /** How many of the best results are fetched and judged; default 0. */
  fetch?: number;
  /** Also pages about other things, for labelling. */
  others?: boolean;
  /** Seed of random tuples; default 1. */
  seed?: number;
  tell?(message: string): void;
}

type Options = Required<Omit<FindOptions, 'queries'>> & {
  queries: Required<NonNullable<FindOptions['queries']>>;
};

function filled({ queries = {}, ...options }: FindOptions): Options {
  return {
    queries: { given: undefined, by: 'terms', most: 10, first: 20, ...queries },
    limit: 200,
    perSite: 1,
    minLists: 1,
    isKnown: knownUrls(options.topic, [], false),
    http: {},
    reading: undefined,
    fetch: 0,
    others: false,
    seed: 1,
    tell() {},
    ...options,
  };
}

export interface Found {
  queries: string[];
  sources: SourceReport[];
  /** Different pages in all lists. */
  pages: number;
  inTwoLists: number;
  known: number;
  /** Documents among the results, best first. */
  documents: string[];
  sites: number;
  /** Results that were fetched, and those of them that could not be read or are not relevant. */
  fetched?: { asked: number; unread: number; irrelevant: number } | undefined;
  seeds: Seed[];
  /** Pages about other things. */
  others: Seed[];
}

export async function findSeeds(given: FindOptions): Promise<Found> {
  const options = filled(given);
  const { topic, reading, http, tell } = options;
  const texts = {
    relevant: textsOf(reading?.examples.relevant),
    irrelevant: textsOf(reading?.examples.irrelevant),
  };
  const terms = topicTerms(topic, texts);
  const likeness = likenessTo(terms, topic.language);
  const open: OpenSource[] = [];
  try {
    for (const source of options.sources)
      open.push(await OpenSource.open(source, { topic, likeness, http, tell }));
    const union = new Union();
    const queries = await gather(open, union, { terms, likeness }, options);
    const others = new Union();
    if (options.others) await gatherOthers(open, others, likeness, options);
    for (const { report } of open)
      if (report.failed !== undefined) tell(`${report.name} is left out: ${report.failed}.`);
    return await choose(union, others, likeness, { ...options, asked: queries, open });
  } finally {
    for (const source of open) await source.close();
  }
}

const textsOf = (pages: readonly Page[] = []): string[] =>
  pages.map(({ title, mainText }) => `${title}\n${mainText}`);

/** Returns the queries that were asked. */
async function gather(
  open: readonly OpenSource[],
  union: Union,
  { terms, likeness }: { terms: readonly WeightedTerm[]; likeness: Likeness },
  options: Options,
): Promise<string[]> {
  const { queries, seed, topic } = options;
  const engines = open.filter(({ searches }) => searches);
  const tuples = new Tuples(seed);
  const first = queries.given ?? (engines.length === 0 ? [] : made(terms, tuples, options));
  await Promise.all(
    open.map(async (source) => {
      await source.list();
      await source.search(first, queries.first);
    }),
  );
  for (const source of open) source.deliver(union);
  if (queries.given !== undefined || queries.by !== 'tuples') return [...first];
  // BootCaT: terms of what came back make the next queries, until there are enough sites.
  const asked = [...first];
  const used = new Set(terms.slice(0, TUPLE_TERMS).map(({ term }) => term.toLowerCase()));
  let seen = 0;
  for (let round = 1; round < MAX_ROUNDS && sitesOf(union) < options.limit; round++) {
    const news = [...union.candidates.values()].slice(seen);
    seen = union.candidates.size;
    const fresh = newTerms(news, [...used], likeness, topic.language);
    const next = tuples.draw([...used, ...fresh], fresh, queries.most);
    if (fresh.length === 0 || next.length === 0) break;
    for (const term of fresh) used.add(term);
    asked.push(...next);
    await Promise.all(engines.map((source) => source.search(next, queries.first)));
    for (const source of engines) source.deliver(union);
  }
  return asked;
}

/** Terms of results that are like the topic, against those of the others: they would lead away from it. */
function newTerms(
  found: readonly Candidate[],
  used: readonly string[],
  likeness: Likeness,
  language: string | undefined,
): string[] {
  const texts = found.map(({ title, snippet }) => `${title}\n${snippet}`);
  const alike = texts.filter((text) => likeness(text) > 0);
  const others = texts.filter((text) => likeness(text) === 0);
  const by = others.length > 0 ? 'contrast' : 'texts';
  return frequentTerms(alike, NEW_TERMS, used, { language, by }, others).map(({ term }) => term);
}

const MAX_ROUNDS = 5;
const TUPLE_TERMS = 12;
const NEW_TERMS = 6;

const sitesOf = ({ candidates }: Union): number =>
  new Set([...candidates.values()].map(({ site }) => site)).size;

function made(
  terms: readonly WeightedTerm[],
  tuples: Tuples,
  { topic, queries, reading }: Options,
): string[] {
  const { by, most } = queries;
  if (by === 'terms') return termQueries(topic, terms, most);
  if (by === 'tuples')
    return tuples.draw(
      terms.slice(0, TUPLE_TERMS).map(({ term }) => term),
      [],
      most,
    );
  const documents = reading?.examples.relevant ?? [];
  return titleQueries(
    documents.map(({ title, meta }) => ({ title, keywords: meta.keywords })),
    topic.language,
    most,
  );
}

/** Pages that are hardly relevant, as examples of the other kind (Lund, section 4.3: general queries). */
async function gatherOthers(
  open: readonly OpenSource[],
  others: Union,
  likeness: Likeness,
  { limit, queries }: Options,
): Promise<void> {
  const general = GENERAL_QUERIES.filter((query) => likeness(query) === 0).slice(0, MAX_GENERAL);
  await Promise.all(
    open.map(async (source) => {
      await source.others(limit);
      await source.search(general, Math.min(queries.first, 10));
    }),
  );
  for (const source of open) source.deliver(others);
}

const MAX_GENERAL = 10;

type Choosing = Options & { asked: string[]; open: readonly OpenSource[] };

async function choose(union: Union, others: Union, likeness: Likeness, options: Choosing): Promise<Found> {
  const { limit, perSite, minLists, isKnown, fetch, reading } = options;
  const all = [...union.candidates.values()];
  const unknown = all.filter(({ url }) => !isKnown(url));
  const pages = unknown.filter(({ url, lists }) => !isDocument(url) && lists.size >= minLists);
  const entries = entrances(rank(pages, likeness), siteOf, perSite);
  const { seeds, fetched } =
    fetch > 0 && reading !== undefined
      ? await judge(entries.slice(0, fetch), union, likeness, reading)
      : { seeds: entries, fetched: undefined };
  const other = [...others.candidates.values()].filter(
    ({ url }) => !union.candidates.has(url) && !isKnown(url) && !isDocument(url),
  );
  return {
    queries: options.asked,
    sources: options.open.map(({ report }) => report),
    pages: all.length,
    inTwoLists: all.filter(({ lists }) => lists.size > 1).length,
    known: all.length - unknown.length,
    documents: rank(
      unknown.filter(({ url }) => isDocument(url)),
      likeness,
    ).map(({ url }) => url),
    sites: new Set(pages.map(({ site }) => site)).size,
    fetched,
    seeds: seeds.slice(0, limit),
    others: entrances(rank(other, likeness), siteOf, 1)
      .filter((one) => one.likeness === 0)
      .slice(0, limit),
  };
}

/** Fetches entrances and ranks them again, by what is on them; irrelevant ones are left out unless they are hubs. */
async function judge(
  entries: readonly Seed[],
  union: Union,
  likeness: Likeness,
  reading: Reading,
): Promise<Pick<Found, 'seeds' | 'fetched'>> {
  const read = await reading.read(entries.map(({ url }) => url));
  const judged = new Map<string, Judged>();
  for (const [url, { judged: one }] of read) if (one !== undefined) judged.set(url, one);
  const pages = [...read].flatMap(([url, page]): Candidate[] => {
    const found = union.candidates.get(url);
    if (found === undefined) return [];
    const { title, text, links } = page;
    return [{ ...found, title: title || found.title, snippet: found.snippet || text, links }];
  });
  const ranked = rank(pages, likeness, judged);
  // A page that is not relevant itself is a good seed if it leads to pages that are (Lund, section 4.3).
  const led = (url: string): number =>
    new Set(read.get(url)?.links.filter((link) => link !== url && judged.get(link)?.relevant)).size;
  const isWanted = (one: Seed): boolean => one.judged?.relevant !== false || led(one.url) >= HUB_LINKS;
  const more = new Map(entries.map(({ url, moreOfSite }) => [url, moreOfSite]));
  const seeds = ranked.filter(isWanted).map((one) => ({ ...one, moreOfSite: more.get(one.url) ?? 0 }));
  const unread = entries.length - pages.length;
  return { seeds, fetched: { asked: entries.length, unread, irrelevant: ranked.length - seeds.length } };
}

const HUB_LINKS = 2;
