/**
 * An in-memory catalogue, for tests and studies whose crawls are not inspected afterwards. It keeps what a crawl looks
 * up; texts, refusals, the ledger and events are discarded, and links are kept only for back-links.
 */
import { deserialize, serialize } from 'node:v8';
import {
  type Catalogue,
  type CatalogueLookups,
  INLINKS,
  type Notes,
  type SavedPage,
  SIBLING_PAGES,
} from './catalogue.ts';
import { countsAs } from './labels.ts';
import { NearPages } from './near-pages.ts';
import { LINKS_PER_PAGE } from './page-links.ts';
import type {
  Fault,
  HostRecord,
  HostRules,
  HostTally,
  Inlink,
  Label,
  LabelToSave,
  LedgerEntry,
  ModelRecord,
  NewJudgement,
  NewPage,
  NewPageLink,
  PageRecord,
} from './records.ts';
import { countPage, newHostTally } from './tallies.ts';

export class MemoryCatalogue implements Catalogue {
  readonly meta: Notes = new MemoryNotes();
  readonly read: CatalogueLookups;
  readonly #pages = new Map<number, PageRecord>();
  readonly #pageOfLink = new Map<number, number>();
  readonly #hosts = new Map<string, HostRecord>();
  readonly #byDigest = new Map<string, number>();
  readonly #near = new NearPages();
  readonly #labels = new Map<string, Label>();
  readonly #faults = new Map<string, number>();
  #backlinks: Backlinks | undefined;
  readonly #models = new Map<number, ModelRecord>();
  #lastN = 0;
  #lastSeq = 0;
  #lastLabel = 0;

