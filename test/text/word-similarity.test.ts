import { describe, expect, test } from 'vitest';
import { joinCompounds } from '../../src/text/compounds.ts';
import { wordNetOntology } from '../../src/text/ontology/wordnet-ontology.ts';
import { liSimilarity, pathDecay, WordSimilarity } from '../../src/text/word-similarity.ts';
import { type PartOfSpeech, wordNet } from '../../src/text/wordnet.ts';

const database = wordNet();
const ontology = wordNetOntology(database);
const byPath = new WordSimilarity(ontology, 'path-decay');
const byLi = new WordSimilarity(ontology, 'li');

// Traced by hand through the pointers @ and @i of data.noun and data.verb with grep, first sense of each word; ">" is
// one step up. Then 0.5^path and e^(−0.2·path)·tanh(0.6·depth) with a calculator.
const pairs: [string, string, PartOfSpeech, number, string, number, number, number][] = [
  // bicycle > wheeled vehicle < tricycle; wheeled vehicle > container > instrumentality > artifact > whole > object > physical entity > entity
  ['bicycle', 'tricycle', 'noun', 2, 'wheeled vehicle', 7, 0.25, 0.67],
  // bicycle > wheeled vehicle < self-propelled vehicle < motor vehicle < motorcycle
  ['bicycle', 'motorcycle', 'noun', 4, 'wheeled vehicle', 7, 0.0625, 0.4491],
  // asthma > respiratory disease < bronchitis; > disease > illness > ill health > pathological state > physical condition > condition > state > attribute > abstraction > entity
  ['asthma', 'bronchitis', 'noun', 2, 'respiratory disease', 10, 0.25, 0.6703],
  // asthma > respiratory disease > disease
  ['asthma', 'disease', 'noun', 2, 'disease', 9, 0.25, 0.6703],
  // asthma > respiratory disease > disease > illness > ill health < infection < protozoal infection < malaria
  ['asthma', 'malaria', 'noun', 7, 'ill health', 7, 0.0078125, 0.2465],
  // asthma > respiratory disease > disease < genetic disease < polygenic disorder < diabetes
  ['asthma', 'diabetes', 'noun', 5, 'disease', 9, 0.03125, 0.3679],
  // pneumonia > respiratory disease > disease < communicable disease < infectious disease < dengue
  ['pneumonia', 'dengue fever', 'noun', 5, 'disease', 9, 0.03125, 0.3679],
  // mosquito > dipterous insect < fly < housefly; > insect > arthropod > invertebrate > animal > organism > living thing > whole > object > physical entity > entity
  ['mosquito', 'housefly', 'noun', 3, 'dipterous insect', 10, 0.125, 0.5488],
  // mosquito > dipterous insect > insect < lepidopterous insect < moth
  ['mosquito', 'moth', 'noun', 4, 'insect', 9, 0.0625, 0.4493],
  // rooster > chicken > domestic fowl > gallinaceous bird > bird < aquatic bird < seabird < sphenisciform seabird < penguin; bird > vertebrate > chordate > animal
  ['rooster', 'penguin', 'noun', 8, 'bird', 9, 0.00390625, 0.2019],
  // bird > vertebrate > chordate > animal < invertebrate < arthropod < insect
  ['rooster', 'mosquito', 'noun', 12, 'animal', 6, 0.000244141, 0.0906],
  // > stringed instrument > musical instrument > device > instrumentality > artifact > whole > object > physical entity > entity
  ['violin', 'cello', 'noun', 2, 'bowed stringed instrument', 9, 0.25, 0.6703],
  // violin > bowed > stringed > musical instrument < wind < woodwind < beating-reed < single-reed < clarinet
  ['violin', 'clarinet', 'noun', 8, 'musical instrument', 7, 0.00390625, 0.2018],
  // surgeon > physician > medical practitioner > health professional > professional > adult > person > causal agent > physical entity > entity
  ['physician', 'surgeon', 'noun', 1, 'doctor', 8, 0.5, 0.8186],
  // surgeon > physician > medical practitioner < dentist
  ['surgeon', 'dentist', 'noun', 3, 'medical practitioner', 7, 0.125, 0.5486],
  // kayak > canoe > small boat > boat > vessel > craft > vehicle > conveyance > instrumentality > artifact > whole > object > physical entity > entity
  ['kayak', 'canoe', 'noun', 1, 'canoe', 12, 0.5, 0.8187],
  // canoe > small boat > boat > vessel > craft > vehicle < wheeled vehicle < bicycle
  ['canoe', 'bicycle', 'noun', 7, 'vehicle', 7, 0.0078125, 0.2465],
  // both instances of national capital > capital > seat > center > area > region > location > object > physical entity > entity
  ['Tokyo', 'Madrid', 'noun', 2, 'national capital', 9, 0.25, 0.6703],
  // algorithm > rule > procedure > activity > act > event > psychological feature > abstraction < communication < written communication < writing < literary composition < poem < sonnet
  ['algorithm', 'sonnet', 'noun', 13, 'abstraction', 1, 0.00012207, 0.0399],
  // first aid > care > work > activity > act < action < change < motion < travel < journey; act > event > psychological feature > abstraction > entity
  ['first aid', 'journey', 'noun', 9, 'act', 4, 0.00195312, 0.1626],
  // eleven steps up from asthma, eight from bicycle by way of container
  ['asthma', 'bicycle', 'noun', 19, 'entity', 0, 1.90735e-6, 0.0],
  // stroll > walk < amble; walk > travel, a top
  ['stroll', 'amble', 'verb', 2, 'walk', 1, 0.25, 0.36],
];

