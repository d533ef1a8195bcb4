import { expect, it } from 'vitest';
import { inRandomOrder } from '../../src/answers/random-order.ts';

const pages = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({ url: `http://a.test/${from + i}` }));

it('pages that come later fall in between and leave the order of the others as it was', () => {
  const before = inRandomOrder(pages(0, 50), 1);
  const after = inRandomOrder(pages(0, 100), 1);
  expect(after.filter(({ url }) => before.some((page) => page.url === url))).toEqual(before);
  const first = new Set(after.slice(0, 50).map(({ url }) => url));
  expect(before.filter(({ url }) => first.has(url)).length).toBeLessThan(40);
});

it('another seed is another order', () => {
  expect(inRandomOrder(pages(0, 50), 1)).not.toEqual(inRandomOrder(pages(0, 50), 2));
});

it('every page is as often among the first', () => {
  // 100 of 1000 pages in each of 200 orders: page 0 is expected 20 times, with a deviation of 4.2.
  const all = pages(0, 1000);
  let times = 0;
  for (let seed = 0; seed < 200; seed++)
    if (inRandomOrder(all, seed).slice(0, 100).includes(all[0]!)) times += 1;
  expect(times).toBeGreaterThan(20 - 4 * 4.2);
  expect(times).toBeLessThan(20 + 4 * 4.2);
});
