/**
 * Where an answer lands: the archive keeps it, the strategy ranks its links, the frontier lets them wait, the lease
 * is settled. One synchronous piece for each outcome, so that a transaction never holds half of one.
 */

import type { NewPage, NewPageLink, PageRecord } from '../archive/records.ts';
import type { NewLink, Task } from '../frontier/frontier.ts';
import { retryDelayMs } from '../host/retry-delay.ts';
import type { Judgement } from '../judge/judge.ts';
import type { Promotion, Visit, VisitedLink, VisitedPage } from '../strategy/strategy.ts';
import { canonicalUrl, hostOf } from '../url/url.ts';
import { encodeRevisit, payloadDigest } from '../warc/encode.ts';
import { type Answered, type Failed, header } from '../web/web.ts';
import type { Equipment } from './equipment.ts';
import type { CrawlEvent } from './events.ts';
import { type Reading, recordIdOf } from './readers/reading.ts';
import { readSitemapPage, sitemapLinks } from './sitemaps.ts';
import { asWaiting } from './waiting.ts';

export class Landing {
  readonly #on: Equipment;
  readonly #tell: (event: CrawlEvent) => void;

  constructor(equipment: Equipment, tell: (event: CrawlEvent) => void) {
    this.#on = equipment;
    this.#tell = tell;
  }

  /** Never asked: the rules say no. */
  refuse(lease: Task, reason: string, hostReadyAt = this.#on.clock()): void {
    const { frontier, catalogue, statistics } = this.#on;
    frontier.settle(lease, { kind: 'refused', reason }, hostReadyAt);
    catalogue.refuse(reason, lease.host, lease.url);
    statistics.counts.refused += 1;
    this.#tell({ type: 'refused', url: lease.url, reason });
  }

  putBack(lease: Task, until: number): void {
    this.#on.frontier.settle(lease, { kind: 'returned' }, until);
  }

