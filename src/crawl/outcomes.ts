/**
 * The outcomes of tasks that did not yield a page: refused, put back, failed, redirected, an error, a sitemap. Each is
 * handled synchronously, so that a transaction never contains half of one.
 */
import type { Arrival, NewPage, PageRecord, WarcPlace } from '../archive/records.ts';
import type { Outcome, Task } from '../frontier/frontier.ts';
import { SqliteFrontier } from '../frontier/sqlite-frontier.ts';
import { retryDelayMs } from '../host/retry-delay.ts';
import type { NotAPage } from '../page/page.ts';
import { frozen } from '../plugin/frozen.ts';
import type { Listing, Ranked } from '../strategy/strategy.ts';
import { canonicalUrl } from '../url/url.ts';
import { type Answered, type Failed, header, redirectLocation } from '../web/web.ts';
import type { Equipment } from './equipment.ts';
import { arrivalOf, entryOf } from './landing/catalogue.ts';
import { gathered, type Ranking } from './landing/rank.ts';
import { notModifiedRecord, sameBytesRecord } from './landing/revisit-record.ts';
import { wait } from './landing/wait.ts';
import type { Reading } from './readers/packing.ts';
import { reopenModified } from './recrawl/modified.ts';
import { returned } from './recrawl/returned.ts';
import { LAST } from './refusals.ts';
import { readSitemapLinks, sitemapState, sitemapsWait } from './sitemaps.ts';
import { asWaiting } from './waiting.ts';

export class Outcomes {
  readonly #on: Equipment;
  readonly #askedAgain = new Set<string>();

  constructor(equipment: Equipment) {
    this.#on = equipment;
  }

  /** Never requested: the rules forbid it. */
  refuse(task: Task, reason: string): void {
    const { catalogue, statistics, tell, round } = this.#on;
    // A page that may not be asked for again stays what it was.
    const former = round?.formerOf(task);
    this.settle(task, former ? { kind: 'done', page: former.id } : { kind: 'refused', reason });
    catalogue.refuse(reason, task.host, task.url);
    statistics.counts.refused += 1;
    tell({ type: 'refused', url: task.url, reason });
  }

  putBack(task: Task): void {
    this.settle(task, { kind: 'returned' });
  }

  /** It waits behind all others. */
  putLast(task: Task, reason: string): void {
    const { frontier, clock } = this.#on;
    const { url, host } = task;
    this.settle(task, { kind: 'held', notBefore: clock(), reason });
    frontier.reprioritise([{ url, host, priority: LAST, why: `behind all others: ${reason}` }]);
  }

  /** With a reason it waits apart, and other links of its host go on. */
  wait(task: Task, { until, reason }: { until: number; reason?: string }): void {
    if (reason === undefined) return this.putBack(task);
    this.settle(task, { kind: 'held', notBefore: until, reason });
  }

  /** New links of a round beyond its share for them wait for the next one. */
  layAside(task: Task): void {
    this.settle(task, { kind: 'aside' });
  }

  /** Returns the beginning of a page, which browsers show, too, once the rest has been asked for often enough. */
  failed(task: Task, failed: Failed): Answered | undefined {
    if (failed.reason === 'aborted') this.putBack(task);
    else if (failed.reason === 'not-in-web') this.refuse(task, 'not in the frozen web');
    else return this.#lost(task, failed);
    return undefined;
  }

