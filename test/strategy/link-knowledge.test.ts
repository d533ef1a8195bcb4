/** Parts of one crawl that exchange what they learn from know what one crawl would. */
import { describe, expect, it } from 'vitest';
import { AdaptiveLinks } from '../../src/strategy/adaptive-links.ts';
import { type LinkEvidence, linkEvidence } from '../../src/strategy/link-evidence.ts';
import { LinkKnowledge } from '../../src/strategy/link-knowledge.ts';
import type { Ranked, Waiting } from '../../src/strategy/strategy.ts';
import { linkTo, pageOf } from '../page-of.ts';
import { visitOf } from './visit-of.ts';

const settings = { rate: 0.3, steps: 3, surplus: false, most: 10_000 };
const measure = linkEvidence(
  { judge: () => ({ score: 0, relevant: false, why: [] }) },
  { isKeyword: (word) => word === 'owl', addressScore: () => 0 },
);

/** Which part a page of this web belongs to. */
const partOf = (url: string): number => Number(/\d+/.exec(url)![0]) % 2;
const urlOf = (n: number): string => `http://h${n}.test/page-${n}`;
const isGood = (n: number): boolean => n % 3 === 0;
/** Each page links to a few others; the anchor tells which are good. */
const linksOf = (n: number): number[] => [1, 2, 3, 4].map((step) => n * 2 + step);

/** The waiting links of a crawl, or of the parts of one. */
class Crawl {
  readonly strategies: AdaptiveLinks[];
  readonly knowledge: LinkKnowledge[];
  readonly waiting = new Map<string, Waiting>();
  #ids = 0;

  constructor(parts: number) {
    this.knowledge = Array.from({ length: parts }, () => new LinkKnowledge(settings));
    for (const each of this.knowledge) each.lessons();
    this.strategies = this.knowledge.map((knowledge, part) => {
      const owns = (url: string): boolean => partOf(url) % parts === part;
      return new AdaptiveLinks(settings, new Map(), { knowledge, part, parts, owns });
    });
  }

  visit(n: number): void {
    const url = urlOf(n);
    const via = this.waiting.get(url) ?? { id: ++this.#ids, url, anchor: '', priority: 0, depth: 0 };
    this.waiting.delete(url);
    const anchored = linksOf(n).map((to) => linkTo(urlOf(to), isGood(to) ? 'owl picture' : 'other thing'));
    const page = pageOf({ url, links: anchored });
    const judgement = { score: isGood(n) ? 0.9 : 0.1, relevant: isGood(n), why: [] };
    const own = partOf(url) % this.strategies.length;
    const visit = visitOf<LinkEvidence>({ page, judgement, via, signals: measure(page) });
    const ranked = [...this.strategies[own]!.visit(visit)] as Ranked[];
    for (const [i, each] of this.knowledge.entries())
      for (const lesson of each.lessons())
        for (const [j, other] of this.knowledge.entries()) if (j !== i) other.learnFrom(copyOf(lesson));
    for (const { link, priority, carry } of ranked) {
      const to = partOf(link.url) % this.strategies.length;
      const sent = {
        ...{ url: link.url, anchor: link.anchor, depth: via.depth + 1, priority },
        carry: copyOf(carry),
      };
      const arrived = to === own ? sent : { ...sent, ...this.strategies[to]!.arrived(sent) };
      if (!this.waiting.has(link.url)) this.waiting.set(link.url, { id: ++this.#ids, ...arrived });
    }
    for (const strategy of this.strategies)
      for (const { url, priority } of strategy.reranked())
        if (this.waiting.has(url)) this.waiting.get(url)!.priority = priority;
  }
}

const copyOf = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

describe('two parts of a crawl', () => {
  const one = new Crawl(1);
  const two = new Crawl(2);
  for (let n = 1; n <= 80; n++) for (const crawl of [one, two]) crawl.visit(n);

  it('have both learnt from every page', () => {
    for (const { model, visits } of two.knowledge)
      expect([visits, model.seen, model.version]).toEqual([
        80,
        one.knowledge[0]!.model.seen,
        one.knowledge[0]!.model.version,
      ]);
  });

  it('have learnt nearly the same weights as one crawl of all pages', () => {
    const [whole] = one.knowledge;
    for (const { model } of two.knowledge) {
      const apart = model.weights.map((weight, i) => Math.abs(weight - whole!.model.weights[i]!));
      expect(apart.findIndex((difference) => difference > 0.02)).toBe(-1);
    }
  });

  it('rank links from the other part as one crawl does', () => {
    expect([...two.waiting.keys()]).toEqual([...one.waiting.keys()]);
    for (const [url, { priority }] of two.waiting)
      expect(Math.abs(priority - one.waiting.get(url)!.priority)).toBeLessThan(0.05);
    const priorities = (good: boolean): number[] =>
      [...two.waiting.values()]
        .filter(({ anchor }) => anchor.startsWith('owl') === good)
        .map((l) => l.priority);
    expect(Math.min(...priorities(true))).toBeGreaterThan(Math.max(...priorities(false)));
  });

  it('go on from what a crawl had learnt before it was divided', () => {
    const whole = new AdaptiveLinks(settings, new Map());
    const knowledge = new LinkKnowledge(settings);
    const place = { knowledge, part: 1, parts: 2, owns: () => true };
    const visit = pageOf({ url: urlOf(3), links: [linkTo(urlOf(6), 'owl')] });
    const via = { id: 1, url: urlOf(3), anchor: '', priority: 0, depth: 0 };
    const judgement = { score: 0.9, relevant: true, why: [] };
    for (const _ of whole.visit(visitOf({ page: visit, judgement, via, signals: measure(visit) })));
    const saved = structuredClone(whole.save());
    for (const _ of [1, 2]) new AdaptiveLinks(settings, new Map(), place).restore(saved);
    expect([knowledge.visits, knowledge.pages.page(1)?.guide]).toEqual([1, 0.9]);
  });

  it('pass over lessons that are none', () => {
    const [knowledge] = two.knowledge;
    const { visits } = knowledge!;
    for (const lesson of [undefined, 1, {}, { id: 5, url: 'x' }, { carry: ['!!!', 0, 0, 0] }])
      knowledge!.learnFrom(lesson);
    expect(knowledge!.visits).toBe(visits);
  });
});
