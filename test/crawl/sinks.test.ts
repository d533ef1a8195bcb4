/** Sinks, as the crawl calls them. */
import { expect, it } from 'vitest';
import { FAULTS_IN_A_ROW, Faults } from '../../src/crawl/faults.ts';
import type { Landed } from '../../src/crawl/landing/landed.ts';
import { type Sink, Sinks } from '../../src/crawl/sinks.ts';

const landed = {
  task: { url: 'http://a.test/', host: 'a.test', depth: 0 },
  answer: { headers: [] },
  page: { links: [] },
} as unknown as Landed;

function sinksOf(sink: Sink, limits?: { stuckAfterS: number }) {
  const told: string[] = [];
  const faults = new Faults({
    clock: () => 0,
    save() {},
    tell: ({ message }, url) => told.push(`${url}: ${message}`),
    giveUp: (reason) => told.push(reason),
  });
  return { sinks: new Sinks([{ name: 'own', sink }], faults, limits), told };
}

it.each([
  [
    'throws',
    () => {
      throw new Error('no room');
    },
  ],
  [
    'rejects',
    async () => {
      throw new Error('no room');
    },
  ],
])(
  'a sink that %s on every page stops the crawl, however often it is committed in between',
  async (_, accept) => {
    const { sinks, told } = sinksOf({ accept });
    for (let n = 0; n < FAULTS_IN_A_ROW; n++) {
      sinks.accept(landed);
      sinks.commit();
      await new Promise(setImmediate);
    }
    expect(told.at(-1)).toBe('the sink own failed 20 times in a row, last with: no room');
  },
);

it('a page that is accepted later ends a row of faults', async () => {
  let n = 0;
  const { sinks, told } = sinksOf({
    accept: async () => {
      if (++n % 10 !== 0) throw new Error('no room');
    },
  });
  for (let page = 0; page < 3 * FAULTS_IN_A_ROW; page++) {
    sinks.accept(landed);
    await new Promise(setImmediate);
  }
  expect(told).toHaveLength(54);
});

it('a sink that changes the links or the judgement of its page changes nothing for the crawl', () => {
  const link = { url: 'http://a.test/1', anchor: 'one' };
  const { sinks } = sinksOf({
    accept({ links, judgement }) {
      judgement!.score = Number.NaN;
      judgement!.why.length = 0;
      Object.assign(links[0]!, { url: 'http://b.test/' });
      (links as unknown[]).length = 0;
    },
  });
  const judgement = { score: 0.5, why: ['owl'] };
  const page = { ...landed, page: { links: [link] }, judgement } as unknown as Landed;
  sinks.accept(page);
  expect(page.page.links).toEqual([{ url: 'http://a.test/1', anchor: 'one' }]);
  expect(page.judgement).toEqual({ score: 0.5, why: ['owl'] });
});

it('a sink commits what it has before it is closed, and nothing after', async () => {
  const calls: string[] = [];
  const { sinks, told } = sinksOf({
    accept: async () => void calls.push('accept'),
    commit: () => void calls.push('commit'),
    close: () => void calls.push('close'),
  });
  sinks.accept(landed);
  await sinks.close();
  sinks.commit();
  expect(calls).toEqual(['accept', 'commit', 'close']);
  expect(told).toEqual([]);
});

it('a sink that finishes no page any more loses those it works on, and does not keep the crawl from ending', async () => {
  const never = new Promise<void>(() => {});
  const { sinks, told } = sinksOf({ accept: () => never }, { stuckAfterS: 2 });
  for (let n = 0; n < 3; n++) sinks.accept(landed);
  await sinks.close();
  const lost = 'http://a.test/: It has finished no page for 2 s.';
  expect(told).toEqual([lost, lost, lost]);
});

it('a slow sink that goes on is waited for, however many pages it has before it', async () => {
  let last = Promise.resolve();
  let done = 0;
  const { sinks, told } = sinksOf(
    {
      accept() {
        last = last
          .then(() => new Promise<void>((resolve) => setTimeout(resolve, 500)))
          .then(() => void done++);
        return last;
      },
    },
    { stuckAfterS: 2 },
  );
  for (let n = 0; n < 8; n++) sinks.accept(landed);
  await sinks.close();
  expect(done).toBe(8);
  expect(told).toEqual([]);
});
