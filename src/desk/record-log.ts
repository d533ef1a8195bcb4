/**
 * A browsing log in the making: visits are added and labelled, and the file on disk has every change at once, whole or
 * not at all. What was not labelled when the recording ends counts as not wanted.
 */
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import type { OpenCrawl } from '../crawl/open.ts';
import { ForageError } from '../errors.ts';
import { formatBrowsingLog, type LoggedAddress, loadBrowsingLog, maxVisits } from '../topic/browsing-log.ts';

export class RecordLog {
  readonly path: string;
  readonly #topic: string;
  readonly #visits: LoggedAddress[];
  /** Those that somebody said something of, now or when the file was made. */
  readonly #labelled: Set<number>;

  /** Goes on with the file where there is one. */
  constructor(path: string, topic: string) {
    this.path = path;
    this.#topic = topic;
    this.#visits = existsSync(path) ? loadBrowsingLog(path).visits : [];
    this.#labelled = new Set(this.#visits.keys());
  }

  get visits(): readonly LoggedAddress[] {
    return this.#visits;
  }

  /** What was said of a visit; undefined where nothing was. */
  labelOf(visit: number): boolean | undefined {
    return this.#labelled.has(visit) ? this.#visits[visit]?.relevant : undefined;
  }

  /** Its place in the log. The same page reached from the same page is the same visit. */
  add(url: string, from?: number): number {
    const known = this.#visits.findIndex((visit) => visit.url === url && visit.from === from);
    if (known >= 0) return known;
    if (this.#visits.length >= maxVisits) {
      throw new ForageError(
        'INPUT_INVALID',
        `The log has ${maxVisits} visits and takes no more; begin a new one.`,
      );
    }
    const at = new Date().toISOString();
    this.#visits.push({ url, relevant: false, ...(from === undefined ? {} : { from }), at });
    this.#save();
    return this.#visits.length - 1;
  }

  label(visit: number, relevant: boolean): void {
    this.#visits[visit]!.relevant = relevant;
    this.#labelled.add(visit);
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

/** The visits of a crawl as if a person had made them: its pages in their order, by the judge's word. */
export function visitsOfCrawl({ read }: OpenCrawl, limit: number): LoggedAddress[] {
  const places = new Map<number, number>();
  return read.pagesInOrder(limit).map((page, place) => {
    // Between two pages may stand a redirect, which is no page.
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
