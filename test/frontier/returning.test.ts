/** A frontier that comes back: known pages wait again, links from before are laid aside. */
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/archive/database.ts';
import type { NewLink, Task } from '../../src/frontier/frontier.ts';
import { SqliteFrontier } from '../../src/frontier/sqlite-frontier.ts';

const NOW = 1_700_000_000_000;
const link = (url: string, priority: number): NewLink => ({
  url: `https://${url}`,
  host: url.split('/')[0]!,
  priority,
  depth: 1,
});

/** Three pages that are done, and one link that waits. */
function frontierWithPages() {
  const db = openDatabase('', { fleeting: true });
  const frontier = new SqliteFrontier(db);
  frontier.add([link('a.test/1', 3), link('b.test/2', 2), link('a.test/3', 1)]);
  for (let page = 1; page <= 3; page++) {
    const [task] = frontier.take(1, NOW) as Task[];
    frontier.settle(task!, { kind: 'done', page });
  }
  frontier.add([link('c.test/later', 9)]);
  const next = (): string | undefined => {
    const [task] = frontier.take(1, NOW) as Task[];
    if (task !== undefined) frontier.settle(task, { kind: 'done', page: 9 });
    return task?.url.slice('https://'.length);
  };
  return { db, frontier, next };
}

it('pages that are reopened are handed out by their new priorities, and closed again if they are not', () => {
  const { frontier, next } = frontierWithPages();
  frontier.layAside(frontier.lastId);
  const ids = ['a.test/1', 'b.test/2', 'a.test/3'].map((url) => frontier.find(`https://${url}`)!.id);
  expect(frontier.reopen(ids.map((id, i) => ({ link: id, priority: i })))).toBe(3);
  expect(frontier.stats()).toMatchObject({ waiting: 3, done: 0, hosts: 2 });
  expect(next()).toBe('a.test/3');
  expect(frontier.closeReopened()).toBe(2);
  expect(next()).toBeUndefined();
  expect(frontier.find('https://b.test/2')).toMatchObject({ state: 'done', page: 2 });
});

it('a link that waits, or is unknown, is not reopened', () => {
  const { frontier } = frontierWithPages();
  const waiting = frontier.find('https://c.test/later')!.id;
  expect(
    frontier.reopen([
      { link: waiting, priority: 1 },
      { link: 99, priority: 1 },
    ]),
  ).toBe(0);
});

it('a find, a promotion or a rescore does not change the priority of a page that waits again', () => {
  const { frontier, next } = frontierWithPages();
  frontier.layAside(frontier.lastId);
  const id = frontier.find('https://b.test/2')!.id;
  frontier.reopen([{ link: id, priority: 1 }]);
  frontier.add([link('b.test/2', 50), link('d.test/new', 2)]);
  frontier.promote([id], 50, 'max');
  frontier.rescore(({ priority }) => priority + 1);
  expect(frontier.find('https://b.test/2')).toMatchObject({ state: 'waiting', priority: 1 });
  expect([next(), next()]).toEqual(['d.test/new', 'b.test/2']);
});

it('links that are laid aside are neither handed out nor changed before they are taken up', () => {
  const { db, frontier, next } = frontierWithPages();
  expect(frontier.layAside(frontier.lastId)).toBe(1);
  frontier.add([link('c.test/later', 99)]);
  expect(next()).toBeUndefined();
  expect(frontier.nextReadyAt()).toBeUndefined();
  expect(new SqliteFrontier(db).stats()).toMatchObject({ waiting: 0, done: 3 });
  expect(frontier.takeUp()).toBe(1);
  expect(frontier.find('https://c.test/later')).toMatchObject({ state: 'waiting', priority: 9 });
  expect(next()).toBe('c.test/later');
});

it('a task may be laid aside, and waits when it is taken up', () => {
  const { frontier } = frontierWithPages();
  const [task] = frontier.take(1, NOW) as Task[];
  frontier.settle(task!, { kind: 'aside' });
  expect(frontier.take(1, NOW)).toEqual([]);
  frontier.takeUp();
  expect(frontier.take(1, NOW)).toMatchObject([{ url: 'https://c.test/later' }]);
});

it('a page that waits again survives a restart, also in batches', () => {
  const { db, frontier } = frontierWithPages();
  frontier.layAside(frontier.lastId);
  const pages = new SqliteFrontier(db);
  pages.reopen([{ link: 1, priority: 5 }]);
  const batched = new SqliteFrontier(db, { batch: 2 });
  batched.refill(NOW);
  expect(batched.take(2, NOW)).toMatchObject([{ id: 1 }]);
  expect(new SqliteFrontier(db).closeReopened()).toBe(1);
});
