/** Ctrl-C: once ends a crawl cleanly, twice at once; either way it can be resumed and nothing is lost. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  newFolder,
  outcomesOf,
  page,
  prose,
  removeFolders,
  smallWeb,
  type Table,
} from '../crawl/small-web.ts';
import { forage } from './forage.ts';

afterAll(removeFolders);

const PAGES = 30;

/** A chain of pages; `slowest` takes half a minute the first time that it is asked for. */
function chain(slowest?: number): Table {
  const table: Table = {};
  for (let i = 0; i < PAGES; i++) {
    const body = page([`/p${i + 1}`], prose(`page ${i}`));
    table[`a.test/p${i}`] = (n) => ({ body, delayMs: i === slowest && n === 1 ? 30_000 : 0 });
  }
  return table;
}

async function interrupted(table: Table, when: string, signals: number) {
  const web = await smallWeb(table);
  const cwd = newFolder();
  writeFileSync(join(cwd, 'topic.yaml'), 'name: chain\nkeywords: [comet]\nseeds: ["http://a.test/p0"]\n');
  const flags = ['--contact', 'test@example.org', '--connect-to', `*.test=127.0.0.1:${web.port}`];
  const crawling = forage(['crawl', 'topic.yaml', ...flags, '--delay', '60', '--threads', '1'], { cwd });
  await new Promise<void>((resolve) => {
    const look = setInterval(() => {
      if (!web.paths().includes(when)) return;
      clearInterval(look);
      resolve();
    }, 5);
  });
  crawling.child.kill('SIGINT');
  if (signals > 1) {
    await crawling.printed('Ctrl-C again');
    crawling.child.kill('SIGINT');
  }
  const ran = await crawling;
  const status = await forage(['status', 'chain'], { cwd });
  const resumed = await forage(['resume', 'chain', '--quiet'], { cwd });
  await web.close();
  return { ran, status, resumed, outcomes: outcomesOf(join(cwd, 'chain')) };
}

describe.concurrent('a crawl in the terminal', () => {
  it('ends cleanly after one Ctrl-C, and resume finishes it', async () => {
    const { ran, status, resumed, outcomes } = await interrupted(chain(), '/p9', 1);
    expect(ran.code).toBe(0);
    expect(ran.err).toContain('Press Ctrl-C again to stop immediately');
    expect(ran.out).toContain('Stopped: stopped by the user.');
    expect(ran.out).toContain('forage resume chain');
    expect(status.out).toContain('Stopped: stopped by the user.');
    expect(resumed).toMatchObject({ code: 0, err: '' });
    expect(Object.values(outcomes).filter((outcome) => outcome === 'page')).toHaveLength(PAGES);
  });

  it('ends immediately after a second Ctrl-C, though a server keeps it waiting, and resume finishes it', async () => {
    const { ran, status, resumed, outcomes } = await interrupted(chain(9), '/p9', 2);
    expect(ran.code).toBe(130);
    expect(ran.err).not.toMatch(/\n\s+at /);
    expect(status.out).toContain('Crashed. "forage resume" continues');
    expect(resumed).toMatchObject({ code: 0, err: '' });
    expect(Object.values(outcomes).filter((outcome) => outcome === 'page')).toHaveLength(PAGES);
  });
});
