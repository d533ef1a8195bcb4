/**
 * The catalogue in the crawl's database. It writes in the caller's order and transaction; `db.commit()` makes the
 * changes durable. Rows that a hostile site could multiply without end (refusals, faults) are bounded; anything beyond
 * the bound is still counted.
 */
import type { StatementSync } from 'node:sqlite';
import type { Catalogue, SavedPage } from './catalogue.ts';
import { CatalogueReader } from './catalogue-reader.ts';
import type { CrawlDatabase } from './database.ts';
import { Duplicates } from './duplicates.ts';
import { Faults } from './faults.ts';
import { Judgements } from './judgements.ts';
import { countsAs, Labels } from './labels.ts';
import { Meta } from './meta.ts';
import { PageChecks } from './page-checks.ts';
import { PageLinks } from './page-links.ts';
import { PageTexts } from './page-texts.ts';
import type {
  Arrival,
  CrawlEvent,
  Fault,
  HostRules,
  LabelToSave,
  LedgerEntry,
  ModelRecord,
  NewJudgement,
  NewPage,
  NewPageLink,
  NewVisit,
  PageChange,
  PageRecord,
} from './records.ts';
import { Refusals } from './refusals.ts';
import { prepareSchema } from './schema.ts';
import { Tallies } from './tallies.ts';
import { Versions } from './versions.ts';

export class SqliteCatalogue implements Catalogue {
  readonly db: CrawlDatabase;
  readonly meta: Meta;
  readonly #reader: CatalogueReader;
  readonly #statements: Statements;
  readonly #texts: PageTexts;
  readonly #tallies: Tallies;
  readonly #links: PageLinks;
  readonly #duplicates: Duplicates;
  readonly #refusals: Refusals;
  readonly #judgements: Judgements;
  readonly #faults: Faults;
  readonly #labels: Labels;
  readonly #checks: PageChecks;
  readonly #versions: Versions;
  readonly #hostIds = new Map<string, number>();
  #lastN: number;
  #lastId: number;

  constructor(db: CrawlDatabase) {
    prepareSchema(db);
    this.db = db;
    this.#reader = new CatalogueReader(db);
    this.meta = new Meta(db);
    this.#statements = prepareStatements(db);
    this.#texts = new PageTexts(db);
    this.#tallies = new Tallies(db);
    this.#links = new PageLinks(db);
    this.#duplicates = new Duplicates(db);
    this.#refusals = new Refusals(db);
    this.#judgements = new Judgements(db);
    this.#faults = new Faults(db);
    this.#labels = new Labels(db);
    this.#checks = new PageChecks(db);
    this.#versions = new Versions(db);
    this.#lastN = this.#reader.lastN();
    this.#lastId = Number(db.sql.prepare('SELECT max(id) AS id FROM pages').get()?.id ?? 0);
  }

  /** Pending counts are written first, so that a lookup sees them. Texts wait for the commit: no crawl looks them up. */
  get read(): CatalogueReader {
    this.#tallies.flush();
    return this.#reader;
  }

  keepBacklinks(): void {
    this.#links.keepTargets();
  }

  savePage(page: NewPage, arrival: Arrival = {}): SavedPage {
    const host = this.#hostId(page.host, page.fetchedAt);
    const former = this.#formerOf(page.link);
    const id = former?.id ?? ++this.#lastId;
    this.#checks.arrived(id, page.fetchedAt, arrival);
    if (former !== undefined) this.#forget(former, page.fetchedAt);
    const n = page.n ?? this.#lastN + 1;
    if (n > this.#lastN) this.#lastN = n;
    const called = page.relevant ?? false;
    const { answer } = former ?? {};
    const relevant = countsAs({ outcome: page.outcome, answer }, called);
    const seq = this.#saveVisit(id, page, arrival.change);
    this.#statements.insertPage.run(
      id,
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
      page.margin ?? null,
      page.findings ? JSON.stringify(page.findings) : null,
      Number(relevant),
      page.why ? JSON.stringify(page.why) : null,
      page.depth,
      page.via ?? null,
      page.duplicateOf ?? null,
      page.nearDuplicateOf ?? null,
      page.warc?.file ?? null,
      page.warc?.offset ?? null,
      page.warc?.length ?? null,
      page.truncated ?? null,
      page.optOuts ? JSON.stringify(page.optOuts) : null,
      page.about ? JSON.stringify(page.about) : null,
      seq,
      page.model ?? 0,
      null,
      Number(called),
      answer === undefined ? null : Number(answer),
    );
    this.#tallies.count(host, { ...page, relevant }, 1);
    if (page.fingerprint && page.duplicateOf === undefined && page.nearDuplicateOf === undefined) {
      this.#duplicates.add(id, page.fingerprint);
    }
    return { id, seq };
  }

  saveVisit(page: PageRecord, visit: NewVisit): SavedPage {
    const { id, digest, score, relevant, model } = page;
    const { change, ...fetched } = visit;
    const seq = this.#saveVisit(id, { digest, score, relevant, model, ...fetched }, change);
    this.#statements.setVisit.run(seq, id);
    this.#checks.arrived(id, visit.fetchedAt, visit);
    return { id, seq };
  }

  saveFind(page: number): void {
    this.#checks.found(page);
  }

  saveLinks(page: number, links: readonly NewPageLink[]): void {
    this.#links.save(page, links);
  }

  saveText(page: number, title: string, text: string): void {
    this.#texts.add(page, title, text);
  }