  constructor() {
    this.read = {
      pageById: (id) => this.#pages.get(id),
      pageOfLink: (link) => this.#pages.get(this.#pageOfLink.get(link) ?? 0),
      // It is never opened again.
      latestTexts: () => [],
      checkOf: () => undefined,
      placeOfDigest: () => undefined,
      tallyOf: (name) => this.#tallyOf(name),
      host: (name) => copyOf(this.#hosts.get(name)),
      inlinksOf: (link, limit = INLINKS) => this.#inlinksOf(link, limit),
      siblingsOf: (link, latestPages = SIBLING_PAGES) => this.#siblingsOf(link, latestPages),
      // Links are kept for back-links alone.
      skippedLinks: () => [],
      labels: () => [...this.#labels.values()],
      latestModel: () => (this.#models.size === 0 ? undefined : Math.max(...this.#models.keys())),
      modelOf: (version) => this.#models.get(version),
      faultCounts: () =>
        Array.from(this.#faults, ([part, count]) => ({ part, count })).sort(
          (a, b) => b.count - a.count || (a.part < b.part ? -1 : 1),
        ),
    };
  }

  savePage(page: NewPage): SavedPage {
    const former = this.#pageOfLink.get(page.link);
    const before = former === undefined ? undefined : this.#pages.get(former)!;
    if (before !== undefined) this.#forget(before);
    const id = former ?? this.#pageOfLink.size + 1;
    const seq = ++this.#lastSeq;
    const { n = this.#lastN + 1, relevant: called = false, why = [], model = 0 } = page;
    const { answer } = before ?? {};
    const relevant = countsAs({ outcome: page.outcome, answer }, called);
    if (n > this.#lastN) this.#lastN = n;
    const row = { ...page, id, n, relevant, called, answer, why: [...why], model, visit: seq };
    this.#pages.set(id, row);
    this.#pageOfLink.set(page.link, id);
    countPage(this.#host(page.host, page.fetchedAt), row, 1);
    if (page.digest !== undefined && page.duplicateOf === undefined && !this.#byDigest.has(page.digest))
      this.#byDigest.set(page.digest, id);
    if (page.fingerprint && page.duplicateOf === undefined && page.nearDuplicateOf === undefined)
      this.#near.add(id, page.fingerprint);
    return { id, seq };
  }

  /** A crawl that is not kept does not come back. */
  saveVisit({ id }: PageRecord): SavedPage {
    return { id, seq: ++this.#lastSeq };
  }

  saveFind(): void {}

  saveLinks(page: number, links: readonly NewPageLink[]): void {
    this.#backlinks?.add(page, links);
  }

  saveText(): void {}

  saveJudgement(id: number, { relevant: called, why, at: judgedAt, ...judgement }: NewJudgement): void {
    const page = this.#pages.get(id);
    if (page === undefined) throw new Error(`There is no page ${id} to judge.`);
    const relevant = countsAs(page, called);
    this.#replace(page, { ...page, ...judgement, called, relevant, why: [...why], judgedAt });
  }

  saveModel(model: ModelRecord): void {
    this.#models.set(model.version, jsonCopy(model) as ModelRecord);
  }

  refuse(): void {}

  saveHostRules(name: string, rules: HostRules, at: number): void {
    const told = Object.entries(rules).filter(([, value]) => value !== undefined);
    Object.assign(this.#host(name, at), jsonCopy(Object.fromEntries(told)));
  }

  saveLedger({ host, at }: LedgerEntry): void {
    this.#host(host, at);
  }

  saveEvent(): void {}

  saveFault({ part }: Fault): void {
    this.#faults.set(part, (this.#faults.get(part) ?? 0) + 1);
  }

  saveLabel(label: LabelToSave): number {
    const page = this.#pages.get(label.page);
    if (page === undefined) throw new Error(`There is no page ${label.page} to label.`);
    const key = `${label.page} ${label.by}`;
    // Deleted first: the latest is the last of the map.
    this.#labels.delete(key);
    this.#labels.set(key, { ...label, seq: ++this.#lastLabel });
    const sure = [...this.#labels.values()].filter((one) => one.page === page.id && one.label !== 'unsure');
    const latest = sure.at(-1)?.label;
    const answer = latest === undefined ? undefined : latest === 'relevant';
    const relevant = countsAs({ outcome: page.outcome, answer }, page.called);
    this.#replace(page, { ...page, answer, relevant });
    return Number(relevant) - Number(page.relevant);
  }

  urlOf(page: number): string | undefined {
    return this.#pages.get(page)?.url;
  }

  findByDigest(digest: string): number | undefined {
    return this.#byDigest.get(digest);
  }

  findNear(
    fingerprint: string,
    maxDistance = 3,
    except?: number,
  ): { page: number; distance: number } | undefined {
    return this.#near.nearest(fingerprint, maxDistance, except);
  }

  keepBacklinks(): void {
    this.#backlinks ??= new Backlinks();
  }

  #replace(page: PageRecord, by: PageRecord): void {
    const host = this.#host(page.host, page.fetchedAt);
    countPage(host, page, -1);
    this.#pages.set(page.id, by);
    countPage(host, by, 1);
  }

  #host(name: string, at: number): HostRecord {
    let host = this.#hosts.get(name);
    if (host === undefined) {
      host = { name, firstSeen: at, ...newHostTally() };
      this.#hosts.set(name, host);
    }
    return host;
  }

  #tallyOf(name: string): HostTally | undefined {
    const host = this.#hosts.get(name);
    if (host === undefined) return undefined;
    const { fetches, pages, relevant, bytes, errors } = host;
    return { fetches, pages, relevant, bytes, errors };
  }

  #inlinksOf(link: number, limit: number): Inlink[] {
    const holders = this.#backlinks?.holdersOf(link).slice(0, limit) ?? [];
    return holders.map(({ page, anchor }) => ({ from: page, fromUrl: this.#pages.get(page)!.url, anchor }));
  }

  #siblingsOf(link: number, latestPages: number): number[] {
    if (this.#backlinks === undefined) return [];
    const own = this.#pages.get(this.#pageOfLink.get(link) ?? 0);
    const holding = new Set<number>();
    const holders = [link, ...this.#redirectedTo(own)].flatMap((one) => this.#backlinks!.holdersOf(one));
    for (const { page } of holders.sort((a, b) => b.page - a.page)) {
      if (holding.size >= latestPages) break;
      holding.add(page);
    }
    if (own?.via !== undefined) holding.add(own.via);
    if (own !== undefined) holding.delete(own.id);
    const siblings = new Set<number>();
    for (const page of [...holding].sort((a, b) => a - b))
      for (const target of this.#backlinks.targetsOf(page)) siblings.add(target);
    siblings.delete(link);
    return [...siblings];
  }

  /** The links on the page that found this one which were redirected to it. */
  #redirectedTo(own: PageRecord | undefined): number[] {
    if (own?.via === undefined) return [];
    return this.#backlinks!.targetsOf(own.via).filter((link) => {
      const page = this.#pages.get(this.#pageOfLink.get(link) ?? 0);
      return page?.outcome === 'redirect' && page.target === own.url;
    });
  }

  #forget(page: PageRecord): void {
    countPage(this.#host(page.host, page.fetchedAt), page, -1);
    if (page.digest !== undefined && this.#byDigest.get(page.digest) === page.id)
      this.#byDigest.delete(page.digest);
    if (page.fingerprint) this.#near.remove(page.id, page.fingerprint);
    this.#backlinks?.forget(page.id);
  }
}

/** Which links a page contains, and which pages contain a link, in page order. */
class Backlinks {
  readonly #targets = new Map<number, number[]>();
  readonly #holders = new Map<number, { page: number; anchor: string }[]>();

  add(page: number, links: readonly NewPageLink[]): void {
    const targets: number[] = [];
    for (const { to, anchor = '' } of links.slice(0, LINKS_PER_PAGE)) {
      if (to === undefined) continue;
      targets.push(to);
      const holders = this.#holders.get(to);
      if (holders === undefined) this.#holders.set(to, [{ page, anchor }]);
      else {
        holders.push({ page, anchor });
        if (holders.at(-2)!.page > page) holders.sort((a, b) => a.page - b.page);
      }
    }
    this.#targets.set(page, targets);
  }

  targetsOf(page: number): readonly number[] {
    return this.#targets.get(page) ?? [];
  }

  holdersOf(link: number): readonly { page: number; anchor: string }[] {
    return this.#holders.get(link) ?? [];
  }

  forget(page: number): void {
    for (const target of new Set(this.targetsOf(page))) {
      const others = this.holdersOf(target).filter((holder) => holder.page !== page);
      this.#holders.set(target, others);
    }
    this.#targets.delete(page);
  }
}

/** Stores a copy, as a file would. */
class MemoryNotes implements Notes {
  readonly #values = new Map<string, unknown>();
  readonly #states = new Map<string, Uint8Array>();

  get(key: string): unknown {
    return this.#values.get(key);
  }

  set(key: string, value: unknown): void {
    this.#values.set(key, jsonCopy(value ?? null));
  }

  getState(key: string): unknown {
    const state = this.#states.get(key);
    return state && deserialize(state);
  }

  setState(key: string, value: unknown): void {
    this.setPacked(key, serialize(value));
  }

  setPacked(key: string, state: Uint8Array): void {
    this.#states.set(key, state);
  }
}

function copyOf<T extends object>(value: T | undefined): T | undefined {
  return value && { ...value };
}

function jsonCopy(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
