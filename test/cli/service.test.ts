/** What deploy/ tells people to type before a crawl becomes a service, typed here on a frozen web. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { freezeDemo } from '../../src/lab/demo-web.ts';
import { newFolder, removeFolders } from '../crawl/small-web.ts';
import { forage } from './forage.ts';
import { forageHere } from './forage-here.ts';

afterAll(removeFolders);

const cwd = newFolder();

it('the service goes on with a crawl made as its unit file says, and does not end at the page that made the folder', async () => {
  await freezeDemo(cwd, { pages: 500, seed: 1, relevant: 5, irrelevant: 20 });
  const unit = readFileSync(join(import.meta.dirname, '../../deploy/forage@.service'), 'utf8');
  const typed = [...unit.matchAll(/^# +sudo -u forage forage (.+?)(?: +#.*)?$/gm)].map(([, line]) =>
    line!
      .replace('owls.yaml', join('topics', 'birds.json'))
      .replace('--contact you@example.org', '--web archive')
      .replaceAll('/var/lib/forage/owls', 'owls')
      .split(' '),
  );
  expect(typed.length).toBeGreaterThan(0);
  for (const args of typed) expect(await forageHere(args, { cwd })).toMatchObject({ code: 0 });

  const started = /^ExecStart=\/usr\/bin\/env forage (.+)$/m.exec(unit)![1]!;
  const served = await forageHere(started.replace('/var/lib/forage/%i', 'owls').split(' '), { cwd });
  expect(served.code).toBe(0);
  const { out } = await forageHere(['status', 'owls', '--json'], { cwd });
  expect(JSON.parse(out).counts.pages).toBeGreaterThan(20);
});

it('a crawl resumed from another folder says where its frozen web is looked for', async () => {
  const { err, code } = await forageHere(['resume', join(cwd, 'owls'), '--pages', '9000'], {
    cwd: newFolder(),
  });
  expect(code).toBe(1);
  expect(err).toMatch(
    /^The frozen web of this crawl, archive, is not in .*\. Resume it from the folder where it was started, or correct "web" in .*owls\/crawl\.yaml\.$/m,
  );
});

it.each(['SIGINT', 'SIGTERM'] as const)(
  'a follower that waits for more ends cleanly with %s',
  async (signal) => {
    const pages = (await forageHere(['follow', 'owls'], { cwd })).out.trimEnd().split('\n');
    const following = forage(['follow', 'owls', '--wait'], { cwd });
    await following.printed(pages.at(-1)!);
    following.child.kill(signal);
    const { code, out } = await following;
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n')).toEqual(pages);
  },
);
