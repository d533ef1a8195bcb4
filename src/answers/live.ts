/** Everything about a crawl that a person sees while it runs, and after: plain data, for the desk and for programs. */
import { hasDocuments } from '../archive/documents.ts';
import { type ListedPage, listPages } from '../archive/page-list.ts';
import type { CrawlEvent, HostRecord } from '../archive/records.ts';
import type { ControlStatus } from '../crawl/control.ts';
import type { Stop } from '../crawl/events.ts';
import type { LabelsTaught } from '../crawl/labels.ts';
import type { OpenCrawl } from '../crawl/open.ts';
import type { Awaited, Counts } from '../crawl/statistics.ts';
import { FrontierReader } from '../frontier/frontier-reader.ts';
import { wilsonInterval } from '../lab/statistics/wilson.ts';
import type { Figure } from './coverage.ts';
import { coverageLines } from './coverage.ts';
import { found } from './harvest.ts';
import { taughtSentence } from './label-effect.ts';
import { count, duration } from './numbers.ts';
import { type Answer, answersOf, type Watched } from './questions.ts';
import { stalledOf } from './stalled.ts';
import { stateText } from './status.ts';
import { atHand, COUNTED_HOSTS, type Scale, type Survey } from './survey.ts';

export interface Live {
  title: string;
  state: ControlStatus['state'];
  /** The state as the command line says it. */
  stateSentence: string;
  /** "12 of 300 pages called relevant (4.0 %)". */
  found: string;
  answers: Answer[];
  figures: Figures;
  /** Relevant pages after n fetches, and when that was. */
  curve: CurvePoint[];
  finds: ListedPage[];
  sites: Site[];
  leftAlone: { reason: string; links: number }[];
  happened: { at: number; text: string }[];
  faults: { part: string; count: number }[];
  scale: Scale;
  threshold: number | undefined;
  version: number;
  settings: { pages: number | undefined; minDelayMs: number; concurrency: number };
  /** A crawl that runs and reads nothing: why, and until when. */
  stalled: string | undefined;
  /** What the latest labels did. */
  taught: { at: number; version: number; sentence: string } | undefined;
  hasDocuments: boolean;
  /** Whether all pages have been looked at; until then some figures are missing. */
  isSurveyed: boolean;
}

export interface CurvePoint {
  n: number;
  relevant: number;
  at?: number | undefined;
}

export interface Figures {
  pages: number;
  judged: number;
  relevant: number;
  harvest: { share: number; low: number; high: number } | undefined;
  latest: { pages: number; relevant: number } | undefined;
  /** Of the pages called relevant; absent if nothing is known. */
  precision: { share: number; low: number; high: number; basis: string; checked: number } | undefined;
  waiting: number;
  near: number | undefined;
  /** All relevant pages that can be reached. */
  reachable: Figure | undefined;
  labels: number;
  hosts: number;
  hostsWithRelevant: number;
  pagesPerSecond: number | undefined;
  elapsedMs: number;
  bytes: number;
  requests: number;
  /** Requests without an answer, or with a status of 400 or above. */
  errors: number;
  refused: number;
  politeWaitMs: number;
  startedAt: number | undefined;
  faults: number;
}

export interface Site {
  host: string;
  pages: number;
  relevant: number;
  /** Links; undefined if they are not counted yet. */
  waiting: number | undefined;
  /** What it waits for, in words. */
  now: string;
  isHeld: boolean;
}

const POINTS = 60;
const SITES = 10;