  #lost(task: Task, failed: Failed): Answered | undefined {
    this.#on.statistics.counts.errors += 1;
    if (failed.mayPass && this.#tryAgain(task, failed.reason)) return undefined;
    const outcome = `failed: ${failed.reason}`;
    if (this.#isUnreachable(task, failed, outcome)) return undefined;
    if (failed.partial !== undefined) return failed.partial;
    this.#on.traps.wasted(task.url);
    this.#on.catalogue.savePage({ ...entryOf(task, failed), outcome, why: [failed.detail] });
    this.settle(task, { kind: 'refused', reason: outcome });
    return undefined;
  }

  /** Redirects, errors and any other answer that is not 2xx. */
  notAPage(task: Task, answer: Answered): void {
    const { statistics, archive, round } = this.#on;
    const busy = answer.status === 429 || answer.status === 503;
    const mayPass = busy || answer.status >= 500;
    const former = round?.formerOf(task);
    if (answer.status === 304 && former !== undefined) return this.#notModified(task, former, answer);
    if (mayPass) statistics.counts.errors += 1;
    if (mayPass && this.#tryAgain(task, `http ${answer.status}`, answer.retryAfterMs)) return;
    const outcome = `http ${answer.status}`;
    const warc = archive.keepAnswer(answer);
    if (!LASTING.has(answer.status) && this.#isUnreachable(task, answer, outcome, warc)) return;
    const entry: NewPage = { ...entryOf(task, answer), outcome, warc };
    const location = redirectLocation(answer);
    if (location !== undefined) return this.#redirect(task, location, entry, answer);
    if (!mayPass) statistics.counts.errors += 1;
    this.#on.traps.wasted(task.url);
    this.#done(task, entry);
  }

  /** The answer was read but is not a page. */
  unreadable(task: Task, answer: Answered, page: NotAPage, { record, document }: Reading): void {
    this.#on.statistics.counts.refused += 1;
    if (document === undefined) this.#on.traps.wasted(task.url);
    const id = this.#done(task, {
      ...entryOf(task, answer),
      outcome: `refused: ${page.refused}`,
      why: [page.detail],
      warc: this.#on.archive.keep(answer, record),
    });
    if (document !== undefined) this.#on.documents?.keep(task, id, document);
  }

  /** A sitemap's entries wait like the links of a page; the sitemap itself is not a page. */
  async sitemap(task: Task, answer: Answered): Promise<void> {
    const { urlRules, archive, strategy, recipe, faults } = this.#on;
    const { expected, level, left } = sitemapState(task);
    const read = await readSitemapLinks(answer, urlRules);
    const refused = 'refused' in read;
    const entry = { ...entryOf(task, answer), outcome: refused ? `refused: ${read.refused}` : 'sitemap' };
    const id = this.#done(task, { ...entry, warc: archive.keepAnswer(answer) }, arrivalOf(answer));
    if (refused) return;
    reopenModified(read.modified, this.#on);
    sitemapsWait(read.sitemaps, task, { expected, level: level + 1, left }, this.#on);
    const via = asWaiting({ ...task, carry: null });
    const listing = { links: recipe.isOurs ? read.links : frozen(read.links), expected, via };
    const ranked = (by: Iterable<Ranked>): Ranking => gathered(by, read.links);
    const ranks =
      faults.contain('strategy', task.url, () => ranked(strategy.listed?.(listing) ?? inOrder(listing))) ??
      ranked(inOrder(listing));
    wait(ranks, NO_PAGE, { id, task }, this.#on);
  }

  /** The page came with the bytes that it had. */
  sameBytes(task: Task, former: PageRecord, answer: Answered, record: Reading['record']): void {
    const { archive, catalogue } = this.#on;
    const warc = archive.keep(answer, sameBytesRecord(record, answer, former, catalogue.read));
    this.#unchanged(task, former, answer, warc);
  }

  #notModified(task: Task, former: PageRecord, answer: Answered): void {
    const { archive, catalogue } = this.#on;
    const warc = archive.keep(answer, notModifiedRecord(answer, former, catalogue.read));
    this.#unchanged(task, former, answer, warc);
  }

  #unchanged(task: Task, former: PageRecord, answer: Answered, warc: WarcPlace | undefined): void {
    const { etag, lastModified } = arrivalOf(answer);
    this.#on.catalogue.saveVisit(former, {
      fetchedAt: answer.startedAt,
      outcome: 'unchanged',
      status: answer.status,
      change: 'unchanged',
      warc,
      etag,
      lastModified,
    });
    returned(former, { change: 'unchanged' }, this.#on);
    this.settle(task, { kind: 'done', page: former.id });
  }

  /**
   * A known page that cannot be had now stays what it was; false if it could not be had too often in a row, or was not
   * known.
   */
  #isUnreachable(task: Task, fetched: Answered | Failed, outcome: string, warc?: WarcPlace): boolean {
    const { round, catalogue } = this.#on;
    const former = round?.formerOf(task);
    if (former === undefined) return false;
    const misses = 1 + (catalogue.read.checkOf(former.id)?.misses ?? 0);
    if (misses >= MOST_MISSES) return false;
    const status = fetched.ok ? fetched.status : undefined;
    const fetchedAt = fetched.startedAt;
    catalogue.saveVisit(former, { fetchedAt, outcome, status, change: 'unreachable', warc });
    returned(former, { change: 'unreachable' }, this.#on);
    this.settle(task, { kind: 'done', page: former.id });
    return true;
  }

  #redirect(task: Task, location: string, entry: NewPage, answer: Answered): void {
    const { frontier, catalogue, refusals, statistics, settings, urlRules, strategy, faults } = this.#on;
    statistics.counts.redirects += 1;
    const target = canonicalUrl(location, task.url, urlRules);
    if (target.ok && settings.http.keepCookies) {
      const isItself = target.url === task.url && setsCookie(answer);
      if (isItself && this.#tryAgain(task, 'redirect with a cookie')) return;
      this.#askAgain(target.url, task);
    }
    const refusal = !target.ok
      ? `redirect to a bad URL: ${target.reason}`
      : target.url === task.url
        ? 'redirect to itself'
        : task.hops >= settings.frontier.maxRedirects
          ? 'too many redirects'
          : refusals.found({ url: target.url, host: target.host, depth: task.depth, anchor: task.anchor });
    // What led to a page that the crawl knows, or may not have, brought nothing.
    const isNews =
      refusal === undefined &&
      target.ok &&
      frontier.find(target.url) === undefined &&
      refusals.doubted(target.url) === undefined;
    if (!isNews) this.#on.traps.wasted(task.url);
    if (target.ok) this.#on.copies.redirected(task.url, target.url);
    if (refusal !== undefined || !target.ok) {
      catalogue.refuse(refusal!, task.host, task.url);
      this.#done(task, { ...entry, outcome: `redirect, ${refusal}`, target: location.slice(0, 2048) });
      return;
    }
    const carried = faults.attempt('strategy', task.url, () => JSON.stringify(strategy.carried?.(task.url)));
    const carry = carried ?? task.carry;
    frontier.add([
      {
        type: task.type,
        url: target.url,
        host: target.host,
        priority: justAbove(task.priority),
        depth: task.depth,
        anchor: task.anchor,
        hops: task.hops + 1,
        ...(task.from === null ? {} : { from: task.from }),
        ...(carry === null ? {} : { carry }),
        ...(task.why === null ? {} : { why: task.why }),
      },
    ]);
    this.#done(task, { ...entry, outcome: 'redirect', target: target.url });
  }

  /** The URL is asked for once more if it led here: now it may get the cookie that it wanted. */
  #askAgain(url: string, { url: here, priority }: Task): void {
    const { frontier, catalogue, settings } = this.#on;
    const isLoop = this.#askedAgain.has(url) || this.#askedAgain.has(here);
    if (isLoop || !(frontier instanceof SqliteFrontier)) return;
    const pageOf = (found: string | undefined): PageRecord | undefined => {
      const link = found === undefined ? undefined : frontier.find(found);
      return link && catalogue.read.pageOfLink(link.id);
    };
    const first = pageOf(url);
    let hop = first;
    for (let i = 1; i < settings.frontier.maxRedirects && hop?.target !== here; i++)
      hop = pageOf(hop?.target);
    if (first === undefined || hop?.target !== here) return;
    this.#askedAgain.add(url);
    frontier.reopen([{ link: first.link, priority: justAbove(priority) }]);
  }

