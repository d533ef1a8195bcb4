/**
 * The next pages to ask a person about, by what the answers are for. Only pages drawn at random say how many of the
 * others are right, so each page carries how it was drawn.
 */
import { type ListedPage, listPages, type PageSort, pagesByIds } from '../archive/page-list.ts';
import type { Label } from '../archive/records.ts';
import type { OpenCrawl } from '../crawl/open.ts';
import { latestLabels } from './called-pages.ts';
import { drawCalled, drawOverScores } from './draw.ts';

export const queues = ['random', 'border', 'best', 'worst', 'spread'] as const;
export type QueueName = (typeof queues)[number];

export interface Queue {
  queue: QueueName;
  drawn: Label['drawn'];
  /** Score and verdict must not sway the answer. */
  isBlind: boolean;
  pages: ListedPage[];
}

export function queueOf(crawl: OpenCrawl, queue: QueueName, limit: number): Queue {
  if (queue === 'random' || queue === 'spread') {
    const { drawn, pages } = queue === 'random' ? drawCalled(crawl, limit) : drawOverScores(crawl, limit);
    const ids = pages.map(({ id }) => id);
    return { queue, drawn, isBlind: true, pages: pagesByIds(crawl.db, ids) };
  }
  return { queue, drawn: 'chosen', isBlind: false, pages: unlabelled(crawl, queue, limit) };
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
