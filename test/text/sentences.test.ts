import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachSentence, sentences } from '../../src/text/sentences.ts';

test('full stops, question and exclamation marks end sentences, with their closing quotes', () => {
  expect(sentences('It rains. Does it? "Yes!" he said. (So be it.) Well…  Then go')).toEqual([
    'It rains.',
    'Does it?',
    '"Yes!"',
    'he said.',
    '(So be it.)',
    'Well…',
    'Then go',
  ]);
});

test('abbreviations, initials, numbers and names of files do not end sentences', () => {
  const whole = [
    'Dr. Smith met J. R. R. Tolkien at 3.5 km from St. Paul.',
    'See e.g. Fig. 3 of index.html on www.example.org now.',
    'The U.S. Army came.',
  ];
  for (const sentence of whole) expect(sentences(sentence)).toEqual([sentence]);
});

test('line breaks end sentences', () => {
  expect(sentences('Title\n\nFirst line\r\nSecond')).toEqual(['Title', 'First line', 'Second']);
});

test('Chinese and Japanese marks end sentences without a space', () => {
  expect(sentences('今天下雨。你好吗？好！')).toEqual(['今天下雨。', '你好吗？', '好！']);
});

test('nothing is lost but white space, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab. !?…。\n"A') }), (text) => {
      expect(sentences(text).join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    }),
  );
});

test('an empty text has no sentences and iteration stops on false', () => {
  expect(sentences('')).toEqual([]);
  expect(sentences(' \n ')).toEqual([]);
  let seen = 0;
  eachSentence('A b. C d. E f.', () => ++seen < 2);
  expect(seen).toBe(2);
});

test('a megabyte of marks does not hang', () => {
  expect(sentences('.'.repeat(1_000_000)).join('').length).toBe(1_000_000);
});
