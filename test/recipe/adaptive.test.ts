/** The learner of the committee judge: when it fits, what labels do, how it goes on after a restart. */
import { describe, expect, it } from 'vitest';
import type { CommitteeModel } from '../../src/judge/committee.ts';
import { judgementOf } from '../../src/judge/judge.ts';
import { EvidenceReader } from '../../src/judge/page-evidence.ts';
import { CommitteeLearner } from '../../src/recipe/families/committee-learner.ts';
import { prepareRecipe } from '../../src/recipe/prepare.ts';
import { findRecipe } from '../../src/recipe/registry.ts';
import type { LinkKnowledge } from '../../src/strategy/link-knowledge.ts';
import type { LabelledPage, VisitedPage } from '../../src/strategy/strategy.ts';
import { pageOf } from '../page-of.ts';
import { lessonOf, topicOf } from './lesson-of.ts';

const owls = 'The barn owl hunts voles at night and leaves pellets below its nest in the barn';
const trains = 'The night train leaves the station and passes the signal at the end of the platform';
const keywords = [
  { term: 'barn owl', weight: 1 },
  { term: 'pellet', weight: 1 },
];
const reader = new EvidenceReader(keywords, 'en');

async function trained(given: Parameters<typeof lessonOf>[0], topic = {}): Promise<CommitteeModel> {
  const lesson = lessonOf(given, { keywords, ...topic });
  const { judge } = await prepareRecipe(findRecipe('adaptive'), {}, lesson.topic).train(lesson);
  return judge as CommitteeModel;
}

/** The page numbers after which it has a new model. */
async function fits(learner: CommitteeLearner, from: number, to: number): Promise<number[]> {
  const after: number[] = [];
  for (let n = from; n <= to; n++) {
    const page = pageOf({
      url: `http://a.test/${n}`,
      title: `${n}`,
      text: n % 9 === 0 ? owls : `${trains} ${n}`,
    });
    const judgement = judgementOf({ score: n % 9 === 0 ? 0.9 : 0.1, relevant: n % 9 === 0, why: [] });
    learner.visited(page as VisitedPage, judgement, reader.read(page));
    if ((await learner.learn()) !== undefined) after.push(n);
  }
  return after;
}
const labelled = (url: string): LabelledPage => ({
  id: 1,
  url,
  title: '',
  link: 1,
  score: 0.1,
  called: false,
});

