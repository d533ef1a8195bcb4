/** Each feature set on a handful of sentences whose words are counted by hand. */
import { describe, expect, test } from 'vitest';
import { addressFeatures } from '../../src/learn/features/address-features.ts';
import { type ReadLink, ReadText } from '../../src/learn/features/document.ts';
import { FeatureSpace } from '../../src/learn/features/feature-space.ts';
import { addressLikeness, linkFeatures } from '../../src/learn/features/link-features.ts';
import { textFeatures } from '../../src/learn/features/text-features.ts';
import { urlTokens } from '../../src/learn/features/url-tokens.ts';

const texts = [
  'The small inhaler helps. The inhaler is cheap! Does it cost $20?',
  'An inhaler helps quickly against asthma attacks.',
  'Asthma attacks come quickly :-) and she never sleeps well.',
  'Internationalization of electroencephalography is a very long story.',
  'Internationalization is hard.',
].map((text) => new ReadText(text));

/** Names of the features that one text has. */
function features(set: string, parameters: number[], text: ReadText, samples = texts): string[] {
  const space = FeatureSpace.fit([{ set, parameters }], samples);
  return Array.from(space.vector(text).indices, (feature) =>
    space.name(feature).replace(`${set}: `, ''),
  ).sort();
}

describe('text features', () => {
  test('there are 22, with unique names and ranges to draw from', () => {
    expect(textFeatures.length).toBe(22);
    expect(new Set([...textFeatures, ...linkFeatures].map(({ name }) => name)).size).toBe(32);
    for (const { parameters } of [...textFeatures, ...linkFeatures]) {
      for (const { min, max } of parameters) expect(min).toBeLessThan(max);
    }
  });

  test('the most frequent tokens exclude stop words', () => {
    // Inhaler three times; asthma, attacks, helps, internationalization, quickly twice; then, by name, once.
    expect(features('frequent-tokens', [10], texts[0]!)).toEqual(['20', 'cheap', 'cost', 'helps', 'inhaler']);
  });

  test('stop words are those of the text’s own language', () => {
    const german =
      'Der Wald und die Wiese liegen nicht weit von der Stadt, und im Herbst sind sie leer. Die Blätter sind gelb, der Wald ist still, und die Vögel fliegen nach Süden, weil es dort warm ist und sie genug Futter finden.';
    const tokens = features('frequent-tokens', [100], new ReadText(german), [
      new ReadText(german),
      new ReadText(german),
    ]);
    expect(tokens).toContain('wald');
    for (const stop of ['der', 'die', 'und', 'nicht', 'sind']) expect(tokens).not.toContain(stop);
  });

  test('center tokens occur in as many samples as their bounds allow', () => {
    expect(features('center-tokens', [2, 10], texts[1]!)).toEqual([
      'asthma',
      'attacks',
      'helps',
      'inhaler',
      'quickly',
    ]);
    expect(
      features('center-tokens', [10, 10], texts[1]!, [...texts, ...texts, ...texts, ...texts, ...texts]),
    ).toEqual(['asthma', 'attacks', 'helps', 'inhaler', 'quickly']);
  });

  test('phrases keep every word, most frequent or within bounds', () => {
    expect(features('frequent-phrases', [2, 10], texts[2]!)).toContain('asthma attacks');
    expect(features('center-phrases', [2, 2, 10], texts[1]!)).toEqual(['asthma attacks', 'inhaler helps']);
  });

  test('character bigrams collapse white space and ignore case', () => {
    const two = [new ReadText('Ab  ab'), new ReadText('zz')];
    expect(features('character-ngrams', [2, 10], two[0]!, two)).toEqual([' a', 'ab', 'b ']);
  });

  test('the most frequent are counted by occurrences, not by texts', () => {
    // By hand: owl 3 times in one text, train twice in two texts.
    const two = [new ReadText('owl owl owl train'), new ReadText('train')];
    const space = FeatureSpace.fit([{ set: 'frequent-tokens', parameters: [10] }], two);
    expect(space.name(0)).toBe('frequent-tokens: owl');
  });

  test('long tokens are all that are longer, also those of one sample', () => {
    expect(features('long-tokens', [16], texts[3]!)).toEqual([
      'electroencephalography',
      'internationalization',
    ]);
  });

  test.each([
    ['many-characters', 200, 'a'.repeat(201), 'a'.repeat(200)],
    ['many-tokens', 50, 'a '.repeat(51), 'a '.repeat(50)],
    ['many-sentences', 2, 'One. Two. Three.', 'One. Two.'],
    ['emoticon-ratio', 0.01, 'fine :-)', 'fine'],
    ['question-ratio', 0.4, 'Why? Because.', 'Yes. Well. Why?'],
    ['number-ratio', 0.1, 'We saw seven dogs and twelve cats.', 'We saw dogs and cats there today.'],
    ['pronoun-ratio', 0.19, 'She told him that they saw us.', 'Dogs bark and cats sleep.'],
    ['adjective-ratio', 0.15, 'A small red car is fast.', 'The dogs bark and run.'],
    ['adverb-ratio', 0.1, 'He runs very quickly.', 'Dogs chase cats.'],
    ['verb-ratio', 0.2, 'We run, they sleep and you eat.', 'The cat of the house in the street.'],
  ])('%s is 1 above its threshold and 0 at it or below', (set, threshold, above, below) => {
    expect(features(set, [threshold], new ReadText(above))).toEqual([set]);
    expect(features(set, [threshold], new ReadText(below))).toEqual([]);
  });

  test('money signs are detected', () => {
    expect(features('money-signs', [], texts[0]!)).toEqual(['money-signs']);
    expect(features('money-signs', [], texts[1]!)).toEqual([]);
  });

  test('words are selected by part of speech', () => {
    expect(features('nouns', [10], texts[1]!)).toContain('inhaler');
    expect(features('adverbs', [10], texts[1]!)).toEqual(['quickly']);
    expect(features('adjectives', [10], texts[0]!)).toContain('small');
    expect(features('verbs', [10], texts[2]!)).toContain('come');
    expect(features('tag-ngrams', [2, 500], texts[0]!)).toContain('DET ADJ');
  });
});

