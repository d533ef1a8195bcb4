import { describe, expect, test } from 'vitest';
import type { DemoAnswer } from '../../src/demo/response.ts';
import { createDemoWeb } from '../../src/demo/web.ts';
import { readLinks } from './read-links.ts';

const small = { pages: 2000, hosts: 60 };

describe('the demonstration web', () => {
  test('is byte-identical for the same seed', () => {
    const one = createDemoWeb({ ...small, seed: 5 });
    const two = createDemoWeb({ ...small, seed: 5 });
    expect(two.hosts).toEqual(one.hosts);
    expect(two.topics).toEqual(one.topics);
    let now = 0;
    let compared = 0;
    const same = (url: string) => {
      now += 10_000;
      const answer = one.answer({ url, now });
      expect(bytesOf(two.answer({ url, now }))).toBe(bytesOf(answer));
      compared++;
      return answer;
    };
    for (const host of one.hosts) {
      const answer = same(`http://${host}/`);
      if (answer.kind !== 'response') continue;
      for (const { url } of readLinks(answer.body.toString(), `http://${host}/`)) same(url);
    }
    expect(compared).toBeGreaterThan(1000);
  });

  test('gives the same page regardless of earlier requests', () => {
    const one = createDemoWeb({ ...small, seed: 5 });
    const two = createDemoWeb({ ...small, seed: 5 });
    const urls = one.hosts.map((host) => `http://${host}/`);
    const forwards = new Map(urls.map((url) => [url, bytesOf(one.answer({ url, now: 0 }))]));
    for (const url of urls.toReversed()) expect(bytesOf(two.answer({ url, now: 0 }))).toBe(forwards.get(url));
  });

  test('differs for another seed', () => {
    const one = createDemoWeb({ ...small, seed: 5 });
    const two = createDemoWeb({ ...small, seed: 6 });
    expect(two.hosts).not.toEqual(one.hosts);
  });

  test('has at least 20,000 pages on 300 hosts and 30 topics by default', () => {
    const web = createDemoWeb();
    expect(web.size).toBeGreaterThanOrEqual(20_000);
    expect(new Set(web.hosts).size).toBeGreaterThanOrEqual(300);
    expect(web.hosts.every((host) => /^(?:[a-z]+\.)?[a-z]+-\d+\.test$/.test(host))).toBe(true);
    expect(web.topics.length).toBeGreaterThanOrEqual(30);
    expect(web.topics.length).toBeLessThanOrEqual(60);
  });

  test('can have 100,000 pages', () => {
    const web = createDemoWeb({ pages: 100_000, hosts: 1000 });
    expect(web.size).toBeGreaterThanOrEqual(100_000);
    expect(web.hosts.length).toBeGreaterThanOrEqual(1000);
  });

  test('says which values an invalid option may have', () => {
    expect(() => createDemoWeb({ pages: -1 })).toThrow(/pages is -1: use a whole number from/);
    expect(() => createDemoWeb({ hosts: 2.5 })).toThrow(/hosts is 2.5: use a whole number from/);
  });
});

/** The whole answer as one string: headers, status, delay and body. */
function bytesOf(answer: DemoAnswer): string {
  if (answer.kind !== 'response') return JSON.stringify(answer);
  const { body, ...rest } = answer;
  return `${JSON.stringify(rest)}\n${body.toString('latin1')}`;
}
