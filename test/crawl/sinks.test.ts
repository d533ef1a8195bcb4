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

function sinksOf(sink: Sink) {
  const told: string[] = [];
  const faults = new Faults({
    clock: () => 0,
    save() {},
    tell: ({ message }, url) => told.push(`${url}: ${message}`),
    giveUp: (reason) => told.push(reason),
  });
  return { sinks: new Sinks([{ name: 'own', sink }], faults), told };
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
