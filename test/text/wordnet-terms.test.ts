import { expect, it } from 'vitest';
import { wordNet } from '../../src/text/wordnet.ts';
import { wordNetTerms } from '../../src/text/wordnet-terms.ts';

const terms = wordNetTerms(wordNet());

it('compounds are one term, regardless of case and number', () => {
  expect(terms('First Aid Kits for the solar system')).toEqual(['first aid', 'kits', 'solar system']);
  expect(terms('radio telescopes')).toEqual(['radio telescopes']);
});

it('stop words are kept in compounds and removed elsewhere', () => {
  expect(terms('the state of the art of war')).toEqual(['state of the art', 'war']);
});

it('words that only look like the start of a compound stay separate', () => {
  expect(terms('first aardvark')).toEqual(['first', 'aardvark']);
  expect(terms('solar solar system')).toEqual(['solar', 'solar system']);
});

it('reads only the first words of a long text', () => {
  expect(terms('comet rose '.repeat(10_000))).toHaveLength(60);
});

it('WordNet reports whether any lemma has a prefix', () => {
  expect(wordNet().begins('first a', 'noun')).toBe(true);
  expect(wordNet().begins('first zz', 'noun')).toBe(false);
  expect(wordNet().begins('', 'noun')).toBe(false);
  expect(wordNet().begins('ü', 'noun')).toBe(false);
});
