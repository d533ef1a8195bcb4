/**
 * The catalogue of a crawl: every page that was fetched and what was thought of it, every link with its
 * rank, every refusal with its reason, every request in the ledger. It writes in the order and in the
 * transaction of whoever calls; `db.commit()` makes it last.
 *
 * Promises: one page a link (a link fetched again takes the place of its former row and keeps its id);
 * the tallies of hosts, directories and outcomes always agree with the rows; the rows that a hostile site
 * could multiply without end (refusals) are bounded, and what is beyond the bound is still counted.
 */
import type { StatementSync } from 'node:sqlite';
import type { WarcPlace } from '../warc/files.ts';
import { CatalogueReader } from './catalogue-reader.ts';
import type { CrawlDatabase } from './database.ts';
import { Duplicates } from './duplicates.ts';
import { Meta } from './meta.ts';
import { PageLinks } from './page-links.ts';
import { PageTexts } from './page-texts.ts';
import type { CrawlEvent, HostRules, Label, LedgerEntry, NewPage, NewPageLink } from './records.ts';
import { Refusals } from './refusals.ts';
import { prepareSchema } from './schema.ts';
import { Tallies } from './tallies.ts';

export interface CatalogueOptions {
  /** Keeps the address of every link with it: for a frontier that is not in the same file. */
  linkUrls?: boolean;
  /** Addresses kept for each reason and host of refusal. */
  refusalSamples?: number;
}

export class Catalogue {
  readonly db: CrawlDatabase;
  readonly meta: Meta;
  readonly #reader: CatalogueReader;
  readonly #statements: Statements;
  readonly #texts: PageTexts;
  readonly #tallies: Tallies;
  readonly #links: PageLinks;
  readonly #duplicates: Duplicates;
  readonly #refusals: Refusals;
  readonly #hostIds = new Map<string, number>();
  #lastN: number;

  constructor(db: CrawlDatabase, options: CatalogueOptions = {}) {
    prepareSchema(db);
    this.db = db;
    this.#reader = new CatalogueReader(db);
    this.meta = new Meta(db);
    this.#statements = prepareStatements(db);
    this.#texts = new PageTexts(db);
    this.#tallies = new Tallies(db);
    this.#links = new PageLinks(db, options.linkUrls ?? false);
    this.#duplicates = new Duplicates(db);
    this.#refusals = new Refusals(db, options.refusalSamples ?? 5);
    this.#lastN = this.#reader.lastN();
  }

  /** What waits to be written is written first: whoever reads, reads everything. */
  get read(): CatalogueReader {
    this.#texts.flush();
    this.#tallies.flush();
    return this.#reader;
  }

  /** Keeps which pages hold a link from now on; costs as much again as the links. */
  keepBacklinks(): void {
    this.#links.keepTargets();
  }

  /** Answers the page's id. */
  savePage(page: NewPage): number {
    const host = this.#hostId(page.host, page.fetchedAt);
    const former = this.#statements.pageOfLink.get(page.link);
    if (former) this.#forget(Number(former.id));
    const n = page.n ?? this.#lastN + 1;
    if (n > this.#lastN) this.#lastN = n;
    const id = Number(
      this.#statements.insertPage.run(
        (former?.id as number | undefined) ?? null,
        page.link,
        n,
        page.url,
        host,
        page.outcome,
        page.target ?? null,
        page.status ?? null,
        page.fetchedAt,
        page.durationMs ?? null,
        page.bytes ?? null,
        page.wireBytes ?? null,
        page.contentType ?? null,
        page.kind ?? null,
        page.title ?? null,
        page.language ?? null,
        page.digest ?? null,
        page.fingerprint ?? null,
        page.score ?? null,
        page.relevant ? 1 : 0,
        page.why ? JSON.stringify(page.why) : null,
        page.depth,
        page.via ?? null,
        page.duplicateOf ?? null,
        page.nearDuplicateOf ?? null,
        page.warc?.file ?? null,
        page.warc?.offset ?? null,
        page.warc?.length ?? null,
        page.truncated ?? null,
      ).lastInsertRowid,
    );
    this.#tallies.count(host, page, 1);
    if (page.fingerprint && page.duplicateOf === undefined && page.nearDuplicateOf === undefined) {
      this.#duplicates.add(id, page.fingerprint);
    }
    return id;
  }

  /** The links of a page in their order, in one go. */
  saveLinks(page: number, links: readonly NewPageLink[]): void {
    this.#links.save(page, links);
  }

  /** Makes a page's text findable, and keeps it. */
  saveText(page: number, title: string, text: string): void {
    this.#texts.add(page, title, text);
  }

