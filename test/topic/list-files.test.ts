/** Lists of URLs and of terms that are in text files next to the topic file. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { trainingOf } from '../../src/crawl/model-versions.ts';
import { readSources } from '../../src/crawl/training/examples.ts';
import { prepareRecipe } from '../../src/recipe/prepare.ts';
import { findRecipe } from '../../src/recipe/registry.ts';
import { loadTopic } from '../../src/topic/load.ts';

const folder = mkdtempSync(join(tmpdir(), 'forage-list-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const topicOf = (text: string) => loadTopic(write('topic.yaml', `name: a\n${text}`));

describe('a file of URLs', () => {
  it('gives the seeds; "#" starts a comment, but not inside a URL', () => {
    write(
      'seeds.txt',
      '\uFEFF# where to begin\nhttps://example.org/a#top\r\n\nhttp://example.com/ # the second\n',
    );
    expect(topicOf('seeds: seeds.txt').seeds).toEqual(['https://example.org/a#top', 'http://example.com/']);
  });

  it('is refused with its own line if a line is not a URL, and with the key if there is no such file', () => {
    const path = write('typo.txt', 'https://example.org/\n\nexample.com\n');
    expect(() => topicOf('seeds: typo.txt')).toThrow(
      `line 2, seeds: ${path}, line 3: a URL starts with http:// or https:// (found "example.com")`,
    );
    expect(() => topicOf('seeds: none.txt')).toThrow(
      `line 2, seeds: there is no file ${join(folder, 'none.txt')}`,
    );
    expect(() => topicOf('examples: { relevant: none.txt }')).toThrow('line 2, examples.relevant: there is');
  });

  it('a single URL instead of a list is refused with what to write', () => {
    for (const text of ['seeds: http://example.org/', 'examples: { relevant: http://example.org/ }'])
      expect(() => topicOf(text)).toThrow('give a list, even of a single URL');
    expect(() => topicOf('seeds: 5')).toThrow('line 2, seeds: give a list or text (found 5)');
  });

  it('gives examples, alone or among pages; a text that mentions URLs is still a page', () => {
    write('related.txt', 'https://example.org/1\nhttps://example.org/2\n');
    const page = write('page.txt', 'Owls eat mice.\nhttps://example.org/source\nThey roost in barns.\n');
    expect(topicOf('examples: { relevant: related.txt, genre: related.txt }').examples).toEqual({
      relevant: ['https://example.org/1', 'https://example.org/2'],
      irrelevant: [],
      genre: ['https://example.org/1', 'https://example.org/2'],
    });
    expect(topicOf('examples: { irrelevant: [page.txt, related.txt] }').examples.irrelevant).toEqual([
      page,
      'https://example.org/1',
      'https://example.org/2',
    ]);
    expect(topicOf('examples: { relevant: page.txt }').examples.relevant).toEqual([page]);
  });

  it('in a folder of examples is read as its pages, not as a page of URLs', async () => {
    const examples = join(folder, 'examples');
    mkdirSync(examples);
    writeFileSync(join(examples, 'a.txt'), 'Owls eat mice.');
    writeFileSync(join(examples, 'more.txt'), 'http://example.org/1\nhttp://example.org/2\n');
    const fetched: string[] = [];
    const read = await readSources([examples], {
      fetch: async (url) => {
        fetched.push(url);
        return { ok: false, url, reason: 'dns', detail: '', mayPass: false, startedAt: 0, durationMs: 0 };
      },
      tell() {},
    });
    expect(read.map(({ source }) => source)).toEqual([join(examples, 'a.txt')]);
    expect(fetched).toEqual(['http://example.org/1', 'http://example.org/2']);
  });

  it('with other URLs makes another topic: what was learnt from the former list is learnt again', () => {
    const digest = (urls: string): string => {
      write('related.txt', urls);
      const topic = topicOf('keywords: [owl]\nexamples: { relevant: related.txt }');
      return trainingOf(prepareRecipe(findRecipe('crete/i'), {}, topic), topic).topic;
    };
    const first = digest('https://example.org/1\n');
    expect(digest('https://example.org/2\n')).not.toBe(first);
    expect(digest('# the same\nhttps://example.org/1\n')).toBe(first);
  });
});

describe('a file of terms', () => {
  it('has one word or phrase per line, with a weight if wanted', () => {
    write('words.txt', 'owl: 3\nbarn owl\nhoroscope: -2.5  # not these\nc#\nstar wars: episode 4\n');
    const expected = [
      { term: 'owl', weight: 3 },
      { term: 'barn owl', weight: 1 },
      { term: 'horoscope', weight: -2.5 },
      { term: 'c#', weight: 1 },
      { term: 'star wars: episode 4', weight: 1 },
    ];
    const topic = topicOf('keywords: words.txt\ngenre: words.txt\ncontent: words.txt\nurlTerms: words.txt');
    for (const key of ['keywords', 'genre', 'content', 'urlTerms'] as const)
      expect(topic[key]).toEqual(expected);
  });

  it('that does not exist is refused with what to write instead', () => {
    expect(() => topicOf('keywords: owl, pellet')).toThrow(
      /line 2, keywords: there is no file .*owl, pellet\. Give a list of words, or the name of a text file/,
    );
  });
});

it('a genre is a list that ships with Forage if its name is one, and a file otherwise', () => {
  const termsOf = (text: string) => topicOf(text).genre.map(({ term }) => term);
  // Table 4.2 of de Assis (UFMG, 2008) has sixteen terms for course syllabi, these among them.
  const syllabus = termsOf('genre: syllabus');
  expect(syllabus).toHaveLength(16);
  expect(syllabus).toEqual(expect.arrayContaining(['class hours', 'tentative schedule']));
  write('own.txt', 'minutes\nagenda\n');
  expect(termsOf('genre: own.txt')).toEqual(['minutes', 'agenda']);
  expect(() => termsOf('genre: sylabus')).toThrow(/there is no file/);
});

describe('a file that another program saved', () => {
  const text = 'name: voegel\r\ntitle: Vögel\r\nkeywords: [Rotkehlchen, Zaunkönig]\r\n';
  const german = { title: 'Vögel', keywords: [{ term: 'Rotkehlchen' }, { term: 'Zaunkönig' }] };

  it('is read in UTF-8 and UTF-16, with their marks', () => {
    const little = Buffer.from(`\uFEFF${text}`, 'utf16le');
    const files = { utf8: `\uFEFF${text}`, little, big: Buffer.from(little).swap16() };
    for (const [name, bytes] of Object.entries(files))
      expect(loadTopic(write(`${name}.yaml`, bytes))).toMatchObject(german);
    write('words.txt', Buffer.from('\uFEFFZaunkönig\r\nMöwe\r\n', 'utf16le'));
    expect(topicOf('keywords: words.txt').keywords.map(({ term }) => term)).toEqual(['Zaunkönig', 'Möwe']);
  });

  it('is refused with the line where it is not UTF-8: its letters would be lost', () => {
    const path = write('windows.yaml', Buffer.from(text, 'latin1'));
    expect(() => loadTopic(path)).toThrow(`${path}, line 2: not UTF-8, so that letters such as ä or é`);
    const words = write('windows.txt', Buffer.from('Amsel\nMöwe', 'latin1'));
    expect(() => topicOf('keywords: windows.txt')).toThrow(`line 2, keywords: ${words}, line 2: not UTF-8`);
  });
});