describe('pairs of synsets', () => {
  test.each(pairs)(
    '%s – %s (%s): path %i, below %s at depth %i',
    (one, other, part, path, name, depth, decay, li) => {
      const [a] = database.senses(one, part);
      const [b] = database.senses(other, part);
      const joined = byPath.join(a!, b!)!;
      expect(joined.path).toBe(path);
      expect(database.synset(joined.subsumer).words).toContain(name);
      expect(joined.depth).toBe(depth);
      expect(byPath.ofConcepts(a!, b!)).toBeCloseTo(decay, 6);
      expect(byLi.ofConcepts(a!, b!)).toBeCloseTo(li, 4);
      expect(byLi.ofConcepts(b!, a!)).toBe(byLi.ofConcepts(a!, b!));
    },
  );

  test('verbs without a common root are not joined', () => {
    // stroll > walk > travel; whisper > talk > communicate > interact > act
    const [stroll] = database.senses('stroll', 'verb');
    const [whisper] = database.senses('whisper', 'verb');
    expect(byPath.join(stroll!, whisper!)).toBeUndefined();
    expect(byPath.ofConcepts(stroll!, whisper!)).toBe(0);
  });
});

describe('pairs of words', () => {
  test('the best pair of senses counts', () => {
    // nouns of one sense each, so the values of the synsets above
    expect(byPath.ofWords('asthma', 'bronchitis')).toBeCloseTo(0.25, 6);
    expect(byLi.ofWords('dengue fever', 'pneumonia')).toBeCloseTo(0.3679, 4);
    // jewel has two senses, gem five; 03601980 and 10241326 hold both words
    expect(byPath.ofWords('gem', 'jewel')).toBe(1);
  });

  test('two words of one synset score 1 in both measures, forms of a word too', () => {
    for (const similarity of [byPath, byLi]) {
      expect(similarity.ofWords('stroll', 'saunter')).toBe(1);
      expect(similarity.ofWords('cars', 'automobile')).toBe(1);
      expect(similarity.ofWords('mice', 'mouse')).toBe(1);
    }
  });

  test('a word that is not in WordNet resembles only itself', () => {
    expect(byLi.ofWords('qwertzuiop', 'qwertzuiop')).toBe(1);
    expect(byLi.ofWords('qwertzuiop', 'disease')).toBe(0);
    expect(byLi.ofWords('', 'disease')).toBe(0);
  });

  test('parts of speech do not mix', () => {
    // sonnet is a noun and a verb, quickly an adverb
    expect(byPath.ofWords('sonnet', 'quickly')).toBe(0);
  });
});

// The values that come with the description of the measure in the Crete crawler.
test.each([
  [1, 5, 0.8147],
  [3, 5, 0.5461],
  [1, 1, 0.4397],
  [3, 1, 0.2947],
  [5, 8, 0.3678],
  [0, 1, 0.537],
])('Li at path %i and depth %i is %f', (path, depth, expected) => {
  expect(liSimilarity(path, depth)).toBeCloseTo(expected, 4);
});

