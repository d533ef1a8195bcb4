/** How a crawl stands: its counts, what it found and how far that can be trusted, what went wrong. */
import { closedSpaces, doubtedSpaces } from '../crawl/closed-spaces.ts';
import type { ControlStatus } from '../crawl/control.ts';
import type { Stop } from '../crawl/events.ts';
import { faultsPath } from '../crawl/folder.ts';
import type { OpenCrawl } from '../crawl/open.ts';
import type { PoolState } from '../crawl/pool.ts';
import type { ProxyHealth } from '../crawl/scoped-web.ts';
import { recipeInWords } from '../crawl/settings.ts';
import type { Awaited, Counts } from '../crawl/statistics.ts';
import { FrontierReader } from '../frontier/frontier-reader.ts';
import { coverageOf } from './coverage.ts';
import { explainPoor } from './poor/poor.ts';
import { sitesOf } from './sites.ts';
import { trustOf } from './trust.ts';

export type Status = ReturnType<typeof statusOf>;

export function statusOf(crawl: OpenCrawl, state: ControlStatus['state']) {
  const { folder, read, meta, db } = crawl;
  const counts = meta.get('counts') as Counts;
  const stop = meta.get('stop') as Stop | null | undefined;
  return {
    state,
    folder: folder.path,
    topic: folder.topic.title,
    recipe: recipeInWords(folder.settings),
    language: folder.topic.language,
    startedAt: meta.get('startedAt') as number,
    counts,
    awaited: (meta.get('awaited') as Awaited | undefined) ?? { names: 0, hosts: 0 },
    waiting: new FrontierReader(db).counts().waiting,
    stop: stop ? { reason: stop.reason, detail: stop.detail } : undefined,
    pool: poolOf(crawl),
    proxies: (meta.get('proxies') as ProxyHealth[] | undefined) ?? [],
    outcomes: read.countsByOutcome(),
    refusals: read.countsByRefusal().slice(0, 15),
    closed: closedSpaces(meta, folder.settings).slice(0, 15),
    last: doubtedSpaces(meta, folder.settings).slice(0, 15),
    hosts: read.topHosts({ limit: 10 }),
    harvest: read.harvest(10),
    finds: read.recentFinds(5),
    isJudged: counts.pages > (counts.unjudged ?? 0),
    ...trustOf(crawl),
    // A crawl that has just begun has not shown anything yet.
    poor: state === 'stopped' || counts.pages >= ENOUGH_PAGES ? explainPoor(crawl) : [],
    sites: sitesOf(crawl),
    coverage: coverageOf(crawl),
    answers: read.answerCounts(),
    faults: read.faultCounts(),
    faultsLog: faultsPath(folder.path),
  };
}

const ENOUGH_PAGES = 50;

function poolOf({ folder, meta }: OpenCrawl) {
  const state = meta.get('pool') as PoolState | undefined;
  if (state === undefined) return undefined;
  return { file: folder.settings.seeds.pool, cycle: state.cycle, drawn: state.drawn.length };
}

export function stateText({ state, stop }: Pick<Status, 'state' | 'stop'>): string {
  switch (state) {
    case 'running':
      return 'Running.';
    case 'paused':
      return 'Paused. "forage go" continues it.';
    case 'stopped':
      return `Stopped: ${stop?.detail ?? 'before its first page'}.`;
    case 'crashed':
      return 'Crashed. "forage resume" continues from the last commit.';
  }
}
