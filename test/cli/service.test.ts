/** What deploy/ tells people to type before a crawl becomes a service, typed here on a frozen web. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { freezeDemo } from '../../src/lab/demo-web.ts';
import { newFolder, removeFolders } from '../crawl/small-web.ts';
import { forageHere } from './forage-here.ts';

afterAll(removeFolders);

it('the service goes on with a crawl made as its unit file says, and does not end at the page that made the folder', async () => {
  const cwd = newFolder();
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
