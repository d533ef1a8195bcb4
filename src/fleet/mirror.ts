/**
 * All partitions of a fleet, read from their logs: what the logs have accepted, no matter who has it now and where its
 * files are. Each partition becomes a database of its own in a folder; later calls bring it up to date.
 */
import { CatalogueReader } from '../archive/catalogue-reader.ts';
import { type CrawlDatabase, openDatabase } from '../archive/database.ts';
import { type ExportFilter, selectedPages } from '../archive/export/selected-pages.ts';
import type { PageRecord, VisitRecord } from '../archive/records.ts';
import { hasTables } from '../archive/schema.ts';
import { databasePath } from '../crawl/folder.ts';
import { makeFolder } from '../disk.ts';
import type { Nats } from './connect.ts';
import type { FleetState } from './control.ts';
import { namesOf } from './names.ts';
import { forgetDatabase, partitionPath } from './partition-folder.ts';
import { applySince, build, type LogSource } from './restore.ts';

export interface FleetPage extends PageRecord {
  partition: number;
  /** The same bytes were found under this URL before, in another partition. */
  sameAs?: string;
}

export interface FleetVisit extends VisitRecord {
  partition: number;
}

/** Visits that are read at a time. */
const BATCH = 500;

export class Mirror {
  readonly #nats: Nats;
  readonly #fleet: FleetState;
  readonly #folder: string;
  /** By partition: the last entry that the database here has, and the last visit that was read. */
  readonly #at: { entry: number; visit: number }[];

  constructor(nats: Nats, fleet: FleetState, folder: string) {
    this.#nats = nats;
    this.#fleet = fleet;
    this.#folder = folder;
    this.#at = Array.from({ length: fleet.partitions }, () => ({ entry: 0, visit: 0 }));
  }

  /** The databases of all partitions, up to date. */
  async databases(): Promise<string[]> {
    const files: string[] = [];
    for (let p = 0; p < this.#at.length; p++) {
      await this.#advance(p);
      files.push(databasePath(this.#path(p)));
    }
    return files;
  }

  /** The pages of all partitions that fit, each content once: of several with the same bytes the first that was fetched. */
  async *pages(filter: ExportFilter): AsyncGenerator<FleetPage> {
    const firsts = new Map<string, { at: number; url: string }>();
    for (let p = 0; p < this.#at.length; p++) {
      await this.#advance(p);
      for (const { digest, fetchedAt, url } of this.#read(p, (db) => selectedPages(db, filter))) {
        const known = digest === undefined ? undefined : firsts.get(digest);
        if (digest !== undefined && (known === undefined || fetchedAt < known.at))
          firsts.set(digest, { at: fetchedAt, url });
      }
    }
    for (let p = 0; p < this.#at.length; p++)
      for (const page of this.#read(p, (db) => selectedPages(db, filter))) {
        const first = page.digest === undefined ? undefined : firsts.get(page.digest)!.url;
        if (first !== undefined && first !== page.url && !filter.everything) continue;
        yield {
          ...page,
          partition: p,
          ...(first === undefined || first === page.url ? {} : { sameAs: first }),
        };
      }
  }

  /** Visits since the last call, in the order of each partition, each once. */
  async *visits(options: { relevant?: boolean }): AsyncGenerator<FleetVisit> {
    for (const [p, at] of this.#at.entries()) {
      if (!(await this.#advance(p))) continue;
      for (;;) {
        const batch = [
          ...this.#read(p, (db) => new CatalogueReader(db).visitsSince(at.visit, BATCH, options)),
        ];
        for (const visit of batch) {
          at.visit = visit.seq;
          yield { ...visit, partition: p };
        }
        if (batch.length < BATCH) break;
      }
    }
  }

  /** Whether there is anything new. */
  async #advance(p: number): Promise<boolean> {
    const names = namesOf(this.#fleet.name);
    const source: LogSource = { nats: this.#nats, names, partition: p };
    const { state } = await this.#nats.jsm.streams.info(names.log(p));
    const at = this.#at[p]!;
    if (state.last_seq <= at.entry) return false;
    const path = this.#path(p);
    makeFolder(path);
    const isCut = at.entry > 0 && state.first_seq > at.entry + 1;
    if (at.entry === 0 || isCut) {
      forgetDatabase(path);
      at.entry = await build(source, path, state.last_seq);
    } else at.entry = await applySince(source, path, at.entry, state.last_seq);
    return true;
  }

  *#read<T>(p: number, select: (db: CrawlDatabase) => Iterable<T>): Generator<T> {
    const db = openDatabase(databasePath(this.#path(p)), { readOnly: true });
    try {
      if (hasTables(db)) yield* select(db);
    } finally {
      db.close();
    }
  }

  #path(p: number): string {
    return partitionPath(this.#folder, this.#fleet.name, p);
  }
}