  failed(lease: Task, failed: Failed, hostReadyAt: number): void {
    if (failed.reason === 'aborted') return this.putBack(lease, hostReadyAt);
    if (failed.reason === 'not-in-web') return this.refuse(lease, 'not in the frozen web');
    this.#on.statistics.counts.errors += 1;
    if (failed.mayPass && this.#tryAgain(lease, failed.reason, hostReadyAt)) return;
    this.#settleAs(lease, `failed: ${failed.reason}`, hostReadyAt, {
      ...this.#entry(lease, failed),
      outcome: `failed: ${failed.reason}`,
      why: [failed.detail],
    });
  }

  /** Redirects, errors and whatever else is not a 2xx answer. */
  notAPage(lease: Task, answer: Answered, hostReadyAt: number): void {
    const { statistics, archive } = this.#on;
    const busy = answer.status === 429 || answer.status === 503;
    const mayPass = busy || answer.status >= 500;
    if (mayPass) statistics.counts.errors += 1;
    if (mayPass && this.#tryAgain(lease, `http ${answer.status}`, hostReadyAt, answer.retryAfterMs)) return;
    const entry: NewPage = {
      ...this.#entry(lease, answer),
      outcome: `http ${answer.status}`,
      warc: archive.keepAnswer(answer),
    };
    const location = header(answer.headers, 'location');
    if (answer.status >= 300 && answer.status < 400 && location !== undefined)
      return this.#redirect(lease, location, entry, hostReadyAt);
    if (!mayPass) statistics.counts.errors += 1;
    this.#settleAs(lease, undefined, hostReadyAt, entry);
  }

  page(lease: Task, answer: Answered, reading: Reading, hostReadyAt: number): void {
    const { page } = reading;
    const { archive, statistics, settings } = this.#on;
    if ('refused' in page) {
      statistics.counts.refused += 1;
      this.#settleAs(lease, undefined, hostReadyAt, {
        ...this.#entry(lease, answer),
        outcome: `refused: ${page.refused}`,
        why: [page.detail],
        warc: archive.keep(answer, reading.record),
      });
      return;
    }
    const obeys = settings.politeness.pageRules === 'obey';
    if (obeys && page.meta.noindex) {
      statistics.counts.refused += 1;
      const id = this.#settleAs(lease, undefined, hostReadyAt, {
        ...this.#entry(lease, answer),
        outcome: 'refused: noindex',
      });
      this.#follow(lease, id, page, { score: 0, relevant: false, why: [] });
      return;
    }
    this.#keepPage(lease, answer, page, reading, hostReadyAt);
  }

  /** A sitemap's addresses wait like the links of a page; the file itself is no page. */
  async sitemap(lease: Task, answer: Answered, score: number, hostReadyAt: number): Promise<void> {
    const read = await readSitemapPage(answer, score, this.#on.urlRules);
    const outcome = 'refused' in read ? `refused: ${read.refused}` : 'sitemap';
    const warc = this.#on.archive.keepAnswer(answer);
    const id = this.#settleAs(lease, undefined, hostReadyAt, {
      ...this.#entry(lease, answer),
      outcome,
      warc,
    });
    if ('refused' in read) return;
    this.#letSitemapsWait(read.sitemaps, lease, score);
    // The mark of a sitemap is ours: strategies see links without state of their own.
    this.#follow({ ...lease, carry: null }, id, read.page, read.judgement);
  }

  #keepPage(lease: Task, answer: Answered, page: VisitedPage, reading: Reading, hostReadyAt: number): void {
    const { catalogue, statistics, traps, archive, settings, clock } = this.#on;
    const judgement = reading.judgement!;
    const twin = catalogue.findByDigest(page.digest);
    const near = twin === undefined ? catalogue.findNear(page.fingerprint)?.page : undefined;
    const original = twin === undefined ? undefined : catalogue.read.pageById(twin);
    const relevant = judgement.relevant && original === undefined;

    const id = this.#settleAs(lease, undefined, hostReadyAt, {
      ...this.#entry(lease, answer),
      outcome: original ? 'duplicate' : near !== undefined ? 'near-duplicate' : 'page',
      bytes: answer.body.length,
      kind: page.kind,
      title: page.title,
      language: page.language,
      digest: page.digest,
      fingerprint: page.fingerprint,
      score: judgement.score,
      relevant,
      why: judgement.why,
      duplicateOf: twin,
      nearDuplicateOf: near,
      truncated: page.truncated,
      warc: archive.keep(answer, original ? asRevisit(reading.record, answer, original) : reading.record),
    });
    traps.observe(lease.url, { newContent: twin === undefined && near === undefined, relevant });
    if (original) statistics.counts.duplicates += 1;
    else {
      statistics.page(relevant, clock());
      if (settings.archive.fullText) catalogue.saveText(id, page.title, page.mainText);
    }
    this.#tell({
      type: 'page',
      n: statistics.counts.pages,
      url: lease.url,
      title: page.title,
      score: judgement.score,
      relevant,
      depth: lease.depth,
      why: judgement.why,
      ...(original ? { duplicateOf: original.url } : {}),
    });
    if (this.#readsSitemaps(relevant)) this.#addSitemaps(lease, judgement.score);
    if (original === undefined || settings.archive.followDuplicates) this.#follow(lease, id, page, judgement);
  }

  /** Lets the strategy rank the page's links and makes the good ones wait. */
  #follow(lease: Task, pageId: number, page: VisitedPage, judgement: Judgement): void {
    const { strategy, frontier, catalogue } = this.#on;
    const rows: NewPageLink[] = [];
    const waiting: NewLink[] = [];
    const rowOf: NewPageLink[] = [];
    const promotions: Promotion[] = [];
    for (const ranked of strategy.visit(this.#visit(lease, page, judgement))) {
      if ('siblings' in ranked) {
        promotions.push(ranked);
        continue;
      }
      const { link, priority, why, carry, refuse } = ranked;
      const row = linkRow(link, priority, why);
      rows.push(row);
      const host = hostOf(link.url);
      const reason = refuse ?? this.#refusalOf(link, host, page, lease.depth + 1);
      if (reason !== undefined) {
        row.fate = reason;
        catalogue.refuse(reason, host, link.url);
        continue;
      }
      rowOf.push(row);
      waiting.push({
        url: link.url,
        host,
        priority,
        depth: lease.depth + 1,
        anchor: link.anchor,
        from: pageId,
        carry: carry === undefined ? undefined : JSON.stringify(carry),
        why,
      });
    }
    for (const [i, { id }] of frontier.add(waiting).entries()) rowOf[i]!.to = id;
    for (const { href, reason } of page.refusedLinks) rows.push({ url: href, fate: `address: ${reason}` });
    catalogue.saveLinks(pageId, rows);
    for (const { siblings, merge, why } of promotions)
      frontier.promote(catalogue.read.siblingsOf(lease.id), siblings, merge, why);
    if (strategy.wantsRescore?.()) frontier.rescore((link) => strategy.rescore!(asWaiting(link)));
  }

  #visit(lease: Task, page: VisitedPage, judgement: Judgement): Visit {
    const { catalogue } = this.#on;
    return {
      page,
      judgement,
      signals: judgement.signals ?? {},
      via: asWaiting(lease),
      inlinks: () => catalogue.read.inlinksOf(lease.id),
      host: () => catalogue.read.tallyOf(lease.host) ?? { pages: 0, relevant: 0 },
    };
  }

  #readsSitemaps(relevant: boolean): boolean {
    const when = this.#on.settings.politeness.sitemaps;
    return when === 'all' || (when === 'relevant-hosts' && relevant);
  }

  /** Once a host: the sitemaps of its robots.txt wait, worth as much as its harvest so far. */
  #addSitemaps(lease: Task, score: number): void {
    const { admission, catalogue } = this.#on;
    if (this.#sitemapsAdded.has(lease.host)) return;
    this.#sitemapsAdded.add(lease.host);
    const sitemaps = admission.sitemaps(lease.url);
    if (sitemaps.length === 0) return;
    const { pages = 1, relevant = 0 } = catalogue.read.tallyOf(lease.host) ?? {};
    this.#letSitemapsWait(sitemaps, lease, (score * relevant) / pages);
  }

  #letSitemapsWait(sitemaps: readonly string[], via: Task, score: number): void {
    const { frontier, scope, catalogue } = this.#on;
    const inScope = sitemaps.filter((url) => {
      const host = hostOf(url);
      const reason = scope.refusesHost(host);
      if (reason !== undefined) catalogue.refuse(reason, host, url);
      return reason === undefined;
    });
    frontier.add(sitemapLinks(inScope, via, score));
  }
  readonly #sitemapsAdded = new Set<string>();

  #refusalOf(link: VisitedLink, host: string, page: VisitedPage, depth: number): string | undefined {
    const { settings, scope, traps } = this.#on;
    if (settings.politeness.pageRules === 'obey' && (link.nofollow || page.meta.nofollow)) return 'nofollow';
    return scope.refuses(link.url, host, depth) ?? (settings.traps ? traps.check(link.url) : undefined);
  }

  #redirect(lease: Task, location: string, entry: NewPage, hostReadyAt: number): void {
    const { frontier, scope, traps, statistics, settings } = this.#on;
    statistics.counts.redirects += 1;
    const target = canonicalUrl(location, lease.url, this.#on.urlRules);
    const refusal = !target.ok
      ? `redirect to a bad address: ${target.reason}`
      : target.url === lease.url
        ? 'redirect to itself'
        : lease.hops >= settings.frontier.maxRedirects
          ? 'too many redirects'
          : (scope.refuses(target.url, target.host, lease.depth) ??
            (settings.traps ? traps.check(target.url) : undefined));
    if (refusal !== undefined || !target.ok) {
      this.#on.catalogue.refuse(refusal!, lease.host, lease.url);
      this.#settleAs(lease, undefined, hostReadyAt, {
        ...entry,
        outcome: `redirect, ${refusal}`,
        target: location.slice(0, 2048),
      });
      return;
    }
    frontier.add([
      {
        url: target.url,
        host: target.host,
        priority: lease.priority,
        depth: lease.depth,
        anchor: lease.anchor,
        hops: lease.hops + 1,
        ...(lease.from === null ? {} : { from: lease.from }),
        ...(lease.carry === null ? {} : { carry: lease.carry }),
        ...(lease.why === null ? {} : { why: lease.why }),
      },
    ]);
    this.#settleAs(lease, undefined, hostReadyAt, { ...entry, outcome: 'redirect', target: target.url });
  }

  /** Whether the link waits again; not after its last try. */
  #tryAgain(lease: Task, reason: string, hostReadyAt: number, afterMs = 0): boolean {
    const { frontier, settings, clock } = this.#on;
    if (lease.tries + 1 >= settings.politeness.maxTries) return false;
    const notBefore = clock() + Math.max(afterMs, retryDelayMs(lease.tries + 1));
    frontier.settle(lease, { kind: 'retry', notBefore, reason }, hostReadyAt);
    return true;
  }

  /** Saves the page's row and ends the lease; answers the page's id. */
  #settleAs(lease: Task, refused: string | undefined, hostReadyAt: number, entry: NewPage): number {
    const { catalogue, frontier } = this.#on;
    const { id: page } = catalogue.savePage(entry);
    frontier.settle(
      lease,
      refused === undefined ? { kind: 'done', page } : { kind: 'refused', reason: refused },
      hostReadyAt,
    );
    return page;
  }

  #entry(lease: Task, fetched: Answered | Failed): Omit<NewPage, 'outcome'> {
    return {
      link: lease.id,
      url: lease.url,
      host: lease.host,
      fetchedAt: fetched.startedAt,
      durationMs: Math.round(fetched.durationMs),
      depth: lease.depth,
      via: lease.from ?? undefined,
      ...(fetched.ok
        ? {
            status: fetched.status,
            wireBytes: fetched.wire.length,
            contentType: header(fetched.headers, 'content-type'),
          }
        : {}),
    };
  }
}

function linkRow({ url, anchor }: VisitedLink, priority: number, why: string | undefined): NewPageLink {
  return { to: undefined, url, anchor, priority, why, fate: undefined };
}

/** A duplicate is written without its payload, where both were sent unpacked and so are the same on the wire. */
function asRevisit(record: Reading['record'], answer: Answered, original: PageRecord): Reading['record'] {
  const isPacked = answer.wire !== answer.body || original.bytes !== original.wireBytes;
  if (record === undefined || isPacked) return record;
  return {
    ...record,
    bytes: encodeRevisit({
      answer,
      recordId: record.id,
      payloadDigest: payloadDigest(answer.wire),
      refersTo: {
        recordId: recordIdOf(original.url, original.fetchedAt),
        url: original.url,
        startedAt: original.fetchedAt,
      },
    }),
  };
}
