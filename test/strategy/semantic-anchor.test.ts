/**
 * Anchors against keywords in WordNet. By its glosses astrophysics is a branch of astronomy and cosmology one of
 * astrophysics; astronomy stands ten steps under "entity" (abstraction, psychological feature, cognition, content,
 * domain, discipline, science, natural science, physics).
 */
import { describe, expect, it } from 'vitest';
import { type SemanticAnchorSettings, semanticScorer } from '../../src/strategy/semantic-anchor.ts';
import { englishBackground } from '../../src/text/background.ts';
import { ConceptGraph } from '../../src/text/ontology/concept-graph.ts';
import { readTable } from '../../src/text/ontology/read-table.ts';
import { wordNetOntology } from '../../src/text/ontology/wordnet-ontology.ts';
import { stemmer } from '../../src/text/stem.ts';

const ehrig: SemanticAnchorSettings = {
  similarity: 'path-decay',
  decay: 0.5,
  a: 0.2,
  b: 0.6,
  senses: 0,
  least: 0,
  partOf: false,
  weights: 'tf',
  normalised: false,
  ontology: wordNetOntology(),
};
const ssrm: SemanticAnchorSettings = { ...ehrig, similarity: 'li', weights: 'tf-idf', normalised: true };

const astronomy = [{ term: 'astronomy', weight: 1 }];

describe('by path decay', () => {
  const score = semanticScorer(astronomy, ehrig);

  it('a word at distance 0, 1 and 2 scores 1, ½ and ¼', () => {
    expect(score('astronomy')).toBe(1);
    expect(score('Astrophysics')).toBe(0.5);
    expect(score('cosmology')).toBe(0.25);
  });

  it('words add up, weighted relative to the most frequent one', () => {
    expect(score('astrophysics and cosmology')).toBe(0.75);
    // Cosmology stands twice: tf 1 and ½.
    expect(score('cosmology: astrophysics, cosmology')).toBe(0.5 * 0.5 + 0.25);
  });

  it('the weights of several keywords add up', () => {
    const two = semanticScorer([...astronomy, { term: 'astrophysics', weight: -2 }], ehrig);
    expect(two('astronomy')).toBe(1 - 2 * 0.5);
  });

  it('an anchor without words, or of stop words alone, scores 0', () => {
    for (const text of ['', '→', 'the', 'to be or not']) expect(score(text)).toBe(0);
  });

  it('a word that WordNet lacks only matches its own stem', () => {
    const unknown = semanticScorer([{ term: 'quuxing', weight: 1 }], ehrig);
    expect(unknown('quuxed')).toBe(1);
    expect(unknown('astronomy')).toBe(0);
  });

  it('a compound is one term: the "aid" of "first aid" is not read as "help"', () => {
    const aid = semanticScorer([{ term: 'first aid', weight: 1 }], ehrig);
    // "First aid" has one sense, a kind of "care" or "attention".
    expect(aid('first aid')).toBe(1);
    expect(aid('First Aid kits')).toBeGreaterThanOrEqual(1);
    expect(aid('attention')).toBe(0.5);
    expect(aid('first')).toBeLessThan(0.1);
    // Bronchitis is two steps from asthma, and an asthma attack is the same synset.
    const asthma = semanticScorer([{ term: 'asthma', weight: 1 }], ehrig);
    expect(asthma('bronchitis and asthma attacks')).toBe(1.25);
  });

  it('in another language only the same stem counts', () => {
    const german = semanticScorer([{ term: 'Gift', weight: 1 }], {
      ...ehrig,
      ontology: undefined,
      language: 'de',
    });
    expect(german('giften')).toBe(1);
    expect(german('present')).toBe(0);
  });

  it('reads only the first words of an anchor of a million words', () => {
    expect(score('astronomy '.repeat(100_000))).toBe(1);
  });
});

describe('by the measure of Li', () => {
  const score = semanticScorer(astronomy, ssrm);
  const idf = (word: string) => englishBackground().idf(stemmer()(word));

  it('one word against one word scores their similarity, e^−0.2 · tanh(0.6 · 10)', () => {
    expect(score('astrophysics')).toBeCloseTo(Math.exp(-0.2) * Math.tanh(6), 12);
    expect(score('astronomy')).toBe(1);
  });

  it('the sum is normalised by both lengths, and may exceed 1', () => {
    const [one, other] = [idf('astronomy'), idf('astrophysics')];
    const alike = Math.exp(-0.2) * Math.tanh(6);
    const expected = (one + other * alike) / Math.hypot(one, other);
    expect(score('astronomy, astrophysics')).toBeCloseTo(expected, 12);
    expect(expected).toBeGreaterThan(1);
  });

  it('a longer keyword list does not raise a score by its length', () => {
    const same = semanticScorer([{ term: 'astronomy', weight: 5 }], ssrm);
    expect(same('astrophysics')).toBeCloseTo(score('astrophysics'), 12);
  });
});

// Distances counted by hand: dengue and malaria are two steps apart, a rash is a part, an antiviral only related.
describe('by an ontology of the topic’s own', () => {
  const table = [
    'dengue\tis-a\tdoença tropical',
    'malária\tis-a\tdoença tropical',
    'doença tropical\tis-a\tdoença',
    'febre quebra-ossos\tsame-as\tdengue',
    'erupção\tpart-of\tdengue',
    'antiviral\trelated\tdengue',
  ].join('\n');
  const ontology = new ConceptGraph(readTable(table, 'table'), 'pt');
  const dengue = [{ term: 'dengue', weight: 1 }];
  const own = { ...ehrig, ontology };
  const score = semanticScorer(dengue, own);

  it('similarity halves with every step, in the language of its names', () => {
    expect(score('Doença tropical')).toBe(0.5);
    expect(score('malaria')).toBe(0.25);
    expect(score('as doenças')).toBe(0.25);
    expect(score('rosa')).toBe(0);
  });

  it('a name of several words is one term, and another name of the keyword is the keyword', () => {
    expect(score('Febre quebra ossos: sintomas')).toBe(1);
  });

  it('a part is near its whole only if asked for', () => {
    expect(score('erupção')).toBe(0);
    expect(semanticScorer(dengue, { ...own, partOf: true })('erupção')).toBe(0.5);
  });

  it('with one step by any relation, parts and related terms count and a second step does not', () => {
    const connected = semanticScorer(dengue, { ...own, similarity: 'connected' });
    for (const near of ['dengue', 'doença tropical', 'erupção', 'antiviral'])
      expect(connected(near), near).toBe(1);
    for (const far of ['malária', 'doença', 'rosa']) expect(connected(far), far).toBe(0);
  });
});
