/** What the explanations of a poor crawl look at. */
import type { LedgerEntry, PageRecord } from '../../archive/records.ts';
import { askedBy } from '../../crawl/model-versions.ts';
import type { OpenCrawl } from '../../crawl/open.ts';
import { canonicalSeeds } from '../../crawl/seeds.ts';
import { type Settings, urlRulesOf } from '../../crawl/settings.ts';
import type { Counts } from '../../crawl/statistics.ts';
import { FrontierReader } from '../../frontier/frontier-reader.ts';
import type { Topic } from '../../topic/topic.ts';
import { hostOf } from '../../url/url.ts';

export interface Facts {
  folder: string;
  topic: Topic;
  settings: Settings;
  counts: Counts;
  /** The first of them, each with what became of it. */
  seeds: Seed[];
  /** Pages by outcome, links by the reason against them. */
  outcomes: ReadonlyMap<string, number>;
  refusals: ReadonlyMap<string, number>;
  /** The latest pages that were read and do not count. */
  misses: Miss[];
  /** The score from which a page counts, if the judge has such a setting. */
  threshold: number | undefined;
}

export interface Seed {
  url: string;
  /** Undefined if it was read; otherwise a stable word, and what happened in words. */
  trouble?: { cause: SeedTrouble; words: string };
}

export type SeedTrouble =
  | 'not in the web'
  | 'no answer'
  | 'robots.txt'
  | 'noindex'
  | 'circle'
  | 'error'
  | 'waiting';

export type Miss = Pick<PageRecord, 'url' | 'score' | 'margin' | 'language'>;

const SEEDS = 50;
const MISSES = 10_000;

export function factsOf({ folder, read, meta, db }: OpenCrawl): Facts {
  const { topic, settings } = folder;
  const frontier = new FrontierReader(db);
  const { version = 1 } = (meta.getState('models') as { version: number } | undefined) ?? {};
  const threshold = askedBy({ read }, version)?.judge.threshold;
  const seeds = canonicalSeeds(topic.seeds.slice(0, SEEDS), urlRulesOf(settings));
  return {
    folder: folder.path,
    topic,
    settings,
    counts: meta.get('counts') as Counts,
    seeds: seeds.map((url) => ({ url, ...troubleOf(url, { frontier, read }) })),
    outcomes: new Map(read.countsByOutcome().map(({ outcome, pages }) => [outcome, pages])),
    refusals: new Map(read.countsByRefusal().map(({ reason, count }) => [reason, count])),
    misses: read.latestMisses(MISSES),
    threshold: typeof threshold === 'number' ? threshold : undefined,
  };
}

type Parts = { frontier: FrontierReader; read: OpenCrawl['read'] };

/** Requests in a host's ledger that brought nothing; the notes of others are about its pace. */
const isUnanswered = ({ kind, status }: LedgerEntry): boolean =>
  ASKED.has(kind) && (status === undefined || status === 429 || status >= 500);
const ASKED: ReadonlySet<string> = new Set(['robots', 'fetch', 'name']);

/** Without our own words for the sort of failure and for the wait that follows it. */
const plain = (said: string): string =>
  said.replace(/^(host: )?[a-z-]+: /, '').replace(/[.;]* back-off.*$/, '');

/** Redirects are followed to what they lead to. */
function troubleOf(url: string, { frontier, read }: Parts, hops = 10): Pick<Seed, 'trouble'> {
  const trouble = (cause: SeedTrouble, words: string) => ({ trouble: { cause, words } });
  const link = frontier.find(url);
  const page = read.pageByUrl(url);
  const reason = link?.reason ?? '';
  const isRedirect = page?.outcome === 'redirect' && page.target !== undefined;
  if (page?.outcome === 'redirect, redirect to itself' || (isRedirect && hops === 0))
    return trouble('circle', 'it redirects in a circle');
  if (isRedirect) return troubleOf(page.target!, { frontier, read }, hops - 1);
  if (page === undefined) {
    if (reason === 'not in the frozen web') return trouble('not in the web', 'it is not in the frozen web');
    if (reason.startsWith('robots.txt:')) return trouble('robots.txt', `its ${reason.replace(':', ' says')}`);
    const said = reason || read.ledgerOf(hostOf(url), 10).findLast(isUnanswered)?.note;
    return said ? trouble('no answer', plain(said)) : trouble('waiting', 'it was not requested yet');
  }
  const { outcome, why } = page;
  if (outcome.startsWith('failed')) return trouble('no answer', why[0] ?? outcome);
  if (outcome === 'refused: noindex') return trouble('noindex', 'it asks not to be indexed (noindex)');
  if (outcome.startsWith('http ')) return trouble('error', `the server answered ${outcome.slice(5)}`);
  if (/^(refused|redirect)/.test(outcome)) return trouble('error', why[0] ?? outcome);
  return {};
}
