/** Folders that cannot be created are refused at once, with the reason. */
import { execFileSync } from 'node:child_process';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeOut } from '../src/archive/export/output.ts';
import { asDiskTrouble } from '../src/disk.ts';
import { forage } from './cli/forage.ts';
import { forageHere } from './cli/forage-here.ts';
import { newFolder, page, prose, removeFolders, smallWeb } from './crawl/small-web.ts';

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

it.each([
  ['a path through a file', 'file/x', 'a part of its path is a file. Choose another place for it.'],
  ['a folder that is missing', 'none/x', '/none. Create it first, or choose another place.'],
])('an export into %s', async (_, path, why) => {
  const error = await writeOut(join(cwd, path), ['text']).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: 'FILE_UNREADABLE',
    message: expect.stringContaining(`${join(cwd, path)} cannot be written: `),
  });
  expect((error as Error).message).toContain(why);
});

const withFullDisk = async (bytes: number, work: (disk: string) => Promise<void>): Promise<void> => {
  const disk = newFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    return; // a container without the right to mount
  }
  try {
    await work(disk);
  } finally {
    execFileSync('umount', ['-l', disk]);
  }
};

it.skipIf(process.getuid?.() !== 0)('a crawl into a full disk', () =>
  withFullDisk(65_536, async (disk) => {
    const ran = await forageHere(crawlInto(join(disk, 'x')), { cwd });
    expect(ran.code).toBe(1);
    expect(ran.err).toContain('The disk is full');
  }),
);

it.skipIf(process.getuid?.() !== 0)('an export to a full disk names the file, and not the crawl', () =>
  withFullDisk(4096, async (disk) => {
    const web = await smallWeb({ 'a.test/': page([], prose('a comet')) });
    const args = [...crawlInto('comets'), '--connect-to', `*.test=127.0.0.1:${web.port}`, '--threads', '0'];
    await forageHere(args, { cwd });
    await web.close();
    writeFileSync(join(disk, 'other'), 'x'.repeat(4096));
    for (const format of ['jsonl', 'warc', 'wacz', 'text', 'markdown', 'parquet']) {
      const out = join(disk, `comets.${format}`);
      const ran = await forageHere(['export', 'comets', '--format', format, '--out', out], { cwd });
      expect(ran.code).toBe(1);
      expect(ran.err).toContain(out);
      expect(ran.err).toContain(
        'cannot be written: the disk is full. Free some space, or choose another disk.',
      );
    }
  }),
);

it('a database that one may only read is not said to be on a read-only disk', () => {
  const path = join(newFolder(), 'crawl.db');
  new DatabaseSync(path).close();
  writeFileSync(path, '');
  const db = new DatabaseSync(path, { readOnly: true });
  const trouble = (): unknown => {
    try {
      return db.exec('CREATE TABLE a (b)');
    } catch (error) {
      return asDiskTrouble(error, path);
    } finally {
      db.close();
    }
  };
  expect(trouble()).toMatchObject({
    code: 'CRAWL_FOLDER',
    message: expect.stringMatching(
      /crawl\.db cannot be written: you may not write to it or to its folder, or /,
    ),
  });
});
