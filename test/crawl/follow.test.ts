/**
 * The feed beside a crawl that is killed again and again: what listeners read is what the table holds, and in its
 * order. Seven kills, or as many as FORAGE_TEST_KILLS says.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VisitRecord } from '../../src/archive/records.ts';
import { crawl, type FeedEntry, follow } from '../../src/index.ts';
import { forage, type Running } from '../cli/forage.ts';
import {
  look,
  newFolder,
  optionsFor,
  page,
  prose,
  removeFolders,
  type SmallWeb,
  smallWeb,
} from './small-web.ts';

afterAll(removeFolders);

const tableOf = (folder: string): VisitRecord[] => look(folder, (read) => read.visitsSince(0, 1_000_000));

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(20);
}

describe('a feed beside a crawl that is killed again and again', () => {
  const KILLS = Number(process.env.FORAGE_TEST_KILLS ?? 7);
  const PAGES = 100 + 8 * KILLS;
  const HOSTS = 6;
  const A_LEG = 8;
  const cwd = newFolder();
  const folder = join(cwd, 'killed');
  let web: SmallWeb;
  let inOne: Running;
  let inOneEntries: FeedEntry[];
  const inParts: FeedEntry[] = [];
  const inProcess: FeedEntry[] = [];
  let table: VisitRecord[];

  /** Each leg gets a fixed number of answers, so that none can come to the end before it is killed. */
  let answersLeft = A_LEG;
  const nameOf = (n: number): string => `h${n % HOSTS}.test/p${n}`;
  const entries = Array.from({ length: PAGES }, (_, n) => {
    const links = [1, 2, 3, 7].map((step) => `http://${nameOf((n + step) % PAGES)}`);
    const text = n % 3 === 0 ? `comet comet comet ${prose(`p${n}`)}` : prose(`p${n}`);
    return [nameOf(n), () => (answersLeft-- > 0 ? page(links, text) : undefined)] as const;
  });

  const committed = (): number => {
    try {
      return tableOf(folder).length;
    } catch {
      return 0; // before the first commit
    }
  };

  /** Every other leg is killed when something of it was committed, the others with their last answer. */
  async function leg(args: string[], number: number): Promise<void> {
    answersLeft = A_LEG;
    const before = committed();
    const running = forage(args, { cwd });
    let hasEnded = false;
    void running.then(() => {
      hasEnded = true;
    });
    await until(() => hasEnded || (answersLeft <= 0 && (number % 2 === 1 || committed() > before)));
    expect(hasEnded, `leg ${number} ended by itself: ${running.soFar.err}`).toBe(false);
    running.child.kill('SIGKILL');
    await running;
  }

  beforeAll(async () => {
    web = await smallWeb(Object.fromEntries(entries));
    writeFileSync(
      join(cwd, 'topic.yaml'),
      `name: killed\nkeywords: [comet]\nseeds: ["http://${nameOf(0)}", "http://${nameOf(1)}", "http://${nameOf(2)}"]\n`,
    );
    writeFileSync(
      join(cwd, 'settings.yaml'),
      `threads: 0
recipe: best-first/page+anchor
archive: { commitEveryMs: 20 }
politeness: { minDelayMs: 0, delayFactor: 0, robots: ignore, sharedAddress: none }
http: { contact: "mailto:test@example.org", connectTo: { "*.test": "127.0.0.1:${web.port}" } }\n`,
    );
    inOne = forage(['follow', 'killed', '--wait'], { cwd });
    const listening = new AbortController();
    const listener = (async () => {
      for await (const entry of follow(folder, { wait: true, relevant: true, signal: listening.signal }))
        inProcess.push(entry);
    })();

    let args = ['crawl', 'topic.yaml', '--settings', 'settings.yaml', '--quiet'];
    for (let kill = 0; kill < KILLS; kill++) {
      await leg(args, kill);
      if (committed() > 0) args = ['resume', 'killed', '--quiet'];
      else rmSync(folder, { recursive: true, force: true });
      if (committed() === 0 || kill % 3 !== 0) continue;
      const since = String(inParts.at(-1)?.sequence ?? 0);
      inParts.push(...entriesOf((await forage(['follow', 'killed', '--since', since], { cwd })).out));
    }
    answersLeft = Number.POSITIVE_INFINITY;
    expect(await forage(args, { cwd })).toMatchObject({ code: 0, err: '' });
    const since = String(inParts.at(-1)?.sequence ?? 0);
    inParts.push(...entriesOf((await forage(['follow', 'killed', '--since', since], { cwd })).out));

    table = tableOf(folder);
    const last = `{"sequence":${table.at(-1)!.seq},`;
    await until(() => inOne.soFar.out.includes(last) && inOne.soFar.out.endsWith('\n'));
    inOne.child.kill('SIGTERM');
    inOneEntries = entriesOf((await inOne).out);
    await until(() => inProcess.at(-1)?.sequence === table.findLast(({ relevant }) => relevant)?.seq);
    listening.abort();
    await listener;
    await web.close();
  });

  it('the crawl fetched every page', () => {
    expect(new Set(table.map(({ url }) => url)).size).toBe(PAGES);
  });

  it('one listener that was there all the time got every committed page once and in order', () => {
    expect(inOneEntries.map(({ sequence, url }) => [sequence, url])).toEqual(
      table.map(({ seq, url }) => [seq, url]),
    );
  });

  it('listeners that each went on after the last sequence number got the same together', () => {
    expect(inParts.map(({ sequence, url }) => [sequence, url])).toEqual(
      table.map(({ seq, url }) => [seq, url]),
    );
  });

  it('a listener for relevant pages in another process got those, in order', () => {
    const relevant = table.filter((visit) => visit.relevant);
    expect(relevant.length).toBeGreaterThan(PAGES / 4);
    expect(inProcess.map(({ sequence }) => sequence)).toEqual(relevant.map(({ seq }) => seq));
  });
});

