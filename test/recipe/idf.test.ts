/** Where the idf of a keyword judge comes from: the crawl as it runs, an earlier crawl, a table. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { PageRecord } from '../../src/archive/records.ts';
import { crawl, resume } from '../../src/index.ts';
import { judgementOf } from '../../src/judge/judge.ts';
import { keywordCosine } from '../../src/judge/keyword-cosine.ts';
import { PageFrequencies, pageTerms } from '../../src/recipe/families/page-frequencies.ts';
import { judgePart } from '../../src/recipe/parts.ts';
import '../../src/recipe/registry.ts';
import type { Spec } from '../../src/recipe/recipe.ts';
import type { VisitedPage } from '../../src/strategy/strategy.ts';
import type { Frequencies } from '../../src/text/rarity.ts';
import { newFolder, optionsFor, page, pagesOf, prose, removeFolders, smallWeb } from '../crawl/small-web.ts';
import { pageOf } from '../page-of.ts';
import { lessonOf, topicOf } from './lesson-of.ts';

afterAll(removeFolders);

const visited = {} as VisitedPage;
const not = judgementOf({ score: 0, relevant: false, why: [] });
const relevant = judgementOf({ score: 1, relevant: true, why: [] });

describe('frequencies counted while a crawl runs', () => {
  const judge = keywordCosine([{ term: 'owls of the night', weight: 1 }], {
    threshold: 0.1,
    language: 'en',
    stem: 'plural',
    tf: 'log',
    idf: () => 1,
  });
  const terms = pageTerms(judge);
  const see = (learner: PageFrequencies, text: string, judgement = not): Frequencies | undefined => {
    learner.visited(visited, judgement, terms(pageOf({ title: '', text }), judgement));
    return learner.learn();
  };

  it('reach the judge after 30, 100 and 300 pages that are not relevant', () => {
    const learner = new PageFrequencies(undefined);
    const learnt: number[] = [];
    for (let n = 1; n <= 1500; n++) {
      const found = see(learner, 'menu page', n % 3 === 0 ? relevant : not);
      if (found) learnt.push(found.documents);
    }
    expect(learnt).toEqual([30, 100, 300]);
  });

  it('leave out relevant pages, pages in another language, the keywords, digits and single letters', () => {
    const learner = new PageFrequencies(undefined);
    for (let n = 0; n < 10; n++) {
      see(learner, 'comet comet', relevant);
      see(learner, 'kometa', { ...not, excluded: 'language sk, not en' });
    }
    let learnt: Frequencies | undefined;
    for (let n = 0; n < 30; n++) learnt = see(learner, `links 7 x owl${n % 2 === 0 ? ' garden' : ''}`);
    expect(learnt).toEqual({ documents: 30, terms: ['link', 'garden'], frequencies: [30, 15] });
  });

  it('are those of the page, whatever was judged or scored before it', () => {
    const owls = pageOf({ title: 'Owls', text: 'a barn and its fields' });
    judge.judge(owls);
    expect(terms(owls, not)).toBe('barn\nfield');
    judge.scoreText('the anchor of a link');
    expect(terms(owls, not)).toBe('barn\nfield');
    judge.judge(pageOf({ title: '', text: 'comets' }));
    expect(terms(owls, not)).toBe('barn\nfield');
  });

  it('continue after a resume as if there had been none', () => {
    const whole = new PageFrequencies(undefined);
    const first = new PageFrequencies(undefined);
    for (let n = 0; n < 20; n++) for (const one of [whole, first]) see(one, `menu word${n % 4}s`);
    const second = new PageFrequencies(undefined);
    second.restore(structuredClone(first.save()));
    let [byWhole, bySecond]: (Frequencies | undefined)[] = [];
    for (let n = 0; n < 10; n++) {
      byWhole = see(whole, 'menu of a page');
      bySecond = see(second, 'menu of a page');
    }
    expect(bySecond).toEqual(byWhole);
    expect(byWhole?.documents).toBe(30);
  });
});

type Judged = Pick<PageRecord, 'url' | 'model' | 'score' | 'why'>;

describe('a crawl', () => {
  /** Every page has the same menu, which the dictionary does not know; the last ones are about comets. */
  const table = Object.fromEntries(
    Array.from({ length: 45 }, (_, n) => [
      `a.test/p${n}`,
      page([`/p${n + 1}`], `zorblatt quuxify ${prose(`p${n}`, 30)} ${n < 40 ? '' : 'comet'}`),
    ]),
  );

  async function judged(idf: string, threads: number, ...budgets: number[]): Promise<Judged[]> {
    const web = await smallWeb(table);
    const options = optionsFor(web, {
      seeds: ['http://a.test/p0'],
      settings: { recipe: 'breadth-first', concurrency: 1, threads, set: { 'judge.idf': idf } },
    });
    const [first, ...others] = budgets;
    const topic = { ...options.topic, keywords: [{ term: 'comet', weight: 1 }] };
    const settings = { ...options.settings, budget: { pages: first } };
    await crawl({ ...options, topic, settings }).finished;
    for (const pages of others) await resume(options.out, { budget: { pages } }).finished;
    await web.close();
    return pagesOf(options.out).map(({ url, model, score, why }) => ({ url, model, score, why }));
  }

  it('finds out which words are on every page, the same way with threads, without, and through a resume', async () => {
    const counting = await judged('crawl', 0, 44);
    expect(await judged('crawl', 1, 44)).toEqual(counting);
    expect(await judged('crawl', 0, 20, 44)).toEqual(counting);
    expect(counting.map(({ model }) => model)).toEqual([...Array(30).fill(1), ...Array(14).fill(2)]);
    // The menu's words are rare to the dictionary and common here, so that they hide the comet less.
    const [plain, counted] = [await judged('background', 0, 44), counting].map((run) => run.at(-1)!.score!);
    expect(counted).toBeGreaterThan(plain!);
  });
});

