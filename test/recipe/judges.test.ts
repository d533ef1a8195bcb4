import { describe, expect, it } from 'vitest';
import type { Judge } from '../../src/judge/judge.ts';
import { qualityOf } from '../../src/judge/training/quality.ts';
import { registered } from '../../src/plugin/registry.ts';
import { judgePart } from '../../src/recipe/parts.ts';
import '../../src/recipe/registry.ts';
import type { Spec } from '../../src/recipe/recipe.ts';
import { validateJudge } from '../../src/recipe/validate.ts';
import type { Topic } from '../../src/topic/topic.ts';
import { pageOf } from '../page-of.ts';
import { lessonOf, type ToldLesson, topicOf } from './lesson-of.ts';

/** Twelve short texts of each kind: two or three words of the subject among words that both kinds use. */
const sky = ['telescope', 'planet', 'orbit', 'comet', 'galaxy', 'nebula'];
const ball = ['football', 'goal', 'league', 'striker', 'referee', 'penalty'];
const both = ['report', 'people', 'week', 'place', 'number', 'question', 'country', 'history'];
const textsOf = (subject: readonly string[]): string[] =>
  Array.from({ length: 12 }, (_, i) =>
    [
      subject[i % 6],
      both[i % 8],
      subject[(i + 1) % 6],
      both[(i + 3) % 8],
      subject[(i + 2) % 6],
      both[(i + 5) % 8],
    ].join(' '),
  );
const examples = { relevant: textsOf(sky), irrelevant: textsOf(ball) };

async function trained(
  spec: Spec,
  { lesson = lessonOf(examples), topic = topicOf() }: { lesson?: ToldLesson; topic?: Topic } = {},
): Promise<{ judge: Judge; lesson: ToldLesson }> {
  const part = judgePart(spec);
  const model = await part.train(lesson);
  return { judge: part.make(topic, JSON.parse(JSON.stringify(model ?? null))), lesson };
}

const scoreOf = (judge: Judge, text: string): number => judge.judge(pageOf({ text })).score;

it('judges are found by names that are given once', () => {
  const names = registered('judge').map(({ definition }) => definition.name);
  expect(new Set(names).size).toBe(names.length);
});

describe.each(['svm', 'rbf-svm', 'naive-bayes', 'learner'])('%s', (kind) => {
  it('tells pages apart by words that it learnt from the examples, pages and anchors alike', async () => {
    const { judge } = await trained({ kind });
    const wanted = judge.judge(pageOf({ title: 'A comet', text: 'The orbit of the comet this week' }));
    const other = judge.judge(pageOf({ text: 'A goal by the striker of the league' }));
    expect(wanted.relevant).toBe(true);
    expect(other.relevant).toBe(false);
    expect(judge.scoreText!('planets')).toBeGreaterThan(judge.scoreText!('football'));
  });

  it('scores more evidence higher, between 0 and 1, without reaching either', async () => {
    const { judge } = await trained({ kind });
    const rising = ['striker goal league', 'striker goal comet', 'striker comet orbit', 'planet comet orbit'];
    const scores = rising.map((text) => scoreOf(judge, text));
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
    expect(new Set(scores).size).toBe(4);
    expect(scores[0]).toBeGreaterThan(0);
    expect(scores[3]).toBeLessThan(1);
  });

  it('says which words spoke for and against the page, as they are written', async () => {
    const { judge } = await trained({ kind });
    const { why } = judge.judge(pageOf({ text: 'telescope telescope telescope referee' }));
    expect(why).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^\+\d\.\d+ telescope ×3$/),
        expect.stringMatching(/^−\d\.\d+ referee ×1$/),
      ]),
    );
  });

  it('tells examples apart that it was not trained on', async () => {
    const opinions = await validateJudge(judgePart({ kind }), lessonOf(examples));
    expect(qualityOf(opinions!)).toMatchObject({ rocArea: 1, relevant: 12, irrelevant: 12 });
  });

  it('needs irrelevant examples', () => {
    expect(judgePart({ kind }).needs).toEqual(['examples', 'counterexamples']);
  });
});

