/**
 * Why a link is skipped: scope, traps and the user's filters when it is found; and again, with what the crawl has
 * learnt since, before it is fetched. Rules that changed in between also apply to waiting links.
 */
import type { RobotsTask, Task } from '../frontier/frontier.ts';
import type { Equipment } from './equipment.ts';
import { leavesAccount } from './log-in.ts';
import { checkReason } from './returns.ts';
import { asWaiting } from './waiting.ts';

export interface FoundLink {
  url: string;
  host: string;
  depth: number;
  anchor: string;
}

export interface Refusals {
  found(link: FoundLink): string | undefined;
  handedOut(task: Task): string | undefined;
  /** Why a task should wait behind all others; undefined if it has. */
  behind(task: Task): string | undefined;
  /** The part that users may change at any time. */
  outOfScope(task: Task | RobotsTask): string | undefined;
  /** Why a URL will hardly bring anything new, by what the crawl has learnt. */
  doubted(url: string): string | undefined;
}

/** The priority of links that wait behind all others. */
export const LAST = -1e12;

/** How the reason begins. */
export const FLOOR = 'floor: priority below';

type Parts = Pick<
  Equipment,
  | 'settings'
  | 'scope'
  | 'traps'
  | 'copies'
  | 'frontier'
  | 'filters'
  | 'blamed'
  | 'faults'
  | 'catalogue'
  | 'strategy'
  | 'round'
>;

/** Reads its parts on every call, because scope and settings may change while the crawl runs. */
export function refusalsOf(on: Parts): Refusals {
  const trapped = (url: string): string | undefined =>
    on.settings.traps ? (on.traps.check(url) ?? copied(url)) : undefined;
  const copied = (url: string): string | undefined => {
    const reduced = on.copies.reduce(url);
    if (reduced === undefined || !reduced.isSure) return undefined;
    return reduced.isFetched || stateOf(reduced.url) === 'fetched'
      ? `trap: copies ${reduced.part}`
      : undefined;
  };
  const stateOf = (url: string): 'fetched' | 'waiting' | undefined => {
    const link = on.frontier.find(url);
    if (link === undefined || link.state === 'refused') return undefined;
    if (link.state !== 'done') return 'waiting';
    return on.catalogue.read.pageOfLink(link.id)?.kind === undefined ? undefined : 'fetched';
  };
  const filtered = (link: FoundLink): string | undefined => {
    for (const { name, refuses } of on.filters) {
      const reason = on.faults.contain(`filter ${name}`, link.url, () => checkReason(refuses(link)));
      if (reason !== undefined) return `filter ${name}: ${reason}`;
    }
    return undefined;
  };
  const spent = (host: string): string | undefined => {
    const most = on.settings.budget.pagesPerHost;
    const isSpent = most !== undefined && (on.catalogue.read.tallyOf(host)?.pages ?? 0) >= most;
    return isSpent ? `budget: ${most} pages of this host` : undefined;
  };
  const belowFloor = ({ type, priority }: Task): string | undefined => {
    const { floor } = on.settings.frontier;
    return floor !== undefined && type === 'page' && priority < floor && priority !== LAST
      ? `${FLOOR} ${floor}`
      : undefined;
  };
  const outOfScope = (task: Task | RobotsTask): string | undefined => {
    const { type, url, host } = task;
    if (type === 'robots') return on.scope.excludesHost(host);
    if (type === 'sitemap') return on.scope.refusesHost(host);
    const { from, depth } = task;
    // Seeds are in scope unless their host is excluded by name.
    return from === null ? on.scope.excludesHost(host) : on.scope.refuses(url, host, depth);
  };
  const leaves = leavesAccount(on.settings);
  const leaving = ({ url, anchor }: FoundLink): string | undefined =>
    leaves(url, anchor) ? 'logs out' : undefined;
  return {
    found: (link) =>
      on.scope.refuses(link.url, link.host, link.depth) ??
      leaving(link) ??
      on.round?.avoid.refuses(link.url, link.host) ??
      trapped(link.url) ??
      filtered(link),
    handedOut: (task) =>
      (on.blamed.has(task.url) ? 'an earlier run of this crawl broke down here' : undefined) ??
      outOfScope(task) ??
      (isKnown(task) ? undefined : unwanted(task)),
    behind: (task) => (mayWaitLast(task) ? doubted(task.url) : undefined),
    outOfScope,
    doubted,
  };

  function doubted(url: string): string | undefined {
    if (!on.settings.traps) return undefined;
    const reduced = on.copies.reduce(url);
    if (reduced !== undefined && (reduced.isFetched || stateOf(reduced.url) !== undefined))
      return `nearly the same text as without ${reduced.part}`;
    return on.traps.doubts(url);
  }

  function mayWaitLast(task: Task): boolean {
    return task.type === 'page' && task.from !== null && task.priority !== LAST && !isKnown(task);
  }

  /** Rules that keep a crawl from running off have nothing to say about pages that it has. */
  function isKnown(task: Task): boolean {
    return on.round !== undefined && on.catalogue.read.pageOfLink(task.id) !== undefined;
  }

  function unwanted(task: Task): string | undefined {
    return (
      belowFloor(task) ??
      (task.type === 'sitemap'
        ? undefined
        : on.faults.attempt('strategy', task.url, () =>
            checkReason(on.strategy.admits?.(asWaiting(task))),
          )) ??
      on.round?.avoid.refuses(task.url, task.host) ??
      spent(task.host) ??
      trapped(task.url)
    );
  }
}
