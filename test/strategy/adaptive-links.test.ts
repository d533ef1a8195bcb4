/** Links ranked by what the crawl has learnt: from siblings, from words, from all pages that link to them. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, it } from 'vitest';
import { AdaptiveLinks } from '../../src/strategy/adaptive-links.ts';
import { type LinkEvidence, linkEvidence } from '../../src/strategy/link-evidence.ts';
import type { Ranked, Reranked, Strategy, Waiting } from '../../src/strategy/strategy.ts';
import { linkTo, pageOf } from '../page-of.ts';
import { visitOf } from './visit-of.ts';

const settings = { rate: 0.3, steps: 3, surplus: false, most: 10_000 };
const measure = linkEvidence(
  { judge: () => ({ score: 0, relevant: false, why: [] }) },
  { isKeyword: (word) => word === 'owl', addressScore: () => 0 },
);

/** A crawl in miniature: what waits, and with what the strategy said of it. */
class Web {
  strategy: AdaptiveLinks;
  readonly waiting = new Map<string, Waiting>();
  /** Links that were ranked again. */
  readonly moved: string[] = [];
  readonly #known = new Set<string>();
  #ids = 0;

  constructor(known: [string, boolean][] = []) {
    this.strategy = new AdaptiveLinks(settings, new Map(known));
  }