  /** Where the page's records stand, when that is known only after the page was saved. */
  saveWarcPlace(page: number, warc: WarcPlace): void {
    this.#statements.setWarc.run(warc.file, warc.offset, warc.length, page);
  }

  /** A link or a page that was left alone, and why. */
  refuse(reason: string, host: string, url: string): void {
    this.#refusals.add(reason, host, url);
  }

  /** Keeps what is known of a host's rules; what is left out stays as it was. */
  saveHostRules(host: string, rules: HostRules, at: number): void {
    const id = this.#hostId(host, at);
    if (rules.delayMs !== undefined) this.#statements.setDelay.run(rules.delayMs, id);
    this.#statements.setRules.run(
      id,
      rules.robotsText ?? null,
      rules.robots === undefined ? null : JSON.stringify(rules.robots),
      rules.robotsAt ?? null,
      rules.politeness === undefined ? null : JSON.stringify(rules.politeness),
    );
  }

  /** One line in the book of what a host was asked, and how long it was left in peace before. */
  saveLedger(entry: LedgerEntry): void {
    this.#statements.insertLedger.run(
      this.#hostId(entry.host, entry.at),
      entry.at,
      entry.kind,
      entry.waitedMs ?? null,
      entry.durationMs ?? null,
      entry.status ?? null,
      entry.bytes ?? null,
      entry.note ?? null,
    );
  }

  saveEvent(event: CrawlEvent): void {
    const detail = event.detail === undefined ? null : JSON.stringify(event.detail);
    this.#statements.insertEvent.run(event.at, event.kind, detail);
  }

  /** A person's word on a page; the same person's later word replaces it. */
  saveLabel(label: Label): void {
    this.#statements.setLabel.run(label.page, label.by, label.label, label.at);
  }

  /** The first page with the same bytes. */
  findByDigest(digest: string): number | undefined {
    return this.#duplicates.findByDigest(digest);
  }

  /** The closest page whose fingerprint differs in at most `maxDistance` bits (three at most). */
  findNear(fingerprint: string, maxDistance = 3): { page: number; distance: number } | undefined {
    return this.#duplicates.findNear(fingerprint, maxDistance);
  }

  #hostId(name: string, at: number): number {
    const known = this.#hostIds.get(name);
    if (known !== undefined) return known;
    this.#statements.insertHost.run(name, at);
    const id = Number(this.#statements.hostByName.get(name)?.id);
    if (this.#hostIds.size >= HOST_IDS_KEPT) this.#hostIds.clear();
    this.#hostIds.set(name, id);
    return id;
  }

  /** Takes a former row of a link away with all that hangs on it, so that it can be written anew. */
  #forget(id: number): void {
    const former = this.read.pageById(id);
    if (!former) return;
    this.#tallies.count(this.#hostId(former.host, former.fetchedAt), former, -1);
    if (former.fingerprint) this.#duplicates.remove(id, former.fingerprint);
    const { sql } = this.db;
    sql.prepare('DELETE FROM pages WHERE id = ?').run(id);
    this.#texts.forget(id);
    this.#links.forget(id);
  }
}

const HOST_IDS_KEPT = 100_000;

type Statements = ReturnType<typeof prepareStatements>;

function prepareStatements({ sql }: CrawlDatabase) {
  const marks = (n: number) => Array(n).fill('?').join(', ');
  return {
    pageOfLink: sql.prepare('SELECT id FROM pages WHERE link = ?'),
    insertPage: sql.prepare(`INSERT INTO pages VALUES (${marks(29)})`),
    setWarc: sql.prepare('UPDATE pages SET warc_file = ?, warc_offset = ?, warc_length = ? WHERE id = ?'),
    insertHost: sql.prepare('INSERT OR IGNORE INTO hosts (name, first_seen) VALUES (?, ?)'),
    hostByName: sql.prepare('SELECT id FROM hosts WHERE name = ?'),
    setDelay: sql.prepare('UPDATE hosts SET delay_ms = ? WHERE id = ?'),
    setRules: sql.prepare(`
      INSERT INTO host_rules VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
        robots_text = coalesce(excluded.robots_text, robots_text), robots = coalesce(excluded.robots, robots),
        robots_at = coalesce(excluded.robots_at, robots_at), politeness = coalesce(excluded.politeness, politeness)`),
    insertLedger: sql.prepare(`
      INSERT INTO ledger (host, at, kind, waited_ms, duration_ms, status, bytes, note) VALUES (${marks(8)})`),
    insertEvent: sql.prepare('INSERT INTO events (at, kind, detail) VALUES (?, ?, ?)'),
    setLabel: sql.prepare(`
      INSERT INTO labels VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET label = excluded.label, at = excluded.at`),
  } satisfies Record<string, StatementSync>;
}
