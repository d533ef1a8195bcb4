/**
 * The next visits of a crawl as a batch of messages. Only the database is read, in one short look: a running crawl is
 * not slowed down. A page is sent as it is now, so that a visit which a later one has replaced sends nothing stale.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { CatalogueReader } from '../archive/catalogue-reader.ts';
import { openDatabase } from '../archive/database.ts';
import { Meta } from '../archive/meta.ts';
import type { PageRecord, VisitRecord } from '../archive/records.ts';
import { hasTables } from '../archive/schema.ts';
import { databasePath } from '../crawl/folder.ts';
import type { Batch, Message, SentPage } from './destination.ts';

export interface WantedPages {
  /** Only pages that count as relevant. */
  relevant?: boolean | undefined;
  /** With the main text of each page; the default. */
  text?: boolean | undefined;
  /** With the links of each page. */
  links?: boolean | undefined;
}

export interface BatchLimits {
  since: number;
  /** The end of a batch that was begun before. */
  until?: number | undefined;
  /** Messages in a batch. */
  most: number;
}

/** Undefined if there are no visits after `since` yet. */
export function nextBatch(
  path: string,
  crawl: string,
  limits: BatchLimits,
  wanted: WantedPages,
): Batch | undefined {
  if (!existsSync(databasePath(path))) return undefined;
  const db = openDatabase(databasePath(path), { readOnly: true });
  try {
    if (!hasTables(db)) return undefined;
    const read = new CatalogueReader(db);
    const { since, until = Number.POSITIVE_INFINITY, most } = limits;
    const messages: Message[] = [];
    let to = since;
    let size = 0;
    for (const visit of visitsAfter(read, since)) {
      if (visit.seq > until) break;
      to = visit.seq;
      const message = messageOf(visit, read, crawl, wanted);
      if (message === undefined) continue;
      messages.push(message);
      size += message.page.text?.length ?? 0;
      if (until === Number.POSITIVE_INFINITY && (messages.length >= most || size > MOST_CHARACTERS)) break;
    }
    return to === since
      ? undefined
      : { source: sourceOf(new Meta(db), crawl), crawl, from: since, to, messages };
  } finally {
    db.close();
  }
}

/** Of all texts in a batch, so that a request stays of a size that servers take. */
const MOST_CHARACTERS = 4_000_000;
const AT_A_TIME = 200;
/** Visits that are looked at for one batch; a crawl that finds little must not be read in one go. */
const MOST_VISITS = 10_000;

function* visitsAfter(read: CatalogueReader, since: number): Generator<VisitRecord> {
  let last = since;
  for (let seen = 0; seen < MOST_VISITS; seen += AT_A_TIME) {
    const visits = read.visitsSince(last, AT_A_TIME);
    yield* visits;
    if (visits.length < AT_A_TIME) return;
    last = visits.at(-1)!.seq;
  }
}

/** A database that was rebuilt counts its visits from 1 again, and is another source. */
const sourceOf = (meta: Meta, crawl: string): string =>
  `${crawl}:${Number(meta.get('startedAt') ?? 0).toString(36)}`;

/** Undefined if the visit brought nothing to send. */
function messageOf(
  visit: VisitRecord,
  read: CatalogueReader,
  crawl: string,
  wanted: WantedPages,
): Message | undefined {
  const { change } = visit;
  if (change === 'unchanged' || change === 'unreachable') return undefined;
  const page = read.pageById(visit.page);
  if (page === undefined) return undefined;
  const isWanted = page.outcome === 'page' && change !== 'gone' && (page.relevant || !wanted.relevant);
  const wasThere = change === 'changed' || change === 'moved' || change === 'gone';
  if (!isWanted && !wasThere) return undefined;
  const about = aboutOf(page, visit.seq, crawl);
  const { id } = about;
  if (!isWanted) return { id, sequence: visit.seq, action: 'remove', page: about };
  if (wanted.text ?? true) about.text = read.textOf(page.id)?.text;
  if (wanted.links) about.links = read.linksOf(page.id).map(({ url, anchor }) => ({ url, anchor }));
  return { id, sequence: visit.seq, action: 'put', page: about };
}

function aboutOf(page: PageRecord, sequence: number, crawl: string): SentPage {
  const { url, host, status, title, language, kind, contentType, score, relevant, why, findings, depth } =
    page;
  return {
    id: createHash('sha256').update(url).digest('hex').slice(0, 32),
    crawl,
    sequence,
    url,
    host,
    fetchedAt: new Date(page.fetchedAt).toISOString(),
    status,
    title,
    language,
    kind,
    contentType,
    score,
    relevant,
    why,
    findings,
    depth,
  };
}
