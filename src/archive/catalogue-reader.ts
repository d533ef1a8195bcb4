/**
 * Queries on a crawl, running or finished: a page and the path to it, the links of a page and what became of them,
 * visits in order, hosts, tallies, the curve of relevant pages. Works on a read-only handle. Uncommitted changes are
 * visible to the handle that wrote them; refusals only after the commit.
 */
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { type CatalogueLookups, INLINKS, type LatestText, SIBLING_PAGES } from './catalogue.ts';
import type { CrawlDatabase } from './database.ts';
import { withJournal } from './label-journal.ts';
import { LINKS_PER_PAGE } from './page-links.ts';
import type {
  CrawlEvent,
  DirectoryRecord,
  Fault,
  HostRecord,
  HostTally,
  Inlink,
  JudgedPage,
  JudgementRecord,
  Label,
  LedgerEntry,
  ModelRecord,
  PageCheck,
  PageLink,
  PageRecord,
  PageToJudge,
  Refusal,
  SkippedLink,
  VisitRecord,
  WarcPlace,
} from './records.ts';
import {
  checkOf,
  eventOf,
  faultOf,
  hostOf,
  judgementOf,
  labelOf,
  ledgerEntryOf,
  linkOf,
  modelOf,
  pageOf,
  pageToJudgeOf,
  placeOf,
  type Row,
  SELECT_PAGES,
  visitOf,
} from './rows.ts';
import { prepareSchema } from './schema.ts';
import { unspaced } from './spaceless.ts';
import { pagesAsOf } from './versions.ts';

