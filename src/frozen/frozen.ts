/**
 * A Web read from WARC files: the same pages every time, without network delays. Any crawl can be run against it, so
 * that two strategies see the same web; a crawl's own archive works too.
 *
 * A URL is answered by its own record, otherwise by that of its nearest variant: the other scheme, with or without the
 * trailing slash, with or without index.html. Of several records for one URL the first with a 2xx status answers,
 * otherwise the first; a page that a browser has rendered answers as it was rendered, without a browser. A revisit
 * answers with the payload it refers to.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { likeIt } from '../disk.ts';
import { ForageError } from '../errors.ts';
import { canonicalUrl, withoutRoute } from '../url/url.ts';
import { twinsOf } from '../url/variants.ts';
import { type Capture, indexCaptures } from '../warc/captures.ts';
import { SingleRecords } from '../warc/single.ts';
import {
  type Failed,
  type Fetched,
  type FetchRequest,
  limitOf,
  redirectLocation,
  type Web,
} from '../web/web.ts';
import { answerOf, type Recorded, readRecorded } from './recorded.ts';

export interface FrozenOptions {
  /** A body is cut at this many wire bytes; a request may set its own limit. 16 MiB by default. */
  maxBytes?: number;
  /** A body that unpacks to more is refused. 50 MiB by default, as on the live web. */
  maxUnpackedBytes?: number;
  /** Where indexes of WARC files are stored; the user's cache folder by default, false for none. */
  cache?: string | false;
}

export interface FrozenWeb extends Web {
  /** Number of URLs that have an answer, variants not counted. */
  readonly size: number;
  /** The URLs as recorded, in the order of the files. */
  urls(): IterableIterator<string>;
  /** Whether the URL or a variant of it has an answer, and with what status. */
  status(url: string): number | undefined;
  /** Parts of the files that could not be read, as sentences. */
  readonly damage: readonly string[];
}

/** Paths are WARC files, folders of them, or folders of crawls. */
export async function openFrozenWeb(paths: string[], options: FrozenOptions = {}): Promise<FrozenWeb> {
  if (paths.length === 0)
    throw new ForageError('USAGE', 'A frozen web needs at least one WARC file or folder.');
  const world = new FrozenWorld(options);
  for (const path of paths.flatMap(warcFilesIn)) {
    const index = await indexCaptures(path, options.cache === undefined ? {} : { cache: options.cache });
    world.add(index.path, index.captures);
    world.damage.push(...index.damage.map((sentence) => `${path}, ${sentence}`));
  }
  if (world.size === 0 && world.damage.length > 0)
    throw new ForageError('WARC_INVALID', `No answer can be read: ${world.damage[0]}. Is it a WARC file?`);
  return world;
}

function warcFilesIn(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new ForageError('FILE_UNREADABLE', `There is no ${path}${likeIt(path)}`);
  if (!found.isDirectory()) return [path];
  const files = warcFilesOf(path);
  if (files.length > 0) return files;
  const crawls = readdirSync(path)
    .map((name) => join(path, name))
    .filter(hasWarcFiles);
  const instead =
    crawls.length > 0
      ? `the folders in it do: ${crawls.slice(0, NAMED).join(' ')}${crawls.length > NAMED ? ' …' : ''}`
      : "use a file that ends in .warc or .warc.gz, a folder of them, or a crawl's folder.";
  throw new ForageError('WARC_INVALID', `${path} contains no WARC files; ${instead}`);
}

const NAMED = 5;

function hasWarcFiles(path: string): boolean {
  try {
    return warcFilesOf(path).length > 0;
  } catch {
    return false; // somebody else's folder
  }
}

/** Those of a folder, or of a crawl's folder. */
function warcFilesOf(path: string): string[] {
  for (const folder of [path, join(path, 'archive')]) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) continue;
    const files = readdirSync(folder).filter((name) => /\.warc(\.gz)?$/i.test(name));
    if (files.length > 0) return files.sort().map((name) => join(folder, name));
  }
  return [];
}

interface Stored extends Capture {
  path: string;
}

class FrozenWorld implements FrozenWeb {
  readonly damage: string[] = [];
  readonly #maxBytes: number;
  readonly #maxUnpackedBytes: number;
  readonly #records = new SingleRecords();
  /** By URL with one spelling for each octet. */
  readonly #byKey = new Map<string, Stored>();
  /** The same without session ids and tracking parameters, if that makes a difference. */
  readonly #byCleanKey = new Map<string, Stored>();
  readonly #all: Stored[] = [];
  #byRecordId: Map<string, Stored> | undefined;
  #byDigest: Map<string, Stored> | undefined;

  constructor(limits: Pick<FrozenOptions, 'maxBytes' | 'maxUnpackedBytes'>) {
    this.#maxBytes = limits.maxBytes ?? 16 * 1024 * 1024;
    this.#maxUnpackedBytes = limits.maxUnpackedBytes ?? 50 * 1024 * 1024;
  }

  get size(): number {
    return this.#byKey.size;
  }

