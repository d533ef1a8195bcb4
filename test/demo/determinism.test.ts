import { describe, expect, test } from 'vitest';
import { createDemoWeb } from '../../src/demo/web.ts';

const small = { pages: 2000, hosts: 60 };

describe('the demonstration web', () => {
  test('is the same to the byte for the same seed', () => {
    const one = createDemoWeb({ ...small, seed: 5 });
    const two = createDemoWeb({ ...small, seed: 5 });
    expect(two.hosts).toEqual(one.hosts);
    expect(two.topics).toEqual(one.topics);
    for (const host of one.hosts) {
      const request = { url: `http://${host}/`, now: 1000 };
      expect(two.answer(request)).toEqual(one.answer(request));
    }
  });

  test('is another one for another seed', () => {
    const one = createDemoWeb({ ...small, seed: 5 });
    const two = createDemoWeb({ ...small, seed: 6 });
    expect(two.hosts).not.toEqual(one.hosts);
  });

  test('has at least 20,000 pages on 300 hosts and 30 topics by default', () => {
    const web = createDemoWeb();
    expect(web.size).toBeGreaterThanOrEqual(20_000);
    expect(new Set(web.hosts).size).toBeGreaterThanOrEqual(300);
    expect(web.topics.length).toBeGreaterThanOrEqual(30);
  });

  test('says what would do when an option will not', () => {
    expect(() => createDemoWeb({ pages: -1 })).toThrow(/pages is -1: give a whole number from/);
  });
});
