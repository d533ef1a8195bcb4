/**
 * What a crawl, running or finished, can be asked: one page and the way that led to it, the links of a
 * page and what became of them, hosts, tallies, the curve of finds. Works on a handle that only reads.
 * What was written since the last commit is seen by the handle that wrote it; refusals only after it.
 */
import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { CrawlDatabase } from './database.ts';
import type {
  CrawlEvent,
  DirectoryRecord,
  HostRecord,
  Label,
  LedgerEntry,
  PageRecord,
  Refusal,
} from './records.ts';
import { LINKS_PER_PAGE, prepareSchema } from './schema.ts';

export class CatalogueReader {
  readonly #db: CrawlDatabase;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(db: CrawlDatabase) {
    prepareSchema(db);
    this.#db = db;
  }

  pageById(id: number): PageRecord | undefined {
    const row = this.#one(`${PAGE} WHERE pages.id = ?`, id);
    return row && pageOf(row);
  }

  pageByUrl(url: string): PageRecord | undefined {
    const row = this.#one(`${PAGE} WHERE pages.url = ? ORDER BY pages.id DESC LIMIT 1`, url);
    return row && pageOf(row);
  }

  pageByLink(link: number): PageRecord | undefined {
    const row = this.#one(`${PAGE} WHERE pages.link = ?`, link);
    return row && pageOf(row);
  }

  /** The pages from the seed to this one, each found on the one before it. */
  pathTo(id: number): PageRecord[] {
    const path: PageRecord[] = [];
    const seen = new Set<number>();
    let next: number | undefined = id;
    while (next !== undefined && !seen.has(next)) {
      seen.add(next);
      const page = this.pageById(next);
      if (!page) break;
      path.push(page);
      next = page.via;
    }
    return path.reverse();
  }

  textOf(page: number): { title: string; text: string } | undefined {
    const row = this.#one('SELECT title, text FROM page_text WHERE rowid = ?', page);
    return row && { title: String(row.title ?? ''), text: String(row.text ?? '') };
  }

  linksOf(page: number): PageLink[] {
    return this.#all(
      `SELECT links.*, pages.id AS target, pages.url AS target_url FROM links
       LEFT JOIN pages ON pages.link = links.to_link WHERE links.id >= ? AND links.id < ? ORDER BY links.id`,
      page * LINKS_PER_PAGE,
      (page + 1) * LINKS_PER_PAGE,
    ).map(linkOf);
  }

  /** The pages that hold a link; quick only in a crawl that keeps back-links. */
  pagesLinkingTo(link: number, limit = 1000): number[] {
    return this.#all(
      'SELECT DISTINCT page FROM links WHERE to_link = ? AND to_link IS NOT NULL LIMIT ?',
      link,
      limit,
    ).map((row) => Number(row.page));
  }

  countsByOutcome(): { outcome: string; pages: number; relevant: number; bytes: number }[] {
    return this.#all('SELECT * FROM outcomes WHERE pages > 0 ORDER BY pages DESC, outcome').map((row) => ({
      outcome: String(row.outcome),
      pages: Number(row.pages),
      relevant: Number(row.relevant),
      bytes: Number(row.bytes),
    }));
  }

  topHosts(options: { limit?: number; by?: 'relevant' | 'pages' | 'bytes' | 'errors' } = {}): HostRecord[] {
    const by = options.by ?? 'relevant';
    return this.#all(
      `SELECT hosts.* FROM hosts ORDER BY ${by} DESC, pages DESC, id LIMIT ?`,
      options.limit ?? 20,
    ).map(hostOf);
  }

  /** With its rules, the text of robots.txt among them. */
  host(name: string): HostRecord | undefined {
    const row = this.#one('SELECT * FROM hosts LEFT JOIN host_rules ON host = id WHERE name = ?', name);
    return row && hostOf(row);
  }

  directoriesOf(host: string, limit = 100): DirectoryRecord[] {
    return this.#all(
      `SELECT name, path, directories.pages, directories.relevant FROM directories JOIN hosts ON hosts.id = host
       WHERE name = ? ORDER BY directories.pages DESC, path LIMIT ?`,
      host,
      limit,
    ).map((row) => ({
      host: String(row.name),
      path: String(row.path),
      pages: Number(row.pages),
      relevant: Number(row.relevant),
    }));
  }

  /** In the order of asking; the last ones where there are more than the limit. */
  ledgerOf(host: string, limit = 1000): LedgerEntry[] {
    const rows = this.#all(
      `SELECT ledger.* FROM ledger WHERE host = (SELECT id FROM hosts WHERE name = ?) ORDER BY id DESC LIMIT ?`,
      host,
      limit,
    );
    return rows.reverse().map((row) => ({
      host,
      at: Number(row.at),
      kind: String(row.kind) as LedgerEntry['kind'],
      waitedMs: number(row.waited_ms),
      durationMs: number(row.duration_ms),
      status: number(row.status),
      bytes: number(row.bytes),
      note: text(row.note),
    }));
  }

  /** Most frequent first. */
  refusals(limit = 100): Refusal[] {
    return this.#all('SELECT * FROM refusals ORDER BY count DESC, reason, host LIMIT ?', limit).map(
      (row) => ({
        reason: String(row.reason),
        host: String(row.host),
        count: Number(row.count),
        samples: this.#all(
          'SELECT url FROM refusal_samples WHERE reason = ? AND host = ?',
          row.reason as string,
          row.host as string,
        ).map((sample) => String(sample.url)),
      }),
    );
  }

  countsByRefusal(): { reason: string; count: number }[] {
    return this.#all(
      'SELECT reason, sum(count) AS count FROM refusals GROUP BY reason ORDER BY 2 DESC, 1',
    ).map((row) => ({ reason: String(row.reason), count: Number(row.count) }));
  }

  /** How many relevant pages there were after n fetches, at about `points` places and at the end. */
  harvest(points = 100): { n: number; relevant: number }[] {
    const last = Number(this.#one('SELECT max(n) AS n FROM pages')?.n ?? 0);
    if (last === 0) return [];
    const step = Math.max(1, Math.ceil(last / points));
    const found = new Map<number, number>();
    for (const row of this.#all(
      'SELECT (n - 1) / CAST(? AS INTEGER) + 1 AS bin, sum(relevant) AS relevant FROM pages INDEXED BY pages_n GROUP BY 1',
      step,
    )) {
      found.set(Number(row.bin), Number(row.relevant));
    }
    const series: { n: number; relevant: number }[] = [];
    let relevant = 0;
    for (let bin = 1; (bin - 1) * step < last; bin++) {
      relevant += found.get(bin) ?? 0;
      series.push({ n: Math.min(bin * step, last), relevant });
    }
    return series;
  }

  /** The relevant pages found last, the latest first. */
  recentFinds(limit = 20): PageRecord[] {
    return this.#all(`${PAGE} WHERE pages.relevant = 1 ORDER BY pages.n DESC LIMIT ?`, limit).map(pageOf);
  }

  /** The latest first. */
  events(limit = 100): CrawlEvent[] {
    return this.#all('SELECT * FROM events ORDER BY id DESC LIMIT ?', limit).map((row) => ({
      at: Number(row.at),
      kind: String(row.kind),
      detail: json(row.detail),
    }));
  }

  labels(): Label[] {
    return this.#all('SELECT * FROM labels ORDER BY page, by').map((row) => ({
      page: Number(row.page),
      label: String(row.label),
      by: String(row.by),
      at: Number(row.at),
    }));
  }

  #statement(query: string): StatementSync {
    let statement = this.#prepared.get(query);
    if (!statement) {
      statement = this.#db.sql.prepare(query);
      this.#prepared.set(query, statement);
    }
    return statement;
  }

  #one(query: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#statement(query).get(...values);
  }

  #all(query: string, ...values: SQLInputValue[]): Row[] {
    return this.#statement(query).all(...values);
  }
}

