import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../../src/archive/revisit-candidates.ts';
import { choosePages } from '../../../src/crawl/recrawl/choose.ts';
import { DAY_MS, PageRates } from '../../../src/crawl/recrawl/rates.ts';
import {
  freshnessGain,
  lifetimeDays,
  PriorityScale,
  worthOf,
  worthOfChanged,
} from '../../../src/crawl/recrawl/worth.ts';

const NOW = Date.parse('2026-03-01T00:00:00Z');
let ids = 0;
/** Daily visits, of which some found a change. */
const daily = (visits: number, changes: number): Partial<Candidate> => ({
  ...{ checks: visits, changes, observedMs: visits * DAY_MS, exposedMs: (visits - changes) * DAY_MS },
  ...{ undated: changes, undatedMs: changes * DAY_MS },
});
const known = (given: Partial<Candidate> = {}): Candidate => {
  const id = ++ids;
  const url = given.url ?? `http://a.test/dir/${id}`;
  const seen = NOW - 10 * DAY_MS;
  return {
    ...{ id, link: id, url, host: new URL(url).host, isSitemap: false, relevant: true },
    ...{
      checkedAt: seen,
      checks: 0,
      changes: 0,
      observedMs: 0,
      exposedMs: 0,
      dated: 0,
      undated: 0,
      undatedMs: 0,
    },
    ...{ finds: 0, led: 0 },
    ...given,
  };
};

describe('what asking again is worth', () => {
  it('is the gain in freshness, in page-days', () => {
    // 1 − e^−1 − e^−1 = 0.2642411 for a rate of 1 a day and one day; twice as much for half the rate and two days.
    expect(freshnessGain(1, 1)).toBeCloseTo(0.2642411, 6);
    expect(freshnessGain(0.5, 2)).toBeCloseTo(0.5284822, 6);
  });

  it('is the same just below and above the border of the series', () => {
    expect(freshnessGain(0.9999e-3, 1) / freshnessGain(1.0001e-3, 1)).toBeCloseTo(1, 2);
  });

  it('is little for what changes faster than anybody asks, and for what never changes', () => {
    const gains = [1 / 1000, 1 / 10, 10].map((rate) => freshnessGain(rate, 10));
    expect(gains[1]).toBeGreaterThan(gains[0]!);
    expect(gains[1]).toBeGreaterThan(gains[2]!);
  });

  it('of a page that has changed for sure is the time to its next change, or its life', () => {
    expect(worthOfChanged({ changes: 0.5, finds: 0 }, true, 1, 100)).toBe(2);
    expect(worthOfChanged({ changes: 0.001, finds: 0 }, true, 1, 100)).toBe(100);
    expect(worthOfChanged({ changes: 0.5, finds: 0 }, false, 1, 100)).toBeLessThan(freshnessGain(0.5, 1));
  });

  it('adds the new pages that wait to be found: 3 a day for 2 days wait 6 page-days', () => {
    expect(worthOf({ changes: 1e-12, finds: 3 }, true, 2)).toBeCloseTo(6, 6);
  });

  it('a page lives a hundred days until some have died', () => {
    expect(lifetimeDays(0, 0)).toBe(100);
    expect(lifetimeDays(990, 99_000)).toBe(100);
  });
});

describe('rates of change', () => {
  it('of a page without a history are those of its directory', () => {
    const rates = new PageRates();
    const news = Array.from({ length: 50 }, () =>
      known({ url: `http://a.test/news/${ids}`, ...daily(100, 63) }),
    );
    const old = Array.from({ length: 50 }, () => known({ url: `http://a.test/old/${ids}`, ...daily(10, 0) }));
    for (const page of [...news, ...old]) rates.add(page);
    // Cho and Garcia-Molina (2003): visits every day of which 63 % find a change mean −ln(1 − 0.63) = 0.994 changes a day.
    expect(rates.of(known({ url: 'http://a.test/news/x' })).changes).toBeCloseTo(0.994, 2);
    expect(rates.of(known({ url: 'http://a.test/old/x' })).changes).toBeLessThan(0.01);
  });

  it('of a page with a history are its own', () => {
    const rates = new PageRates();
    const page = known(daily(300, 290));
    const still = Array.from({ length: 100 }, () => known(daily(300, 0)));
    for (const one of [page, ...still]) rates.add(one);
    expect(rates.of(page).changes).toBeGreaterThan(1);
  });

  it('of changes with dates are their number by the time since each', () => {
    const rates = new PageRates();
    // 400 changes that were 2 days old when they were seen: one every 2 days, whatever the visits' interval.
    const dated = known({
      checks: 399,
      changes: 399,
      dated: 400,
      exposedMs: 800 * DAY_MS,
      observedMs: 4000 * DAY_MS,
    });
    rates.add(dated);
    expect(rates.of(dated).changes).toBeCloseTo(0.5, 2);
  });
});

describe('the priority of a known page', () => {
  const scale = new PriorityScale([
    { from: 1, value: 0.1, points: 100 },
    { from: 2, value: 0.3, points: 100 },
  ]);

  it('is that of links that bring as much', () => {
    expect(scale.priorityOf(0.1)).toBe(1);
    expect(scale.priorityOf(0.2)).toBeCloseTo(1.5, 9);
    expect(scale.priorityOf(0.3)).toBe(2);
  });

  it('rises with what it should bring, everywhere', () => {
    const shares = Array.from({ length: 200 }, (_, i) => i / 100);
    const priorities = shares.map((share) => scale.priorityOf(share));
    expect(priorities).toEqual(priorities.toSorted((a, b) => a - b));
    expect(new Set(priorities).size).toBe(200);
    const blank = shares.map((share) => new PriorityScale([]).priorityOf(share));
    expect(new Set(blank).size).toBe(200);
  });
});

describe('a choice', () => {
  const choice = (settings: Partial<Parameters<typeof choosePages>[1]['settings']>) => ({
    settings: { by: 'change' as const, due: false, everyMs: 7 * DAY_MS, ...settings },
    now: NOW,
    scale: new PriorityScale([]),
    gone: 0,
  });

  it('by change prefers relevant pages that change, and takes no more than the budget', () => {
    const busy = known(daily(50, 5));
    const still = known(daily(500, 0));
    const other = known({ relevant: false, ...daily(50, 5) });
    expect(choosePages([other, still, busy], choice({ budget: 1 })).map(({ link }) => link)).toEqual([
      busy.link,
    ]);
  });

  it('by interval takes the oldest first, with --due only those older than the interval', () => {
    const old = known({ checkedAt: NOW - 30 * DAY_MS });
    const older = known({ checkedAt: NOW - 40 * DAY_MS });
    const young = known({ checkedAt: NOW - DAY_MS });
    const links = (due: boolean) =>
      choosePages([young, old, older], choice({ by: 'interval', due })).map(({ link }) => link);
    expect(links(false)).toEqual([older.link, old.link, young.link]);
    expect(links(true)).toEqual([older.link, old.link]);
  });

  it('by sitemap leaves the pages of a host with a sitemap to it, and asks for the sitemap first', () => {
    const map = known({ url: 'http://a.test/sitemap.xml', isSitemap: true });
    const listed = known({ url: 'http://a.test/x' });
    const elsewhere = known({ url: 'http://b.test/x' });
    const links = choosePages([listed, elsewhere, map], choice({ by: 'sitemap' })).map(({ link }) => link);
    expect(links).toEqual([map.link, elsewhere.link]);
    expect(links).not.toContain(listed.link);
  });
});
