import { describe, expect, test } from 'vitest';
import { tagShare, tagWords } from '../../src/text/parts-of-speech.ts';

// Tagged by hand; words that any grammar tags the same way.
test.each([
  ['The old doctor quickly examined seven sick children .', 'DET ADJ NOUN ADV VERB NUM ADJ NOUN PUNCT'],
  ['She has never seen such a beautiful house .', 'PRON AUX ADV VERB ADJ DET ADJ NOUN PUNCT'],
  ['They ran slowly because the road was wet .', 'PRON VERB ADV SCONJ DET NOUN AUX ADJ PUNCT'],
  ['Who wrote the longest novel in 1999 ?', 'PRON VERB DET ADJ NOUN ADP NUM PUNCT'],
  [
    'The patients were treated with a low dose of insulin .',
    'DET NOUN AUX VERB ADP DET ADJ NOUN ADP NOUN PUNCT',
  ],
])('%s', (sentence, tags) => {
  const tagged = tagWords(sentence);
  expect(tagged.words.join(' ')).toBe(sentence);
  expect(tagged.tags.join(' ')).toBe(tags);
});

test('the share of a part of speech ignores punctuation', () => {
  const tagged = tagWords('The old doctor quickly examined seven sick children.');
  expect(tagShare(tagged, ['ADJ'])).toBe(2 / 8);
  expect(tagShare(tagged, ['NOUN', 'VERB'])).toBe(3 / 8);
  expect(tagShare(tagWords('...'), ['ADJ'])).toBe(0);
});

describe('odd texts', () => {
  test('an empty one has no words', () => {
    expect(tagWords('')).toEqual({ words: [], tags: [] });
    expect(tagWords(' \n ')).toEqual({ words: [], tags: [] });
  });

  test.each([
    ['a megabyte without spaces', 'a'.repeat(1_000_000)],
    ['lone surrogates', 'a \ud800 b \udc00'],
    ['brackets', '('.repeat(50_000)],
    ['quotes', '\'"`'.repeat(20_000)],
    ['names of properties', 'constructor __proto__ toString hasOwnProperty'],
  ])('%s: as many tags as words', (_, text) => {
    const { words, tags } = tagWords(text);
    expect(tags.length).toBe(words.length);
  });

  test('a long text is read only up to the limit', () => {
    expect(tagWords('word '.repeat(1000), 52).words).toEqual(Array.from({ length: 10 }, () => 'word'));
  });
});
