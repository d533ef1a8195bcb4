import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../../src/archive/revisit-candidates.ts';
import { choosePages } from '../../../src/crawl/recrawl/choose.ts';
import { DAY_MS, PageRates } from '../../../src/crawl/recrawl/rates.ts';
import { freshnessGain, lifetimeDays, PriorityScale, worthOf } from '../../../src/crawl/recrawl/worth.ts';

const NOW = Date.parse('2026-03-01T00:00:00Z');
let ids = 0;
const known = (given: Partial<Candidate> = {}): Candidate => {
  const id = ++ids;
  const url = given.url ?? `http://a.test/dir/${id}`;
  const seen = NOW - 10 * DAY_MS;
  return {
    ...{ id, link: id, url, host: new URL(url).host, isSitemap: false, relevant: true, fetchedAt: seen },
    ...{ checkedAt: seen, checks: 0, changes: 0, exposedMs: 0, finds: 0, lastModified: undefined, led: 0 },
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
      known({ url: `http://a.test/news/${ids}`, checks: 10, changes: 10, exposedMs: 5 * DAY_MS }),
    );
    const old = Array.from({ length: 50 }, () =>
      known({ url: `http://a.test/old/${ids}`, checks: 10, changes: 0, exposedMs: 10 * DAY_MS }),
    );
    for (const page of [...news, ...old]) rates.add(page);
    // 500 changes in 250 days: 2 a day, but for the priors.
    expect(rates.of(known({ url: 'http://a.test/news/x' })).changes).toBeCloseTo(2, 1);
    expect(rates.of(known({ url: 'http://a.test/old/x' })).changes).toBeLessThan(0.01);
  });

  it('of a page with a history are its own', () => {
    const rates = new PageRates();
    const page = known({ checks: 300, changes: 300, exposedMs: 150 * DAY_MS });
    const still = Array.from({ length: 100 }, () =>
      known({ checks: 300, changes: 0, exposedMs: 300 * DAY_MS }),
    );
    for (const one of [page, ...still]) rates.add(one);
    expect(rates.of(page).changes).toBeGreaterThan(1);
  });

  it('count a Last-Modified date as one change since', () => {
    const rates = new PageRates();
    const dated = known({ lastModified: new Date(NOW - 375 * DAY_MS).toUTCString() });
    expect(rates.of(dated).changes).toBeLessThan(rates.of(known()).changes);
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
    const busy = known({ checks: 10, changes: 5, exposedMs: 50 * DAY_MS });
    const still = known({ checks: 10, changes: 0, exposedMs: 500 * DAY_MS });
    const other = known({ relevant: false, checks: 10, changes: 5, exposedMs: 50 * DAY_MS });
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
