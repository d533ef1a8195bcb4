/** A whole judge on examples it was not trained on. The judges are made by hand so that the answers are known. */
import { expect, it } from 'vitest';
import { qualityOf } from '../../src/judge/training/quality.ts';
import type { Lesson } from '../../src/recipe/lesson.ts';
import { judgePart } from '../../src/recipe/parts.ts';
import { validateJudge } from '../../src/recipe/validate.ts';
import '../../src/recipe/registry.ts';
import { lessonOf, topicOf } from './lesson-of.ts';

const numbered = (word: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${word} ${String.fromCharCode(97 + i)}`);
const lesson = lessonOf({ relevant: numbered('comet', 10), irrelevant: numbered('rose', 15) });
const judgeOf = (relevant: (text: string) => boolean) => ({
  judge: ({ text }: { text: string }) => ({
    score: relevant(text) ? 1 : 0,
    relevant: relevant(text),
    why: [],
  }),
});

it('a judge that knows its examples by heart recognises none that it has not seen', async () => {
  const byHeart = {
    learns: true,
    train: async ({ examples }: Lesson) =>
      examples.filter(({ relevant }) => relevant).map(({ page }) => page.text),
    make: (_: unknown, known: unknown) => judgeOf((text) => (known as string[]).includes(text)),
  };
  const opinions = await validateJudge(byHeart, lesson);
  expect(opinions).toHaveLength(25);
  expect(qualityOf(opinions!)).toMatchObject({ recall: 0, relevant: 10, irrelevant: 15 });
});

it('what a judge decides by without learning is tested with the rest', async () => {
  // Whatever it learnt, it calls every page relevant: 10 of 25 are.
  const careless = { learns: true, train: async () => ({}), make: () => judgeOf(() => true) };
  const { precision, recall } = qualityOf((await validateJudge(careless, lesson))!);
  expect([precision, recall]).toEqual([0.4, 1]);
});

it('training for a test warns of nothing and reports nothing', async () => {
  const told = lessonOf({ relevant: numbered('comet', 4), irrelevant: numbered('rose', 4) });
  const loud = {
    learns: true,
    train: async ({ warn, quality }: Lesson) => {
      warn('few examples');
      quality('words', { seen: 1 });
    },
    make: () => judgeOf(() => true),
  };
  await validateJudge(loud, told);
  expect([told.warnings, told.qualities]).toEqual([[], {}]);
});

it('a judge that does not learn is asked about every example', async () => {
  const keywords = lessonOf(
    { relevant: ['comet comet', 'tail'], irrelevant: ['rose', 'comet rose'] },
    topicOf({ keywords: [{ term: 'comet', weight: 1 }] }),
  );
  const opinions = await validateJudge(judgePart({ kind: 'keyword-cosine' }), keywords);
  expect(opinions!.map(({ called }) => called)).toEqual([true, false, false, true]);
});

it('examples of one class alone say nothing', async () => {
  const alone = lessonOf({ relevant: numbered('comet', 10) });
  expect(await validateJudge(judgePart({ kind: 'centroid' }), alone)).toBeUndefined();
});
