/**
 * Learns from the crawl which directory names hold nothing wanted: a name met on more than five sites without one
 * relevant page is a stop directory from then on. Chen (CINDI robot, Concordia, 2008), chapter 6, the live route. The
 * thesis has no way back: here a relevant page under such a name, which may have been on its way, clears it for
 * good. The oldest names are forgotten beyond a limit.
 */
import { addressHash } from './url-hash.ts';
import { directoriesOf, siteOf } from './url-inspection.ts';

export class StopDirectories {
  readonly #moreThanSites: number;
  readonly #maxNames: number;
  /** Hashes of the sites that a name was met on without a relevant page; `cleared` once there was one. */
  #names = new Map<string, number[] | typeof cleared>();
  #stops = new Set<string>();

  constructor({ moreThanSites = 5, maxNames = 5000 } = {}) {
    this.#moreThanSites = moreThanSites;
    this.#maxNames = maxNames;
  }

  /** True where anything was learnt. */
  visited(url: string, relevant: boolean): boolean {
    let changed = false;
    for (const name of new Set(directoriesOf(url))) changed = this.#met(name, url, relevant) || changed;
    return changed;
  }

  /** The name that stops an address. */
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