const link: ReadLink = {
  page: texts[0]!,
  title: 'Asthma and you',
  label: 'Our inhalers',
  around: 'read more about inhalers here',
  sourceUrl: 'https://clinic.example/asthma-help/index.html',
  targetUrl: 'https://clinic.example/asthma-help/inhalers.html?page=2',
  occurrences: 3,
  position: 0.25,
  tagPath: 'div#Menu/ul/li.first/a',
};

describe('link features', () => {
  const of = (set: string, parameters: number[] = []) => {
    const space = FeatureSpace.fit([{ set, parameters }], [link]);
    const { indices, values } = space.vector(link);
    return Object.fromEntries(
      Array.from(indices, (f, i) => [space.name(f).replace(`${set}: `, ''), values[i]!]),
    );
  };

  test('are ten', () => expect(linkFeatures.length).toBe(10));

  test('words come from title, label, surroundings, URLs and tags', () => {
    expect(Object.keys(of('title-tokens', [10])).sort()).toEqual(['and', 'asthma', 'you']);
    expect(Object.keys(of('label-tokens', [10])).sort()).toEqual(['inhalers', 'our']);
    expect(of('around-tokens', [10])).toHaveProperty('more', 1);
    expect(of('source-address-tokens', [10])).toHaveProperty('help', 1);
    expect(of('target-address-tokens', [10])).toHaveProperty('inhalers', 1);
    expect(Object.keys(of('tags-near', [10])).sort()).toEqual(['a', 'div', 'first', 'li', 'menu', 'ul']);
  });

  test('numeric features of a link', () => {
    expect(of('link-occurrences')).toEqual({ 'link-occurrences': 0.3 });
    expect(of('link-position')).toEqual({ 'link-position': 0.25 });
    expect(of('address-length')).toEqual({ 'address-length': link.targetUrl.length / 100 });
  });

  test('URLs are split at dots, dashes and slashes, without their scheme', () => {
    expect(urlTokens('https://www.Medicine-online.org/asthma/page.html?q=a_b')).toEqual([
      'www',
      'medicine',
      'online',
      'org',
      'asthma',
      'page',
      'html?q=a_b',
    ]);
    expect(urlTokens('http://a.test//')).toEqual(['a', 'test']);
    expect(Object.keys(of('source-address-tokens', [10])).sort()).toEqual(
      'asthma clinic example help html index'.split(' '),
    );
  });

  test('URL similarity is the share of common tokens', () => {
    // By hand: clinic, example, asthma, help of those and index, html, inhalers, html?page=2.
    expect(addressLikeness(link.sourceUrl, link.targetUrl)).toBeCloseTo(4 / 8, 12);
    expect(of('same-site', [0.49])).toEqual({ 'same-site': 1 });
    expect(of('same-site', [0.5])).toEqual({});
  });

  test('text features read the page of a link, link features refuse a text', () => {
    expect(of('money-signs')).toEqual({ 'money-signs': 1 });
    expect(() => FeatureSpace.fit([{ set: 'label-tokens', parameters: [10] }], texts)).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID' }),
    );
  });
});