describe('a judge that learns', () => {
  it('learns of relevant pages alone by the one-class machine', async () => {
    const spec = { kind: 'learner', learner: 'one-class-svm', settings: { nu: 0.1, gamma: 1 } };
    expect(judgePart(spec).needs).toEqual(['examples']);
    const { judge } = await trained(spec, { lesson: lessonOf({ relevant: examples.relevant }) });
    expect(scoreOf(judge, 'telescope planet orbit')).toBeGreaterThan(
      scoreOf(judge, 'history of the country'),
    );
  });

  it('refuses a learner that there is not, and a model that is none', () => {
    expect(() => judgePart({ kind: 'learner', learner: 'oracle' })).toThrow(/learner/);
    expect(() => judgePart({ kind: 'svm' }).make(topicOf(), { learner: 1 })).toThrow(/start the crawl again/);
  });
});

describe('naive Bayes', () => {
  it('by default scores a page as high as the same page ten times over', async () => {
    const text = 'telescope planet week referee ';
    const scaled = (await trained({ kind: 'naive-bayes' })).judge;
    expect(scoreOf(scaled, text.repeat(10))).toBeCloseTo(scoreOf(scaled, text), 12);
    const plain = (await trained({ kind: 'naive-bayes', perWord: false })).judge;
    expect(scoreOf(plain, text.repeat(10))).toBeGreaterThan(scoreOf(plain, text));
  });
});

describe('blend', () => {
  const topic = topicOf({ keywords: [{ term: 'comet', weight: 2 }] });
  const parts = [
    { judge: { kind: 'svm' }, weight: 3 },
    { judge: { kind: 'string-match', half: 2 }, weight: 1 },
  ];

  it('is the weighted mean of its judges, of a page and of an anchor', async () => {
    const { judge } = await trained({ kind: 'blend', judges: parts }, { topic });
    const svm = (await trained({ kind: 'svm' })).judge;
    const text = 'a comet in the league';
    // String match: 2 / (2 + 2) on the page, 2 / (2 + 1) in an anchor.
    expect(scoreOf(judge, text)).toBeCloseTo(0.75 * scoreOf(svm, text) + 0.25 * 0.5, 12);
    expect(judge.scoreText!(text)).toBeCloseTo(0.75 * svm.scoreText!(text) + 0.25 * (2 / 3), 12);
    expect(judge.judge(pageOf({ text })).why).toEqual([
      expect.stringMatching(/^\+0\.\d+ svm 0\.\d+ \(.*comet ×1.*\)$/),
      '+0.125 string-match 0.500 (+2.000 comet ×1, in all +2.000; 2 is a score of ½)',
    ]);
  });

  it('needs what its judges need and fills in their settings', () => {
    const part = judgePart({ kind: 'blend', judges: parts });
    expect(part.needs).toEqual(['examples', 'counterexamples', 'keywords']);
    expect(part.spec.judges).toMatchObject([{ judge: { kind: 'svm', c: 1 } }, { judge: { titleWeight: 3 } }]);
  });

  it('names the judge whose settings are wrong', () => {
    const wrong = { kind: 'blend', judges: [{ judge: { kind: 'svm', cost: 1 } }] };
    expect(() => judgePart(wrong)).toThrow(
      /Settings of "blend": judges\.0\.judge\.cost: unknown key; there are: c, /,
    );
  });
});

describe('chain', () => {
  const topic = topicOf({ keywords: [{ term: 'comet', weight: 1 }] });
  const judges = [
    { judge: { kind: 'string-match', half: 1 }, yes: 0.7, no: 0.3 },
    { judge: { kind: 'svm' } },
  ];

  it('asks the next judge only where the first is not sure', async () => {
    const { judge } = await trained({ kind: 'chain', judges }, { topic });
    const svm = (await trained({ kind: 'svm' })).judge;
    const verdict = (text: string) => judge.judge(pageOf({ text }));
    // String match alone: 0 of 0 is below 0.3; 3 / (3 + 1) is above 0.7; 1 / (1 + 1) lies between.
    expect(verdict('planet orbit galaxy')).toMatchObject({ score: 0, relevant: false });
    expect(verdict('comet comet comet goal league')).toMatchObject({ score: 0.75, relevant: true });
    const between = verdict('comet goal league striker');
    expect(between.score).toBe(scoreOf(svm, 'comet goal league striker'));
    expect(between.relevant).toBe(false);
    expect(between.why[0]).toBe('svm decides');
    expect(between.why.at(-1)).toBe('string-match 0.50 undecided');
  });

  it('takes a bare judge in the last place, and refuses one that never decides before it', () => {
    expect(() => judgePart({ kind: 'chain', judges: [judges[0], { kind: 'svm' }] })).not.toThrow();
    expect(() => judgePart({ kind: 'chain', judges: [{ kind: 'svm' }, judges[0]] })).toThrow(
      /every judge but the last/,
    );
  });
});

