/** Labels decide what counts as relevant: none may get lost without a word. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readLabels, relevanceBy, topicsIn } from '../../src/lab/labels.ts';
import { newFolder, removeFolders } from '../crawl/small-web.ts';

let path: string;
beforeAll(() => {
  path = join(newFolder(), 'labels.tsv');
});
afterAll(removeFolders);

function read(...lines: string[]) {
  writeFileSync(path, lines.join('\n'));
  return readLabels(path);
}

it('find a page however its URL was written', () => {
  const isComet = relevanceBy(
    read(
      'url\ttopics',
      'HTTP://Sky.Test:80/a/../halley#tail\tcomet; star',
      '',
      'http://sky.test/m%6Fon\tmoon\r',
    ),
    'comet',
  );
  expect(isComet('http://sky.test/halley')).toBe(true);
  expect(isComet('https://sky.test/halley/')).toBe(true);
  expect(isComet('http://sky.test/moon')).toBe(false);
});

it('tell a page without a topic from one that nobody labelled', () => {
  const labels = read('http://sky.test/void\t', 'http://sky.test/dark');
  expect(topicsIn(labels, 'http://sky.test/void')).toEqual([]);
  expect(topicsIn(labels, 'http://sky.test/dark')).toEqual([]);
  expect(topicsIn(labels, 'http://sky.test/new')).toBeUndefined();
});

it('may be repeated, but not contradict each other', () => {
  expect(read('http://sky.test/\ta b', 'HTTP://sky.test\tb,a').get('http://sky.test/')).toEqual(['a', 'b']);
  expect(() => read('url\ttopics', 'http://sky.test/\tcomet', 'http://sky.test:80/\t')).toThrow(
    /http:\/\/sky\.test\/ is labelled "comet" in line 2 and as nothing in line 3/,
  );
});

it.each(['sky.test/halley\tcomet', 'http://sky.test/halley comet', 'ftp://sky.test/halley\tcomet'])(
  'that cannot be read are refused: %s',
  (line) => {
    expect(() => read('url\ttopics', line)).toThrow(
      /labels\.tsv, line 2: .* is not a URL; write a URL, a tab/,
    );
  },
);
