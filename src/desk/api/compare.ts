/** Crawls beside each other: what each found, what both found, and how soon. */
import { z } from 'zod';
import { type ComparedCrawl, comparison } from '../../answers/compare.ts';
import { judgedPages } from '../../answers/draw.ts';
import { scoreHistogram } from '../../answers/score-histogram.ts';
import { judgeInForce } from '../../answers/survey.ts';
import type { OpenCrawl } from '../../crawl/open.ts';
import { recipeInWords } from '../../crawl/settings.ts';
import { ForageError } from '../../errors.ts';
import { type Desk, route } from '../route.ts';

const MOST = 6;

export const compareRoutes = [
  route({
    method: 'GET',
    path: '/api/v1/compare',
    role: 'read',
    summary:
      'Two to six crawls by their ids, separated by commas: curves, scores, relevant pages, how many of them both found.',
    query: z.strictObject({ of: z.string().min(1).max(1000) }),
    answer: z.object({ sentence: z.string(), crawls: z.array(z.object({ id: z.string() }).loose()) }).loose(),
    work: async ({ desk, query }) => ({ json: await compared(desk, query.of.split(',')) }),
  }),
];

export async function compared(desk: Desk, ids: readonly string[]) {
  const wanted = [...new Set(ids)];
  if (wanted.length < 2 || wanted.length > MOST)
    throw new ForageError('USAGE', `query.of: name two to ${MOST} crawls, separated by commas.`);
  const crawls = [];
  for (const id of wanted) crawls.push({ id, ...(await desk.crawls.readingApart(id, 'comparable')) });
  return comparison(crawls);
}

/** What a comparison needs of a crawl. */
export function comparable(crawl: OpenCrawl): Omit<ComparedCrawl, 'id'> {
  const { folder, read } = crawl;
  return {
    title: folder.topic.title,
    recipe: recipeInWords(folder.settings),
    curve: read.harvest(60),
    bins: scoreHistogram(judgedPages(crawl)).bins,
    threshold: judgeInForce(crawl).threshold,
    finds: new Set(read.recentFinds(MOST_FINDS).map(({ url }) => url)),
  };
}

const MOST_FINDS = 100_000;
