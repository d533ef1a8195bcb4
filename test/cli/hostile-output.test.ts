/** What a page, a robots.txt or a server says never reaches the terminal as a command to it. */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleaned, hasColours, styled } from '../../src/cli/print.ts';
import { crawlOf, newFolder, page, removeFolders, type SmallWeb, smallWeb } from '../crawl/small-web.ts';
import { forageHere } from './forage-here.ts';

/** OSC 0 sets the window's title, CSI 31 m and its one-character form colour what follows, CSI 2 J clears the screen. */
const ESCAPES = '\x1b]0;pwned\x07\x1b[31m\u009b31m\x1b[2J\u0090q\u009c\u202e';
/** Everything below a space but a line feed and a tab, DEL, C1, and what turns the direction of writing. */
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

let web: SmallWeb;
let folder: string;

beforeAll(async () => {
  const comet = `comet ${ESCAPES} comet`;
  web = await smallWeb(
    {
      'a.test/robots.txt': {
        body: `User-agent: *\nDisallow: /no${ESCAPES}\nSitemap: http://a.test/s${ESCAPES}.xml\n# ${ESCAPES}`,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
      },
      'a.test/': page({ '/b': comet, [`/c${ESCAPES}`]: comet, '/moved': 'moved' }, comet.repeat(20)),
      'a.test/b': page([], `${comet.repeat(10)} another text`),
      'a.test/moved': { status: 302, headers: { location: '/b\u0085' } },
    },
    { threads: 0 },
  );
  ({ folder } = await crawlOf(web, { seeds: ['http://a.test/', `http://a.test/gone`] }));
});
afterAll(async () => {
  await web.close();
  removeFolders();
});

describe('no control character of the Web is printed by', () => {
  it.each([
    ['status'],
    ['status', '--json'],
    ['status', '--host', 'a.test'],
    ['status', '--host', 'a.test', '--json'],
    ['search', 'comet'],
    ['search', 'comet', '--json'],
    ['search', `comet${ESCAPES}`],
    ['show', 'http://a.test/'],
    ['show', 'http://a.test/', '--json'],
    ['show', 'http://a.test/', '--text'],
    ['show', `http://a.test/${ESCAPES}`],
    ['follow', '--text', '--links'],
    ['judge', '--dry-run', '--threads', '0'],
  ])('forage %s %s %s', async (command, ...rest) => {
    const { out, err } = await forageHere([command, folder, ...rest], { cwd: newFolder() });
    expect(out + err).not.toBe('');
    expect(out + err).not.toMatch(OBEYED);
  });
});

describe('what is printed', () => {
  it('has our own styles where colours are wanted, and nothing of a page', () => {
    const line = `${styled('bold', `title ${ESCAPES}`)}\tend\n`;
    expect(cleaned(line, true)).toBe('\x1b[1mtitle ]0;pwned[31m31m[2Jq\x1b[0m\tend\n');
    expect(cleaned(line, false)).toBe('title ]0;pwned[31m31m[2Jq\tend\n');
  });

  it('has no colours in a pipe or with NO_COLOR', () => {
    const terminal = Object.assign(Object.create(process.stdout), { isTTY: true }) as NodeJS.WriteStream;
    const before = process.env.NO_COLOR;
    try {
      delete process.env.NO_COLOR;
      expect(hasColours(terminal)).toBe(true);
      expect(hasColours(Object.assign(Object.create(process.stdout), { isTTY: false }))).toBe(false);
      process.env.NO_COLOR = '1';
      expect(hasColours(terminal)).toBe(false);
    } finally {
      if (before === undefined) delete process.env.NO_COLOR;
      else process.env.NO_COLOR = before;
    }
  });

  it('is written in one place: only views that redraw write to a stream themselves', () => {
    const cli = dirname(new URL('../../src/cli/main.ts', import.meta.url).pathname);
    const writes = globSync(`${cli}/*.ts`).filter((file) =>
      /console\.(log|error|warn|info)|std(out|err)\.write/.test(readFileSync(file, 'utf8')),
    );
    const cleanThemselves = ['lab-sample.ts', 'lab.ts'];
    expect(writes.map((file) => basename(file)).filter((file) => !cleanThemselves.includes(file))).toEqual([
      'print.ts',
    ]);
  });
});
