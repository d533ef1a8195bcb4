/** Corpora: paragraphs that repeat an earlier one, the vertical format and TEI. */
import { expect, test } from 'vitest';
import { newParagraphs } from '../../../src/archive/export/corpus-texts.ts';
import { tokensOf } from '../../../src/archive/export/vertical.ts';

test('a paragraph is new once, also with other punctuation and case', () => {
  const isNew = newParagraphs();
  const said = 'Comets are small bodies of ice and dust that grow a tail near the sun';
  expect([said, `${said}.`, said.toUpperCase(), 'Comets', 'Comets', 'Asteroids'].map(isNew)).toEqual([
    true,
    false,
    false,
    true,
    false,
    true,
  ]);
});

test('words and signs are tokens, and those without a space before them are glued', () => {
  expect(tokensOf('He said: “Don’t!” (7.5 %)').map(({ text, glued }) => (glued ? `+${text}` : text))).toEqual(
    ['He', 'said', '+:', '“', '+Don’t', '+!', '+”', '(', '+7', '+.', '+5', '%', '+)'],
  );
});
