import { describe, expect, it } from 'vitest';
import { ForageError } from '../../src/errors.ts';
import { loadTopic, parseTopic } from '../../src/topic/load.ts';

const fault = (text: string): string => {
  try {
    parseTopic(text, 'birds.yaml');
  } catch (error) {
    expect(error).toBeInstanceOf(ForageError);
    return (error as ForageError).message;
  }
  throw new Error('it was accepted');
};

describe('a topic file', () => {
  it('accepts words, phrases and weights in every notation', () => {
    const topic = parseTopic(`
name: birds
keywords:
  - bird
  - bird of prey
  - plumage: 2.5
  - { term: horoscope, weight: -2 }
seeds: [http://example.org/]
`);
    expect(topic.keywords).toEqual([
      { term: 'bird', weight: 1 },
      { term: 'bird of prey', weight: 1 },
      { term: 'plumage', weight: 2.5 },
      { term: 'horoscope', weight: -2 },
    ]);
    expect(topic.title).toBe('birds');
    expect(topic.examples).toEqual({ relevant: [], irrelevant: [] });
  });

  it('accepts keywords as a map of weights', () => {
    expect(parseTopic('name: a\nkeywords: { owl: 3, hawk: 1 }').keywords).toEqual([
      { term: 'owl', weight: 3 },
      { term: 'hawk', weight: 1 },
    ]);
  });

  it('names the line and the key of an unknown key', () => {
    expect(fault('name: a\nkeyword: [owl]')).toContain(
      'line 2, keyword: unknown key; did you mean "keywords"?',
    );
  });

  it('names the line of a seed that is not a URL, with what was found', () => {
    const message = fault('name: a\nseeds:\n  - http://example.org/\n  - example.org');
    expect(message).toContain('line 4, seeds.1');
    expect(message).toContain('http:// or https://');
    expect(message).toContain('"example.org"');
  });

  it('says where the YAML breaks', () => {
    expect(fault('name: [a\nseeds: x: y')).toMatch(/birds\.yaml:\d+:\d+: not YAML/);
  });

  it.each([
    [
      'a colon within a title',
      'name: a\ntitle: Birds: a study',
      /:2:\d+: not YAML: .*in quotes, such as title: "Bi/,
    ],
    ['a tab', 'name: a\nkeywords:\n\t- owl', /:3:1: not YAML: .*Indent with spaces/],
    ['a space that cannot be broken', 'keywords:\n  - owl\n\u00a0\u00a0- hawk\nseeds: []', /plain spaces/],
    [
      'a star',
      'name: a\nkeywords: [*owl]',
      /not usable YAML: .*Put a text that begins with \* or & in quotes/,
    ],
    ['an at sign', 'name: a\ntitle: @owls', /:2:\d+: not YAML: .*Put the text in quotes/],
  ])('says what to write instead of %s', (_, text, remedy) => {
    expect(fault(text)).toMatch(remedy);
  });

  it('refuses a missing name, a wrong language and a weight that is not a number', () => {
    expect(fault('keywords: [owl]')).toContain('name');
    expect(fault('name: a\nlanguage: english')).toContain('two-letter');
    expect(fault('name: a\nkeywords:\n  - owl: heavy')).toContain('line 3');
  });

  it('reports a numeric seed as found, not as missing', () => {
    const message = fault('name: a\nseeds: [5]');
    expect(message).toContain('found 5');
    expect(message).not.toContain('missing');
  });

  it('survives an alias bomb', () => {
    const bomb = `name: a\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]`;
    expect(fault(bomb)).toContain('birds.yaml');
  });

  it('says that a file is missing', () => {
    expect(() => loadTopic('/nowhere/topic.yaml')).toThrow('There is no file /nowhere/topic.yaml.');
  });
});
