/** The Minas family: orders worked out by hand, terms from wherever a topic has them. */
import { afterAll, describe, expect, it } from 'vitest';
import { ForageError } from '../../src/errors.ts';
import { crawl, judgeAgain } from '../../src/index.ts';
import { judgePart } from '../../src/recipe/parts.ts';
import { prepareRecipe } from '../../src/recipe/prepare.ts';
import { recipeOf } from '../../src/recipe/registry.ts';
import { parseTopic } from '../../src/topic/load.ts';
import { crawlOf, optionsFor, page, pagesOf, prose, removeFolders, smallWeb } from '../crawl/small-web.ts';
import { pageOf } from '../page-of.ts';
import { lessonOf } from './lesson-of.ts';

afterAll(removeFolders);

/**
 * The only term is "comet" (a keyword, for want of content terms): a page with it scores 1, one without 0.
 *
 *   /      → /hub1 /hub2
 *   /hub1  → /none /good1
 *   /hub2  → /much /more
 *   /none  → /good1 /good2
 *   /good1 → /deep              says "comet"
 *
 * Found in the order hub1 hub2 none good1 much more good2 deep.
 */
const table = {
  's.test/': page({ '/hub1': 'one', '/hub2': 'two' }, prose('start')),
  's.test/hub1': page({ '/none': 'one', '/good1': 'two' }, prose('hub1')),
  's.test/hub2': page({ '/much': 'one', '/more': 'two' }, prose('hub2')),
  's.test/none': page({ '/good1': 'one', '/good2': 'two' }, prose('none')),
  's.test/good1': page({ '/deep': 'one' }, `comet ${prose('good1')}`),
  's.test/good2': page({}, `comet ${prose('good2')}`),
  's.test/much': page({}, prose('much')),
  's.test/more': page({}, prose('more')),
  's.test/deep': page({}, prose('deep')),
};

describe('the order of a crawl', () => {
  it.each([
    ['breadth-first', '/ /hub1 /hub2 /none /good1 /much /more /good2 /deep'],
    // /good1 stands on /none as well, which was fetched in between: /good2 beside it goes before /much and /more. With
    // the finder /hub1 alone there would be nothing left to promote, and the order would be breadth-first.
    ['minas/genre', '/ /hub1 /hub2 /none /good1 /good2 /much /more /deep'],
    ['minas/fs-1', '/ /hub1 /hub2 /none /good1 /good2 /much /more /deep'],
    // Its own link gets the score of /good1, its siblings none.
    ['minas/ps', '/ /hub1 /hub2 /none /good1 /deep /much /more /good2'],
    // Both get it; /good2 was found first.
    ['minas/pfs-1', '/ /hub1 /hub2 /none /good1 /good2 /deep /much /more'],
    ['minas/pfs-2', '/ /hub1 /hub2 /none /good1 /good2 /deep /much /more'],
    ['minas/merged', '/ /hub1 /hub2 /none /good1 /good2 /much /more /deep'],
  ])('of %s is the one worked out by hand', async (recipe, order) => {
    const web = await smallWeb(table);
    await crawlOf(web, { seeds: ['http://s.test/'], settings: { recipe, concurrency: 1 } });
    await web.close();
    expect(web.paths().join(' ')).toBe(`/robots.txt ${order}`);
  });

  it('is that of another queue by its setting', async () => {
    const web = await smallWeb(table);
    const settings = { recipe: 'minas/genre', set: { queue: 'PFS-2' }, concurrency: 1 };
    await crawlOf(web, { seeds: ['http://s.test/'], settings });
    await web.close();
    expect(web.paths().join(' ')).toBe('/robots.txt / /hub1 /hub2 /none /good1 /good2 /deep /much /more');
  });

  it('leaves the scores of genre and content with every page, and other weights apply to them afterwards', async () => {
    const web = await smallWeb({
      's.test/': page({ '/a': 'one' }, `syllabus ${prose('start')}`),
      's.test/a': page({}, `syllabus database ${prose('a')}`),
    });
    const topic = {
      name: 't',
      genre: ['syllabus', 'exam'],
      content: ['database'],
      seeds: ['http://s.test/'],
    };
    const crawled = async (set: Record<string, number>) => {
      const { topic: _, ...options } = optionsFor(web, {
        seeds: [],
        settings: { recipe: 'minas/genre', set },
      });
      await crawl({ ...options, topic }).finished;
      return options.out;
    };
    const folder = await crawled({});
    const again = await crawled({ genreWeight: 4, contentWeight: 6 });
    await web.close();
    const [start, both] = pagesOf(folder);
    // One of two genre terms: 1/√2. One content term of one: 1.
    expect(start!.findings).toMatchObject({ genre: expect.closeTo(Math.SQRT1_2, 12), content: 0 });
    expect(both!.findings).toMatchObject({ genre: expect.closeTo(Math.SQRT1_2, 12), content: 1 });
    await judgeAgain(folder, { set: { genreWeight: 4, contentWeight: 6 } });
    expect(pagesOf(folder).map(({ score }) => score)).toEqual(pagesOf(again).map(({ score }) => score));
    expect(pagesOf(folder)[1]!.score).toBeCloseTo(0.4 * Math.SQRT1_2 + 0.6, 12);
  });

  it('is breadth-first if siblings are those of the finder and ties go to the first found', async () => {
    const web = await smallWeb(table);
    const settings = { recipe: 'minas/genre', set: { siblings: 'finder' }, concurrency: 1 };
    await crawlOf(web, { seeds: ['http://s.test/'], settings });
    await web.close();
    expect(web.paths().join(' ')).toBe('/robots.txt / /hub1 /hub2 /none /good1 /much /more /good2 /deep');
  });

  // /hub1 and /none link to /r1, which leads to /good1: /good2 beside it is promoted as if they linked to /good1.
  it('keeps the siblings and the place of a page behind a redirect', async () => {
    const web = await smallWeb({
      ...table,
      's.test/hub1': page({ '/none': 'one', '/r1': 'two' }, prose('hub1')),
      's.test/none': page({ '/r1': 'one', '/good2': 'two' }, prose('none')),
      's.test/r1': { status: 301, headers: { location: '/good1' } },
    });
    await crawlOf(web, {
      seeds: ['http://s.test/'],
      settings: { recipe: 'minas/genre', concurrency: 1 },
    });
    await web.close();
    expect(web.paths().join(' ')).toBe('/robots.txt / /hub1 /hub2 /none /r1 /good1 /good2 /much /more /deep');
  });

  it('of a good seed is that of any seed: it promotes nothing', async () => {
    const web = await smallWeb({
      ...table,
      's.test/none': page({ '/good1': 'one', '/good2': 'two' }, `comet ${prose('none')}`),
    });
    const seeds = ['http://s.test/hub2', 'http://s.test/hub1', 'http://s.test/none'];
    await crawlOf(web, { seeds, settings: { recipe: 'minas/genre', concurrency: 1 } });
    await web.close();
    // As a find on /hub1, /none would have put /good1 beside it before /much and /more.
    expect(web.paths().join(' ')).toBe('/robots.txt /hub2 /hub1 /none /much /more /good1 /good2 /deep');
  });
});

