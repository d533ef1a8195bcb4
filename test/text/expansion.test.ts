/** Terms of a sentence and their relatives. Expected words are those of WordNet 3.1's own files (data.noun, data.verb). */
import { describe, expect, it } from 'vitest';
import { relativesOf, termsOfSentence, termsOfTexts } from '../../src/text/expansion.ts';

const termsOf = (sentence: string, language?: string) =>
  termsOfSentence(sentence, language).map(({ term }) => term);
const relatives = (...given: string[]) => relativesOf(given).map(({ term }) => term);

describe('the terms of a sentence', () => {
  it('are its words without those that only ask, in the singular, with phrases of the dictionary whole', () => {
    expect(termsOf('barn owls and what they eat')).toEqual(['barn owl', 'eat']);
    expect(termsOf('I am looking for pages about volcanoes, and volcanoes of Iceland')).toEqual([
      'volcano',
      'iceland',
    ]);
  });

  it('are whole phrases also where the first noun has the plural', () => {
    // 01606971 n: bird of prey, raptor, raptorial bird; 04609048 n: work of art. No noun begins with "owner of".
    expect(termsOf('owls and other Birds of Prey')).toEqual(['owl', 'bird of prey']);
    expect(termsOf('stolen works of art')).toContain('work of art');
    expect(termsOf('owners of castles')).toEqual(['owner', 'castle']);
  });

  it('are plain words in a language without WordNet', () => {
    expect(termsOf('die Schleiereule und ihre Beute', 'de')).toEqual(['schleiereule', 'beute']);
  });
});

describe('the relatives of terms', () => {
  it('mean the same, are derived from them, or are terms of the subject, each with its reason', () => {
    // 06104629 n: astronomy, uranology; + astronomer's synset by its second word, + astronomic, astronomical;
    // -c 05098183: a term of astronomy.
    const found = relativesOf(['astronomy']);
    expect(found).toContainEqual({
      term: 'uranology',
      weight: 0.5,
      from: 'WordNet: means the same as "astronomy"',
      of: 'astronomy',
    });
    expect(found.filter(({ from }) => from.includes('a term of')).length).toBeGreaterThan(3);
  });

  it('are those of the sense that fits the other words', () => {
    // "bank" with "banking concern" is synset 08437235 n, whose gloss speaks of money and lending.
    expect(relatives('bank', 'loan')).toContain('banking concern');
    expect(relatives('bank', 'river', 'shore')).not.toContain('banking concern');
  });

  it('never repeat what is there: no term has only stems of given ones', () => {
    // 06104629 n is derived from "astronomic" and "astronomical", which have one Porter stem.
    const found = relatives('astronomy', 'uranology');
    expect(found).not.toContain('uranology');
    expect(found.filter((term) => term.startsWith('astronomic'))).toHaveLength(1);
  });
});

describe('terms of texts', () => {
  it('are those that the other texts do not have, weighted by the share of texts with them', () => {
    const texts = [
      'the owl ate a vole tonight',
      'an owl and a vole',
      'the owl hunts, the vole hides, a mouse',
    ];
    const others = ['the mouse ate cheese tonight', 'a house hides an attic', 'cheese in the attic'];
    const found = termsOfTexts(texts, others, ['owl'], { from: 'texts' });
    expect(found[0]).toEqual({ term: 'vole', weight: 0.5, from: 'texts: on 3 of 3' });
    expect(found.map(({ term }) => term)).not.toContain('owl');
  });
});
