/**
 * The responses of a crawl's pages, read back from its archive. A duplicate stored without a body gets its original's
 * body under its own URL, as during the crawl.
 */
import { join } from 'node:path';
import type { CatalogueLookups } from '../archive/catalogue.ts';
import type { PageToJudge, WarcPlace } from '../archive/records.ts';
import { answerOf, type Recorded, readRecorded } from '../frozen/recorded.ts';
import { SingleRecords } from '../warc/single.ts';
import type { Answered } from '../web/web.ts';
import { archivePath, type CrawlFolder } from './folder.ts';

/** The limits of a frozen web, which may be below the crawl's own: whatever was stored is read. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_UNPACKED_BYTES = 50 * 1024 * 1024;

type OriginalPages = Pick<CatalogueLookups, 'pageById' | 'placeOfDigest'>;

export class StoredPages {
  readonly #folder: string;
  readonly #read: OriginalPages;
  readonly #limits: { maxBytes: number; maxUnpackedBytes: number };
  readonly #records = new SingleRecords();

  constructor({ path, settings: { http } }: CrawlFolder, read: OriginalPages) {
    this.#folder = archivePath(path);
    this.#read = read;
    this.#limits = {
      maxBytes: Math.max(MAX_BYTES, http.maxBytes),
      maxUnpackedBytes: Math.max(MAX_UNPACKED_BYTES, http.maxUnpackedBytes),
    };
  }

  /** Throws if the record is gone. */
  async answerOf({
    url,
    warc,
    duplicateOf,
  }: Pick<PageToJudge, 'url' | 'warc' | 'duplicateOf'>): Promise<Answered> {
    const own = await this.#recorded(warc);
    const original = own.body.length > 0 ? undefined : this.#originalOf(own, duplicateOf);
    const body = original ? await this.#recorded(original) : own;
    const answer = await answerOf(url, { ...own, body: body.body, truncated: body.truncated }, this.#limits);
    if (!answer.ok) throw new Error(`its stored response cannot be decompressed: ${answer.detail}`);
    return answer;
  }

  close(): void {
    this.#records.close();
  }

  /** By its digest: the page that it is a copy of may have changed since. */
  #originalOf({ payloadDigest = '' }: Recorded, duplicateOf: number | undefined): WarcPlace | undefined {
    const [, digest] = payloadDigest.split('sha256:');
    const same = digest === undefined ? undefined : this.#read.placeOfDigest(digest);
    return same ?? (duplicateOf === undefined ? undefined : this.#read.pageById(duplicateOf)?.warc);
  }

  async #recorded(place: WarcPlace): Promise<Recorded> {
    const path = join(this.#folder, place.file);
    const recorded = await readRecorded(this.#records, path, place, this.#limits.maxBytes);
    if (recorded === undefined) throw new Error(`${path} has no response at byte ${place.offset}`);
    return recorded;
  }
}