test.each([{ decay: Number.NaN }, { decay: -0.5 }, { decay: 2 }, { a: -1 }, { b: Number.NaN }])(
  'invalid settings are refused: %j',
  (settings) => {
    expect(() => new WordSimilarity(ontology, 'li', settings)).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID' }),
    );
  },
);

test('path decay halves with every step', () => {
  expect([0, 1, 2].map((path) => pathDecay(path))).toEqual([1, 0.5, 0.25]);
});

test('compounds are joined, the longest first, and no word is used twice', () => {
  expect(
    joinCompounds('give first aid against dengue fever in first aid stations'.split(' '), database),
  ).toEqual(['give', 'first aid', 'against', 'dengue fever', 'in', 'first aid', 'stations']);
  expect(joinCompounds([], database)).toEqual([]);
});

describe('a word against a fixed list', () => {
  const list = ['astronomy', 'planet', 'star', 'run', 'first aid', 'quux', 'bank'];
  const words = [
    'star',
    'astrophysics',
    'dog',
    'walk',
    'asteroid',
    'river',
    'blue',
    'quux',
    'money',
    'set',
    '',
  ];

  test.each(['path-decay', 'li'] as const)(
    'by %s gives the same similarities as pairwise calls',
    (measure) => {
      const similarity = measure === 'li' ? byLi : byPath;
      const towards = similarity.towards(list);
      for (const word of words) {
        expect([...towards(word)], word).toEqual(list.map((other) => similarity.ofWords(word, other)));
      }
      expect(towards('star')[2]).toBe(1);
    },
  );
});

test('words within two steps are alike, and no others, by the scheme of distance two', () => {
  const within = new WordSimilarity(ontology, 'within');
  // Asthma and bronchitis are two steps apart, asthma and malaria seven (above).
  expect(within.ofWords('asthma', 'bronchitis')).toBe(1);
  expect(within.ofWords('asthma', 'malaria')).toBe(0);
});

test('words less alike than the limit are not alike', () => {
  const strict = new WordSimilarity(ontology, 'path-decay', { least: 0.2 });
  expect(strict.ofWords('asthma', 'bronchitis')).toBe(0.25);
  expect(strict.ofWords('asthma', 'diabetes')).toBe(0);
});

// A star that plays the lead is an actor by one step (data.noun: star, principal, lead @ actor); the first sense of the
// noun is the celestial body.
test('with its most frequent sense alone a star is not an actor', () => {
  const all = new WordSimilarity(ontology, 'path-decay');
  const first = new WordSimilarity(ontology, 'path-decay', { senses: 1 });
  expect(all.ofWords('star', 'actor')).toBe(0.5);
  expect(first.ofWords('star', 'actor')).toBeLessThan(0.05);
  expect([...first.towards(['star'])('actor')]).toEqual([first.ofWords('star', 'actor')]);
});

// data.noun: brim has the pointers "#p" to "hat" and "@" to "projection", bonnet "@" to "hat".
test('with parts, a brim is as near to a hat as a bonnet is', () => {
  const kinds = new WordSimilarity(ontology, 'path-decay');
  const parts = new WordSimilarity(ontology, 'path-decay', { partOf: true });
  expect(kinds.ofWords('brim', 'hat')).toBeLessThan(0.1);
  expect(parts.ofWords('brim', 'hat')).toBe(0.5);
  expect(parts.ofWords('bonnet', 'hat')).toBe(0.5);
  // Part, whole, kind: two steps.
  expect(parts.ofWords('brim', 'bonnet')).toBe(0.25);
});

test('by any relation, words one step apart are alike, whatever the relation', () => {
  const connected = new WordSimilarity(ontology, 'connected');
  expect(connected.ofWords('brim', 'hat')).toBe(1);
  expect(connected.ofWords('hat', 'bonnet')).toBe(1);
  expect(connected.ofWords('brim', 'bonnet')).toBe(0);
  expect([...connected.towards(['hat', 'brim'])('bonnet')]).toEqual([1, 0]);
});
