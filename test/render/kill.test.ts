/** A crawl that is killed while its browser works leaves no process behind, and goes on where it was. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { startDesk } from '../../src/desk/desk.ts';
import { resume } from '../../src/index.ts';
import { newFolder, pagesOf, prose, removeFolders, smallWeb } from '../crawl/small-web.ts';
import { chromiumPath, needsChromium } from '../lab/chromium.ts';

afterAll(removeFolders);

const PAGE = `<!doctype html><title>A shell</title><div id="root"></div><script>
  fetch('/data').then((answer) => answer.text()).then((text) => { document.body.append(text) })</script>`;

it.skipIf(chromiumPath === undefined || process.platform !== 'linux')(
  `a crawl that is killed leaves no browser behind, and renders its page after a resume, with a picture${needsChromium}`,
  async () => {
    const isAsked = Promise.withResolvers<void>();
    const web = await smallWeb({
      'slow.test/': PAGE,
      'slow.test/data': (n) => {
        // The first is never answered.
        if (n > 1) return `comet comet comet ${prose('slow')}`;
        isAsked.resolve();
        return undefined;
      },
    });
    const folder = newFolder();
    const out = join(folder, 'crawl');
    const settings = join(folder, 'settings.yaml');
    // Not to be reached, however busy the machine is.
    writeFileSync(settings, 'render: { maxSeconds: 200 }');
    const forage = fileURLToPath(new URL('../../bin/forage.js', import.meta.url));
    const flags = [
      '--seed',
      'http://slow.test/',
      '--keywords',
      'comet',
      '--render',
      'always',
      '--screenshots',
      '--quiet',
      '--settings',
      settings,
      '--out',
      out,
    ];
    const where = [
      '--connect-to',
      `*.test=127.0.0.1:${web.port}`,
      '--contact',
      'mailto:a@example.org',
      '--delay',
      '0',
    ];
    const child = spawn(process.execPath, [forage, 'crawl', ...flags, ...where], {
      env: { ...process.env, TMPDIR: folder },
      stdio: 'ignore',
    });
    try {
      await isAsked.promise;
      // The browser's folder for temporary files names it.
      expect(processesWith(folder).length).toBeGreaterThan(2);
    } finally {
      child.kill('SIGKILL');
    }
    await expect.poll(() => processesWith(folder), { timeout: 120_000 }).toEqual([]);
    await resume(out).finished;
    const [shown] = pagesOf(out);
    expect(shown).toMatchObject({ url: 'http://slow.test/', outcome: 'page', relevant: true });
    const picture = readFileSync(join(out, 'pictures', `${shown!.id}.jpg`));
    // A JPEG begins so (ISO/IEC 10918-1, B.2.1).
    expect(picture.subarray(0, 2).toString('hex')).toBe('ffd8');
    const desk = await startDesk({ folder, port: 0 });
    const path = `/api/v1/crawls/crawl/pages/${shown!.id}/picture`;
    const headers = { authorization: `Bearer ${desk.secret}` };
    const answer = await fetch(new URL(path, desk.url), { headers });
    expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true);
    await desk.close();
    await web.close();
  },
);

function processesWith(word: string): string[] {
  const commandOf = (pid: string): string => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      return '';
    }
  };
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && commandOf(name).includes(word));
}
