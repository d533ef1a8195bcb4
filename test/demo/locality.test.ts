import { describe, expect, test } from 'vitest';
import { addressOf } from '../../src/demo/addresses.ts';
import type { DemoTopic } from '../../src/demo/topics.ts';
import { createDemoWeb } from '../../src/demo/web.ts';
import { readLinks } from './read-links.ts';

const web = createDemoWeb();
const plain = web.atlas.sites.filter(
  ({ manners }) => manners.faults.size === 0 && manners.charset === 'utf-8',
);

describe('topical locality', () => {
  test('links of a subject page stay in its subject ten times as often as chance, and half of them leave', () => {
    let links = 0;
    let same = 0;
    let chance = 0;
    let now = 0;
    for (const site of plain.slice(0, 80)) {
      for (const { subject, first, count } of site.sections) {
        if (subject === web.atlas.general) continue;
        const name = web.atlas.subjects[subject]!.name;
        for (let page = first; page < first + Math.min(count, 4); page++) {
          const url = addressOf(web.atlas, { kind: 'page', site, page });
          now += 10_000;
          const answer = web.answer({ url, now });
          if (answer.kind !== 'response') continue;
          for (const link of readLinks(answer.body.toString(), url)) {
            const target = web.subjectOf(link.url);
            if (target === undefined) continue;
            links++;
            if (target === name) same++;
            chance += web.relevantCount(name) / web.size;
          }
        }
      }
    }
    expect(links).toBeGreaterThan(5000);
    expect(same / links).toBeGreaterThan((10 * chance) / links);
    expect(same / links).toBeGreaterThan(0.3);
    expect(same / links).toBeLessThan(0.7);
  });

  test('no seed of a topic is on the topic, and most lead there only through other pages', () => {
    let direct = 0;
    for (const topic of web.topics) {
      expect(topic.seeds.length).toBeGreaterThanOrEqual(3);
      expect(topic.seeds.length).toBeLessThanOrEqual(5);
      for (const url of topic.seeds) {
        expect(web.isRelevant(url, topic.name)).toBe(false);
        const answer = web.answer({ url, now: 0 });
        if (answer.kind !== 'response' || answer.status !== 200) throw new Error(`${url} does not answer`);
        const links = readLinks(answer.body.toString(), url);
        if (links.some((link) => web.isRelevant(link.url, topic.name))) direct++;
      }
    }
    expect(direct).toBeLessThan(web.topics.length);
  });

  test('every topic has eight to twelve keywords that its own pages use more than others do', () => {
    for (const { name, keywords } of web.topics) {
      expect(keywords.length, name).toBeGreaterThanOrEqual(8);
      expect(keywords.length, name).toBeLessThanOrEqual(12);
      for (const { weight } of keywords) expect(weight).toBeGreaterThan(0);
    }
  });

  test.each(['birds', 'astronomy', 'law'])(
    '%s: best-first by keywords harvests at least four times breadth-first',
    (name) => {
      const topic = web.topics.find((candidate) => candidate.name === name)!;
      const breadth = crawl(topic, 1000, false);
      const best = crawl(topic, 1000, true);
      expect(best).toBeGreaterThan(4 * breadth);
      expect(best).toBeGreaterThan(200);
    },
  );
});

/** The keyword weight of a text, damped by its length. */
function scorer(topic: DemoTopic): (text: string) => number {
  const weights = new Map(topic.keywords.map(({ term, weight }) => [term, weight]));
  return (text) => {
    const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
    let sum = 0;
    for (const word of words) sum += weights.get(word) ?? weights.get(word.replace(/s$/, '')) ?? 0;
    return words.length === 0 ? 0 : sum / Math.sqrt(words.length);
  };
}

/** A minimal crawl: how many different relevant pages are among the first n. */
function crawl(topic: DemoTopic, most: number, focused: boolean): number {
  const score = scorer(topic);
  const buckets = new Map<number, string[]>([[0, [...topic.seeds]]]);
  const seen = new Set<string>(topic.seeds);
  const harvested = new Set<string>();
  for (let fetched = 0; fetched < most; fetched++) {
    const top = Math.max(...buckets.keys());
    const waiting = buckets.get(top)!;
    const url = waiting.shift()!;
    if (waiting.length === 0) buckets.delete(top);
    const answer = web.answer({ url, now: fetched * 10_000 });
    if (answer.kind !== 'response') continue;
    if (web.isRelevant(url, topic.name)) harvested.add(web.canonicalOf(url)!);
    const html = answer.body.toString();
    const page = focused ? score(html.replace(/<[^>]*>/g, ' ')) : 0;
    for (const link of readLinks(html, url)) {
      const clean = link.url.replace(/(?:;jsessionid|[?&]sid)=[0-9a-f]+/, '');
      if (seen.has(clean) || !clean.startsWith('http:')) continue;
      seen.add(clean);
      const bucket = focused ? Math.round(8 * score(link.anchor) + 2 * page) : 0;
      const list = buckets.get(bucket);
      if (list === undefined) buckets.set(bucket, [clean]);
      else list.push(clean);
    }
  }
  return harvested.size;
}
