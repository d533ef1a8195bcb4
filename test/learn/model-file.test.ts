import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LinearSvm } from '../../src/learn/linear-svm.ts';
import { loadModel, saveModel } from '../../src/learn/model-file.ts';
import { Vectoriser } from '../../src/learn/vectoriser.ts';

const folder = mkdtempSync(join(tmpdir(), 'model-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

const texts = [
  { text: 'asthma and the inhaler of a child with asthma', relevant: true },
  { text: 'an inhaler helps against asthma', relevant: true },
  { text: 'football scores and football players', relevant: false },
  { text: 'the players of the football club scored', relevant: false },
];
const vectoriser = Vectoriser.fit(texts.map(({ text }) => text));
const learner = new LinearSvm();
learner.fit(texts.map(({ text, relevant }) => ({ vector: vectoriser.vector(text), relevant })));
const path = join(folder, 'model.json');
const save = () =>
  saveModel(path, { learner, vectoriser, performance: { f1: 0.81, 'measured on': 'a fifth' } });

test('a loaded model reads a new text as the saved one did, and knows how well it did', () => {
  save();
  const model = loadModel(path);
  const text = 'asthma, not football';
  expect(model.learner.predict(model.vectoriser!.vector(text))).toBe(
    learner.predict(vectoriser.vector(text)),
  );
  expect(model.performance).toEqual({ f1: 0.81, 'measured on': 'a fifth' });
  expect(model.vectoriser!.term(learner.explain(vectoriser.vector(text))[0]!.feature)).toMatch(
    /asthma|footbal/,
  );
  expect(readdirSync(folder)).toEqual(['model.json']);
});

test('a file of another version is refused by its number', () => {
  save();
  writeFileSync(path, readFileSync(path, 'utf8').replace('"version":1', '"version":7'));
  expect(() => loadModel(path)).toThrow(/version 7/);
  expect(() => loadModel(path)).toThrow(expect.objectContaining({ code: 'MODEL_INVALID' }));
});

test('any damaged character is noticed', () => {
  save();
  const whole = readFileSync(path, 'utf8');
  for (let at = 3; at < whole.length - 1; at += 97) {
    const other = whole[at] === 'x' ? 'y' : 'x';
    writeFileSync(path, whole.slice(0, at) + other + whole.slice(at + 1));
    expect(() => loadModel(path), `at ${at}`).toThrow(expect.objectContaining({ code: 'MODEL_INVALID' }));
  }
});

test('a file cut short, an empty file and another file are refused', () => {
  save();
  const whole = readFileSync(path, 'utf8');
  for (const text of [whole.slice(0, whole.length / 2), '', '{}', 'null', '[1,2]', '\u0000\u0001']) {
    writeFileSync(path, text);
    expect(() => loadModel(path)).toThrow(expect.objectContaining({ code: 'MODEL_INVALID' }));
  }
});

test('a file that is not there, and a folder that is not there, are told by name', () => {
  const nowhere = join(folder, 'none', 'model.json');
  expect(() => loadModel(nowhere)).toThrow(expect.objectContaining({ code: 'FILE_UNREADABLE' }));
  expect(() => saveModel(nowhere, { learner, performance: {} })).toThrow(
    expect.objectContaining({ code: 'FILE_UNREADABLE' }),
  );
});

test('a figure that is no number is not saved', () => {
  expect(() => saveModel(path, { learner, performance: { f1: Number.NaN } })).toThrow(
    expect.objectContaining({ code: 'INPUT_INVALID' }),
  );
});

test('texts that share no term give no vocabulary', () => {
  expect(() => Vectoriser.fit(['one two', 'three four'], { stopWords: 'none' })).toThrow(
    expect.objectContaining({ code: 'TRAINING' }),
  );
});
