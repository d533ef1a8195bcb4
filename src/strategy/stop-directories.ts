/**
 * Learns during the crawl which directory names contain nothing relevant: a name seen on more than five sites without a
 * relevant page becomes a stop directory. Chen (CINDI robot, Concordia, 2008), section 4.4, the route by relevance. In
 * the thesis this is final; here a relevant page under such a name, which may already have been in flight, clears it
 * permanently.
 *
 * The thesis has no minimum of pages: six pages on six sites would stop `people` everywhere. Here it takes sixty by
 * default: if none of n pages is relevant, the true share is below 3/n with 95 % confidence (the rule of three), and
 * 5 % is the share below which a site is given up. Beyond a limit, the names not met for the longest time are
 * forgotten.
 */
import { addressHash } from './url-hash.ts';
import { directoriesOf, siteOf } from './url-inspection.ts';

export interface StopDirectoriesRule {
  moreThanSites?: number;
  /** Pages under the name, on all sites together. */
  minPages?: number;
  maxNames?: number;
}

interface Met {
  /** Hashes of the sites where the name was seen, until there are enough. */
  sites: number[];
  pages: number;
}

export class StopDirectories {
  readonly #moreThanSites: number;
  readonly #minPages: number;
  readonly #maxNames: number;
  /** In the order in which they were last met; `cleared` after a relevant page. */
  #names = new Map<string, Met | typeof cleared>();

  constructor({ moreThanSites = 5, minPages = 60, maxNames = 5000 }: StopDirectoriesRule = {}) {
    this.#moreThanSites = moreThanSites;
    this.#minPages = minPages;
    this.#maxNames = maxNames;
  }

  visited(url: string, relevant: boolean): void {
    for (const name of new Set(directoriesOf(url))) {
      if (name.length > maxNameLength) continue;
      const known = this.#names.get(name);
      if (known === cleared || relevant) this.#put(name, cleared);
      else this.#put(name, this.#counted(known, url));
    }
  }

  /** The directory name that stops a URL. A name that is met here is in use, too. */
  stops(url: string): string | undefined {
    const found = directoriesOf(url).find((name) => this.#isStop(this.#names.get(name)));
    if (found !== undefined) this.#put(found, this.#names.get(found)!);
    return found;
  }

  /** In alphabetical order. */
  get names(): string[] {
    return [...this.#names].flatMap(([name, met]) => (this.#isStop(met) ? [name] : [])).sort();
  }

  save(): SavedDirectories {
    return [...this.#names].map(([name, met]) => [name, met === cleared ? met : [met.pages, met.sites]]);
  }

  restore(saved: SavedDirectories): void {
    this.#names = new Map(
      saved.map(([name, met]) => [name, met === cleared ? met : { pages: met[0], sites: [...met[1]] }]),
    );
  }

  #counted(known: Met | undefined, url: string): Met {
    const { sites, pages } = known ?? { sites: [], pages: 0 };
    const site = addressHash(siteOf(url));
    const isNew = sites.length <= this.#moreThanSites && !sites.includes(site);
    return { sites: isNew ? [...sites, site] : sites, pages: pages + 1 };
  }

  #isStop(met: Met | typeof cleared | undefined): boolean {
    return (
      met !== undefined &&
      met !== cleared &&
      met.sites.length > this.#moreThanSites &&
      met.pages >= this.#minPages
    );
  }

  #put(name: string, met: Met | typeof cleared): void {
    this.#names.delete(name);
    this.#names.set(name, met);
    if (this.#names.size <= this.#maxNames) return;
    const [oldest] = this.#names.keys();
    this.#names.delete(oldest!);
  }
}

const cleared = 'relevant';
const maxNameLength = 60;

export type SavedDirectories = [name: string, met: typeof cleared | [pages: number, sites: number[]]][];