  /** Visits a page with links given as `path anchor`; all on one host. */
  visit(path: string, score: number, links: readonly string[] = []): Ranked[] {
    const url = `http://a.test/${path}`;
    const via = this.waiting.get(url) ?? { id: ++this.#ids, url, anchor: '', priority: 0, depth: 0 };
    this.waiting.delete(url);
    const page = pageOf({
      url,
      links: links.map((link) => {
        const [to, ...anchor] = link.split(' ');
        return linkTo(`http://a.test/${to}`, anchor.join(' '));
      }),
    });
    const judgement = { score, relevant: score >= 0.5, why: [] };
    const ranked = [
      ...this.strategy.visit(visitOf<LinkEvidence>({ page, judgement, via, signals: measure(page) })),
    ] as Ranked[];
    // As a frontier with the rule `first` does.
    for (const { link, priority, carry } of ranked) {
      if (this.#known.has(link.url)) continue;
      this.#known.add(link.url);
      const { url, anchor } = link;
      this.waiting.set(url, {
        ...{ id: ++this.#ids, depth: via.depth + 1, url, anchor, priority },
        carry: JSON.parse(JSON.stringify(carry)),
      });
    }
    this.move(this.strategy.reranked());
    return ranked;
  }

  /** A link is followed, and does not lead to a page; to another link, if it redirects. */
  fail(path: string, to?: string): void {
    const url = `http://a.test/${path}`;
    const link = this.waiting.get(url)!;
    this.waiting.delete(url);
    this.strategy.admits(link);
    if (to === undefined) return;
    const carry = JSON.parse(JSON.stringify((this.strategy as Strategy).carried?.(url) ?? link.carry));
    const target = `http://a.test/${to}`;
    this.waiting.set(target, { ...link, id: ++this.#ids, url: target, carry });
  }

  /** As a crawl that is stopped and resumed. */
  restart(): void {
    this.move(this.strategy.unsaved());
    const saved = structuredClone(this.strategy.save());
    this.strategy = new AdaptiveLinks(settings, new Map());
    this.strategy.restore(saved, this.waiting.values());
  }

  priorities(): Record<string, number> {
    return Object.fromEntries([...this.waiting].map(([url, { priority }]) => [url, priority]));
  }

  move(moved: readonly Reranked[]): void {
    for (const { url, priority, carry } of moved) {
      this.moved.push(url);
      const link = this.waiting.get(url);
      if (link === undefined) continue;
      link.priority = priority;
      if (carry !== undefined) link.carry = JSON.parse(JSON.stringify(carry));
    }
  }

  priority(path: string): number {
    return this.waiting.get(`http://a.test/${path}`)!.priority;
  }
}

describe('a strategy that learns', () => {
  let web: Web;
  beforeEach(() => {
    web = new Web();
  });

  it('starts with links of good pages, and links with keywords', () => {
    web.visit('good', 0.9, ['g1 here', 'g2 owl']);
    web.visit('bad', 0.1, ['b1 here']);
    expect(web.priority('g1')).toBeGreaterThan(web.priority('b1'));
    expect(web.priority('g2')).toBeGreaterThan(web.priority('g1'));
  });

  it('predicts once for a link that several pages have, from all of them', () => {
    web.visit('bad', 0.1, ['x here']);
    const once = web.priority('x');
    web.visit('good', 0.9, ['x here']);
    const twice = web.priority('x');
    expect(twice).toBeGreaterThan(once);
    web.visit('worse', 0, ['x here']);
    expect(web.priority('x')).toBeLessThan(twice);
  });

  it('ranks the neighbours of a link again when its page turns out well', () => {
    web.visit('hub', 0.3, ['1 one', '2 two', '3 three']);
    web.visit('far', 0.3, ['y here']);
    const before = web.priority('2');
    web.visit('1', 1);
    expect(web.priority('2')).toBeGreaterThan(before * 1.1);
    expect(web.priority('3')).toBeGreaterThan(before);
  });

  it('takes a link to an example as a lesson, without fetching it', () => {
    const known: [string, boolean][] = [['http://a.test/example', true]];
    const withExample = new Web(known);
    withExample.visit('hub', 0.3, ['example here', '2 two']);
    web.visit('hub', 0.3, ['example here', '2 two']);
    expect(withExample.priority('2')).toBeGreaterThan(web.priority('2'));
  });

  /** Fifty pages: links that say "lecture" lead to relevant pages, links that say "shop" do not. */
  function crawled(web: Web, from = 0, to = 50): void {
    for (let i = from; i < to; i++) {
      const links = [`${i}-a lecture ${i}`, `${i}-b shop ${i}`];
      web.visit(`hub${i}`, 0.3, links);
      web.visit(`${i}-a`, 0.95);
      web.visit(`${i}-b`, 0.02);
    }
  }

  it('learns words, and says which in the reason', () => {
    crawled(web);
    const ranked = web.visit('last', 0.3, ['p lecture', 'q shop']);
    expect(web.priority('p')).toBeGreaterThan(1.5 * web.priority('q'));
    expect(ranked[0]!.why).toMatch(/words of anchor and address \(“lecture”\).*weights \d+/);
  });

  it('goes on in the same way after a restart, from what it saved and the waiting links', () => {
    const whole = new Web();
    for (const one of [whole, web]) {
      crawled(one, 0, 23);
      one.visit('menu', 0.3, ['r']);
      one.visit('good menu', 0.9, ['r lecture']);
    }
    web.restart();
    for (const one of [whole, web]) {
      crawled(one, 23, 50);
      one.visit('last', 0.3, ['p lecture', 'q shop', 'r']);
    }
    expect(web.priorities()).toEqual(whole.priorities());
  });

  /** Priorities after some steps, a restart or not, and more steps. */
  function resumed(before: (web: Web) => void, after: (web: Web) => void): Record<string, number>[] {
    return [false, true].map((isRestarted) => {
      const one = new Web();
      before(one);
      if (isRestarted) one.restart();
      after(one);
      return one.priorities();
    });
  }

  it('goes on in the same way with a link that more pages have than it remembers', () => {
    const [whole, again] = resumed(
      (one) => {
        for (let i = 0; i < 9; i++) one.visit(`hub${i}`, 0.3, [`${i}-a`, 'x', `${i}-b`]);
      },
      (one) => one.visit('0-a', 1),
    );
    expect(again).toEqual(whole);
  });

  it('goes on in the same way with what is known of a link that redirects', () => {
    const [whole, again] = resumed(
      (one) => {
        one.visit('hub', 0.1, ['x', 'y']);
        one.visit('good hub', 0.9, ['x', 'z']);
      },
      (one) => {
        one.fail('x', 'target');
        one.visit('target', 1);
      },
    );
    expect(again).toEqual(whole);
  });

  it('does not rank links again that were followed and failed, also after a restart', () => {
    crawled(web, 0, 10);
    web.visit('hub', 0.1, ['x', 'y']);
    web.fail('x');
    web.restart();
    web.visit('menu', 0.1, ['x', 'y']);
    web.visit('good', 0.9, ['x', 'y']);
    expect(web.moved).toContain('http://a.test/y');
    expect(web.moved).not.toContain('http://a.test/x');
  });

  it('says before a commit what links that were found again carry, once', () => {
    web.visit('one', 0.5, ['x', 'y']);
    web.visit('two', 0.5, ['x']);
    const [told, ...more] = web.strategy.unsaved();
    expect(more).toEqual([]);
    expect(told).toMatchObject({ url: 'http://a.test/x', host: 'a.test', priority: web.priority('x') });
    expect(told!.carry).not.toEqual(web.waiting.get('http://a.test/x')!.carry);
    expect(web.strategy.unsaved()).toEqual([]);
  });

  it('ranks all waiting links again after a new judge, a part of them at a time', () => {
    web.strategy = new AdaptiveLinks({ ...settings, most: 50_000 }, new Map());
    for (let i = 0; i < 40; i++)
      web.visit(
        `hub${i}`,
        0.1,
        Array.from({ length: 400 }, (_, n) => `${i}-${n} x`),
      );
    const hubs = Array.from({ length: 40 }, (_, i): [string, number] => [`http://a.test/hub${i}`, 0.9]);
    web.strategy.rejudged(new Map(hubs));
    const moved = new Set<string>();
    let calls = 0;
    for (; calls === 0 || web.strategy.isBehind(); calls++)
      for (const { url } of web.strategy.reranked(true)) moved.add(url);
    expect(moved.size).toBe(16_000);
    expect(calls).toBeGreaterThan(10);
  });

  it('does not keep what pages say of all their links for the few of them that wait', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const heapMb = (): number => {
      collect();
      return process.memoryUsage().heapUsed / 2 ** 20;
    };
    const page = pageOf({
      url: 'http://a.test/',
      links: Array.from({ length: 400 }, (_, n) => linkTo(`http://a.test/menu${n}`, 'menu')),
    });
    const signals = measure(page);
    const packed = Array.from({ length: 400 }, () => `${'Abc'.repeat(30)},,,Abc`).join(' ');
    const before = heapMb();
    for (let i = 0; i < 300; i++) {
      const [, ...menu] = page.links;
      const links = [linkTo(`http://a.test/${i}`, 'new'), ...menu];
      const via = { id: i + 1, url: `http://a.test/from${i}`, anchor: '', priority: 0, depth: 0 };
      // One flat string, as it comes from a reader.
      const words = Buffer.from(packed).toString('latin1');
      const given = { page: { ...page, url: via.url, links }, via, signals: { ...signals, words } };
      Array.from(web.strategy.visit(visitOf<LinkEvidence>(given)));
    }
    expect(heapMb() - before).toBeLessThan(8);
  });

  it('forgets the oldest waiting links beyond a limit, and goes on', () => {
    web.strategy = new AdaptiveLinks({ ...settings, most: 1000 }, new Map());
    for (let i = 0; i < 300; i++)
      web.visit(
        `hub${i}`,
        0.3,
        Array.from({ length: 10 }, (_, n) => `${i}-${n} x`),
      );
    const moved: Reranked[] = web.strategy.reranked();
    expect(moved.length).toBeLessThan(1100);
  });
});
