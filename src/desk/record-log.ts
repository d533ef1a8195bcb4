/**
 * A browsing log being recorded: visits are added and labelled, and every change is written to disk at once,
 * atomically.
 */
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import type { OpenCrawl } from '../crawl/open.ts';
import { ForageError } from '../errors.ts';
import { formatBrowsingLog, type LoggedAddress, loadBrowsingLog, maxVisits } from '../topic/browsing-log.ts';

export class RecordLog {
  readonly path: string;
  readonly #topic: string;
  readonly #visits: LoggedAddress[];

  /** Continues the file if there is one. */
  constructor(path: string, topic: string) {
    this.path = path;
    this.#topic = topic;
    this.#visits = existsSync(path) ? loadBrowsingLog(path).visits : [];
  }

  get visits(): readonly LoggedAddress[] {
    return this.#visits;
  }

  /** The label of a visit; undefined if there is none. */
  labelOf(visit: number): boolean | undefined {
    return this.#visits[visit]?.relevant;
  }

  /** Its index in the log. The same page reached from the same page is the same visit. */
  add(url: string, from?: number): number {
    const known = this.#visits.findIndex((visit) => visit.url === url && visit.from === from);
    if (known >= 0) return known;
    if (this.#visits.length >= maxVisits) {
      throw new ForageError('INPUT_INVALID', `The log is full (${maxVisits} visits); start a new one.`);
    }
    const at = new Date().toISOString();
    this.#visits.push({ url, ...(from === undefined ? {} : { from }), at });
    this.#save();
    return this.#visits.length - 1;
  }

  label(visit: number, relevant: boolean): void {
    this.#visits[visit]!.relevant = relevant;
    this.#save();
  }

  #save(): void {
    writeLog(this.path, this.#visits, this.#topic);
  }
}

export function writeLog(path: string, visits: readonly LoggedAddress[], topic: string): void {
  const half = `${path}.part`;
  try {
    writeFileSync(half, formatBrowsingLog(visits, topic));
    renameSync(half, path);
  } catch (error) {
    throw new ForageError('FILE_UNREADABLE', `${path} cannot be written: ${(error as Error).message}`);
  }
}

/** The visits of a crawl as if made by a person: its pages in order, labelled by the judge. */
export function visitsOfCrawl({ read }: OpenCrawl, limit: number): LoggedAddress[] {
  const places = new Map<number, number>();
  return read.pagesInOrder(limit).map((page, place) => {
    // A redirect between two pages is not a page.
    const path = read.pathTo(page.id).slice(0, -1);
    const from = path.map((step) => places.get(step.id)).findLast((step) => step !== undefined);
    places.set(page.id, place);
    return {
      url: page.url,
      relevant: page.relevant,
      ...(from === undefined ? {} : { from }),
      at: new Date(page.fetchedAt).toISOString(),
    };
  });
}