describe('the terms of the judge', () => {
  const topic = (text: string) => parseTopic(`name: t\n${text}`);
  const texts = {
    relevant: ['Syllabus. Exam. Database. Databases.', 'Syllabus. Exam. SQL. Database. SQL.'],
    irrelevant: ['Syllabus. Exam.', 'Exam. Syllabus. Botany.'],
  };
  const spec = { kind: 'genre-content', generatedGenre: 2, generatedContent: 2 };
  const scoreOf = (text: string, of: ReturnType<typeof topic>, model: unknown, more = {}): number =>
    judgePart({ ...spec, ...more })
      .make(of, JSON.parse(JSON.stringify(model ?? null)) ?? undefined)
      .judge(pageOf({ text })).score;

  it('are those of the topic, or its keywords, and nothing is learnt then', () => {
    const own = topic('content: [comet, orbit]\nkeywords: [rose]');
    expect(judgePart(spec, own).learns).toBe(false);
    expect(scoreOf('a comet', own, undefined)).toBeCloseTo(Math.SQRT1_2, 12);
    const keywords = topic('keywords: [comet, orbit, {horoscope: -2}]');
    expect(judgePart(spec, keywords).learns).toBe(false);
    expect(scoreOf('a comet', keywords, undefined)).toBeCloseTo(Math.SQRT1_2, 12);
  });

  it('are generated from the examples if there are none, minus common terms of irrelevant pages, with a warning', async () => {
    const without = topic('examples: { relevant: [a], irrelevant: [b] }');
    const part = judgePart(spec, without);
    expect(part.learns).toBe(true);
    const lesson = lessonOf(texts, without);
    const model = await part.train(lesson);
    expect(model).toEqual({ content: ['database', 'sql'] });
    expect(lesson.warnings.join()).toContain('generated from its relevant examples: 2 (database, sql …)');
    expect(lesson.warnings.join()).toContain('only content is judged');
    expect(scoreOf('SQL', without, model)).toBeCloseTo(Math.SQRT1_2, 12);
    expect(scoreOf('syllabus', without, model)).toBe(0);
  });

  it('of the genre are made from pages of the kind about varied subjects', async () => {
    const given = topic('examples: { relevant: [a], genre: [g1, g2] }');
    const asked: string[] = [];
    const lesson = {
      ...lessonOf(texts, given),
      async read(sources: readonly string[]) {
        asked.push(...sources);
        return ['Syllabus. Exam. Botany.', 'Exam. Syllabus. Law.'].map((text) => ({
          source: 'g',
          page: pageOf({ text }),
        }));
      },
    };
    const model = await judgePart(spec, given).train(lesson);
    expect(asked).toEqual(['g1', 'g2']);
    expect(model).toEqual({ genre: ['exam', 'syllabus'], content: ['database', 'sql'] });
    // Genre ½√2, content ½√2, in equal parts.
    expect(scoreOf('exam SQL', given, model)).toBeCloseTo(Math.SQRT1_2, 12);
  });

  it('are weighed by how rare they are in the examples, in English, or in a table', async () => {
    const own = topic('content: [syllabus, database, sql]\nexamples: { relevant: [a], irrelevant: [b] }');
    const part = judgePart({ ...spec, idf: 'examples' }, own);
    expect(part.learns).toBe(true);
    const model = await part.train(lessonOf(texts, own));
    // Four texts: syllabus in all, database in two, sql in one.
    expect(model).toEqual({ idf: { syllabus: 0, database: Math.log(2), sql: Math.log(4) } });
    const norm = Math.hypot(Math.log(2), Math.log(4));
    expect(scoreOf('sql', own, model, { idf: 'examples' })).toBeCloseTo(Math.log(4) / norm, 12);
    const idf = { syllabus: 3, database: 4, sql: 0 };
    expect(scoreOf('syllabus', own, undefined, { idf })).toBeCloseTo(3 / 5, 12);
    const english = { idf: 'background' };
    expect(scoreOf('database', own, undefined, english)).toBeGreaterThan(0.1);
  });

  it('may be made although the topic has some', async () => {
    const own = topic('content: [comet]\nexamples: { relevant: [a] }');
    const forced = { ...spec, terms: 'examples' };
    expect(judgePart(forced, own).learns).toBe(true);
    const model = await judgePart(forced, own).train(lessonOf(texts, own));
    expect(scoreOf('comet', own, model, { terms: 'examples' })).toBe(0);
  });

  it('of the genre are made instead of the topic’s own on request, and kept without pages of the genre', async () => {
    const forced = { ...spec, terms: 'examples' };
    const withPages = topic('genre: [tail]\nexamples: { relevant: [a], genre: [g1] }');
    const read = async () => [{ source: 'g1', page: pageOf({ text: 'Syllabus. Exam.' }) }];
    const made = await judgePart(forced, withPages).train({ ...lessonOf(texts, withPages), read });
    expect(made).toMatchObject({ genre: ['exam', 'syllabus'] });
    expect(scoreOf('tail', withPages, made, { terms: 'examples' })).toBe(0);
    const without = topic('genre: [tail]\nexamples: { relevant: [a] }');
    const kept = await judgePart(forced, without).train(lessonOf(texts, without));
    expect(scoreOf('tail', without, kept, { terms: 'examples' })).toBeGreaterThan(0);
  });

  it('must come from somewhere', () => {
    expect(() => prepareRecipe(recipeOf('minas/genre'), {}, topic('seeds: [http://a.test/]'))).toThrow(
      ForageError,
    );
    expect(() => prepareRecipe(recipeOf('minas/genre'), {}, topic('seeds: [http://a.test/]'))).toThrow(
      'add "content:" with words of the subject',
    );
  });
});

