/** A process that stays on and comes back, with a pool of further seeds, until it is killed in a round. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../../src/archive/database.ts';
import { roundsOf } from '../../../src/archive/rounds.ts';
import { connect } from '../../../src/crawl/connect.ts';
import { checkCrawl, recrawl } from '../../../src/index.ts';
import { crawlOf, look, newFolder, page, prose, removeFolders, smallWeb } from '../small-web.ts';

afterAll(removeFolders);

const paths = ['/', '/p1', '/p2', '/p3', '/p4', '/p5'];

it('begins a round every interval, draws from the pool once in each, and goes on after a SIGKILL where it was', async () => {
  let child: ReturnType<typeof spawn> | undefined;
  const web = await smallWeb(
    {
      ...Object.fromEntries(
        paths.map((path) => [`site.test${path}`, page(path === '/' ? paths : [], `comet ${prose(path)}`)]),
      ),
      'site.test/p3': (n) => {
        // Once by the crawl, once by the first round.
        if (n === 3) child?.kill('SIGKILL');
        return page([], `comet ${prose('/p3')}`);
      },
      's1.test/': page([], prose('s1')),
      's2.test/': page([], prose('s2')),
      's3.test/': page([], prose('s3')),
    },
    { threads: 0 },
  );
  const settings = { concurrency: 1, archive: { commitEveryMs: 1 } };
  const { folder } = await crawlOf(web, { seeds: ['http://site.test/'], settings });
  const pool = join(newFolder(), 'pool.txt');
  writeFileSync(pool, 'http://s1.test/\nhttp://s2.test/\nhttp://s3.test/\n');
  await (await connect(folder)).set({ 'seeds.pool': pool, 'seeds.draw': 1 });
  const rounds = () => {
    const db = openDatabase(join(folder, 'crawl.db'), { readOnly: true });
    const found = roundsOf(db).map(({ n, unchanged, new: born }) => ({ n, unchanged, born }));
    db.close();
    return found;
  };
  const visitsOf = () => {
    const counts: Record<string, number> = {};
    for (const { url } of look(folder, (read) => read.visitsSince(0, 1000)))
      counts[url.slice('http://'.length)] = (counts[url.slice('http://'.length)] ?? 0) + 1;
    return counts;
  };

  const forage = fileURLToPath(new URL('../../../bin/forage.js', import.meta.url));
  child = spawn(process.execPath, [forage, 'recrawl', folder, '--every', '1s', '--quiet'], {
    stdio: 'ignore',
  });
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
  expect(rounds()).toEqual([{ n: 1, unchanged: 6, born: 1 }]);
  expect(Object.keys(visitsOf()).filter((address) => address.startsWith('s'))).toContain('s1.test/');
  expect(visitsOf()['s2.test/']).toBeUndefined();

  await recrawl(folder).finished;
  await web.close();
  expect(rounds()).toEqual([
    { n: 2, unchanged: 7, born: 1 },
    { n: 1, unchanged: 6, born: 1 },
  ]);
  expect(visitsOf()).toEqual({
    ...Object.fromEntries(paths.map((path) => [`site.test${path}`, 3])),
    's1.test/': 2,
    's2.test/': 1,
  });
  expect((await checkCrawl(folder)).problems).toEqual([]);
});
