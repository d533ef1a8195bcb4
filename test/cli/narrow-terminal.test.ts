/** What a crawl and its status print in a real terminal of 60 columns, which "script" makes. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { widthOf } from '../../src/cli/width.ts';
import { crawl } from '../../src/crawl/start.ts';
import { newFolder, page, prose, removeFolders, smallWeb } from '../crawl/small-web.ts';

const command = fileURLToPath(new URL('../../bin/forage.js', import.meta.url));
const hasScript =
  process.platform === 'linux' &&
  /util-linux/.test(spawnSync('script', ['--version']).stdout?.toString() ?? '');

/** Paths and names are those of the test: no shell would take a part of them for its own. */
function inTerminal(args: readonly string[]): string[] {
  const line = `stty cols 60 rows 50; '${process.execPath}' '${command}' ${args.map((one) => `'${one}'`).join(' ')}`;
  const { stdout } = spawnSync('script', ['-qec', line, '/dev/null'], {
    encoding: 'utf8',
    env: { ...process.env, SHELL: '/bin/sh', NO_COLOR: '1', TERM: 'xterm' },
  });
  return stripVTControlCharacters(stdout).split(/\r*\n/);
}

/** What the terminal would have to break: but commands to paste, and words that are wider than it. */
const tooWide = (lines: readonly string[]): string[] =>
  lines.filter((line) => widthOf(line) > 60 && !/^\s*("?\(?forage .*|\S+)$/.test(line));

describe.skipIf(!hasScript)(
  `in a terminal${hasScript ? '' : ' (skipped: no "script" of util-linux)'}`,
  () => {
    afterAll(removeFolders);

    it('the end of a crawl and its status break between words at 60 columns', async () => {
      const host = `${'long-name.'.repeat(4)}test`;
      const web = await smallWeb(
        {
          'a.test/': page([`http://${host}/1`, `http://${host}/2`], prose('a')),
          [`${host}/1`]: page([], `comet tail ${prose('b')}`),
          [`${host}/2`]: page([], prose('c')),
        },
        { threads: 0 },
      );
      const out = join(newFolder(), 'tails');
      const topic = {
        name: 'tails',
        title: 'Tails of comets',
        keywords: ['comet', 'tail'],
        seeds: ['http://a.test/'],
      };
      await crawl({ topic, out, settings: web.settings }).finished;
      await web.close();
      const status = inTerminal(['status', out]);
      expect(status.join(' ')).toMatch(/1 of 3 pages called relevant .* links waiting/);
      // Its table has a line for the host, shortened.
      expect(status.filter((line) => /^long-name\S*… +2 +1 /.test(line))).toHaveLength(1);
      expect(tooWide(status)).toEqual([]);
      const again = join(newFolder(), 'again');
      const replayed = inTerminal([
        'crawl',
        '--web',
        out,
        '--seed',
        'http://a.test/',
        '--keywords',
        'comet, tail',
        '--out',
        again,
        '-q',
      ]);
      expect(replayed.join(' ')).toMatch(/Stopped: .* links still waiting\./);
      expect(tooWide(replayed)).toEqual([]);
    });
  },
);