describe('string match', () => {
  const topic = topicOf({ keywords: [{ term: 'comet', weight: 2 }] });

  it('uses the median sum of the relevant examples as its half if set', async () => {
    const lesson = lessonOf({ relevant: ['comet', 'comet comet comet', 'comet comet'] }, topic);
    const { judge } = await trained({ kind: 'string-match', half: 'examples' }, { lesson, topic });
    expect(scoreOf(judge, 'comet')).toBeCloseTo(2 / (2 + 4), 12);
    expect(judgePart({ kind: 'string-match', half: 'examples' })).toMatchObject({
      learns: true,
      needs: ['keywords', 'examples'],
    });
    expect(judgePart({ kind: 'string-match' })).toMatchObject({ learns: false, needs: ['keywords'] });
  });

  it('says so where the examples hold no keyword', async () => {
    const lesson = lessonOf({ relevant: ['planet'] }, topic);
    const { judge } = await trained({ kind: 'string-match', half: 'examples' }, { lesson, topic });
    expect(lesson.warnings).toEqual([expect.stringContaining('none of the keywords')]);
    expect(scoreOf(judge, 'comet')).toBeCloseTo(2 / 12, 12);
  });
});

it.each(['svm', 'naive-bayes', 'centroid', 'nearest-example', 'perplexity', 'blend'])(
  '%s judges by a threshold that was set after it had learnt',
  async (kind) => {
    const model = JSON.parse(JSON.stringify(await judgePart({ kind }).train(lessonOf(examples))));
    const page = pageOf({ text: 'The striker saw a comet in its orbit this week' });
    const counts = [0, 1].map(
      (threshold) => judgePart({ kind, threshold }).make(topicOf(), model).judge(page).relevant,
    );
    expect(counts).toEqual([true, false]);
  },
);

describe('centroid and nearest example', () => {
  const two = lessonOf({ relevant: ['comet comet orbit', 'comet planet'] });

  // By hand, tf/max tf without idf: (1, ½, 0) and (1, 0, 1), their mean (1, ¼, ½).
  it('are the cosines with the mean and with the most alike of the relevant examples', async () => {
    const mean = (await trained({ kind: 'centroid', idf: 'none' }, { lesson: two })).judge;
    expect(scoreOf(mean, 'comet orbit')).toBeCloseTo(1.25 / Math.sqrt(2 * 1.3125), 12);
    const nearest = (await trained({ kind: 'nearest-example', idf: 'none' }, { lesson: two })).judge;
    expect(scoreOf(nearest, 'comet orbit')).toBeCloseTo(1.5 / Math.sqrt(2 * 1.25), 12);
    expect(scoreOf(nearest, 'comet orbit zebra')).toBeCloseTo(1.5 / Math.sqrt(3 * 1.25), 12);
    expect(nearest.scoreText!('planets')).toBeCloseTo(1 / Math.sqrt(2), 12);
    expect(nearest.judge(pageOf({ text: 'comet orbit' })).why).toEqual([
      'like http://example.test/wanted/0',
      '+0.632 comet ×1',
      '+0.316 orbit ×1',
    ]);
  });

  // ln(2/2) = 0 for the comet, ln(2/1) for all else.
  it('weigh words by how few of the examples hold them', async () => {
    const { judge } = await trained({ kind: 'nearest-example', idf: 'examples' }, { lesson: two });
    expect(scoreOf(judge, 'comet orbit')).toBeCloseTo(1, 12);
    expect(scoreOf(judge, 'comet orbit zebra')).toBeCloseTo(Math.SQRT1_2, 12);
  });

  it('weigh words by how rare they are in English', async () => {
    const lesson = lessonOf({ relevant: ['comet time', 'planet'] });
    const { judge } = await trained({ kind: 'nearest-example' }, { lesson });
    expect(scoreOf(judge, 'comet')).toBeGreaterThan(scoreOf(judge, 'time'));
  });

  it('count an example itself and leave out what is just as like as the border', async () => {
    const four = lessonOf({ relevant: ['comet planet orbit galaxy'] });
    const spec = { kind: 'nearest-example', idf: 'none', threshold: 0.5 };
    const { judge } = await trained(spec, { lesson: four });
    expect(judge.judge(pageOf({ text: 'galaxy orbit planet comet' }))).toMatchObject({
      score: 1,
      relevant: true,
    });
    // (1, 1, 1, 1) with (1, 0, 0, 0): 1 / (2 · 1).
    expect(judge.judge(pageOf({ text: 'comet' }))).toMatchObject({ score: 0.5, relevant: false });
  });

  it('learn the border that parts examples held out', async () => {
    for (const kind of ['centroid', 'nearest-example']) {
      const { judge } = await trained({ kind, threshold: 'learnt' });
      const opinions = await validateJudge(judgePart({ kind, threshold: 'learnt' }), lessonOf(examples));
      expect(qualityOf(opinions!).rocArea).toBe(1);
      expect(judge.judge(pageOf({ text: 'a comet and a galaxy' })).relevant).toBe(true);
      expect(judge.judge(pageOf({ text: 'a goal in the league' })).relevant).toBe(false);
    }
  });

  it('do without counterexamples', async () => {
    expect(judgePart({ kind: 'centroid' }).needs).toEqual(['examples']);
    const { judge, lesson } = await trained(
      { kind: 'centroid' },
      { lesson: lessonOf({ relevant: examples.relevant }) },
    );
    expect(lesson.warnings).toEqual([]);
    expect(judge.judge(pageOf({ text: examples.relevant[0]! })).relevant).toBe(true);
  });
});