export class CatalogueReader implements CatalogueLookups {
  readonly #db: CrawlDatabase;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(db: CrawlDatabase) {
    prepareSchema(db);
    this.#db = db;
  }

  pageById(id: number): PageRecord | undefined {
    const row = this.#one(`${SELECT_PAGES} WHERE pages.id = ?`, id);
    return row && pageOf(row);
  }

  pageOfLink(link: number): PageRecord | undefined {
    const row = this.#one(`${SELECT_PAGES} WHERE pages.link = ?`, link);
    return row && pageOf(row);
  }

  latestTexts(limit: number): LatestText[] {
    const rows = this.#all(
      `SELECT pages.id, pages.url, pages.fingerprint,
         coalesce(original.near_duplicate_of, pages.near_duplicate_of, pages.duplicate_of, pages.id) AS text
       FROM pages LEFT JOIN pages AS original ON original.id = pages.duplicate_of
       WHERE pages.digest IS NOT NULL ORDER BY pages.id DESC LIMIT ?`,
      limit,
    );
    return rows.reverse().map((row) => ({
      id: Number(row.id),
      url: String(row.url),
      text: Number(row.text),
      fingerprint: String(row.fingerprint),
    }));
  }

  checkOf(page: number): PageCheck | undefined {
    const row = this.#one('SELECT * FROM page_checks WHERE page = ?', page);
    return row && checkOf(row);
  }

  placeOfDigest(digest: string): WarcPlace | undefined {
    const of = (table: string) =>
      this.#one(
        `SELECT warc_file, warc_offset, warc_length FROM ${table}
         WHERE digest = ? AND duplicate_of IS NULL AND warc_file IS NOT NULL LIMIT 1`,
        digest,
      );
    const row = of('pages') ?? of('former_pages');
    return row && placeOf(row);
  }

  pageByUrl(url: string): PageRecord | undefined {
    const row = this.#one(`${SELECT_PAGES} WHERE pages.url = ? ORDER BY pages.id DESC LIMIT 1`, url);
    return row && pageOf(row);
  }

  /** Pages that are not duplicates, in the order of fetching. */
  pagesInOrder(limit: number): PageRecord[] {
    return this.#all(`${SELECT_PAGES} WHERE pages.outcome = 'page' ORDER BY pages.n LIMIT ?`, limit).map(
      pageOf,
    );
  }

  /** Pages and near duplicates, in the order of fetching. */
  *visitedPages(): Generator<PageRecord> {
    const visited = `${SELECT_PAGES} WHERE pages.outcome IN ('page', 'near-duplicate') ORDER BY pages.n`;
    for (const row of this.#db.sql.prepare(visited).iterate()) yield pageOf(row);
  }

  /**
   * The visits after a sequence number, in order; pass the last one to get the next. A read-only handle sees only
   * committed visits, and their positions never change.
   */
  visitsSince(seq: number, limit: number, { relevant = false, changes = false } = {}): VisitRecord[] {
    return this.#all(visitsSince({ relevant, changes }), seq, limit).map(visitOf);
  }

  /** All pages with a stored response, ordered by id; judgements may be saved meanwhile. */
  *pagesToJudge(): Generator<PageToJudge> {
    let rows: Row[] = [];
    do {
      rows = this.#all(PAGES_TO_JUDGE, Number(rows.at(-1)?.id ?? 0));
      yield* rows.map(pageToJudgeOf);
    } while (rows.length > 0);
  }

  /** The former judgements of a page, oldest first. */
  judgementsOf(page: number): JudgementRecord[] {
    return this.#all('SELECT * FROM judgements WHERE page = ? ORDER BY judged_at, model', page).map(
      judgementOf,
    );
  }

  models(): ModelRecord[] {
    return this.#all('SELECT * FROM models ORDER BY version').map(modelOf);
  }

  latestModel(): number | undefined {
    const row = this.#one('SELECT version FROM models ORDER BY version DESC LIMIT 1');
    return row && Number(row.version);
  }

  modelOf(version: number): ModelRecord | undefined {
    const row = this.#one('SELECT * FROM models WHERE version = ?', version);
    return row && modelOf(row);
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

  /** Of the page as it is, or as it was at a time. */
  textOf(page: number, asOf?: number): { title: string; text: string } | undefined {
    const { pages, textRow, values } = pagesAsOf(asOf);
    const where = `SELECT ${textRow} FROM ${pages} WHERE pages.id = ?`;
    const row =
      asOf === undefined
        ? this.#one('SELECT title, text FROM page_text WHERE rowid = ?', page)
        : this.#one(`SELECT title, text FROM page_text WHERE rowid = (${where})`, ...values, page);
    return row && { title: unspaced(String(row.title ?? '')), text: unspaced(String(row.text ?? '')) };
  }

  /** Each with its current state in the frontier, if the frontier is in the same file. */
  linksOf(page: number): PageLink[] {
    const [columns, join] = this.#hasFrontier()
      ? [
          ', known.url AS known_url, state, reason',
          `LEFT JOIN frontier_text AS known ON known.id = links.to_link
           LEFT JOIN frontier_link AS standing
             ON (standing.host, standing.hash, standing.id) = (known.host, known.hash, known.id)`,
        ]
      : ['', ''];
    return this.#all(
      `SELECT links.*, pages.id AS target, pages.url AS target_url ${columns} FROM links
       LEFT JOIN pages ON pages.link = links.to_link ${join}
       WHERE links.page = ? ORDER BY position`,
      page,
    ).map(linkOf);
  }

  inlinksOf(link: number, limit = INLINKS): Inlink[] {
    return this.#all(
      `SELECT pages.id AS source, pages.url, links -> (link_targets.id % ${LINKS_PER_PAGE}) ->> 1 AS anchor
       FROM link_targets JOIN pages ON pages.id = link_targets.id / ${LINKS_PER_PAGE} JOIN page_links ON page = pages.id
       WHERE to_link = ? ORDER BY link_targets.id LIMIT ?`,
      link,
      limit,
    ).map((row) => ({
      from: Number(row.source),
      fromUrl: String(row.url),
      anchor: String(row.anchor ?? ''),
    }));
  }

  pagesAtDepth(depth: number): string[] {
    return this.#all('SELECT url FROM pages WHERE depth = ? ORDER BY n', depth).map((row) => String(row.url));
  }

  /** Every link of every page, or only those that may be followed: who links to whom, in what words. */
  *linkPairs({ followed = false } = {}): Generator<{ from: string; to: string; anchor: string }> {
    const rows = this.#db.sql
      .prepare(
        `SELECT pages.url AS source, coalesce(links.url, known.url) AS target, links.anchor
         FROM pages CROSS JOIN links ON links.page = pages.id
         LEFT JOIN frontier_text AS known ON known.id = links.to_link
         ${followed ? 'WHERE links.fate IS NULL' : ''}
         ORDER BY pages.id`,
      )
      .iterate();
    for (const row of rows)
      yield { from: String(row.source), to: String(row.target), anchor: String(row.anchor ?? '') };
  }

  *skippedLinks(fate: string): Generator<SkippedLink> {
    const rows = this.#db.sql.prepare(
      `SELECT links.url, anchor, priority, pages.id AS source, depth, fate
       FROM links JOIN pages ON pages.id = links.page WHERE substr(fate, 1, ?) = ?`,
    );
    for (const row of rows.all(fate.length, fate))
      yield {
        url: String(row.url),
        anchor: String(row.anchor ?? ''),
        priority: Number(row.priority ?? 0),
        from: Number(row.source),
        depth: Number(row.depth) + 1,
        fate: String(row.fate),
      };
  }

  siblingsOf(link: number, latestPages = SIBLING_PAGES): number[] {
    const statement = this.#statement(SIBLINGS);
    statement.setReturnArrays(true);
    return (statement.all(link, latestPages) as unknown as [number][]).map(([id]) => id);
  }

  /** What judges found beside scores, by name. */
  findingNames(): string[] {
    const names =
      'SELECT DISTINCT key FROM pages, json_each(findings) WHERE findings IS NOT NULL ORDER BY key';
    return this.#all(names).map(({ key }) => String(key));
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

  /** The names of all hosts with a relevant page. */
  relevantHosts(): string[] {
    return this.#all('SELECT name FROM hosts WHERE relevant > 0 ORDER BY id').map(({ name }) => String(name));
  }

  tallyOf(host: string): HostTally | undefined {
    const row = this.#one('SELECT fetches, pages, relevant, bytes, errors FROM hosts WHERE name = ?', host);
    return row && { ...(row as unknown as HostTally) };
  }

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

  /** In the order of the requests; the last ones if there are more than the limit. */
  ledgerOf(host: string, limit = 1000): LedgerEntry[] {
    const rows = this.#all(
      `SELECT ledger.* FROM ledger WHERE host = (SELECT id FROM hosts WHERE name = ?) ORDER BY id DESC LIMIT ?`,
      host,
      limit,
    );
    return rows.reverse().map((row) => ledgerEntryOf(host, row));
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

  /** The number of relevant pages after n fetches, at about `points` points and at the end. */
  harvest(points = 100): { n: number; relevant: number }[] {
    const last = this.lastN();
    const step = Math.max(1, Math.ceil(last / points));
    const series: { n: number; relevant: number }[] = [];
    let relevant = 0;
    for (let before = 0; before < last; before += step) {
      const n = Math.min(before + step, last);
      const query = 'SELECT count(*) AS found FROM pages WHERE relevant = 1 AND n > ? AND n <= ?';
      relevant += Number(this.#one(query, before, n)?.found);
      series.push({ n, relevant });
    }
    return series;
  }

  /** When the fetch with each of these numbers, or the last before it, was made. */
  timesOf(numbers: readonly number[]): (number | undefined)[] {
    const last = 'SELECT n, fetched_at FROM pages WHERE relevant = ? AND n <= ? ORDER BY n DESC LIMIT 1';
    return numbers.map((n) => {
      const [other, found] = [this.#one(last, 0, n), this.#one(last, 1, n)];
      const latest = Number(found?.n ?? 0) > Number(other?.n ?? 0) ? found : other;
      return latest && Number(latest.fetched_at);
    });
  }

  /** Judged pages, how many of them are relevant, and how many of the last quarter of them. */
  foundLately(): { pages: number; relevant: number; relevantLately: number } {
    const judged = `score IS NOT NULL AND outcome IN ('page', 'near-duplicate')`;
    const all = this.#one(`SELECT count(*) AS pages, sum(relevant) AS relevant FROM pages WHERE ${judged}`);
    const pages = Number(all?.pages ?? 0);
    const from = this.#one(
      `SELECT n FROM pages WHERE ${judged} ORDER BY n DESC LIMIT 1 OFFSET ?`,
      Math.max(0, Math.ceil(pages / 4) - 1),
    );
    const lately = this.#one(
      'SELECT count(*) AS found FROM pages WHERE relevant = 1 AND n >= ?',
      Number(from?.n ?? 0),
    );
    return { pages, relevant: Number(all?.relevant ?? 0), relevantLately: Number(lately?.found ?? 0) };
  }

  /** Changes when another process or thread has committed something. */
  dataVersion(): number {
    return Number(this.#one('PRAGMA data_version')?.data_version);
  }

  /** The number of the latest fetch. */
  lastN(): number {
    const query = 'SELECT max(n) AS n FROM pages WHERE relevant = ?';
    return Math.max(Number(this.#one(query, 0)?.n ?? 0), Number(this.#one(query, 1)?.n ?? 0));
  }

  /** The latest relevant pages, latest first. */
  recentFinds(limit = 20): PageRecord[] {
    return this.#all(`${SELECT_PAGES} WHERE pages.relevant = 1 ORDER BY pages.n DESC LIMIT ?`, limit).map(
      pageOf,
    );
  }

  /** The latest pages that were read and are not relevant, latest first. */
  latestMisses(limit: number): Pick<PageRecord, 'url' | 'score' | 'margin' | 'language'>[] {
    return this.#all(
      `SELECT url, score, margin, language FROM pages
       WHERE relevant = 0 AND outcome IN ('page', 'near-duplicate') ORDER BY n DESC LIMIT ?`,
      limit,
    ).map((row) => ({
      url: String(row.url),
      score: row.score === null ? undefined : Number(row.score),
      margin: row.margin === null ? undefined : Number(row.margin),
      language: row.language === null ? undefined : String(row.language),
    }));
  }

  /** Latest first. */
  events(limit = 100): CrawlEvent[] {
    return this.#all('SELECT * FROM events ORDER BY id DESC LIMIT ?', limit).map(eventOf);
  }

  /** The latest of a kind. */
  lastEvent(kind: string): CrawlEvent | undefined {
    const row = this.#one('SELECT * FROM events WHERE kind = ? ORDER BY id DESC LIMIT 1', kind);
    return row && eventOf(row);
  }

  /** Latest first; the oldest are dropped, but counted. */
  faults(limit = 100): Fault[] {
    return this.#all('SELECT * FROM faults ORDER BY id DESC LIMIT ?', limit).map(faultOf);
  }

  faultCounts(): { part: string; count: number }[] {
    return this.#all('SELECT part, count FROM fault_counts ORDER BY count DESC, part').map((row) => ({
      part: String(row.part),
      count: Number(row.count),
    }));
  }

  labels(): Label[] {
    return this.#withJournal(() => this.#all('SELECT * FROM labels ORDER BY seq').map(labelOf));
  }

  /** How many pages somebody labelled. */
  labelledPages(): number {
    return Number(this.#one('SELECT count(DISTINCT page) AS pages FROM labels')?.pages ?? 0);
  }

  labelsOf(pages: readonly number[]): Label[] {
    const wanted = new Set(pages);
    const ofThese = 'SELECT * FROM labels WHERE page IN (SELECT value FROM json_each(?)) ORDER BY seq';
    const stored = () => this.#all(ofThese, JSON.stringify(pages)).map(labelOf);
    return this.#withJournal(stored).filter(({ page }) => wanted.has(page));
  }

  /** A process that writes to the database saves what is in the journal first. */
  #withJournal(stored: () => Label[]): Label[] {
    return this.#db.readOnly ? withJournal(this.#db, stored) : stored();
  }

  /**
   * Pages that a person said yes or no about, and those about which the judge says otherwise; `added` is how many more
   * pages count as relevant than the judge called, below 0 if fewer.
   */
  answerCounts(): { relevant: number; irrelevant: number; againstJudge: number; added: number } {
    const row = this.#one(
      `SELECT sum(answer) AS yes, count(*) AS pages, sum(answer <> called) AS against,
         sum(relevant - called) AS added FROM pages
       WHERE id IN (SELECT page FROM labels) AND answer IS NOT NULL`,
    );
    const relevant = Number(row?.yes ?? 0);
    return {
      relevant,
      irrelevant: Number(row?.pages ?? 0) - relevant,
      againstJudge: Number(row?.against ?? 0),
      added: Number(row?.added ?? 0),
    };
  }

  /** All judged pages but copies of others, in the order of fetching. */
  *judgedPages(): Generator<JudgedPage> {
    for (const row of this.#db.sql.prepare(JUDGED_PAGES).iterate()) yield judgedPageOf(row);
  }

  /** How many of them were judged by another version of the judge than this one. */
  judgedByOthers(version: number): number {
    const row = this.#one(
      `SELECT count(*) AS pages FROM pages WHERE score IS NOT NULL AND outcome = 'page' AND model <> ?`,
      version,
    );
    return Number(row?.pages);
  }

  /** Those closest to the border on its irrelevant side, closest first. A page with nothing of the topic is not close. */
  pagesUnderBorder(limit: number): JudgedPage[] {
    return this.#all(
      `${JUDGED_PAGES} AND margin < 0 AND score > 0 ORDER BY margin DESC, id LIMIT ?`,
      limit,
    ).map(judgedPageOf);
  }

  #hasFrontier(): boolean {
    return this.#one(`SELECT 1 FROM sqlite_schema WHERE type = 'view' AND name = 'frontier'`) !== undefined;
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

