/**
 * How a site treats its visitors: its robots.txt, pace, codings and faults. Every trait is assigned to a share of the
 * sites and to at least one, so that each occurs in every web, however small. Portals have the plain traits, so that a
 * crawl that starts there can get going.
 */
import { Random } from './random.ts';
import type { Site } from './sites.ts';

export interface Manners {
  robots: RobotsKind;
  /** Seconds, for robots.txt of the kind `delay`. */
  crawlDelay: number;
  sitemap: 'none' | 'xml' | 'gz' | 'index';
  /** How long each answer takes. */
  slowMs: number;
  /** Requests per second before it answers 429; 0 for unlimited. */
  perSecond: number;
  coding: 'identity' | 'gzip' | 'br' | 'zstd';
  charset: CharsetManner;
  /** Where URLs carry a session id. */
  session: 'none' | 'query' | 'path';
  faults: ReadonlySet<Fault>;
}

export type RobotsKind =
  | 'none'
  | 'empty'
  | 'allow-all'
  | 'directories'
  | 'wildcards'
  | 'groups'
  | 'delay'
  | 'redirected'
  | 'soft-404'
  | 'closed'
  | 'error';

export type CharsetManner =
  | 'utf-8'
  | 'utf-8-meta'
  | 'utf-8-called-latin1'
  | 'latin1'
  | 'windows-1252-meta'
  | 'utf-16le'
  | 'shift_jis'
  | 'shift_jis-meta';

export type Fault =
  | 'redirects'
  | 'copies'
  | 'tracking'
  | 'calendar'
  | 'calendar-path'
  | 'maze'
  | 'facets'
  | 'damaged'
  | 'wrong-types'
  | 'rotten'
  | 'soft-404'
  | 'unindexed'
  | 'frames';

export function plainManners(): Manners {
  return {
    robots: 'none',
    crawlDelay: 0,
    sitemap: 'none',
    slowMs: 0,
    perSecond: 0,
    coding: 'identity',
    charset: 'utf-8',
    session: 'none',
    faults: new Set(),
  };
}

/** A polite crawler may not fetch anything from a site whose robots.txt forbids all or answers 500. */
export function isClosed({ manners }: Site): boolean {
  return manners.robots === 'closed' || manners.robots === 'error';
}

export function dealManners(sites: Site[], seed: number): void {
  const random = new Random(seed, 13);
  const open = sites.filter(({ kind }) => kind !== 'portal');
  const deal = <T>(
    shares: readonly (readonly [T, number])[],
    give: (manners: Manners, manner: T) => void,
    sooner: (manners: Manners) => boolean = () => true,
  ) => {
    const shuffled = random.shuffle(open.slice());
    const deck = [
      ...shuffled.filter(({ manners }) => sooner(manners)),
      ...shuffled.filter(({ manners }) => !sooner(manners)),
    ];
    for (const [manner, share] of shares) {
      const count = Math.max(1, Math.round(share * open.length));
      for (const site of deck.splice(0, count)) give(site.manners, manner);
    }
  };
  deal(ROBOTS, (manners, kind) => {
    manners.robots = kind;
    if (kind === 'delay') manners.crawlDelay = random.pick([0.1, 0.2, 0.5, 1, 2]);
  });
  deal(SITEMAPS, (manners, kind) => {
    manners.sitemap = kind;
  });
  deal(CODINGS, (manners, coding) => {
    manners.coding = coding;
  });
  deal(CHARSETS, (manners, charset) => {
    manners.charset = charset;
  });
  deal(SESSIONS, (manners, session) => {
    manners.session = session;
  });
  for (const [fault, share] of FAULTS) {
    deal([[fault, share]], (manners) => {
      manners.faults = new Set(manners.faults).add(fault);
    });
  }
  // One problem at a time: if there are enough sites, a slow or rate-limited one has no other faults.
  deal(
    PACES,
    (manners, pace) => {
      if (pace === 'slow') manners.slowMs = random.between(3, 30) * 100;
      else manners.perSecond = random.between(2, 5);
    },
    ({ faults, robots, session, charset }) =>
      faults.size === 0 && session === 'none' && charset === 'utf-8' && ORDINARY.has(robots),
  );
}

const ORDINARY: ReadonlySet<RobotsKind> = new Set(['none', 'empty', 'allow-all', 'directories']);

const ROBOTS: readonly (readonly [RobotsKind, number])[] = [
  ['empty', 0.12],
  ['allow-all', 0.2],
  ['directories', 0.15],
  ['wildcards', 0.06],
  ['groups', 0.06],
  ['delay', 0.03],
  ['redirected', 0.01],
  ['soft-404', 0.01],
  ['closed', 0.006],
  ['error', 0.004],
];

const SITEMAPS: readonly (readonly [Manners['sitemap'], number])[] = [
  ['xml', 0.2],
  ['gz', 0.06],
  ['index', 0.08],
];

const CODINGS: readonly (readonly [Manners['coding'], number])[] = [
  ['gzip', 0.3],
  ['br', 0.08],
  ['zstd', 0.03],
];

const CHARSETS: readonly (readonly [CharsetManner, number])[] = [
  ['utf-8-meta', 0.2],
  ['utf-8-called-latin1', 0.01],
  ['latin1', 0.05],
  ['windows-1252-meta', 0.04],
  ['utf-16le', 0.01],
  ['shift_jis', 0.006],
  ['shift_jis-meta', 0.006],
];

const PACES: readonly (readonly ['slow' | 'limited', number])[] = [
  ['slow', 0.03],
  ['limited', 0.03],
];

const SESSIONS: readonly (readonly [Manners['session'], number])[] = [
  ['query', 0.02],
  ['path', 0.015],
];

const FAULTS: readonly (readonly [Fault, number])[] = [
  ['redirects', 0.08],
  ['copies', 0.06],
  ['tracking', 0.06],
  ['calendar', 0.03],
  ['calendar-path', 0.02],
  ['maze', 0.02],
  ['facets', 0.03],
  ['damaged', 0.08],
  ['wrong-types', 0.03],
  ['rotten', 0.1],
  ['soft-404', 0.04],
  ['unindexed', 0.03],
  ['frames', 0.03],
];
