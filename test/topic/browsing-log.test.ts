/** The browsing log: what is written can be read again, and faults are reported with their line. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatBrowsingLog, loadBrowsingLog, parseBrowsingLog } from '../../src/topic/browsing-log.ts';

const visits = [
  { url: 'http://a.test/', relevant: false, at: '2026-01-02T03:04:05.000Z' },
  { url: 'http://a.test/robot?x=1&y=#2', relevant: true, from: 0 },
  { url: 'https://b.test/: "odd"', relevant: false, from: 0 },
];

describe('a browsing log', () => {
  it('survives a round trip through its file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'forage-log-'));
    try {
      const path = join(folder, 'log.yaml');
      writeFileSync(path, formatBrowsingLog(visits, 'robotics'));
      expect(loadBrowsingLog(path).visits).toEqual(visits);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('may be written by hand', () => {
    const text = 'visits:\n- {url: "http://a.test/", relevant: yes}';
    expect(() => parseBrowsingLog(text)).toThrow(
      /line 2, visits\.0\.relevant: give true or false \(found "yes"\)/,
    );
    expect(parseBrowsingLog(text.replace('yes', 'true')).visits[0]?.relevant).toBe(true);
  });

  it.each([
    ['a page reached from a later one', 'visits: [{url: "http://a.test/", relevant: true, from: 0}]', /from/],
    ['a URL of another scheme', 'visits: [{url: "file:///etc/passwd", relevant: true}]', /http:\/\//],
    ['no visits', 'visits: []', /one visit/],
    ['an unknown key', 'visits: []\npages: 3', /line 2, pages: unknown key/],
    ['nothing', '', /empty/],
  ])('refuses %s', (_, text, fault) => {
    expect(() => parseBrowsingLog(text)).toThrow(fault);
  });

  it('that does not exist is reported by name', () => {
    expect(() => loadBrowsingLog(join(tmpdir(), 'no-such-log.yaml'))).toThrow(/There is no file/);
  });
});
