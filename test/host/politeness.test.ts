import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Politeness, type PolitenessSettings } from '../../src/host/politeness.ts';
import type { Fetched, FetchFailure } from '../../src/web/web.ts';

const HOST = 'site.example';
const about = { url: `http://${HOST}/`, startedAt: 0 };

function answered(status: number, durationMs = 100, retryAfterMs?: number): Fetched {
  const body = new Uint8Array();
  return {
    ...about,
    ok: true,
    durationMs,
    status,
    statusText: '',
    headers: [],
    requestHeaders: [],
    wire: body,
    body,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

function failed(reason: FetchFailure, mayPass = true): Fetched {
  return { ...about, ok: false, durationMs: 50, reason, detail: 'It went wrong.', mayPass };
}

/** Waits after answers that come one after the other, in milliseconds. */
function waits(
  answers: Fetched[],
  settings: Partial<PolitenessSettings> = {},
  robotsDelayMs?: number,
): number[] {
  const politeness = new Politeness(settings);
  return answers.map((fetched) => politeness.after(HOST, fetched, robotsDelayMs, 5000).readyAt - 5000);
}

// Expected waits are worked out by hand from the rules at the head of politeness.ts.
describe('the wait after a good answer', () => {
  test('is a second if the host is fast', () => {
    expect(new Politeness().after(HOST, answered(200, 100), undefined, 5000)).toEqual({
      readyAt: 6000,
      why: 'at least 1 s',
    });
  });

  test('is five times the answer time if that is more', () => {
    expect(new Politeness().after(HOST, answered(200, 800), undefined, 0)).toEqual({
      readyAt: 4000,
      why: '5 × its answer time of 800 ms',
    });
  });

  test('follows a smoothed answer time: 800, then 800 + 0.3 × 1200', () => {
    expect(waits([answered(200, 800), answered(200, 2000)])).toEqual([4000, 5800]);
  });

  test('grows little by one slow page of a fast host: the slow one counts two seconds, 50 + 0.3 × 1950', () => {
    expect(waits([answered(200, 50), answered(200, 60_000), answered(200, 50)])).toEqual([1000, 3175, 2298]);
  });

  test('grows to thirty seconds at most by slowness alone', () => {
    expect(waits([answered(200, 60_000)])).toEqual([30_000]);
  });

  test('is Crawl-delay if that is more', () => {
    expect(new Politeness().after(HOST, answered(200), 10_000, 0)).toEqual({
      readyAt: 10_000,
      why: 'Crawl-delay 10 s',
    });
    expect(waits([answered(200, 800)], {}, 500)).toEqual([4000]);
  });

  test('is the user’s to set', () => {
    expect(waits([answered(200, 100)], { minDelayMs: 0, delayFactor: 0 })).toEqual([0]);
    expect(waits([answered(200, 100)], { minDelayMs: 3000 })).toEqual([3000]);
  });

  test('is the same after a page that is missing or forbidden', () => {
    expect(waits([answered(404), answered(403), answered(301)])).toEqual([1000, 1000, 1000]);
  });
});

describe('Crawl-delay beyond five minutes', () => {
  test('means that the host is not contacted', () => {
    const politeness = new Politeness();
    const reason = 'Crawl-delay 301 s is longer than the 300 s that a crawl waits';
    expect(politeness.refuses(300_000)).toBeUndefined();
    expect(politeness.refuses(301_000)).toBe(reason);
    expect(politeness.after(HOST, answered(200), 301_000, 0).dead).toBe(reason);
    expect(politeness.refuses(Number.POSITIVE_INFINITY)).toMatch(/not a number of seconds/);
  });

  test('no longer counts when robots.txt has changed', () => {
    const politeness = new Politeness();
    politeness.after(HOST, answered(200), 301_000, 0);
    expect(politeness.after(HOST, answered(200), undefined, 0).dead).toBeUndefined();
  });
});

describe('back-off', () => {
  test.each([
    ['429', answered(429)],
    ['500', answered(500)],
    ['503', answered(503)],
    ['a refused connection', failed('connect')],
    ['a time limit', failed('header-timeout')],
    ['a broken connection', failed('reset')],
  ])('doubles with each %s in a row', (_, trouble) => {
    expect(waits([trouble, trouble, trouble, trouble])).toEqual([2000, 4000, 8000, 16_000]);
  });

  test('goes back step by step with good answers', () => {
    const [good, bad] = [answered(200), answered(503)];
    expect(waits([bad, bad, bad, good, good, good, good])).toEqual([
      2000, 4000, 8000, 4000, 2000, 1000, 1000,
    ]);
  });

  test('starts from the pace of the host and ends at ten minutes', () => {
    const bad = answered(503);
    expect(waits([answered(200, 2000), ...Array(8).fill(bad)], { deadAfter: 99 })).toEqual([
      10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 600_000, 600_000, 600_000,
    ]);
  });

  test('grows even if the user set no delay', () => {
    expect(waits([answered(503), answered(503)], { minDelayMs: 0, delayFactor: 0 })).toEqual([1000, 2000]);
  });

  test('takes a single time-out among good answers for the fault of its address', () => {
    const [good, slow] = [answered(200, 50), failed('header-timeout')];
    expect(waits([good, slow, good, slow, good, slow, slow, good])).toEqual([
      1000, 1000, 1000, 1000, 1000, 1000, 2000, 1000,
    ]);
  });

  test('says what happened', () => {
    const politeness = new Politeness();
    politeness.after(HOST, answered(503), undefined, 0);
    expect(politeness.after(HOST, failed('reset'), undefined, 0).why).toBe(
      'back-off 4 s (reset: It went wrong., 2 in a row)',
    );
    expect(politeness.after(HOST, answered(200), undefined, 0).why).toBe('back-off 2 s (recovering)');
  });

  test('does not affect other hosts', () => {
    const politeness = new Politeness();
    politeness.after('bad.example', answered(503), undefined, 0);
    expect(politeness.after(HOST, answered(200), undefined, 0).readyAt).toBe(1000);
  });

  test.each(['aborted', 'proxy'] as const)('takes no notice of %s', (reason) => {
    expect(waits([failed(reason), failed(reason)])).toEqual([1000, 1000]);
  });

  test('does not wait after a URL that is not in a frozen web: no request was sent', () => {
    expect(waits([failed('not-in-web'), failed('not-in-web')])).toEqual([0, 0]);
  });

  test.each(['unpacked-too-large', 'bad-encoding', 'headers-too-large'] as const)(
    'takes no notice of a page that came and was no good: %s',
    (reason) => {
      expect(waits([failed(reason, false), failed(reason, false)])).toEqual([1000, 1000]);
    },
  );
});

describe('Retry-After', () => {
  test('is respected if it is longer than the back-off', () => {
    const pace = new Politeness().after(HOST, answered(429, 100, 120_000), undefined, 0);
    expect(pace).toEqual({ readyAt: 120_000, why: 'Retry-After 120 s' });
  });

  test('does not shorten anything', () => {
    expect(waits([answered(503, 100, 0)])).toEqual([2000]);
  });
});

describe('a host', () => {
  test('is dead after eight bad answers in a row, with the last reason', () => {
    const politeness = new Politeness();
    for (let n = 0; n < 7; n++)
      expect(politeness.after(HOST, failed('connect'), undefined, 0).dead).toBeUndefined();
    const pace = politeness.after(HOST, answered(503), undefined, 0);
    expect(pace.dead).toBe('8 times in a row without a good answer, at last status 503');
    expect(politeness.dead(HOST)).toBe(pace.dead);
    expect(politeness.dead('other.example')).toBeUndefined();
  });

  test('stays alive while good answers come between', () => {
    const politeness = new Politeness();
    for (let n = 0; n < 50; n++) politeness.after(HOST, answered(n % 7 === 6 ? 200 : 503), undefined, 0);
    expect(politeness.dead(HOST)).toBeUndefined();
  });

  test('whose name does not exist is dead immediately, and one whose name may come back is not', () => {
    const politeness = new Politeness();
    expect(politeness.after(HOST, failed('dns', false), undefined, 0).dead).toBe('dns: It went wrong.');
    expect(politeness.after('slow-dns.example', failed('dns', true), undefined, 0).dead).toBeUndefined();
    expect(
      politeness.after('inside.example', failed('address-refused', false), undefined, 0).dead,
    ).toBeDefined();
  });

  test('comes back to life with a good answer', () => {
    const politeness = new Politeness({ deadAfter: 1 });
    politeness.after(HOST, answered(500), undefined, 0);
    politeness.after(HOST, answered(200), undefined, 0);
    expect(politeness.dead(HOST)).toBeUndefined();
  });

  test('comes back through JSON as it was', () => {
    const politeness = new Politeness();
    politeness.after(HOST, answered(200, 800), undefined, 0);
    politeness.after(HOST, answered(503), undefined, 0);
    const again = new Politeness();
    again.restore(HOST, JSON.parse(JSON.stringify(politeness.save(HOST))));
    expect(again.save(HOST)).toEqual(politeness.save(HOST));
    expect(again.after(HOST, answered(503), undefined, 0)).toEqual(
      politeness.after(HOST, answered(503), undefined, 0),
    );
    expect(politeness.save('never-seen.example')).toBeUndefined();
  });

  test('that was not saved by us is not taken', () => {
    fc.assert(
      fc.property(fc.anything(), (saved) => {
        const politeness = new Politeness();
        politeness.restore(HOST, saved);
        politeness.restore(HOST, { strikes: saved, failures: 0 });
        politeness.restore(HOST, { strikes: 0, failures: 0, answerMs: saved, dead: 5 });
        const { readyAt } = politeness.after(HOST, answered(200), undefined, 0);
        expect(readyAt).toBeGreaterThanOrEqual(1000);
        expect(readyAt).toBeLessThanOrEqual(600_000);
      }),
    );
  });
});
