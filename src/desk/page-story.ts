/** One page of a crawl with everything that is known about it: why it was fetched, how it was judged, where it leads. */
import { existsSync } from 'node:fs';
import { countedWords, markedText } from '../answers/counted-words.ts';
import { whyCut } from '../answers/cut.ts';
import { visitsOf } from '../archive/page-list.ts';
import type { PageRecord } from '../archive/records.ts';
import { picturePath } from '../crawl/folder.ts';
import type { OpenCrawl } from '../crawl/open.ts';
import { FrontierReader } from '../frontier/frontier-reader.ts';
import { Refused } from './route.ts';

export type PageStory = ReturnType<typeof pageStory>;

const SHOWN_CHARACTERS = 60_000;
const SHOWN_LINKS = 500;

export function pageStory({ read, db, folder }: OpenCrawl, id: number) {
  const page = read.pageById(id);
  if (page === undefined) throw new Refused(404, 'NOT_FOUND', `The crawl has no page ${id}.`);
  const frontier = new FrontierReader(db);
  const text = read.textOf(id)?.text ?? '';
  const words = countedWords(page.why);
  const links = read.linksOf(id);
  return {
    page: factsOf(page),
    hasPicture: existsSync(picturePath(folder.path, id)),
    why: page.why,
    words,
    text: markedText(text.slice(0, SHOWN_CHARACTERS), words, page.language),
    characters: text.length,
    path: read.pathTo(id).map((step) => {
      const link = frontier.link(step.link);
      return {
        id: step.id,
        url: step.url,
        title: step.title ?? '',
        score: step.score,
        relevant: step.relevant,
        n: step.n,
        isSeed: step.via === undefined,
        anchor: link?.anchor ?? '',
        priority: link?.priority,
        why: link?.why ?? undefined,
      };
    }),
    links: links.slice(0, SHOWN_LINKS).map(({ url, anchor, priority, why, fate, target, state, reason }) => ({
      url: url ?? '',
      anchor,
      priority,
      why,
      target,
      fate: fate ?? fateOf(state, reason),
    })),
    linkCount: links.length,
    judgements: [
      {
        score: page.score,
        relevant: page.relevant,
        model: page.model,
        at: page.judgedAt ?? page.fetchedAt,
        isInForce: true,
      },
      ...read
        .judgementsOf(id)
        .reverse()
        .map(({ score, relevant, model, at }) => ({ score, relevant, model, at, isInForce: false })),
    ],
    visits: visitsOf(db, id),
    labels: read.labelsOf([id]),
  };
}

/** What became of a link, in words. */
function fateOf(state: string | undefined, reason: string | undefined): string {
  switch (state) {
    case 'done':
      return 'read';
    case 'refused':
      return `left alone: ${reason ?? 'refused'}`;
    case 'deferred':
      return `later: ${reason ?? 'deferred'}`;
    default:
      return state ?? 'unknown';
  }
}

function factsOf(page: PageRecord) {
  const { id, n, url, host, outcome, status, fetchedAt, durationMs, bytes, contentType, kind } = page;
  const { language, score, margin, relevant, depth, model, duplicateOf, nearDuplicateOf } = page;
  return {
    id,
    n,
    url,
    host,
    title: page.title ?? '',
    outcome,
    status,
    fetchedAt,
    durationMs,
    bytes,
    contentType,
    kind,
    language,
    score,
    margin,
    relevant,
    depth,
    model,
    duplicateOf,
    nearDuplicateOf,
    isArchived: page.warc !== undefined,
    whyCut: whyCut(page.truncated),
  };
}
