import { describe, expect, test } from 'vitest';
import { retryDelayMs } from '../../src/host/retry-delay.ts';
import { parseHttpDate } from '../../src/web/http/http-date.ts';
import { parseRetryAfter } from '../../src/web/http/retry-after.ts';

describe('dates of HTTP', () => {
  // The three forms of one moment, from RFC 9110, 5.6.7; 784111777 is what `date -d` gives for it.
  test.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])(
    '%s is read',
    (date) => {
      expect(parseHttpDate(date)).toBe(784_111_777_000);
    },
  );

  test.each(['', 'tomorrow', '1994-11-06', 'Sun, 31 Feb 1994 08:49:37 GMT', 'Sun, 06 Nov 1994 28:49:37 GMT'])(
    '%j is no date',
    (date) => {
      expect(parseHttpDate(date)).toBeUndefined();
    },
  );
});

describe('Retry-After', () => {
  const now = 784_111_777_000;

  test('is read in seconds and as a date', () => {
    expect(parseRetryAfter('120', now)).toBe(120_000);
    expect(parseRetryAfter(' 0 ', now)).toBe(0);
    expect(parseRetryAfter('Sun, 06 Nov 1994 08:50:37 GMT', now)).toBe(60_000);
  });

  test('is never negative and never more than a day', () => {
    expect(parseRetryAfter('Sun, 06 Nov 1994 08:00:00 GMT', now)).toBe(0);
    expect(parseRetryAfter('99999999999999999999', now)).toBe(86_400_000);
    expect(parseRetryAfter('Sun, 06 Nov 2094 08:00:00 GMT', now)).toBe(86_400_000);
  });

  test.each(['', '-5', '1.5', 'soon', '1e3'])('%j says nothing', (value) => {
    expect(parseRetryAfter(value, now)).toBeUndefined();
  });
});

describe('the delay before another try', () => {
  test('doubles from two seconds and stops at five minutes', () => {
    const longest = [1, 2, 3, 4, 8, 9, 50, 5000].map((tries) => retryDelayMs(tries, () => 1));
    expect(longest).toEqual([2_000, 4_000, 8_000, 16_000, 256_000, 300_000, 300_000, 300_000]);
  });

  test('is at least half of that', () => {
    expect(retryDelayMs(3, () => 0)).toBe(4_000);
  });
});
