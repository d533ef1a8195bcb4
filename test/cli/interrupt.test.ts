/** However a crawl is interrupted, it can be resumed and nothing is lost; the exit code says what happened. */
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
import { forage, type Running } from './forage.ts';
import { forageHere } from './forage-here.ts';

afterAll(removeFolders);

const PAGES = 20;

/** A chain of pages; `slowest` takes half a minute the first time that it is asked for. */
function chain(slowest?: number): Table {
  const table: Table = {};
  for (let i = 0; i < PAGES; i++) {
    const body = page([`/p${i + 1}`], prose(`page ${i}`));
    table[`a.test/p${i}`] = (n) => ({ body, delayMs: i === slowest && n === 1 ? 30_000 : 0 });
  }
  return table;
}

/** A crawl of a web, interrupted when a page is asked for. */
async function interrupted(
  table: Table,
  when: string,
  how: (crawling: Running) => unknown,
  {
    flags: more = [],
    examples = [],
    ...options
  }: Parameters<typeof forage>[1] & { flags?: string[]; examples?: string[] } = {},
) {
  const web = await smallWeb(table);
  const cwd = newFolder();
  const topic = { name: 'chain', keywords: ['comet'], seeds: ['http://a.test/p0'] };
  writeFileSync(join(cwd, 'topic.yaml'), JSON.stringify({ ...topic, examples: { relevant: examples } }));
  const flags = ['--contact', 'test@example.org', '--connect-to', `*.test=127.0.0.1:${web.port}`];
  const crawling = forage(['crawl', 'topic.yaml', ...flags, '--delay', '60', '--threads', '1', ...more], {
    ...options,
    cwd,
  });
  await until(() => web.paths().includes(when));
  await how(crawling);
  const ran = await crawling;
  const status = () => forageHere(['status', 'chain'], { cwd });
  const resume = async () => {
    const resumed = await forageHere(['resume', 'chain', '--quiet'], { cwd });
    return { resumed, outcomes: outcomesOf(join(cwd, 'chain')) };
  };
  return { ran, status, resume, close: () => web.close() };
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
}

const twice = async ({ child, printed }: Running) => {
  child.kill('SIGINT');
  await printed('Ctrl-C again');
  // A second key press, not the same one passed on by another process.
  await new Promise((resolve) => setTimeout(resolve, 500));
  child.kill('SIGINT');
};

/** Makes the start script believe that it runs under an old Node, so that it starts the newer one. */
const asOldNode = [
  '--import',
  'data:text/javascript,Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.19.0" } })',
];

describe('a crawl in the terminal', () => {
  it('ends cleanly after one Ctrl-C, and resume finishes it', async () => {
    const crawl = await interrupted(chain(), '/p9', ({ child }) => child.kill('SIGINT'));
    expect(crawl.ran.code).toBe(0);
    expect(crawl.ran.err).toContain('Press Ctrl-C again to stop immediately');
    expect(crawl.ran.out).toContain('Stopped: stopped by the user.');
    expect(crawl.ran.out).toContain('forage resume chain');
    expect((await crawl.status()).out).toContain('Stopped: stopped by the user.');
    const { resumed, outcomes } = await crawl.resume();
    expect(resumed).toMatchObject({ code: 0, err: '' });
    expect(Object.values(outcomes).filter((outcome) => outcome === 'page')).toHaveLength(PAGES);
    await crawl.close();
  });

  it('takes a Ctrl-C that arrives twice at once as one', async () => {
    const crawl = await interrupted(chain(), '/p9', ({ child }) => {
      child.kill('SIGINT');
      child.kill('SIGINT');
    });
    expect(crawl.ran.code).toBe(0);
    expect(crawl.ran.out).toContain('Stopped: stopped by the user.');
    await crawl.close();
  });

  it('ends immediately after a second Ctrl-C, though a server keeps it waiting, and resume finishes it', async () => {
    const crawl = await interrupted(chain(9), '/p9', twice);
    expect(crawl.ran.code).toBe(130);
    expect(crawl.ran.err).not.toMatch(/\n\s+at /);
    expect((await crawl.status()).out).toContain('Crashed. "forage resume" continues');
    const { resumed, outcomes } = await crawl.resume();
    expect(resumed).toMatchObject({ code: 0, err: '' });
    expect(Object.values(outcomes).filter((outcome) => outcome === 'page')).toHaveLength(PAGES);
    await crawl.close();
  });

  it.each(['SIGINT', 'SIGKILL'] as const)(
    'is started by resume if a %s ended it while it fetched its examples',
    async (signal) => {
      const crawl = await interrupted(chain(9), '/p9', ({ child }) => child.kill(signal), {
        examples: ['http://a.test/p9', 'http://a.test/p8'],
        flags: ['--recipe', 'darmstadt/language-model'],
      });
      const status = await crawl.status();
      expect(status).toMatchObject({ code: 0, err: '' });
      expect(status.out).toContain('has not fetched a page yet');
      expect(status.out).toContain('forage resume chain');
      const { resumed, outcomes } = await crawl.resume();
      expect(resumed).toMatchObject({ code: 0, err: '' });
      expect(Object.values(outcomes).filter((outcome) => outcome === 'page')).toHaveLength(PAGES);
      await crawl.close();
    },
  );

  it('ends cleanly with 129 when its terminal is closed', async () => {
    const crawl = await interrupted(chain(), '/p9', ({ child }) => child.kill('SIGHUP'));
    expect(crawl.ran.code).toBe(129);
    expect((await crawl.status()).out).toContain('Stopped: its terminal was closed.');
    await crawl.close();
  });

  it('ends cleanly with 141 when nobody reads its output any more', async () => {
    const crawl = await interrupted(chain(), '/p9', ({ child }) => child.stdout!.destroy(), {
      flags: ['--json'],
    });
    expect(crawl.ran).toMatchObject({ code: 141, err: '' });
    expect((await crawl.status()).out).toContain('Stopped: its output was closed.');
    await crawl.close();
  });

  it('is reached by a SIGTERM to the start script under an old Node', async () => {
    const crawl = await interrupted(chain(), '/p9', ({ child }) => child.kill('SIGTERM'), {
      node: asOldNode,
    });
    expect(crawl.ran.code).toBe(0);
    expect(crawl.ran.out).toContain('Stopped: stopped by the user.');
    await crawl.close();
  });

  it('does not outlive the start script', async () => {
    const crawl = await interrupted(chain(), '/p9', ({ child }) => child.kill('SIGKILL'), {
      node: asOldNode,
    });
    await until(async () => (await crawl.status()).out.includes('Stopped: stopped by the user.'));
    await crawl.close();
  });
});
