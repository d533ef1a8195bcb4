/** The kind `string-match`; its half is a number, or learnt from the relevant examples. */
import { z } from 'zod';
import { medianSum, stringMatch } from '../../judge/string-match.ts';
import { defineJudge } from '../../plugin/define.ts';
import { stemSetting } from './word-settings.ts';

/** Used if neither settings nor examples set the sum at which a page scores ½. */
const usualHalf = 10;

export const stringMatchKind = defineJudge({
  name: 'string-match',
  summary: 'the sum of the weights of the keywords found in the page',
  settings: z.strictObject({
    half: z
      .union([z.number().positive(), z.literal('examples')])
      .default(usualHalf)
      .describe('the sum of weights at which a page scores ½ and counts; "examples": their median'),
    halfOfText: z.number().positive().default(1).describe('the same for an anchor'),
    titleWeight: z.number().min(0).default(3).describe('factor for a match in the title'),
    stem: stemSetting('plural'),
  }),
  needs: ({ half }) => (half === 'examples' ? ['keywords', 'examples'] : ['keywords']),
  learns: ({ half }) => half === 'examples',
  train({ topic, examples, warn }, { half, titleWeight, stem }) {
    if (half !== 'examples') return undefined;
    const pages = examples.filter(({ relevant }) => relevant).map(({ page }) => page);
    const median = medianSum(topic.keywords, { titleWeight, stem, language: topic.language }, pages);
    if (median > 0) return { half: median };
    warn(
      `Most relevant examples contain none of the keywords, so the judge "string-match" uses a sum of ${usualHalf} as its half; choose keywords that occur on relevant pages.`,
    );
    return { half: usualHalf };
  },
  make: ({ topic, settings, model }) =>
    stringMatch(topic.keywords, {
      ...settings,
      half: settings.half === 'examples' ? (model?.half ?? usualHalf) : settings.half,
      language: topic.language,
    }),
});
