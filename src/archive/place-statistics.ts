/**
 * What a crawl found by site and by directory, from its tables as they are now: pages, relevant ones, documents and
 * accepted ones, where it came in, its first and last visit, and how many pages of other sites link there.
 *
 * A directory has the pages directly in it and those below it. Page Relevancy Rate, Document Download Rate and Accepted
 * Document Rate are those of Chen (CINDI robot, Concordia, 2008), section 3.4.
 */
import type { CrawlDatabase } from './database.ts';
import { hasDocuments, RELEVANT_DOCUMENT } from './documents.ts';
import type { Verdict } from './hand-notes.ts';
import { directoryOf } from './tallies.ts';

export interface PlaceStatistics {
  host: string;
  /** `/` for the site as a whole. */
  path: string;
  pages: number;
  relevant: number;
  /**
   * In a crawl that collects documents: those that it kept, accepted by the document filter or by hand. In any other:
   * what is not HTML, accepted if it is relevant.
   */
  documents: number;
  accepted: number;
  /** The first page that was fetched there. */
  entrance: string;
  firstVisit: number;
  lastVisit: number;
  /** Pages of other sites that link there. */
  references: number;
}

/** By site and path; a site comes before its directories. */
export function placeStatistics(
  db: CrawlDatabase,
  { references = false, verdicts = new Map() }: PlaceOptions = {},
): PlaceStatistics[] {
  const places = new Map<string, PlaceStatistics>();
  for (const page of visitedPages(db, verdicts)) {
    const { host, url, relevant, isDocument, isAccepted, firstVisit, lastVisit } = page;
    for (const path of pathsOf(directoryOf(url))) {
      const key = host + path;
      let place = places.get(key);
      if (place === undefined) {
        place = { ...NOTHING, host, path, entrance: url, firstVisit, lastVisit };
        places.set(key, place);
      }
      place.pages += 1;
      place.relevant += Number(relevant);
      place.documents += Number(isDocument);
      place.accepted += Number(isDocument && isAccepted);
      place.firstVisit = Math.min(place.firstVisit, firstVisit);
      place.lastVisit = Math.max(place.lastVisit, lastVisit);
    }
  }
  if (references) countReferences(db, places);
  return [...places.values()].sort((a, b) => compare(a.host, b.host) || compare(a.path, b.path));
}

export interface PlaceOptions {
  /** Count them, too. */
  references?: boolean;
  /** What people say about documents, by URL. */
  verdicts?: ReadonlyMap<string, Pick<Verdict, 'accepted'>>;
}

export interface Rates {
  /** Relevant pages of all pages. */
  prr: number;
  /** Documents for each page that is not one; all of them if there is no such page. */
  ddr: number;
  /** Accepted documents of all documents; undefined without any. */
  adr: number | undefined;
}

export function ratesOf({ pages, relevant, documents, accepted }: PlaceStatistics): Rates {
  return {
    prr: relevant / pages,
    ddr: documents / Math.max(1, pages - documents),
    adr: documents === 0 ? undefined : accepted / documents,
  };
}

const NOTHING = { pages: 0, relevant: 0, documents: 0, accepted: 0, references: 0 };

/** `/`, `/a/` and `/a/b/` of `/a/b/`. */
function pathsOf(directory: string): string[] {
  const paths = ['/'];
  for (let end = directory.indexOf('/', 1); end >= 0; end = directory.indexOf('/', end + 1))
    paths.push(directory.slice(0, end + 1));
  return paths;
}

interface VisitedPage {
  host: string;
  url: string;
  relevant: boolean;
  isDocument: boolean;
  isAccepted: boolean;
  firstVisit: number;
  lastVisit: number;
}

/** In the order of their first visits. */
function* visitedPages(
  db: CrawlDatabase,
  verdicts: NonNullable<PlaceOptions['verdicts']>,
): Generator<VisitedPage> {
  const [document, join] = hasDocuments(db)
    ? [
        `documents.page IS NOT NULL AS is_document, documents.type IS NOT NULL AND ${RELEVANT_DOCUMENT} AS is_accepted`,
        'LEFT JOIN documents ON documents.page = pages.id',
      ]
    : [`kind <> 'html' AS is_document, pages.relevant AS is_accepted`, ''];
  const rows = db.sql
    .prepare(
      `SELECT hosts.name AS host, pages.url, pages.relevant, first_visit, last_visit, ${document} FROM pages
       JOIN hosts ON hosts.id = pages.host ${join}
       JOIN (SELECT page, min(fetched_at) AS first_visit, max(fetched_at) AS last_visit FROM visits GROUP BY page)
         AS seen ON seen.page = pages.id
       WHERE kind IS NOT NULL AND duplicate_of IS NULL ORDER BY pages.id`,
    )
    .iterate();
  for (const row of rows)
    yield {
      host: String(row.host),
      url: String(row.url),
      relevant: row.relevant === 1,
      isDocument: row.is_document === 1,
      isAccepted: verdicts.get(String(row.url))?.accepted ?? row.is_accepted === 1,
      firstVisit: Number(row.first_visit),
      lastVisit: Number(row.last_visit),
    };
}

function countReferences({ sql }: CrawlDatabase, places: ReadonlyMap<string, PlaceStatistics>): void {
  const rows = sql
    .prepare(
      `SELECT links.page, frontier_host.name AS host, frontier_text.url FROM links
       JOIN pages ON pages.id = links.page JOIN hosts ON hosts.id = pages.host
       JOIN frontier_text ON frontier_text.id = links.to_link
       JOIN frontier_host ON frontier_host.id = frontier_text.host
       WHERE frontier_host.name <> hosts.name ORDER BY links.page`,
    )
    .iterate();
  let current: unknown;
  const counted = new Set<string>();
  for (const { page, host, url } of rows) {
    if (page !== current) counted.clear();
    current = page;
    for (const path of pathsOf(directoryOf(String(url)))) {
      const key = `${host}${path}`;
      const place = places.get(key);
      if (place === undefined || counted.has(key)) continue;
      counted.add(key);
      place.references += 1;
    }
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
