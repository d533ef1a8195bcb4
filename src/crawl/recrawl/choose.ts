/** Which known pages a round asks for, each with the priority at which it waits. */
import type { Candidate } from '../../archive/revisit-candidates.ts';
import { DAY_MS, PageRates } from './rates.ts';
import type { RoundSettings } from './round.ts';
import { lifetimeDays, type PriorityScale, worthOf, worthOfChanged } from './worth.ts';

export interface Chosen {
  link: number;
  priority: number;
}

interface Choice {
  settings: RoundSettings;
  now: number;
  scale: PriorityScale;
  /** Pages that died so far. */
  gone: number;
}

/** More likely changed than not. */
const DUE_CHANGES = Math.LN2;
const DUE_FINDS = 0.5;
/** Where nothing is known of links, pages still differ by their age. */
const LEAST_USUAL = 0.01;
/** Sitemaps say what else to ask for. */
const FIRST = 2000;

export function choosePages(candidates: readonly Candidate[], choice: Choice): Chosen[] {
  const { settings, scale } = choice;
  const { budget = Number.POSITIVE_INFINITY } = settings;
  const sitemaps = candidates.filter(({ isSitemap }) => isSitemap);
  const pages = candidates.filter(({ isSitemap }) => !isSitemap);
  const worth = settings.by === 'change' ? byChange(pages, choice) : byInterval(pages, sitemaps, choice);
  const chosen = worth
    .sort((a, b) => b.share - a.share || a.link - b.link)
    .slice(0, budget)
    .map(({ link, share }) => ({ link, priority: scale.priorityOf(share) }));
  return [...sitemaps.map(({ link }) => ({ link, priority: FIRST })), ...chosen];
}

interface Valued {
  link: number;
  /** The share of relevant pages that would make a new link as good. */
  share: number;
}

/** The rates of all pages, and for how many days a page lives. */
function observed(pages: readonly Candidate[], gone: number): { rates: PageRates; lifetime: number } {
  const rates = new PageRates();
  let observedMs = 0;
  for (const page of pages) {
    rates.add(page);
    observedMs += page.observedMs;
  }
  return { rates, lifetime: lifetimeDays(gone, observedMs / DAY_MS) };
}

/** The priority of each page on a host with a sitemap, should it be known to have changed; by link. */
export function prioritiesOfChanged(
  candidates: readonly Candidate[],
  { now, scale, gone }: Omit<Choice, 'settings'>,
): Map<number, number> {
  const listed = new Set(candidates.filter(({ isSitemap }) => isSitemap).map(({ host }) => host));
  const pages = candidates.filter(({ isSitemap }) => !isSitemap);
  const { rates, lifetime } = observed(pages, gone);
  return new Map(
    pages
      .filter(({ host }) => listed.has(host))
      .map((page) => {
        const worth = worthOfChanged(rates.of(page), page.relevant, daysSince(page, now), lifetime);
        return [page.link, scale.priorityOf(worth / lifetime)];
      }),
  );
}

function byChange(pages: readonly Candidate[], { settings, now, gone }: Choice): Valued[] {
  const { rates, lifetime } = observed(pages, gone);
  const valued: Valued[] = [];
  for (const page of pages) {
    const days = daysSince(page, now);
    const expected = rates.of(page);
    const isDue = expected.changes * days >= DUE_CHANGES || expected.finds * days >= DUE_FINDS;
    if (settings.due && !isDue) continue;
    valued.push({ link: page.link, share: worthOf(expected, page.relevant, days) / lifetime });
  }
  return valued;
}

/** By age alone, between links that are usually relevant and others. On hosts with a sitemap, that decides. */
function byInterval(
  pages: readonly Candidate[],
  sitemaps: readonly Candidate[],
  { settings, now, scale }: Choice,
): Valued[] {
  const listed = new Set(settings.by === 'sitemap' ? sitemaps.map(({ host }) => host) : []);
  const points = scale.steps.reduce((sum, step) => sum + step.points, 0);
  const usual = scale.steps.reduce((sum, step) => sum + step.value * step.points, 0) / Math.max(1, points);
  return pages
    .filter((page) => !listed.has(page.host))
    .filter((page) => !settings.due || now - page.checkedAt >= settings.everyMs)
    .map((page) => {
      const age = Math.max(0, now - page.checkedAt);
      return { link: page.link, share: Math.max(usual, LEAST_USUAL) * (age / (age + settings.everyMs)) };
    });
}

const daysSince = ({ checkedAt }: Candidate, now: number): number => Math.max(0, now - checkedAt) / DAY_MS;