describe('perplexity', () => {
  const sentences = (subject: readonly string[]): string[] =>
    textsOf(subject).map((text) => `${text}. The ${subject[0]} of the ${subject[1]} is near. It is so.`);
  const lesson = () => lessonOf({ relevant: sentences(sky), irrelevant: sentences(ball) });

  it('scores ½ where a page is as easy to foretell as an example held out, and less where it is harder', async () => {
    const { judge } = await trained({ kind: 'perplexity' }, { lesson: lesson() });
    const like = judge.judge(pageOf({ text: 'The telescope of the planet is near.' }));
    const unlike = judge.judge(pageOf({ text: 'Goal strikers penalise referee of league.' }));
    expect(like.score).toBeGreaterThan(0.5);
    expect(unlike.score).toBeLessThan(0.5);
    expect(like.relevant).toBe(true);
    expect(unlike.relevant).toBe(false);
    const [, page, examples] = /^perplexity (\d+), of examples (\d+)$/.exec(unlike.why[0]!)!;
    expect(unlike.score).toBeCloseTo(Number(examples) / (Number(examples) + Number(page)), 1);
    expect(judge.scoreText!('the telescope of the planet')).toBeGreaterThan(
      judge.scoreText!('league striker'),
    );
  });

  it('ignores words that no example contains if set', async () => {
    const text = 'The telescope of the planet is xylophonic.';
    const counted = (await trained({ kind: 'perplexity' }, { lesson: lesson() })).judge;
    const left = (await trained({ kind: 'perplexity', unknownWords: false }, { lesson: lesson() })).judge;
    expect(counted.judge(pageOf({ text })).why[1]).toBe('13 % unknown words'); // One of seven words and an end.
    expect(scoreOf(left, text)).toBeGreaterThan(scoreOf(counted, text));
  });

  it('reads no more of a page than its limit, and nothing of an empty one', async () => {
    const { judge } = await trained({ kind: 'perplexity', maxWords: 20 }, { lesson: lesson() });
    const start = 'The telescope of the planet is near. '.repeat(3);
    expect(scoreOf(judge, `${start} goal striker league`)).toBe(
      scoreOf(judge, `${start} orbit planet comet`),
    );
    expect(judge.judge(pageOf())).toMatchObject({ score: 0, relevant: false });
    expect(judge.scoreText!('')).toBe(0);
  });

  it('learns from one example alone', async () => {
    const only = lessonOf({ relevant: ['The moon is a planet. The moon is far. It is so.'] });
    const { judge } = await trained({ kind: 'perplexity' }, { lesson: only });
    expect(scoreOf(judge, 'The moon is far.')).toBeGreaterThan(scoreOf(judge, 'Goals win leagues.'));
  });
});
