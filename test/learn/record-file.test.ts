import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { HiddenMarkov } from '../../src/learn/hidden-markov.ts';
import { loadRecord, saveRecord } from '../../src/learn/record-file.ts';
import { Vectoriser } from '../../src/learn/vectoriser.ts';

const folder = mkdtempSync(join(tmpdir(), 'record-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

const texts = ['asthma and an inhaler', 'an inhaler against asthma', 'football scores', 'the football club'];
const vectoriser = Vectoriser.fit(texts);
const path = join(folder, 'model.json');
const save = () => saveRecord(path, 'vectoriser', vectoriser);
const load = () => loadRecord(path, 'vectoriser');

test('a record survives save and load, and no temporary file is left', () => {
  save();
  const text = 'asthma, not football';
  expect(Vectoriser.fromJSON(load()).vector(text)).toEqual(vectoriser.vector(text));
  expect(readdirSync(folder)).toEqual(['model.json']);
});

test('a record of another kind is refused', () => {
  const model = new HiddenMarkov([1], [[1]], [[0.5, 0.5]]);
  saveRecord(path, 'hidden-markov', model);
  expect(HiddenMarkov.fromJSON(loadRecord(path, 'hidden-markov'))).toEqual(model);
  expect(load).toThrow(/hidden-markov/);
  expect(load).toThrow(expect.objectContaining({ code: 'MODEL_INVALID' }));
});

test('a file of another version is refused with its number', () => {
  save();
  writeFileSync(path, readFileSync(path, 'utf8').replace('"version":1', '"version":7'));
  expect(load).toThrow(/version 7/);
  expect(load).toThrow(expect.objectContaining({ code: 'MODEL_INVALID' }));
});

test('any damaged character is detected', () => {
  save();
  const whole = readFileSync(path, 'utf8');
  for (let at = 3; at < whole.length - 1; at += 7) {
    const other = whole[at] === 'x' ? 'y' : 'x';
    writeFileSync(path, whole.slice(0, at) + other + whole.slice(at + 1));
    expect(load, `at ${at}`).toThrow(expect.objectContaining({ code: 'MODEL_INVALID' }));
  }
});

test('a truncated file, an empty file and an unrelated file are refused', () => {
  save();
  const whole = readFileSync(path, 'utf8');
  for (const text of [whole.slice(0, whole.length / 2), '', '{}', 'null', '[1,2]', '\u0000\u0001']) {
    writeFileSync(path, text);
    expect(load).toThrow(expect.objectContaining({ code: 'MODEL_INVALID' }));
  }
});

test('a missing file and a missing folder are reported by name', () => {
  const nowhere = join(folder, 'none', 'model.json');
  const error = expect.objectContaining({
    code: 'FILE_UNREADABLE',
    message: expect.stringContaining(nowhere),
  });
  expect(() => loadRecord(nowhere, 'vectoriser')).toThrow(error);
  expect(() => saveRecord(nowhere, 'vectoriser', vectoriser)).toThrow(error);
});
