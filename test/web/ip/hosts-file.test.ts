import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { HostsFile } from '../../../src/web/ip/hosts-file.ts';
import { createLookup } from '../../../src/web/ip/resolve.ts';

const folder = mkdtempSync(join(tmpdir(), 'forage-hosts-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(text: string): HostsFile {
  const path = join(folder, `hosts-${Math.random()}`);
  writeFileSync(path, text);
  return new HostsFile(path);
}

test('names are read with their aliases, in any case, and without comments', () => {
  // By hosts(5): an address, then names, separated by blanks; # begins a comment.
  const file = fileOf(
    '127.0.0.1 localhost\n# 10.0.0.9 old.test\n10.0.0.1\tMine.test alias # x.test\n::1 mine.test\nnonsense y.test\n',
  );
  expect(file.addressesOf('mine.TEST')).toEqual(['10.0.0.1', '::1']);
  expect(file.addressesOf('alias')).toEqual(['10.0.0.1']);
  for (const name of ['old.test', 'x.test', 'y.test', 'unknown.test'])
    expect(file.addressesOf(name)).toEqual([]);
});

test('a missing file has no names', () => {
  expect(new HostsFile(join(folder, 'none')).addressesOf('a.test')).toEqual([]);
});

test('a name in the hosts file is found although the name server never answers', async () => {
  // Nothing listens on the discard port; the DNS would be asked there.
  const lookup = createLookup(['127.0.0.1:9'], fileOf('10.0.0.7 printer.example.org\n'));
  expect(await lookup('printer.example.org', new AbortController().signal)).toEqual(['10.0.0.7']);
});