const entriesOf = (out: string): FeedEntry[] =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as FeedEntry);

async function all<T>(entries: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const entry of entries) list.push(entry);
  return list;
}

describe('follow', () => {
  it('includes text and links if requested, and ends with the crawl', async () => {
    const web = await smallWeb({
      'a.test/': page(['/next', 'http://b.test/'], 'A comet over the hills'),
      'a.test/next': page([], 'nothing to see'),
    });
    const options = optionsFor(web, { seeds: ['http://a.test/'] });
    const run = crawl(options);
    await run.pause();
    const listening = all(follow(options.out, { text: true, links: true }));
    await run.go();
    await run.finished;
    const entries = await listening;
    await web.close();
    expect(entries.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    const [first] = entries;
    expect(first).toMatchObject({ url: 'http://a.test/', outcome: 'page', status: 200 });
    expect(first!.text).toContain('A comet over the hills');
    expect(first!.links!.map(({ url }) => url)).toEqual(['http://a.test/next', 'http://b.test/']);
    // Two hosts: either may answer first.
    const byUrl = Object.fromEntries(entries.map((entry) => [entry.url, entry]));
    expect(byUrl['http://a.test/next']).toMatchObject({ text: expect.stringContaining('nothing to see') });
    expect(byUrl['http://b.test/']).toMatchObject({ outcome: 'http 404' });
    const plain = await all(follow(options.out));
    expect(plain).toHaveLength(3);
    expect(plain[0]).not.toHaveProperty('text');
    expect(plain[0]).not.toHaveProperty('links');
  });

  it('says what is wrong if there is no crawl, unless it waits for one', async () => {
    await expect(all(follow('no-such-crawl'))).rejects.toThrow('is not a crawl');
    const waiting = new AbortController();
    const entries = all(follow('no-such-crawl', { wait: true, signal: waiting.signal }));
    waiting.abort();
    expect(await entries).toEqual([]);
  });

  it('a pipe that is closed early is not an error', async () => {
    const web = await smallWeb({ 'a.test/': page([], 'A comet') });
    const options = optionsFor(web, { seeds: ['http://a.test/'] });
    await crawl(options).finished;
    await web.close();
    const running = forage(['follow', options.out]);
    running.child.stdout!.destroy();
    expect(await running).toMatchObject({ code: 0, err: '' });
  });
});
