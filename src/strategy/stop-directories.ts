/**
 * Learns during the crawl which directory names contain nothing relevant: a name seen on more than five sites without a
 * relevant page becomes a stop directory. Chen (CINDI robot, Concordia, 2008), chapter 6, the live route. In the thesis
 * this is final; here a relevant page under such a name, which may already have been in flight, clears it permanently.
 * Beyond a limit, the oldest names are forgotten.
 */
import { addressHash } from './url-hash.ts';
import { directoriesOf, siteOf } from './url-inspection.ts';

export class StopDirectories {
  readonly #moreThanSites: number;
  readonly #maxNames: number;
  /** Hashes of the sites where a name was seen without a relevant page; `cleared` after a relevant one. */
  #names = new Map<string, number[] | typeof cleared>();
  #stops = new Set<string>();

  constructor({ moreThanSites = 5, maxNames = 5000 } = {}) {
    this.#moreThanSites = moreThanSites;
    this.#maxNames = maxNames;
  }

  /** True if anything was learnt. */
  visited(url: string, relevant: boolean): boolean {
    let changed = false;
    for (const name of new Set(directoriesOf(url))) changed = this.#met(name, url, relevant) || changed;
    return changed;
  }

  /** The directory name that stops a URL. */
  stops(url: string): string | undefined {
    return this.#stops.size === 0 ? undefined : directoriesOf(url).find((name) => this.#stops.has(name));
  }

  get names(): string[] {
    return [...this.#stops];
  }

  save(): SavedDirectories {
    return [...this.#names];
  }

  restore(saved: SavedDirectories): void {
    this.#names = new Map(saved);
    this.#stops = new Set();
    for (const [name, sites] of this.#names) {
      if (sites !== cleared && sites.length > this.#moreThanSites) this.#stops.add(name);
    }
  }

  #met(name: string, url: string, relevant: boolean): boolean {
    if (name.length > maxNameLength) return false;
    const sites = this.#names.get(name);
    if (sites === cleared) return false;
    if (relevant) {
      this.#stops.delete(name);
      this.#set(name, cleared);
      return true;
    }
    const site = addressHash(siteOf(url));
    if (sites !== undefined && (sites.length > this.#moreThanSites || sites.includes(site))) return false;
    const now = [...(sites ?? []), site];
    this.#set(name, now);
    if (now.length > this.#moreThanSites) this.#stops.add(name);
    return true;
  }

  #set(name: string, sites: number[] | typeof cleared): void {
    this.#names.set(name, sites);
    if (this.#names.size <= this.#maxNames) return;
    const [oldest] = this.#names.keys();
    this.#names.delete(oldest!);
    this.#stops.delete(oldest!);
  }
}

const cleared = 'relevant';
const maxNameLength = 60;

export type SavedDirectories = [string, number[] | typeof cleared][];
