/**
 * The four recipes that need nothing but keywords: breadth-first, and best-first by the page, by the anchor, by
 * both; each with either judge.
 */
import { z } from 'zod';
import type { TextJudge } from '../judge/judge.ts';
import { keywordCosine } from '../judge/keyword-cosine.ts';
import { stringMatch } from '../judge/string-match.ts';
import { bestFirst } from '../strategy/best-first.ts';
import { breadthFirst } from '../strategy/breadth-first.ts';
import type { Topic } from '../topic/topic.ts';
import type { Recipe } from './recipe.ts';

const judgeSettings = z.strictObject({
  judge: z
    .enum(['keyword-cosine', 'string-match'])
    .default('keyword-cosine')
    .describe('what says how relevant a page is'),
  threshold: z
    .number()
    .min(0)
    .max(1)
    .default(0.1)
    .describe('keyword-cosine: a page counts from this cosine on'),
  half: z
    .number()
    .positive()
    .default(10)
    .describe('string-match: the sum of weights at which a page scores ½ and counts'),
  halfOfText: z.number().positive().default(1).describe('string-match: the same for an anchor'),
  titleWeight: z.number().min(0).default(3).describe('string-match: how often a match in the title counts'),
});
type JudgeSettings = z.output<typeof judgeSettings>;

function judgeOf(topic: Topic, settings: JudgeSettings): TextJudge {
  const { language } = topic;
  return settings.judge === 'keyword-cosine'
    ? keywordCosine(topic.keywords, { threshold: settings.threshold, language })
    : stringMatch(topic.keywords, { ...settings, language });
}

export const breadthFirstRecipe: Recipe<JudgeSettings> = {
  name: 'breadth-first',
  summary: 'every link in the order in which it was found',
  description:
    'Follows links first come, first gone. Pages are judged and counted, but the judgement steers nothing: the baseline of every comparison.',
  origin: 'the baseline of all five theses',
  needs: ['keywords'],
  settings: judgeSettings,
  judge: judgeOf,
  strategy: () => breadthFirst(),
};

export const bestFirstPage = bestFirstRecipe(
  'best-first/page',
  'links of the most relevant pages first',
  'A link is as good as the page it stands on: relevant pages tend to link to relevant pages.',
  'Batsakis (TU Crete, 2007), crawler b; García Dorado (Lund, 2008), Best-First',
  0,
);

export const bestFirstAnchor = bestFirstRecipe(
  'best-first/anchor',
  'links with the most relevant anchors first',
  'A link is as good as its own words. Tells the links of one page apart, and knows nothing of a link that says "here".',
  'Batsakis (TU Crete, 2007), crawler c',
  1,
);

export const bestFirstBoth = bestFirstRecipe(
  'best-first/page+anchor',
  'the mean of page and anchor (the default)',
  'A link is as good as the mean of its page and its anchor; `anchorShare` moves the weight between them.',
  'Batsakis (TU Crete, 2007), crawler d, Eq. 7',
  0.5,
);

function bestFirstRecipe(
  name: string,
  summary: string,
  description: string,
  origin: string,
  anchorShare: number,
): Recipe<JudgeSettings & { anchorShare: number }> {
  return {
    name,
    summary,
    description,
    origin,
    needs: ['keywords'],
    settings: judgeSettings.extend({
      anchorShare: z
        .number()
        .min(0)
        .max(1)
        .default(anchorShare)
        .describe('0 the page alone, 1 the anchor alone'),
    }),
    judge: judgeOf,
    strategy(topic, settings) {
      const judge = judgeOf(topic, settings);
      return bestFirst({ anchorShare: settings.anchorShare, scoreText: judge.scoreText });
    },
  };
}
