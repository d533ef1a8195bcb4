/** Which pages led to the topic, from the crawl's own links; every count is worked out by hand. */
import { describe, expect, it } from 'vitest';
import { bagReader, bagRecord, restoreBag, termsOf } from '../../src/judge/training/bags.ts';
import { EvenSample } from '../../src/judge/training/even-sample.ts';
import { LedPages } from '../../src/judge/training/led-pages.ts';

const bagOf = bagReader();
/** Pages are numbers; the bag of a page is its name in letters. */
const name = (page: number): string => `page${String.fromCharCode(96 + page)}`;
const names = (bags: { terms: string }[]): string[] => bags.map(({ terms }) => terms).sort();

function visit(led: LedPages, page: number, links: number[], onTopic = false): void {
  led.visited(page, links, onTopic, bagOf(name(page)));
}

describe('a page off the topic', () => {
  it('leads if a larger share of its visited links was on the topic than is usual', () => {
    const led = new LedPages();
    visit(led, 1, [10, 11, 12]);
    visit(led, 2, [11, 12, 13]);
    visit(led, 3, [12, 13, 14]);
    visit(led, 10, [], true);
    for (const page of [11, 12, 13, 14]) visit(led, page, []);
    // Of 9 visited links 1 was on the topic; of page 1 it was 1 of 3. Pages 2 and 3 have 3 visited links, none good.
    expect(names(led.examples().leading)).toEqual(['pagea']);
    expect(names(led.examples().others)).toEqual(['pageb', 'pagec']);
  });

  it('does not lead with one link in many to a page that all link to', () => {
    const led = new LedPages();
    visit(led, 9, [], true);
    visit(led, 8, [], true);
    for (const page of [20, 21, 22, 23]) visit(led, page, []);
    visit(led, 1, [9, 20, 21, 22, 23]);
    visit(led, 2, [9, 8]);
    // Page 1: 1 of 5; page 2: 2 of 2; together 3 of 7. One good link of five is less than usual.
    expect(names(led.examples().leading)).toEqual(['pageb']);
    expect(led.examples().others).toEqual([]);
  });

  it('says nothing while fewer than three of its links were visited', () => {
    const led = new LedPages();
    visit(led, 1, [10, 11, 12, 13]);
    visit(led, 10, []);
    visit(led, 11, []);
    expect(led.examples()).toEqual({ leading: [], others: [] });
    visit(led, 12, []);
    expect(names(led.examples().others)).toEqual(['pagea']);
  });

  it('is sampled when it leaves the window, with what was known by then', () => {
    const led = new LedPages({ window: 1, sample: 10 });
    visit(led, 9, [], true);
    visit(led, 1, [9]);
    visit(led, 2, [30]);
    visit(led, 3, [31, 32]);
    visit(led, 30, [9], true);
    // 1 left with its link to 9; 2 had left before 30 was visited.
    expect(led.examples().leading).toEqual([]);
    visit(led, 4, [31, 32, 33]);
    for (const page of [31, 32, 33]) led.visited(page, [], false, bagOf('x'));
    // Now 1 of 4 visited links was good: the one of page 1.
    expect(names(led.examples().leading)).toEqual(['pagea']);
  });

  it('is remembered across a resume', () => {
    const one = new LedPages({ window: 3, sample: 2 });
    const order = (led: LedPages, from: number, to: number): void => {
      for (let page = from; page < to; page++)
        visit(led, page, [(page * 7) % 25, (page * 3) % 25, page + 1], page % 6 === 0);
    };
    order(one, 1, 26);
    const half = new LedPages({ window: 3, sample: 2 });
    order(half, 1, 13);
    const other = new LedPages({ window: 3, sample: 2 });
    other.restore(structuredClone(half.save()));
    order(other, 13, 26);
    expect(other.examples()).toEqual(one.examples());
    expect(one.examples().leading.length).toBeGreaterThan(0);
  });
});

it('a sample is even and does not depend on the order of what is offered', () => {
  const [up, down] = [new EvenSample<number>(50), new EvenSample<number>(50)];
  for (let i = 0; i < 1000; i++) {
    up.offer(i, i);
    down.offer(999 - i, 999 - i);
  }
  expect([...up.items()]).toEqual([...down.items()]);
  // 50 of 1,000 drawn evenly: 25 ± 3.4 from the first half.
  const early = [...up.items()].filter((i) => i < 500).length;
  expect(early).toBeGreaterThan(11);
  expect(early).toBeLessThan(39);
});

it('a bag holds the stems of a text and how often each occurs', () => {
  const bag = bagOf('Computers and computing: the queue of a computer; queues');
  expect(bag.terms).toBe('comput queue');
  expect([...bag.counts]).toEqual([3, 2]);
  expect(termsOf(bag)).toEqual(['comput', 'queue']);
  expect(restoreBag(JSON.parse(JSON.stringify(bagRecord(bag))))).toEqual(bag);
  expect(termsOf(bagOf(''))).toEqual([]);
});