describe('the judge of adaptive', () => {
  it('takes the words of the title if there are no keywords', async () => {
    const model = await trained({ relevant: [] }, { keywords: [], title: 'Owls of the night' });
    expect(model.basis).toBe('keywords');
    expect(model.keywords.map(({ term }) => term)).toEqual(['owls', 'night']);
  });

  it('is fitted again after 25, 50, 100 pages, also through a restart', async () => {
    const model = await trained({ relevant: [] });
    expect(await fits(new CommitteeLearner(model, 1), 1, 120)).toEqual([25, 50, 100]);
    const first = new CommitteeLearner(model, 1);
    expect(await fits(first, 1, 30)).toEqual([25]);
    const second = new CommitteeLearner(model, 1);
    second.restore(first.save());
    expect(await fits(second, 31, 120)).toEqual([50, 100]);
  });

  it('of examples of both kinds is fitted again for labels alone', async () => {
    const irrelevant = Array.from({ length: 25 }, (_, i) => `${trains} number ${i}`);
    const model = await trained({ relevant: [owls, `${owls} and more`], irrelevant });
    expect(model.basis).toBe('both');
    const learner = new CommitteeLearner(model, 1);
    expect(await fits(learner, 1, 60)).toEqual([]);
    const page = pageOf({ url: 'http://a.test/7', text: 'An owl in a tree' });
    learner.label(labelled(page.url), 'yes', reader.read(page));
    const after = (await learner.learn())!;
    expect(after.examples).toHaveLength(model.examples.length + 1);
    expect(after.examples.at(-1)).toMatchObject({ url: page.url, relevant: true, isLabelled: true });
    learner.label(labelled(page.url), 'unsure', undefined);
    expect((await learner.learn())!.examples).toHaveLength(model.examples.length);
  });

  it('is fitted after a restart if the crawl ended during a fit', async () => {
    const model = await trained({ relevant: [owls, `${owls} and more`] });
    const first = new CommitteeLearner(model, 1);
    expect(await fits(first, 1, 24)).toEqual([]);
    const fit = fits(first, 25, 25);
    const second = new CommitteeLearner(model, 1);
    second.restore(first.save());
    expect(await fit).toEqual([25]);
    expect(await fits(second, 26, 60)).toEqual([26, 50]);
    const third = new CommitteeLearner(model, 1);
    third.restore(first.save());
    expect(await fits(third, 26, 60)).toEqual([50]);
  });

  it('is fitted after a restart to a label that it was not fitted to yet', async () => {
    const irrelevant = Array.from({ length: 25 }, (_, i) => `${trains} number ${i}`);
    const model = await trained({ relevant: [owls, `${owls} and more`], irrelevant });
    const page = pageOf({ url: 'http://a.test/7', text: 'An owl in a tree' });
    const first = new CommitteeLearner(model, 1);
    first.label(labelled(page.url), 'yes', reader.read(page));
    const before = first.save();
    const fit = first.learn();
    const during = first.save();
    await fit;
    const after = first.save();
    for (const [saved, pages] of [
      [before, [1]],
      [during, [1]],
      [after, []],
    ] as const) {
      const learner = new CommitteeLearner(model, 1);
      learner.restore(saved);
      expect(await fits(learner, 1, 3)).toEqual(pages);
    }
  });

  it('of keywords alone goes by its first relevant label, too', async () => {
    const learner = new CommitteeLearner(await trained({ relevant: [] }), 1);
    await fits(learner, 1, 30);
    const page = pageOf({ url: 'http://a.test/9', text: owls });
    learner.label(labelled(page.url), 'yes', reader.read(page));
    const after = (await learner.learn())!;
    expect(after.basis).toBe('relevant');
    expect(learner.rejudged().size).toBe(30);
  });

  it('says what it was fitted to', async () => {
    const { parts } = prepareRecipe(findRecipe('adaptive'), {}, topicOf({ keywords }));
    const told = parts.judge.inWords(topicOf({ keywords }), await trained({ relevant: [owls] }), undefined);
    expect(told[0]!.lines[0]).toBe('1 relevant examples and 0 crawled pages');
    expect(told[1]!.lines[0]).toContain('barn owl 1.00');
  });
});

it('adaptive learns nothing from the addresses of files', async () => {
  const five = (word: string): string[] => Array.from({ length: 5 }, (_, i) => `${word} ${word} page ${i}`);
  const lesson = lessonOf({ relevant: five('comet'), irrelevant: five('soap') }, { keywords: [] });
  const examples = lesson.examples.map(({ page, ...example }, i) => ({
    ...example,
    page: { ...page, url: `file:///home/me/${example.relevant ? 'wanted' : 'other'}/${i}.txt` },
  }));
  const prepared = prepareRecipe(findRecipe('adaptive'), {}, lesson.topic);
  const { strategy } = await prepared.train({ ...lesson, examples });
  expect(strategy).not.toHaveProperty('addresses');
});

describe('the link model of adaptive', () => {
  it('counts what lies behind a link if there are enough examples of both kinds, or if the setting says so', async () => {
    const sees = async (irrelevant: number, settings = {}): Promise<boolean> => {
      const lesson = lessonOf(
        {
          relevant: [owls, `${owls} 2`],
          irrelevant: Array.from({ length: irrelevant }, (_, n) => `${trains} ${n}`),
        },
        { keywords },
      );
      const recipe = prepareRecipe(findRecipe('adaptive'), settings, lesson.topic);
      return (recipe.knowledge(await recipe.train(lesson)) as LinkKnowledge).surplus !== undefined;
    };
    expect(await sees(20)).toBe(true);
    expect(await sees(19)).toBe(false);
    expect(await sees(20, { surplus: false })).toBe(false);
    expect(await sees(0, { surplus: true })).toBe(true);
  });
});
