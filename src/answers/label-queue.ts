/**
 * The next pages to ask a person about, by what the answers are for. Only pages drawn at random say how many of the
 * others are right, so each page carries how it was drawn.
 */
import { type ListedPage, listPages, type PageSort, pagesByIds } from '../archive/page-list.ts';
import type { Label } from '../archive/records.ts';
import type { OpenCrawl } from '../crawl/open.ts';
import { latestLabels } from './called-pages.ts';
import { drawCalled, drawOverScores } from './draw.ts';

export const queues = ['random', 'informative', 'border', 'best', 'worst', 'spread', 'others'] as const;
export type QueueName = (typeof queues)[number];

export interface Queue {
  queue: QueueName;
  drawn: Label['drawn'];
  /** Score and verdict must not sway the answer. */
  isBlind: boolean;
  /** One that was drawn before, for somebody else, keeps how. */
  pages: (ListedPage & { drawn?: Label['drawn'] })[];
}

export interface QueueOptions {
  queue: QueueName;
  limit: number;
  /** Who is asked. */
  by?: string | undefined;
}

export function queueOf(crawl: OpenCrawl, { queue, limit, by = '' }: QueueOptions): Queue {
  if (queue === 'random' || queue === 'spread') {
    const { drawn, pages } = queue === 'random' ? drawCalled(crawl, limit) : drawOverScores(crawl, limit);
    const ids = pages.map(({ id }) => id);
    return { queue, drawn, isBlind: true, pages: pagesByIds(crawl.db, ids) };
  }
  const chosen = { queue, drawn: 'chosen' as const };
  // What somebody else said must not sway the answer.
  if (queue === 'others') return { ...chosen, isBlind: true, pages: labelledByOthers(crawl, limit, by) };
  const pages = queue === 'informative' ? informative(crawl, limit) : unlabelled(crawl, queue, limit);
  return { ...chosen, isBlind: false, pages };
}

const SCREEN = 200;

function unlabelled(crawl: OpenCrawl, sort: PageSort, limit: number): ListedPage[] {
  const labels = latestLabels(crawl);
  const open: ListedPage[] = [];
  let after: Parameters<typeof listPages>[2]['after'];
  do {
    const { pages, next } = listPages(crawl.db, {}, { sort, limit: SCREEN, after });
    open.push(...pages.filter(({ id }) => !labels.has(id)));
    after = next;
  } while (open.length < limit && after !== undefined);
  return open.slice(0, limit);
}

/** The pages of one site are alike: after the first few, another one teaches little. */
const CANDIDATES = 1000;

/** Near the threshold, each from another site: sites that nobody has labelled a page of come first. */
function informative(crawl: OpenCrawl, limit: number): ListedPage[] {
  const candidates = unlabelled(crawl, 'border', CANDIDATES).filter(({ outcome }) => outcome === 'page');
  const asked = new Map<string, number>();
  for (const { host } of pagesByIds(crawl.db, [...latestLabels(crawl).keys()]))
    asked.set(host, (asked.get(host) ?? 0) + 1);
  const turns = candidates.map((page) => {
    const turn = asked.get(page.host) ?? 0;
    asked.set(page.host, turn + 1);
    return { page, turn };
  });
  // Equal turns stay in the order of their distance from the threshold.
  return turns
    .sort((a, b) => a.turn - b.turn)
    .slice(0, limit)
    .map(({ page }) => page);
}

/** Pages that others labelled and this person did not: for their agreement. */
function labelledByOthers(crawl: OpenCrawl, limit: number, by: string): Queue['pages'] {
  const labels = crawl.read.labels();
  const own = new Set(labels.filter((label) => label.by === by).map(({ page }) => page));
  const drawn = new Map(labels.map((label) => [label.page, label.drawn]));
  const ids = [...drawn.keys()].filter((page) => !own.has(page)).slice(0, limit);
  return pagesByIds(crawl.db, ids).map((page) => ({ ...page, drawn: drawn.get(page.id)! }));
}
