/** Folders that cannot be created are refused at once, with the reason. */
import { execFileSync } from 'node:child_process';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeOut } from '../src/archive/export/output.ts';
import { forage } from './cli/forage.ts';
import { forageHere } from './cli/forage-here.ts';
import { newFolder, removeFolders } from './crawl/small-web.ts';

let cwd: string;
beforeAll(() => {
  cwd = newFolder();
  writeFileSync(join(cwd, 'file'), '');
  symlinkSync('one', join(cwd, 'other'));
  symlinkSync('other', join(cwd, 'one'));
});
afterAll(removeFolders);

const crawlInto = (out: string): string[] => [
  ...['crawl', '--seed', 'http://a.test/', '--keywords', 'comet', '--contact', 'me@example.org'],
  ...['--out', out],
];

it.each<[string, string, number, string]>([
  ['a device', '/dev/null', 1, '/dev/null is a file.'],
  ['a path through a device', '/dev/null/x', 1, 'a part of its path is a file'],
  ['a file', 'file', 1, 'file is a file.'],
  ['a path through a file', 'file/x', 1, 'a part of its path is a file'],
  ['symbolic links in a circle', 'one', 1, 'its symbolic links lead in a circle'],
  ['a path through such links', 'one/x', 1, 'its symbolic links lead in a circle'],
  ['a very long name', 'a'.repeat(300), 1, 'its name is too long'],
  ['no name', '', 2, 'give --out one'],
])('a crawl into %s', async (_, out, code, why) => {
  const ran = await forageHere(crawlInto(out), { cwd });
  expect(ran.code).toBe(code);
  expect(ran.err).toContain(why);
  expect(existsSync(join(cwd, 'crawl.yaml'))).toBe(false);
});

// Processes of their own, because this once never ended.
it.skipIf(process.platform !== 'linux').each([
  ['a crawl', crawlInto('/proc/x')],
  ['a demonstration', ['demo', '--pages', '1', '--out', '/proc/x']],
  [
    'a corpus',
    [
      'grow',
      '.',
      '--pages',
      '5',
      '--seed',
      'http://a.test/',
      '--contact',
      'me@example.org',
      '--out',
      '/proc/x',
    ],
  ],
])('%s into a place where no folders can be created', async (_, command) => {
  const { code, err } = await forage(command, { cwd });
  expect(code).toBe(1);
  expect(err).toContain('The folder /proc/x');
  expect(err).toContain('cannot be created: no folders can be created there. Choose another place for it.');
});

it('an export into a path through a file', async () => {
  const error = await writeOut(join(cwd, 'file', 'x'), ['text']).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: 'FILE_UNREADABLE',
    message: expect.stringContaining('x cannot be written'),
  });
});

it.skipIf(process.getuid?.() !== 0)('a crawl into a full disk', async () => {
  const disk = newFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    return; // a container without the right to mount
  }
  try {
    const ran = await forageHere(crawlInto(join(disk, 'x')), { cwd });
    expect(ran.code).toBe(1);
    expect(ran.err).toContain('The disk is full');
  } finally {
    execFileSync('umount', ['-l', disk]);
  }
});
