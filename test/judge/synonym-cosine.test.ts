/**
 * Keywords with synonyms. The first sense of "car" contains car, auto, automobile, machine and motorcar; each weighs as
 * much as "car", so the query has five equal parts.
 */
import { describe, expect, it } from 'vitest';
import { synonymCosine } from '../../src/judge/synonym-cosine.ts';
import { englishBackground } from '../../src/text/background.ts';
import { ConceptGraph } from '../../src/text/ontology/concept-graph.ts';
import { wordNetOntology } from '../../src/text/ontology/wordnet-ontology.ts';
import { stemmer } from '../../src/text/stem.ts';
import { pageOf } from '../page-of.ts';

const ontology = wordNetOntology();
const idf = (word: string) => englishBackground().idf(stemmer()(word));
const car = synonymCosine([{ term: 'car', weight: 1 }], { threshold: 0.1, senses: 1, ontology });

describe('keywords with synonyms', () => {
  it('an anchor is expanded with synonyms too: "automobile" is as good as "car"', () => {
    expect(car.scoreText('car')).toBeCloseTo(1, 12);
    // Its first noun sense is the same; as a verb it has no synonym.
    expect(car.scoreText('automobile')).toBeCloseTo(1, 12);
  });

  it('a word with a different first sense matches only itself', () => {
    // "Machine" alone (the device, the verb "to machine"): one of five parts.
    expect(car.scoreText('machine')).toBeCloseTo(1 / Math.sqrt(5), 12);
  });

  it('a page is not expanded: "automobile" on it is one of five parts', () => {
    const { score, why, relevant } = car.judge(pageOf({ text: 'Automobiles' }));
    expect(score).toBeCloseTo(1 / Math.sqrt(5), 12);
    expect(why).toEqual(['+0.447 automobile ×1']);
    expect(relevant).toBe(true);
  });

  it('other words of a page are part of its length', () => {
    const [auto, rose] = [idf('automobile'), idf('rose')];
    const { score } = car.judge(pageOf({ text: 'automobile rose' }));
    expect(score).toBeCloseTo(auto / (Math.hypot(auto, rose) * Math.sqrt(5)), 12);
  });

  it('more senses bring more synonyms', () => {
    const all = synonymCosine([{ term: 'car', weight: 1 }], { threshold: 0.1, senses: 0, ontology });
    // The car of an airship, its third sense, is also a gondola.
    expect(all.judge(pageOf({ text: 'gondola' })).score).toBeGreaterThan(0);
    expect(car.judge(pageOf({ text: 'gondola' })).score).toBe(0);
  });

  it('a keyword of negative weight subtracts, with its synonyms', () => {
    const not = synonymCosine(
      [
        { term: 'rose', weight: 1 },
        { term: 'car', weight: -1 },
      ],
      { threshold: 0.1, senses: 1, ontology },
    );
    expect(not.judge(pageOf({ text: 'automobile' })).score).toBe(0);
    expect(not.judge(pageOf({ text: 'automobile' })).why).toEqual([
      expect.stringMatching(/^−0\.\d+ automobile ×1$/),
    ]);
    expect(not.judge(pageOf({ text: 'a rose' })).score).toBeGreaterThan(
      not.judge(pageOf({ text: 'a rose on an automobile' })).score,
    );
  });

  it('nothing is added in another language', () => {
    const german = synonymCosine([{ term: 'Rose', weight: 1 }], {
      threshold: 0.1,
      senses: 1,
      language: 'de',
    });
    expect(german.scoreText('Rosen')).toBe(1);
    expect(german.scoreText('rosebush')).toBe(0);
  });

  it('an empty page and an empty anchor score 0', () => {
    expect(car.judge(pageOf({})).score).toBe(0);
    expect(car.scoreText('')).toBe(0);
    expect(car.scoreText('— the —')).toBe(0);
  });
});

describe('synonyms of several words', () => {
  // WordNet has asthma, asthma attack and bronchial asthma as one.
  const asthma = synonymCosine([{ term: 'asthma', weight: 1 }], { threshold: 0.1, senses: 1, ontology });

  it('an anchor with one of them is as good as the keyword', () => {
    expect(asthma.scoreText('asthma')).toBeCloseTo(1, 12);
    // Of the anchor's four terms "bronchial" is not in the query.
    const [a, b] = [idf('asthma'), idf('bronchial')];
    const rarest = Math.max(a, b);
    const anchor = Math.hypot(a, b, rarest, rarest);
    expect(asthma.scoreText('Bronchial asthma')).toBeCloseTo(
      (a * (a + 2 * rarest)) / (anchor * a * Math.sqrt(3)),
      12,
    );
  });

  it('on a page they count as phrases, not as single words', () => {
    const scoreOf = (text: string) => asthma.judge(pageOf({ text }));
    const { score, why } = scoreOf('bronchial asthma');
    const [a, b] = [idf('asthma'), idf('bronchial')];
    const rarest = Math.max(a, b);
    expect(score).toBeCloseTo((a + rarest) / (Math.hypot(a, b, rarest) * Math.sqrt(3)), 12);
    expect(why.join()).toContain('bronchial asthma ×1');
    expect(scoreOf('bronchial')).toMatchObject({ score: 0 });
    expect(scoreOf('asthma, but bronchial').score).toBeLessThan(score);
  });

  it('stop words in between do not matter', () => {
    const course = synonymCosine([{ term: 'course', weight: 1 }], { threshold: 0.1, senses: 1, ontology });
    const { why } = course.judge(pageOf({ text: 'courses of study' }));
    expect(why.join()).toContain('course of study ×1');
  });

  it('a keyword of several words is a phrase, too', () => {
    const aid = synonymCosine([{ term: 'first aid', weight: 1 }], { threshold: 0.1, senses: 1, ontology });
    const scoreOf = (text: string) => aid.judge(pageOf({ text })).score;
    expect(scoreOf('first aid')).toBeGreaterThan(scoreOf('aid comes first'));
  });
});

describe('with an ontology of the topic’s own', () => {
  // Two names for one concept, equally rare: the query has two equal parts, and a page with one of them 1/√2.
  const names = ['gripe', 'influenza'];
  const records = [{ id: 'flu', names, broader: [], wholes: [], related: [] }];
  const flu = synonymCosine([{ term: 'gripe', weight: 1 }], {
    threshold: 0.1,
    senses: 1,
    ontology: new ConceptGraph(records, 'pt'),
  });

  it('its other names are synonyms, whatever the language', () => {
    expect(flu.scoreText('influenza')).toBeCloseTo(1, 12);
    expect(flu.judge(pageOf({ text: 'influenza' })).score).toBeCloseTo(1 / Math.SQRT2, 12);
    expect(flu.scoreText('resfriado')).toBe(0);
  });
});