  /** Returns whether the link waits again; false after its last attempt. */
  #tryAgain(task: Task, reason: string, afterMs = 0): boolean {
    const { settings, clock } = this.#on;
    if (task.tries + 1 >= settings.politeness.maxTries) return false;
    const notBefore = clock() + Math.max(afterMs, retryDelayMs(task.tries + 1));
    this.settle(task, { kind: 'retry', notBefore, reason });
    return true;
  }

  /** Saves the row and ends the task; returns the page's id. What was a page is one no more, but for sitemaps. */
  #done(task: Task, entry: NewPage, arrival: Arrival = {}): number {
    const { round, catalogue } = this.#on;
    const former = round?.formerOf(task);
    const isLost = former?.kind !== undefined;
    const change = isLost ? (entry.target === undefined ? 'gone' : 'moved') : undefined;
    const { id } = catalogue.savePage(entry, { ...arrival, change });
    if (isLost) returned(former, { change: change!, to: entry.target }, this.#on);
    this.settle(task, { kind: 'done', page: id });
    return id;
  }

  settle(task: Task, outcome: Outcome): void {
    this.#on.frontier.settle(task, outcome);
    this.#on.round?.end(task);
  }
}

/** Answers that say what became of a page; anything else may be different tomorrow. */
const LASTING: ReadonlySet<number> = new Set([301, 308, 404, 410]);
/** A known page that could not be had this many times in a row is gone. */
const MOST_MISSES = 3;

const setsCookie = ({ headers }: Answered): boolean => header(headers, 'set-cookie') !== undefined;

/** Its turn had come: the target of a redirect goes before links that waited behind it with the same priority. */
const justAbove = (priority: number): number =>
  priority + Math.max(Math.abs(priority) * Number.EPSILON, Number.MIN_VALUE);

/** For strategies that do not rank sitemap entries. */
function* inOrder({ links, via }: Listing): Iterable<Ranked> {
  for (const link of links) yield { link, priority: via.priority, why: 'listed in a sitemap' };
}

const NO_PAGE = { meta: { noindex: false, nofollow: false }, refusedLinks: [] };
