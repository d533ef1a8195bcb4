/** The web of genres: every page can be reached, is what its labels say, and half of them are in Portuguese. */
import { describe, expect, it } from 'vitest';
import { createGenreWeb } from '../../src/demo/genres/web.ts';
import { identifyLanguage } from '../../src/text/language.ts';
import { genreTerms } from '../../src/topic/genres.ts';

const web = createGenreWeb({ pages: 1500, seed: 3 });

function crawled(): string[] {
  const seen = new Set(web.topics.flatMap(({ seeds }) => seeds));
  for (const url of seen) {
    for (const [, to] of web.htmlOf(url)!.matchAll(/href="([^"]+)"/g)) seen.add(to!);
  }
  return [...seen];
}

const urls = crawled();
const labelled = (label: string): string[] => urls.filter((url) => web.labelsOf(url).includes(label));
const textOf = (url: string): string =>
  web
    .htmlOf(url)!
    .replace(/<footer>.*|<[^>]+>/g, ' ')
    .toLowerCase();

describe('the web of genres', () => {
  it('can be reached whole from the seeds of its topics, and no link is broken', () => {
    expect(urls).toHaveLength(web.size);
    expect(urls.filter((url) => web.htmlOf(url) === undefined)).toEqual([]);
  });

  it('has a topic for four kinds, eight subjects and two languages, each with pages', () => {
    expect(web.topics).toHaveLength(4 * 8 * 2);
    for (const { name } of web.topics) expect(labelled(name).length, name).toBeGreaterThan(0);
  });

  it('has as many pages in Portuguese as in English, by the detector of languages', () => {
    for (const language of ['en', 'pt']) {
      const long = labelled(language).filter((url) => textOf(url).length > 600);
      const some = long.filter((_, i) => i % 20 === 0);
      const right = some.filter((url) => identifyLanguage(textOf(url)) === language);
      expect(right.length / some.length, language).toBeGreaterThan(0.9);
    }
    expect(labelled('pt').length / labelled('en').length).toBeCloseTo(1, 1);
  });

  // Of the sixteen and more terms of a genre, and of the ten of a subject, by plain search in the text.
  it('a page of a topic has terms of both its lists, and other pages mostly lack one of them', () => {
    const { name, genre, content } = web.topics.find((one) => one.name === 'syllabus-databases')!;
    const hits = (url: string, terms: readonly string[]) =>
      terms.filter((term) => textOf(url).includes(term)).length;
    const isBoth = (url: string) => hits(url, genreTerms(genre)!) >= 3 && hits(url, content) >= 3;
    const share = (list: string[]) => list.filter(isBoth).length / list.length;
    const wanted = labelled(name);
    const others = labelled('en').filter((url) => !wanted.includes(url));
    expect(share(wanted)).toBeGreaterThan(0.7);
    expect(share(others)).toBeLessThan(0.1);
  });

  it('is the same for the same seed, and another for another', () => {
    const again = createGenreWeb({ pages: 1500, seed: 3 });
    const other = createGenreWeb({ pages: 1500, seed: 4 });
    expect(urls.every((url) => again.htmlOf(url) === web.htmlOf(url))).toBe(true);
    expect(urls.filter((url) => other.htmlOf(url) !== web.htmlOf(url)).length).toBeGreaterThan(1400);
  });
});