  saveJudgement(id: number, judgement: NewJudgement): void {
    const page = this.#reader.pageById(id);
    if (page === undefined) throw new Error(`There is no page ${id} to judge.`);
    const host = this.#hostId(page.host, page.fetchedAt);
    this.#judgements.replace(page, judgement);
    this.#tallies.count(host, page, -1);
    this.#tallies.count(host, { ...page, relevant: countsAs(page, judgement.relevant) }, 1);
  }

  saveModel(model: ModelRecord): void {
    this.#judgements.saveModel(model);
  }

  refuse(reason: string, host: string, url: string): void {
    this.#refusals.add(reason, host, url);
  }

  saveHostRules(host: string, rules: HostRules, at: number): void {
    const id = this.#hostId(host, at);
    if (rules.delayMs !== undefined) this.#statements.setDelay.run(rules.delayMs, id);
    this.#statements.setRules.run(
      id,
      rules.robotsText ?? null,
      rules.robots === undefined ? null : JSON.stringify(rules.robots),
      rules.robotsAt ?? null,
      rules.politeness === undefined ? null : JSON.stringify(rules.politeness),
      rules.readyAt ?? null,
    );
  }

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

  saveFault(fault: Fault): void {
    this.#faults.add(fault);
  }

  saveLabel(label: LabelToSave): number {
    const page = this.#reader.pageById(label.page);
    if (page === undefined) throw new Error(`There is no page ${label.page} to label.`);
    const relevant = this.#labels.save(label, page);
    const change = Number(relevant) - Number(page.relevant);
    if (change === 0) return 0;
    const host = this.#hostId(page.host, page.fetchedAt);
    this.#tallies.count(host, page, -1);
    this.#tallies.count(host, { ...page, relevant }, 1);
    return change;
  }

  urlOf(page: number): string | undefined {
    return this.#statements.urlOfPage.get(page)?.url as string | undefined;
  }

  findByDigest(digest: string): number | undefined {
    return this.#duplicates.findByDigest(digest);
  }

  findNear(
    fingerprint: string,
    maxDistance = 3,
    except?: number,
  ): { page: number; distance: number } | undefined {
    return this.#duplicates.findNear(fingerprint, maxDistance, except);
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

  #saveVisit(
    id: number,
    page: Omit<NewPage, 'link' | 'url' | 'host' | 'depth'>,
    change: PageChange | undefined,
  ): number {
    return Number(
      this.#statements.insertVisit.run(
        id,
        page.fetchedAt,
        page.outcome,
        page.status ?? null,
        page.digest ?? null,
        page.score ?? null,
        page.relevant ? 1 : 0,
        page.model ?? 0,
        page.warc?.file ?? null,
        page.warc?.offset ?? null,
        page.warc?.length ?? null,
        change ?? null,
      ).lastInsertRowid,
    );
  }

  /** The page of an earlier fetch. */
  #formerOf(link: number): PageRecord | undefined {
    const id = this.#statements.pageOfLink.get(link)?.id as number | undefined;
    return id === undefined ? undefined : this.#reader.pageById(id);
  }

  /**
   * Takes the row of a page and its text out of the way of a later visit that replaces them. They are kept as what the
   * page was until then; its links are not.
   */
  #forget(former: PageRecord, until: number): void {
    const { id } = former;
    this.#tallies.count(this.#hostId(former.host, former.fetchedAt), former, -1);
    if (former.fingerprint) this.#duplicates.remove(id, former.fingerprint);
    // Its visit has the judgement of that time, but not a later one.
    if (former.judgedAt !== undefined) this.#judgements.keep(former);
    const version = this.#versions.keep(id, until);
    this.#statements.deletePage.run(id);
    this.#texts.forget(id, version === undefined ? undefined : -version);
    this.#links.forget(id);
  }
}

const HOST_IDS_KEPT = 100_000;

type Statements = ReturnType<typeof prepareStatements>;

function prepareStatements({ sql }: CrawlDatabase) {
  const marks = (n: number) => Array(n).fill('?').join(', ');
  return {
    pageOfLink: sql.prepare('SELECT id FROM pages WHERE link = ?'),
    urlOfPage: sql.prepare('SELECT url FROM pages WHERE id = ?'),
    insertPage: sql.prepare(`INSERT INTO pages VALUES (${marks(38)})`),
    deletePage: sql.prepare('DELETE FROM pages WHERE id = ?'),
    insertVisit: sql.prepare(`INSERT INTO visits VALUES (NULL, ${marks(12)})`),
    setVisit: sql.prepare('UPDATE pages SET visit = ? WHERE id = ?'),
    insertHost: sql.prepare('INSERT OR IGNORE INTO hosts (name, first_seen) VALUES (?, ?)'),
    hostByName: sql.prepare('SELECT id FROM hosts WHERE name = ?'),
    setDelay: sql.prepare('UPDATE hosts SET delay_ms = ? WHERE id = ?'),
    setRules: sql.prepare(`
      INSERT INTO host_rules VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
        robots_text = coalesce(excluded.robots_text, robots_text), robots = coalesce(excluded.robots, robots),
        robots_at = coalesce(excluded.robots_at, robots_at), politeness = coalesce(excluded.politeness, politeness),
        ready_at = coalesce(excluded.ready_at, ready_at)`),
    insertLedger: sql.prepare(`
      INSERT INTO ledger (host, at, kind, waited_ms, duration_ms, status, bytes, note) VALUES (${marks(8)})`),
    insertEvent: sql.prepare('INSERT INTO events (at, kind, detail) VALUES (?, ?, ?)'),
  } satisfies Record<string, StatementSync>;
}