/** Without a survey, which takes a look at all pages, what it would tell is left open. */
export function liveOf(
  crawl: OpenCrawl,
  status: ControlStatus,
  survey: Survey | undefined,
  now = Date.now(),
): Live {
  const { folder, read, meta, db } = crawl;
  const known = atHand(crawl);
  const counts = meta.get('counts') as Counts;
  const stop = (meta.get('stop') as Stop | null | undefined) ?? undefined;
  const progress = status.state === 'running' || status.state === 'paused' ? status.progress : undefined;
  const judged = counts.pages - (counts.unjudged ?? 0);
  const waiting = progress?.waiting ?? new FrontierReader(db).counts().waiting;
  const curve = timed(read.harvest(POINTS), read);
  const stretches = stretchesOf(curve);
  const precision = survey?.trust.precision;
  const waitingByHost = survey?.waitingByHost ?? [];
  const waits = new Map(waitingByHost.map(({ host, links }) => [host, links]));
  const rest = survey === undefined || waits.size >= COUNTED_HOSTS ? undefined : 0;
  const awaited = (meta.get('awaited') as Awaited | undefined) ?? { names: 0, hosts: 0 };
  const stalled = stalledOf(
    { state: status.state, curve, counts, waiting, waitingByHost, awaited, now },
    (host) => read.host(host),
  );
  const taught = read.lastEvent('taught');
  const watched: Watched = {
    state: status.state,
    stop: stop?.detail,
    pages: counts.pages,
    judged,
    relevant: counts.relevant,
    stretches,
    waiting,
    waitingByHost,
    isSurveyed: survey !== undefined,
    stalled,
    reachable: coverageLines(survey?.coverage)[0],
    pagesPerSecond: progress?.pagesPerSecond,
    delayMs: read.host(waitingByHost[0]?.host ?? '')?.delayMs,
    awaited,
    near: survey?.near ?? 0,
    labels: known.labels,
    trusted: survey?.trust.figure ?? '',
    isTrustKnown: precision !== undefined && 'share' in precision && precision.basis !== 'examples',
    poor: survey?.poor ?? [],
  };
  return {
    title: folder.topic.title,
    state: status.state,
    stateSentence: stateText({ state: status.state, stop }),
    found: found(counts, read.answerCounts().added),
    answers: answersOf(watched),
    figures: {
      pages: counts.pages,
      judged,
      relevant: counts.relevant,
      harvest: judged === 0 ? undefined : shareOf(counts.relevant, judged),
      latest: stretches && { pages: stretches.pages, relevant: stretches.latest },
      precision: precision !== undefined && 'share' in precision ? precision : undefined,
      waiting,
      near: survey?.near,
      reachable: survey?.coverage?.reachable,
      labels: known.labels,
      hosts: known.hosts.hosts,
      hostsWithRelevant: known.hosts.withRelevant,
      pagesPerSecond: progress?.pagesPerSecond,
      elapsedMs: progress?.elapsedMs ?? counts.elapsedMs,
      bytes: counts.bytes,
      requests: counts.requests,
      errors: counts.errors,
      refused: counts.refused,
      politeWaitMs: counts.politeWaitMs,
      startedAt: meta.get('startedAt') as number | undefined,
      faults: counts.faults,
    },
    curve,
    finds: listPages(db, { relevantOnly: true, originalsOnly: true }, { sort: 'newest', limit: 9 }).pages,
    sites: read
      .topHosts({ limit: SITES })
      .map((host) => siteOf(read.host(host.name) ?? host, waits.get(host.name) ?? rest, status.state, now)),
    leftAlone: read
      .countsByRefusal()
      .slice(0, 8)
      .map(({ reason, count: links }) => ({ reason, links })),
    happened: read.events(12).map((event) => ({ at: event.at, text: inWords(event) })),
    faults: read.faultCounts(),
    scale: survey?.scale ?? NO_SCALE,
    threshold: known.threshold,
    version: known.version,
    settings: {
      pages: folder.settings.budget.pages,
      minDelayMs: folder.settings.politeness.minDelayMs,
      concurrency: folder.settings.concurrency,
    },
    stalled,
    taught: taught && {
      at: taught.at,
      version: (taught.detail as LabelsTaught).version,
      sentence: taughtSentence(taught.detail as LabelsTaught),
    },
    hasDocuments: hasDocuments(db),
    isSurveyed: survey !== undefined,
  };
}

/** Marks of scores stand in the middle until the range of all is known. */
const NO_SCALE: Scale = { least: -1, most: 1 };

function timed(curve: readonly CurvePoint[], read: OpenCrawl['read']): CurvePoint[] {
  const times = read.timesOf(curve.map(({ n }) => n));
  return curve.map((point, i) => ({ ...point, at: times[i] }));
}

function shareOf(hits: number, of: number): { share: number; low: number; high: number } {
  const { low, high } = wilsonInterval(Math.min(hits, of), of);
  return { share: hits / of, low, high };
}

/** A quarter of the crawl, at most 500 pages: its beginning against its end. */
function stretchesOf(curve: Live['curve']): Watched['stretches'] {
  const last = curve.at(-1);
  if (last === undefined || last.n < SHORT) return undefined;
  const length = Math.min(500, last.n / 4);
  const first = curve.find(({ n }) => n >= length)!;
  const before = curve.findLast(({ n }) => n <= last.n - first.n) ?? { n: 0, relevant: 0 };
  return {
    pages: last.n - before.n,
    latest: last.relevant - before.relevant,
    first: Math.round((first.relevant * (last.n - before.n)) / first.n),
  };
}

