import { expect, test } from 'vitest';
import { emoticons } from '../../src/text/emoticons.ts';

test.each([
  ':-)',
  ':)',
  ';P',
  ':D',
  ':(',
  '=)',
  ":'(",
  '>:(',
  '(-:',
  'D:',
  '^_^',
  'T_T',
  'o_O',
  '>_<',
  '<3',
  ':/',
  'X-D',
])('%s is one emoticon', (face) => {
  expect(emoticons(`so ${face} there`)).toEqual([face]);
  expect(emoticons(face)).toEqual([face]);
  expect(emoticons(`so ${face}.`)).toEqual([face]);
});

test.each([
  'http://example.org/',
  '8) the next item',
  'f(x): a function',
  'note: (see below)',
  'at 10:30 (noon)',
  'c:\\windows',
  'key=value; other=(a)',
  '1 # 2 * 3 © 2026 ™ a → b',
  'std::vector<int>',
])('%s holds none', (text) => {
  expect(emoticons(text)).toEqual([]);
});

test('emoji count once, with their skin tone, joined parts or flag letters', () => {
  expect(emoticons('ok👍🏽, 👨‍👩‍👧 and 🇩🇪 ☺️')).toEqual(['👍🏽', '👨‍👩‍👧', '🇩🇪', '☺️']);
});

test.each([':', '(', 'T_', '-_', ':)', '_', '👍', '\ud83d'])('half a million of %j does not hang', (part) => {
  expect(emoticons(part.repeat(500_000)).length).toBeLessThanOrEqual(500_000);
});
