/** What is read of whole tables, by name: from an open crawl and plain arguments to plain data. */
import { type QueueOptions, queueOf } from '../answers/label-queue.ts';
import { peopleOf } from '../answers/people.ts';
import { scoresOf } from '../answers/scores.ts';
import { surveyOf } from '../answers/survey.ts';
import { trustOf } from '../answers/trust.ts';
import { hostGraph } from '../archive/host-graph.ts';
import { valuesOf } from '../archive/page-list.ts';
import type { ControlStatus } from '../crawl/control.ts';
import type { OpenCrawl } from '../crawl/open.ts';
import { comparable } from './api/compare.ts';
import { type DocumentQuery, documentsOf } from './api/documents.ts';
import { type SiteQuery, sitesOf } from './api/sites.ts';
import { type PageQuery, pagesOf } from './listed-pages.ts';

/** Lists that somebody scrolls through do not wait for what looks at everything. */
export type Lane = 'list' | 'whole';

export const readings = {
  survey: { lane: 'whole', of: (crawl: OpenCrawl) => surveyOf(crawl) },
  scores: {
    lane: 'whole',
    of: (crawl: OpenCrawl, threshold: number | undefined) => scoresOf(crawl, threshold),
  },
  trust: { lane: 'whole', of: (crawl: OpenCrawl) => trustOf(crawl) },
  people: { lane: 'list', of: (crawl: OpenCrawl) => peopleOf(crawl) },
  queue: { lane: 'whole', of: (crawl: OpenCrawl, options: QueueOptions) => queueOf(crawl, options) },
  pages: { lane: 'list', of: (crawl: OpenCrawl, query: PageQuery) => pagesOf(crawl, query) },
  kinds: {
    lane: 'whole',
    of: ({ db }: OpenCrawl) => ({ languages: valuesOf(db, 'language'), types: valuesOf(db, 'kind') }),
  },
  documents: { lane: 'list', of: (crawl: OpenCrawl, query: DocumentQuery) => documentsOf(crawl, query) },
  sites: {
    lane: 'whole',
    of: (crawl: OpenCrawl, { state, ...query }: SiteQuery & { state: ControlStatus['state'] }) =>
      sitesOf(crawl, query, state),
  },
  graph: { lane: 'whole', of: ({ db }: OpenCrawl, limit: number) => hostGraph(db, limit) },
  comparable: { lane: 'whole', of: (crawl: OpenCrawl) => comparable(crawl) },
} satisfies Record<string, { lane: Lane; of(crawl: OpenCrawl, args: never): unknown }>;

export type Readings = typeof readings;
export type ReadingName = keyof Readings;
