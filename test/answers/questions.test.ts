/** The answers to a watcher's questions, on figures made up by hand. */
import { expect, it } from 'vitest';
import { answersOf, type Watched } from '../../src/answers/questions.ts';

const watched: Watched = {
  state: 'running',
  stop: undefined,
  pages: 1000,
  judged: 1000,
  relevant: 100,
  stretches: { pages: 250, first: 40, latest: 30 },
  waiting: 500,
  waitingByHost: [
    { host: 'a.test', links: 120 },
    { host: 'b.test', links: 110 },
    { host: 'c.test', links: 100 },
  ],
  pagesPerSecond: 2.5,
  delayMs: 1000,
  awaited: { names: 0, hosts: 0 },
  near: 5,
  labels: 60,
  trusted: 'About 80 % are relevant.',
  isTrustKnown: true,
  poor: [],
  stalled: undefined,
  reachable: undefined,
  isSurveyed: true,
};

const codes = (change: Partial<Watched>) => answersOf({ ...watched, ...change }).map(({ code }) => code);

it('a crawl that finds as it began, over several sites, needs nobody', () => {
  expect(codes({})).toEqual(['finding', 'not-slow', 'wait']);
  expect(answersOf(watched)[0]).toMatchObject({
    sentence: 'Yes. 30 of the last 250 pages were called relevant.',
    note: 'About 80 % are relevant.',
  });
});

it('a crawl that finds less than two fifths of its beginning is running out', () => {
  // 40 at the beginning: 16 is two fifths.
  expect(codes({ stretches: { pages: 250, first: 40, latest: 15 } })[0]).toBe('running-out');
  expect(codes({ stretches: { pages: 250, first: 40, latest: 16 } })[0]).toBe('finding');
  expect(codes({ stretches: { pages: 250, first: 40, latest: 0 } })[0]).toBe('dried-up');
});

it('a crawl that has read, judged or found nothing says which', () => {
  expect(codes({ pages: 0, judged: 0, relevant: 0 })[0]).toBe('nothing-read');
  expect(codes({ judged: 0, relevant: 0 })[0]).toBe('not-judged');
  expect(codes({ relevant: 0 })[0]).toBe('nothing-found');
});

it('one site with two fifths of all that waits holds a crawl up, and is named with its pace', () => {
  const waitingByHost = [
    { host: 'slow.test', links: 300 },
    { host: 'b.test', links: 200 },
  ];
  const [, pace] = answersOf({ ...watched, waitingByHost });
  expect(pace!.sentence).toBe(
    'One site. 60 % of what waits is on slow.test, which is asked every 1.0 s. 2.5 pages a second.',
  );
  expect(pace!.actions).toEqual([{ text: 'Its ledger', to: 'sites/slow.test' }]);
});

it('what comes next depends on what is known: go on, what a poor crawl lacks, labels at random, labels at the border', () => {
  expect(codes({ state: 'crashed' })[2]).toBe('resume');
  expect(codes({ poor: [{ what: 'The seeds were not read.', next: 'other seeds' }] })[2]).toBe('poor');
  expect(codes({ isTrustKnown: false })[2]).toBe('check');
  expect(codes({ near: 30, labels: 3 })[2]).toBe('label-border');
  expect(codes({ state: 'stopped', stop: 'the budget is used up' })[2]).toBe('export');
});