describe('a space of several sets', () => {
  const genes = [
    { set: 'frequent-tokens', parameters: [12] },
    { set: 'money-signs', parameters: [] },
    { set: 'many-sentences', parameters: [2] },
  ];

  test('gives each set a range, in order', () => {
    const space = FeatureSpace.fit(genes, texts);
    expect(space.size).toBe(14);
    const { indices, values } = space.vector(texts[0]!);
    expect([...indices].slice(-2)).toEqual([12, 13]);
    expect(new Set(values)).toEqual(new Set([1]));
    expect(space.name(12)).toBe('money-signs');
  });

  test('survives a JSON round trip, and is refused when damaged', () => {
    const space = FeatureSpace.fit(genes, texts);
    const record = JSON.parse(JSON.stringify(space));
    const again = FeatureSpace.fromJSON(record);
    for (const text of texts) expect(again.vector(text)).toEqual(space.vector(text));
    for (const bad of [
      null,
      [],
      [{ set: 'oracle', parameters: [] }],
      [{ set: 'money-signs', parameters: [3] }],
      [{ set: 'nouns', parameters: [10], terms: ['asthma', 'asthma'] }],
    ]) {
      expect(() => FeatureSpace.fromJSON(bad)).toThrow(expect.objectContaining({ code: 'MODEL_INVALID' }));
    }
  });

  test('terms that never occur, parameters out of range and unknown sets are refused', () => {
    const none = [{ set: 'long-tokens', parameters: [25] }];
    expect(() => FeatureSpace.fit(none, texts)).toThrow(expect.objectContaining({ code: 'TRAINING' }));
    for (const gene of [
      { set: 'frequent-tokens', parameters: [1e9] },
      { set: 'frequent-tokens', parameters: [10.5] },
      { set: 'frequent-tokens', parameters: [Number.NaN] },
      { set: 'frequent-tokens', parameters: [] },
      { set: 'oracle', parameters: [] },
    ]) {
      expect(() => FeatureSpace.fit([gene], texts)).toThrow(
        expect.objectContaining({ code: 'INPUT_INVALID' }),
      );
    }
  });

  test('a text annotated elsewhere has the same features', () => {
    const plain = structuredClone(texts[2]!.annotations);
    const space = FeatureSpace.fit([...genes, { set: 'adverbs', parameters: [10] }], texts);
    expect(space.vector(ReadText.from(plain))).toEqual(space.vector(texts[2]!));
  });
});

test('the address of a local file has no features, that of a page has', () => {
  expect(addressFeatures('file:///home/me/documents/0001.txt')).toEqual([]);
  expect(addressFeatures('http://example.org/owls/')).toContain('path:owls');
});