describe('idf from elsewhere', () => {
  const judgeBy = async (spec: Spec) => {
    const part = judgePart(spec.kind === 'blend' ? spec : { tf: 'count', ...spec });
    const topic = topicOf({
      keywords: [
        { term: 'owl', weight: 1 },
        { term: 'page', weight: 1 },
      ],
    });
    const model = await part.train(lessonOf({ relevant: [] }, topic));
    return part.make(topic, JSON.parse(JSON.stringify(model ?? null)) ?? undefined);
  };

  it('is read from a table: a word of all documents hardly counts', async () => {
    const folder = newFolder();
    mkdirSync(folder, { recursive: true });
    const path = join(folder, 'idf.tsv');
    writeFileSync(path, '100000\npages\t100000\nowl\t10\n');
    const judge = await judgeBy({ kind: 'keyword-cosine', idf: `table:${path}` });
    expect(judge.scoreText!('page')).toBeLessThan(0.001);
    expect(judge.scoreText!('owls')).toBeGreaterThan(0.999);
    writeFileSync(path, 'pages\t3\n');
    await expect(judgeBy({ kind: 'keyword-cosine', idf: `table:${path}` })).rejects.toThrow(
      /line 1 must be the number of documents/,
    );
    writeFileSync(path, '10\npages 3\n');
    await expect(judgeBy({ kind: 'keyword-cosine', idf: `table:${path}` })).rejects.toThrow(/line 2 must be/);
    await expect(judgeBy({ kind: 'keyword-cosine', idf: `table:${folder}/no` })).rejects.toThrow(
      /cannot be read/,
    );
  });

  it('is counted on the pages of an earlier crawl', async () => {
    const web = await smallWeb({
      'a.test/': page(['/b'], `a page of owls and ${prose('a', 40)}`),
      'a.test/b': page([], `another page with ${prose('b', 40)}`),
    });
    const options = optionsFor(web, { seeds: ['http://a.test/'], settings: { concurrency: 1 } });
    await crawl(options).finished;
    await web.close();
    const plain = await judgeBy({ kind: 'keyword-cosine', idf: 'background' });
    const counted = await judgeBy({ kind: 'keyword-cosine', idf: `crawl:${options.out}` });
    // Both pages have "page", so it is more common than before: (2 + 100 · share) / 102.
    expect(counted.scoreText!('page')).toBeLessThan(plain.scoreText!('page'));
  });

  it('is the background for a keyword judge in a blend, which counts no pages', async () => {
    const judges = [{ judge: { kind: 'keyword-cosine', tf: 'count' } }, { judge: { kind: 'string-match' } }];
    const blended = await judgeBy({ kind: 'blend', judges });
    const plain = await judgeBy({ kind: 'keyword-cosine', idf: 'background' });
    const page = pageOf({ title: '', text: 'an owl on a page' });
    expect(blended.judge(page).why[0]).toContain(`keyword-cosine ${plain.judge(page).score.toFixed(3)}`);
  });

  it('refuses a name that is none', () => {
    expect(() => judgePart({ kind: 'keyword-cosine', idf: 'web' })).toThrow(/idf/);
  });
});
