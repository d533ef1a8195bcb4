/** Genre, content and URL terms: fixtures calculated by hand from the formulas of the thesis. */
import { describe, expect, it } from 'vitest';
import { ForageError } from '../../src/errors.ts';
import { type GenreContentSettings, genreContent } from '../../src/judge/genre-content.ts';
import { pageOf } from '../page-of.ts';

const terms = (...list: string[]) => list.map((term) => ({ term, weight: 1 }));
const settings: GenreContentSettings = {
  threshold: 0.5,
  genreWeight: 5,
  contentWeight: 5,
  pageWeight: 7,
  urlWeight: 3,
  merged: false,
  literalUrl: false,
  stem: 'plural',
};
const four = terms('syllabus', 'grading', 'exams', 'credits');
const subject = terms('database', 'sql', 'relational model', 'triggers');

function score(text: string, more: Partial<GenreContentSettings> = {}, lists = {}, url = 'http://h.test/') {
  const judge = genreContent({ genre: [], content: [], urlTerms: [], ...lists }, { ...settings, ...more });
  return judge.judge(pageOf({ text, url })).score;
}

describe('one list of four terms', () => {
  const counted = (...counts: number[]) =>
    counts.map((count, i) => `${four[i]!.term} `.repeat(count)).join(' ');

  it.each([
    [[3, 1, 0, 0], 0.63246],
    [[6, 2, 0, 0], 0.63246],
    [[5, 0, 0, 0], 0.5],
    [[2, 2, 0, 0], Math.SQRT1_2],
    [[0, 0, 0, 0], 0],
  ])('found %j times scores %d with idf 1', (counts, expected) => {
    expect(score(counted(...counts), {}, { content: four })).toBeCloseTo(expected, 5);
  });

  it('weighs rare terms by their idf', () => {
    const idf = (term: string) => (term === 'syllabus' ? 2 : 1);
    expect(score(counted(3, 1, 0, 0), { idf }, { content: four })).toBeCloseTo(0.80778, 5);
  });

  it('uses a weight from the topic file as an idf', () => {
    const content = [{ term: 'syllabus', weight: 2 }, ...four.slice(1)];
    expect(score(counted(3, 1, 0, 0), {}, { content })).toBeCloseTo(0.80778, 5);
  });

  it('is not penalised for other words', () => {
    expect(score(`${counted(2, 2, 0, 0)} ${'rose '.repeat(500)}`, {}, { content: four })).toBeCloseTo(
      Math.SQRT1_2,
      5,
    );
  });

  it('counts a duplicate term once', () => {
    expect(score('exam', {}, { content: terms('exam', 'Exams', 'credits', 'grading', 'syllabus') })).toBe(
      0.5,
    );
  });
});

describe('genre and content', () => {
  // syllabus, grading, exams, credits once each but one: √(3/4); database ×1: √(1/4).
  const page = 'syllabus grading exams database';

  it('are combined by their weights', () => {
    const lists = { genre: four, content: subject };
    const g = Math.sqrt(3 / 4);
    expect(score(page, {}, lists)).toBeCloseTo((g + 0.5) / 2, 12);
    expect(score(page, { genreWeight: 4, contentWeight: 6 }, lists)).toBeCloseTo(0.4 * g + 0.6 * 0.5, 12);
  });

  it('with a URL that lacks the terms score 0.7 × combined: 0.35 and 0.336 in the fixture of the thesis', () => {
    // Genre 0.6 and content 0.4 need lists of 25 terms: 9 and 4 of them found.
    const list = (name: string) => Array.from({ length: 25 }, (_, i) => `${name}${i}`);
    const genre = list('genre');
    const content = list('content');
    const text = [...genre.slice(0, 9), ...content.slice(0, 4)].join(' ');
    const lists = { genre: terms(...genre), content: terms(...content), urlTerms: terms('course') };
    expect(score(text, {}, lists)).toBeCloseTo(0.35, 12);
    expect(score(text, { genreWeight: 4, contentWeight: 6 }, lists)).toBeCloseTo(0.336, 12);
  });

  it.each([
    [1, 1, 0.16388],
    [0, 2, 0.10801],
  ])(
    'found %i of 16 and %i of 21, the thesis’s lists for databases, score %d',
    (genreFound, contentFound, byHand) => {
      // √(1/16) = 0.25 and √(1/21) = 0.21822, mean 0.23411; 2 / (√2 · √21) = 0.30861 alone; both times 0.7.
      const list = (name: string, length: number) => Array.from({ length }, (_, i) => `${name}${i}`);
      const genre = list('genre', 16);
      const content = list('content', 21);
      const text = [...genre.slice(0, genreFound), ...content.slice(0, contentFound)].join(' ');
      const lists = {
        genre: terms(...genre),
        content: terms(...content),
        urlTerms: terms('course', 'class'),
      };
      expect(score(text, {}, lists)).toBeCloseTo(byHand, 5);
    },
  );

  it('ignore the weight of a list that the topic does not have', () => {
    expect(score(page, {}, { genre: four })).toBeCloseTo(Math.sqrt(3 / 4), 12);
    expect(score(page, {}, { content: subject })).toBeCloseTo(0.5, 12);
  });

  it('can be merged into one list: four of eight terms', () => {
    expect(score(page, { merged: true }, { genre: four, content: subject })).toBeCloseTo(
      Math.sqrt(4 / 8),
      12,
    );
  });
});