it('the SVM recipes need examples of both kinds and promote by the judge’s own word', () => {
  const topic = parseTopic('name: t\nexamples: { relevant: [a], irrelevant: [b] }');
  const { recipe, needs } = prepareRecipe(recipeOf('minas/svm-siblings'), {}, topic);
  expect(needs).toEqual(['examples', 'counterexamples']);
  expect(recipe.strategy).toMatchObject({ queue: 'FS-2', changeThreshold: 'relevant' });
  expect(prepareRecipe(recipeOf('minas/svm'), {}, topic).recipe.strategy.queue).toBe('PS');
});

it('a crawl by score goes on below seven links into a site, unless levels are links', async () => {
  const chain = Array.from({ length: 10 }, (_, i) => [
    `l.test/p${i}`,
    page([`/p${i + 1}`], `comet ${prose(`p${i}`)}`),
  ]);
  const web = await smallWeb(Object.fromEntries(chain), { threads: 0 });
  const visited = async (set: Record<string, string>): Promise<number> => {
    const settings = { recipe: 'minas/ps', concurrency: 1, set };
    const { folder } = await crawlOf(web, { seeds: ['http://l.test/p0'], settings });
    return pagesOf(folder).filter(({ outcome }) => outcome === 'page').length;
  };
  expect(await visited({})).toBe(10);
  // The first page and seven levels below it.
  expect(await visited({ levels: 'links' })).toBe(8);
  await web.close();
});