const SHORT = 100;

/** `waiting` is undefined if nobody has counted yet. */
export function siteOf(
  host: HostRecord,
  waiting: number | undefined,
  state: ControlStatus['state'],
  now: number,
): Site {
  const { name, pages, relevant, delayMs, readyAt = 0 } = host;
  const held = readyAt - now > HELD_MS;
  const every = delayMs === undefined ? '' : `asked every ${duration(delayMs)}`;
  const next =
    waiting === 0
      ? 'nothing waits'
      : state !== 'running'
        ? every || 'waits'
        : held
          ? `left alone for ${duration(readyAt - now)}`
          : every || 'asked as soon as it answers';
  return {
    host: name,
    pages,
    relevant,
    waiting,
    now: next,
    isHeld: held && waiting !== 0 && state === 'running',
  };
}

const HELD_MS = 30_000;

/** An event of the crawl's record as a sentence. */
export function inWords({ kind, detail }: CrawlEvent): string {
  const said = (detail ?? {}) as Record<string, unknown>;
  switch (kind) {
    case 'set':
      return `Changed: ${Object.entries((said.changes ?? {}) as Record<string, { to?: unknown }>)
        .map(([key, { to }]) => `${key} is now ${JSON.stringify(to) ?? 'the default'}`)
        .join(', ')}`;
    case 'seeds':
      return `${count(Array.isArray(said.added) ? said.added.length : 0)} seeds added`;
    case 'stopped':
      return `Stopped: ${String(said.detail ?? said.reason ?? '')}`;
    case 'labelled':
      return `${count(Number(said.labels ?? 0))} labels by ${String(said.by ?? 'somebody').replace(/, process \d+$/, '')}`;
    case 'taught':
      return taughtSentence(said as unknown as LabelsTaught);
    case 'judged':
      return `Judged again by version ${String(said.version ?? '')}: ${count(Number(said.becameRelevant ?? 0))} pages became relevant, ${count(Number(said.becameIrrelevant ?? 0))} no longer are`;
    case 'started':
      return `Started with ${String(said.recipe ?? 'its recipe')}`;
    case 'resumed':
      return `Went on with ${String(said.recipe ?? 'its recipe')}`;
    default:
      return `${kind[0]?.toUpperCase() ?? ''}${kind.slice(1)}`;
  }
}

/** Of a crawl that has committed nothing yet. */
export function liveBeforeStart({ topic, settings }: OpenCrawl['folder'], status: ControlStatus): Live {
  const figures: Figures = {
    pages: 0,
    judged: 0,
    relevant: 0,
    harvest: undefined,
    latest: undefined,
    precision: undefined,
    waiting: topic.seeds.length,
    near: undefined,
    reachable: undefined,
    labels: 0,
    hosts: 0,
    hostsWithRelevant: 0,
    pagesPerSecond: undefined,
    elapsedMs: 0,
    bytes: 0,
    requests: 0,
    errors: 0,
    refused: 0,
    politeWaitMs: 0,
    startedAt: undefined,
    faults: 0,
  };
  const watched: Watched = {
    ...figures,
    near: 0,
    reachable: undefined,
    stalled: undefined,
    isSurveyed: true,
    state: status.state,
    stop: undefined,
    stretches: undefined,
    waitingByHost: [],
    delayMs: undefined,
    awaited: { names: 0, hosts: 0 },
    trusted: '',
    isTrustKnown: false,
    poor: [],
  };
  return {
    title: topic.title,
    state: status.state,
    stateSentence: stateText({ state: status.state, stop: undefined }),
    found: found(figures),
    answers: answersOf(watched),
    figures,
    curve: [],
    finds: [],
    sites: [],
    leftAlone: [],
    happened: [],
    faults: [],
    scale: { least: 0, most: 0 },
    threshold: undefined,
    version: 1,
    settings: {
      pages: settings.budget.pages,
      minDelayMs: settings.politeness.minDelayMs,
      concurrency: settings.concurrency,
    },
    stalled: undefined,
    taught: undefined,
    hasDocuments: false,
    isSurveyed: true,
  };
}
