/**
 * Stage 6: the focused crawl, with the judge and the link classifier of the stages before. When enough words, pages or
 * relevant pages are there, its own pages teach the judge (`review.ts`); if fewer relevant pages or words are left than
 * were asked for, it goes on. A higher budget continues it.
 */
import { createHash } from 'node:crypto';
import { found } from '../answers/harvest.ts';
import { count } from '../answers/numbers.ts';
import { trustIn } from '../answers/trust.ts';
import { readEarlierCrawl } from '../archive/earlier-crawl.ts';
import { Meta } from '../archive/meta.ts';
import type { Counts } from '../crawl/statistics.ts';
import { topicOf } from './examples.ts';
import { chosenJudge } from './judge.ts';
import { linkStrategy } from './links.ts';
import { type Review, review } from './review.ts';
import type { Growing, Stage } from './stage.ts';
import { runCrawl } from './stage-crawl.ts';

/** After each a smaller part of what was called relevant is lost. */
const MOST_LEGS = 5;

export const focusedCrawl: Stage = {
  name: 'crawl',
  reads: ['documents', 'negatives', 'judge', 'links'],
  resumes: true,
  asks: ({ settings: { seeds, web, seed } }) => [seeds, web, seed],
  extent: ({ settings }) => settings.budget,
  async run(on) {
    const { ended, reviewed, counts } = await crawlAndReview(on);
    const { negatives, called, threshold } = reviewed;
    const { precision, sentence, warnings } = trustIn(on.path('crawl'));
    return {
      line: `${found(counts)}, ${count(counts.words)} words; ended because ${ended}`,
      figures: {
        pages: counts.pages,
        relevant: counts.relevant,
        words: counts.words,
        calledAtFirst: called,
        negatives,
        ...(threshold !== undefined && { threshold }),
        ...('share' in precision && {
          precision: precision.share,
          low: precision.low,
          high: precision.high,
        }),
      },
      notes: [
        negatives === 0
          ? 'Most of its pages may be about the topic, so the judge learnt nothing from them'
          : `${count(called)} were called relevant at first; then the judge learnt from ${count(negatives)} pages of the crawl that look like the topic and are probably not about it (threshold ${threshold})`,
        sentence,
        ...warnings,
      ],
    };
  },
  digest: (on) => digestOfCrawl(on),
};

async function crawlAndReview(on: Growing): Promise<{ ended: string; reviewed: Review; counts: Counts }> {
  const path = on.path('crawl');
  const { budget } = on.settings;
  const recipe = { name: 'grow/focused', judge: chosenJudge(on), ...linkStrategy(on) };
  for (let leg = 1; ; leg++) {
    const { summary, reason, detail } = await runCrawl(on, path, topicOf(on), { recipe, budget });
    const reviewed = await review(on, summary);
    const counts = readEarlierCrawl(path, (_, db) => new Meta(db).get('counts') as Counts);
    const isShort =
      (reason === 'budget-relevant' && counts.relevant < budget.relevant!) ||
      (reason === 'budget-words' && counts.words < budget.words!);
    if (!isShort || leg === MOST_LEGS) return { ended: detail, reviewed, counts };
  }
}

function digestOfCrawl(on: Growing): string {
  const hash = createHash('sha256');
  readEarlierCrawl(on.path('crawl'), (read) => {
    for (const { url, digest, relevant } of read.visitedPages())
      hash.update(`${url} ${digest} ${relevant}\n`);
  });
  return hash.digest('hex');
}