describe('the URL', () => {
  const lists = { content: subject, urlTerms: terms('course', 'class') };

  it('is read as words', () => {
    // Content ½, address √(1/2).
    const expected = (7 * 0.5 + 3 * Math.sqrt(1 / 2)) / 10;
    expect(score('database', {}, lists, 'http://h.test/courses/db.html')).toBeCloseTo(expected, 12);
    expect(score('database', {}, lists, 'http://h.test/%63ourse')).toBeCloseTo(expected, 12);
    expect(score('database', {}, lists, 'http://h.test/CourseOfDatabases')).toBeCloseTo(expected, 12);
    expect(score('database course', {}, lists, 'http://h.test/db.html')).toBeCloseTo(0.35, 12);
  });

  it('with an invalid escape is read as it is', () => {
    expect(score('database', {}, lists, 'http://h.test/course%E0')).toBeCloseTo(
      (7 * 0.5 + 3 * Math.sqrt(1 / 2)) / 10,
      12,
    );
  });

  it('read literally compares the page’s own terms with the list, and is left out without a list', () => {
    const literalUrl = true;
    const expected = (7 * 0.5 + 3 * Math.sqrt(1 / 2)) / 10;
    expect(score('database course', { literalUrl }, lists, 'http://h.test/db.html')).toBeCloseTo(
      expected,
      12,
    );
    expect(score('database', { literalUrl }, { content: subject })).toBeCloseTo(0.5, 12);
  });
});

describe('a judgement', () => {
  const judge = genreContent({ genre: four, content: subject, urlTerms: terms('course') }, settings);

  it('counts from the threshold on and says what was found', () => {
    const page = pageOf({
      url: 'http://h.test/course/',
      title: 'Syllabus',
      text: 'Exams, exams! Grading and credits. SQL, the relational model, SQL, triggers of a database',
    });
    const judged = judge.judge(page);
    expect(judged.relevant).toBe(true);
    expect(judged.why).toEqual([
      // (1 + 1 + 1 + 2) / (√7 · √4) = 0.944911; of the score 0.7 · 0.5 of it, and 0.3 of the URL's.
      '+0.331 genre terms (0.945): exams ×2, syllabus ×1, grading ×1, credits ×1',
      '+0.331 content terms (0.945): sql ×2, database ×1, relational model ×1, triggers ×1',
      '+0.300 URL terms (1.000): course ×1',
    ]);
    expect(judged.findings).toMatchObject({ address: 1 });
    expect(judge.judge(pageOf({ text: 'a rose' }))).toMatchObject({ score: 0, relevant: false, why: [] });
  });

  it('of a short text ignores the URL', () => {
    expect(judge.scoreText('SQL syllabus')).toBeCloseTo(0.5, 12);
    expect(judge.scoreText('')).toBe(0);
  });

  it('compares unstemmed words if stemming is off', () => {
    expect(score('exam', { stem: 'none' }, { content: four })).toBe(0);
    expect(score('exams', { stem: 'none' }, { content: four })).toBe(0.5);
  });

  it('refuses terms with a weight that is not above 0', () => {
    expect(() =>
      genreContent({ genre: [{ term: 'x', weight: -1 }], content: [], urlTerms: [] }, settings),
    ).toThrow(ForageError);
  });
});