export interface PageLink {
  page: number;
  position: number;
  to?: number | undefined;
  url?: string | undefined;
  anchor: string;
  context: string;
  tagPath: string;
  priority?: number | undefined;
  why?: string | undefined;
  fate?: string | undefined;
  /** The page that was fetched there. */
  target?: number | undefined;
}

type Row = Record<string, SQLOutputValue>;

const PAGE = 'SELECT pages.*, hosts.name AS host_name FROM pages JOIN hosts ON hosts.id = pages.host';

export function pageOf(row: Row): PageRecord {
  const file = text(row.warc_file);
  return {
    id: Number(row.id),
    link: Number(row.link),
    n: Number(row.n),
    url: String(row.url),
    host: String(row.host_name),
    outcome: String(row.outcome),
    target: text(row.target),
    status: number(row.status),
    fetchedAt: Number(row.fetched_at),
    durationMs: number(row.duration_ms),
    bytes: number(row.bytes),
    wireBytes: number(row.wire_bytes),
    contentType: text(row.content_type),
    kind: text(row.kind),
    title: text(row.title),
    language: text(row.language),
    digest: text(row.digest),
    fingerprint: text(row.fingerprint),
    score: number(row.score),
    relevant: row.relevant === 1,
    why: strings(row.why),
    depth: Number(row.depth),
    via: number(row.via),
    duplicateOf: number(row.duplicate_of),
    nearDuplicateOf: number(row.near_duplicate_of),
    warc:
      file === undefined
        ? undefined
        : { file, offset: Number(row.warc_offset), length: Number(row.warc_length) },
    truncated: text(row.truncated),
  };
}

function linkOf(row: Row): PageLink {
  return {
    page: Number(row.page),
    position: Number(row.position),
    to: number(row.to_link),
    url: text(row.url) ?? text(row.target_url),
    anchor: text(row.anchor) ?? '',
    context: text(row.context) ?? '',
    tagPath: text(row.tag_path) ?? '',
    priority: number(row.priority),
    why: text(row.why),
    fate: text(row.fate),
    target: number(row.target),
  };
}

function hostOf(row: Row): HostRecord {
  return {
    name: String(row.name),
    firstSeen: Number(row.first_seen),
    fetches: Number(row.fetches),
    pages: Number(row.pages),
    relevant: Number(row.relevant),
    bytes: Number(row.bytes),
    errors: Number(row.errors),
    delayMs: number(row.delay_ms),
    robotsText: text(row.robots_text),
    robots: json(row.robots),
    robotsAt: number(row.robots_at),
    politeness: json(row.politeness),
  };
}

function text(value: SQLOutputValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function number(value: SQLOutputValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function json(value: SQLOutputValue | undefined): unknown {
  if (typeof value !== 'string') return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

function strings(value: SQLOutputValue | undefined): string[] {
  const parsed = json(value);
  return Array.isArray(parsed) ? parsed.map(String) : [];
}