  *urls(): IterableIterator<string> {
    for (const stored of this.#byKey.values()) yield stored.url;
  }

  add(path: string, captures: Capture[]): void {
    for (const capture of captures) {
      const stored: Stored = { ...capture, path };
      this.#all.push(stored);
      const key = keyOf(capture.url);
      if (key === undefined) continue;
      keepBetter(this.#byKey, key, stored);
      const clean = canonicalUrl(key, undefined, { hashRoutes: true });
      if (clean.ok && clean.url !== key) keepBetter(this.#byCleanKey, clean.url, stored);
    }
  }

  status(url: string): number | undefined {
    for (const stored of this.#candidates(url)) return stored.status;
    return undefined;
  }

  async fetch(request: FetchRequest): Promise<Fetched> {
    const { url } = request;
    const startedAt = Date.now();
    const failed = (reason: Failed['reason'], detail: string): Failed => ({
      ok: false,
      url,
      startedAt,
      durationMs: 0,
      reason,
      detail,
      mayPass: false,
    });
    if (request.signal?.aborted) return failed('aborted', 'The request was aborted before it started.');
    for (const stored of this.#candidates(url)) {
      const read = await this.#limited(stored, request).catch((error: Error) => error);
      if (read instanceof Error) return failed('bad-response', read.message);
      const { answer, maxBytes, unwanted } = read;
      if (typeof answer === 'string') return failed('not-in-web', answer);
      if (leadsTo(answer, stored.url, url) && keyOf(stored.url) !== keyOf(url)) continue;
      const askedBytes = request.maxBytes === undefined ? 0 : maxBytes;
      const maxUnpackedBytes = Math.max(this.#maxUnpackedBytes, askedBytes);
      const answered = await answerOf(url, answer, { maxBytes, maxUnpackedBytes });
      if (!answered.ok) return failed(answered.reason, answered.detail);
      if (unwanted !== undefined) answered.unwanted = unwanted;
      if (stored.url !== url) answered.recordedUrl = stored.url;
      return answered;
    }
    return failed('not-in-web', 'The URL is not in the frozen web.');
  }

  async close(): Promise<void> {
    this.#records.close();
  }

  /** The URL itself, then its variants, nearest first. */
  *#candidates(url: string): Generator<Stored> {
    const key = keyOf(url);
    if (key === undefined) return;
    const whole = this.#byKey.get(key);
    if (whole !== undefined) yield whole;
    for (const twin of twinsOf(withoutRoute(key))) {
      const stored = this.#byKey.get(twin) ?? this.#byCleanKey.get(twin);
      if (stored !== undefined && stored !== whole) yield stored;
    }
  }

  /** The answer within the request's limit, which may depend on its head. */
  async #limited(
    stored: Stored,
    { maxBytes: asked }: FetchRequest,
  ): Promise<{ answer: Recorded | string; maxBytes: number; unwanted?: string }> {
    const usual = typeof asked === 'number' ? asked : this.#maxBytes;
    const answer = await this.#answer(stored, usual);
    const limit = typeof answer === 'string' ? usual : limitOf(asked, answer, usual);
    if (typeof limit === 'string')
      return { answer: { ...(answer as Recorded), body: Buffer.alloc(0) }, maxBytes: 0, unwanted: limit };
    const isShort = typeof answer !== 'string' && answer.truncated === 'length' && limit > usual;
    return { answer: isShort ? await this.#answer(stored, limit) : answer, maxBytes: limit };
  }

  async #answer(stored: Stored, maxBytes: number): Promise<Recorded | string> {
    const own = await this.#read(stored, maxBytes);
    if (stored.revisit === undefined) return own ?? 'The record of this URL contains no HTTP answer.';
    const original = this.#originalOf(stored);
    const payload = original === undefined ? undefined : await this.#read(original, maxBytes);
    if (payload === undefined) return 'The record of this URL refers to one that is not in the frozen web.';
    return own === undefined ? payload : { ...own, body: payload.body, truncated: payload.truncated };
  }

  #read(stored: Stored, maxBytes: number): Promise<Recorded | undefined> {
    return readRecorded(this.#records, stored.path, stored, maxBytes);
  }

  #originalOf({ revisit, digest }: Stored): Stored | undefined {
    if (this.#byRecordId === undefined || this.#byDigest === undefined) {
      this.#byRecordId = new Map();
      this.#byDigest = new Map();
      for (const stored of this.#all) {
        if (stored.revisit !== undefined) continue;
        this.#byRecordId.set(stored.recordId, stored);
        if (stored.digest !== '' && !this.#byDigest.has(stored.digest))
          this.#byDigest.set(stored.digest, stored);
      }
    }
    const named = this.#byRecordId.get(revisit?.recordId ?? '');
    if (named !== undefined) return named;
    const same = this.#byDigest.get(digest);
    if (same !== undefined) return same;
    const key = keyOf(revisit?.url ?? '');
    const byAddress = key === undefined ? undefined : this.#byKey.get(key);
    return byAddress?.revisit === undefined ? byAddress : undefined;
  }
}

/** One spelling for each octet, nothing left out but fragments that name a place in the page. */
function keyOf(url: string): string | undefined {
  const key = canonicalUrl(url, undefined, AS_RECORDED);
  return key.ok ? key.url : undefined;
}
const AS_RECORDED = { keepTracking: true, keepSessions: true, hashRoutes: true, maxLength: 65_536 };

function keepBetter(map: Map<string, Stored>, key: string, stored: Stored): void {
  const kept = map.get(key);
  if (kept === undefined || worth(stored) > worth(kept)) map.set(key, stored);
}

/** What a script requested may be less than the page that a reader gets. */
function worth({ status, renderedFrom, resourceType }: Stored): number {
  if (!isSuccess(status)) return 0;
  return renderedFrom !== undefined ? 3 : resourceType === undefined ? 2 : 1;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** A variant that redirects to the requested URL would cause a loop. */
function leadsTo(answer: Recorded, from: string, to: string): boolean {
  const location = redirectLocation(answer);
  const target = location === undefined ? null : URL.parse(location, from);
  return target !== null && keyOf(target.href) === keyOf(to);
}
