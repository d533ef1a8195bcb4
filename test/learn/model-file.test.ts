import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readChromosome } from '../../src/learn/evolution/chromosome.ts';
import { trained } from '../../src/learn/evolution/fitness.ts';
import { ReadText } from '../../src/learn/features/document.ts';
import { HiddenMarkov } from '../../src/learn/hidden-markov.ts';
import { LinearSvm } from '../../src/learn/linear-svm.ts';
import { loadModel, saveModel } from '../../src/learn/model-file.ts';
import { loadRecord, saveRecord } from '../../src/learn/record-file.ts';
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

test('an evolved classifier is saved with its features', () => {
  const samples = texts.map(({ text, relevant }) => ({ sample: new ReadText(text), relevant }));
  const made = trained(readChromosome('frequent-tokens;10|many-tokens;50|naive-bayes'), samples);
  saveModel(path, { learner: made.learner, features: made.space, performance: {} });
  const { learner: again, features } = loadModel(path);
  const asked = new ReadText('football and an inhaler');
  expect(again.predict(features!.vector(asked))).toBe(made.learner.predict(made.space.vector(asked)));
});

test('other things that were learnt are saved the same way, and not taken for a classifier', () => {
  const model = new HiddenMarkov([1], [[1]], [[0.5, 0.5]]);
  saveRecord(path, 'hidden-markov', model);
  expect(HiddenMarkov.fromJSON(loadRecord(path, 'hidden-markov'))).toEqual(model);
  expect(() => loadModel(path)).toThrow(/hidden-markov/);
  expect(() => loadModel(path)).toThrow(expect.objectContaining({ code: 'MODEL_INVALID' }));
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
