/**
 * Stage 6: the focused crawl, with the judge and the link classifier of the stages before. It ends when enough words,
 * pages or relevant pages are there. A higher budget continues it.
 */
import { createHash } from 'node:crypto';
import { found } from '../answers/harvest.ts';
import { count } from '../answers/numbers.ts';
import { trustIn } from '../answers/trust.ts';
import { readEarlierCrawl } from '../archive/earlier-crawl.ts';
import { topicOf } from './examples.ts';
import { chosenJudge } from './judge.ts';
import { linkStrategy } from './links.ts';
import type { Growing, Stage } from './stage.ts';
import { runCrawl } from './stage-crawl.ts';

export const focusedCrawl: Stage = {
  name: 'crawl',
  reads: ['documents', 'negatives', 'judge', 'links'],
  resumes: true,
  asks: ({ settings: { seeds, web, seed } }) => [seeds, web, seed],
  extent: ({ settings }) => settings.budget,
  async run(on) {
    const recipe = { name: 'grow/focused', judge: chosenJudge(on), strategy: linkStrategy(on) };
    const { summary, detail } = await runCrawl(on, on.path('crawl'), topicOf(on), {
      recipe,
      budget: on.settings.budget,
    });
    const { precision, sentence, warnings } = trustIn(on.path('crawl'));
    return {
      line: `${found(summary)}, ${count(summary.words)} words; ended because ${detail}`,
      figures: {
        pages: summary.pages,
        relevant: summary.relevant,
        words: summary.words,
        ...('share' in precision && {
          precision: precision.share,
          low: precision.low,
          high: precision.high,
        }),
      },
      notes: [sentence, ...warnings],
    };
  },
  digest: (on) => digestOfCrawl(on),
};

function digestOfCrawl(on: Growing): string {
  const hash = createHash('sha256');
  readEarlierCrawl(on.path('crawl'), (read) => {
    for (const { url, digest, relevant } of read.visitedPages())
      hash.update(`${url} ${digest} ${relevant}\n`);
  });
  return hash.digest('hex');
}