const JUDGED_PAGES = `
  SELECT id, url, digest, title, score, margin, called, model FROM pages
  WHERE score IS NOT NULL AND outcome = 'page'`;

const judgedPageOf = (row: Row): JudgedPage => ({
  id: Number(row.id),
  url: String(row.url),
  digest: String(row.digest ?? ''),
  title: String(row.title ?? ''),
  score: Number(row.score),
  margin: row.margin === null ? undefined : Number(row.margin),
  called: row.called === 1,
  version: Number(row.model),
});

const PAGES_TO_JUDGE = `
  SELECT id, url, title, outcome, duplicate_of, warc_file, warc_offset, warc_length, score, relevant, answer, model,
    judged_at
  FROM pages WHERE id > ? AND warc_file IS NOT NULL ORDER BY id LIMIT 500`;

/**
 * Columns that only the page's row has belong to its last visit. Its reasons move to `judgements` when it is judged
 * again.
 */
const visitsSince = ({ relevant, changes }: { relevant: boolean; changes: boolean }) => `
  SELECT visits.*, pages.url, hosts.name AS host_name, pages.depth, pages.via,
    iif(visit = seq, title, NULL) AS title, iif(visit = seq, target, NULL) AS target, iif(visit = seq, kind, NULL) AS kind,
    iif(visit = seq, language, NULL) AS language, iif(visit = seq, about, NULL) AS about,
    iif(visit = seq, iif(pages.model = visits.model, pages.why, judgements.why), NULL) AS why
  FROM visits CROSS JOIN pages ON pages.id = visits.page CROSS JOIN hosts ON hosts.id = pages.host
  LEFT JOIN judgements ON judgements.page = visits.page AND judgements.model = visits.model
  WHERE seq > ? ${relevant ? 'AND visits.relevant = 1' : ''}
    ${changes ? "AND change IN ('new', 'changed', 'moved', 'gone')" : ''} ORDER BY seq LIMIT ?`;

const SIBLINGS = `
  WITH own AS (SELECT id, via, url FROM pages WHERE link = ?1),
    -- The link itself, and those of the same page that were redirected to it.
    led AS (
      SELECT ?1 AS link UNION
      SELECT to_link FROM own
        JOIN link_targets ON link_targets.id >= own.via * ${LINKS_PER_PAGE} AND link_targets.id < (own.via + 1) * ${LINKS_PER_PAGE}
        JOIN pages ON pages.link = to_link AND pages.outcome = 'redirect' AND pages.target = own.url),
    latest AS (
      SELECT DISTINCT id / ${LINKS_PER_PAGE} AS page FROM link_targets
      WHERE to_link IN (SELECT link FROM led) ORDER BY id DESC LIMIT ?2),
    holding AS (SELECT via AS page FROM own WHERE via IS NOT NULL UNION SELECT page FROM latest)
  SELECT DISTINCT to_link FROM holding CROSS JOIN link_targets
    ON link_targets.id >= holding.page * ${LINKS_PER_PAGE} AND link_targets.id < (holding.page + 1) * ${LINKS_PER_PAGE}
  WHERE to_link <> ?1 AND holding.page <> coalesce((SELECT id FROM own), 0)`;
