/**
 * Tunnelling: while nothing promising is waiting, the test for pages that lead to the topic is relaxed, until thirty
 * sites with relevant pages have been found. Chen (CINDI robot, Concordia, 2008), section 4.3.5, with a bias factor γ
 * of 0.75: γ = 1 is the plain test, and γ = 0 lets everything through.
 *
 * As printed there, log P(in) > γ·log P(out), the test becomes stricter as γ falls, since logarithms of probabilities
 * are negative. Turned round, log P(in) > log P(out) / γ, a smaller γ lets more through, but both sums run over all
 * words of a page and differ by a few per cent: 0.75 passes nearly every page, and what passes at 0.99 depends on the
 * web. Here γ is a share: while the tunnel is open, the best 1 − γ of the pages in neither layer pass, best being the
 * largest log P(out) / log P(in), which is the γ up to which the turned test would pass the page. Both ends are as in
 * the thesis, and 0.75 passes the best quarter.
 */
export interface TunnelRule {
  gamma: number;
  /** Ends after N new sites with a relevant page. */
  sites: number;
  /** Starts after N consecutive pages from the low queue. */
  after: number;
}

/** The queue in which the current page waited. */
export type FromQueue = 'high' | 'low' | 'neither';

export class Tunnel {
  readonly #rule: TunnelRule;
  #on = false;
  #newSites = 0;
  #lowInARow = 0;
  /** How close the latest pages in neither layer were to the second. */
  #closeness: number[] = [];

  constructor(rule: TunnelRule) {
    this.#rule = rule;
  }

  get isOpen(): boolean {
    return this.#on;
  }

  /** Called first for each page: where it waited, and whether it is the first relevant one of its site. */
  visited(from: FromQueue, newSite: boolean): void {
    if (from === 'high') this.#lowInARow = 0;
    if (from === 'low') this.#lowInARow += 1;
    if (this.#on) {
      if (newSite) this.#newSites += 1;
      if (this.#newSites < this.#rule.sites) return;
      this.#on = false;
      this.#lowInARow = 0;
    } else if (this.#lowInARow >= this.#rule.after) {
      this.#on = true;
      this.#newSites = 0;
    }
  }

  /** Does a page in neither layer pass? Called for every such page, whether the tunnel is open or not. */
  passes(logIn: number, logOut: number): boolean {
    const closeness = logOut / logIn;
    const better = this.#closeness.reduce((count, other) => count + (other > closeness ? 1 : 0), 0);
    const passes = this.#on && better < (1 - this.#rule.gamma) * (this.#closeness.length + 1);
    this.#closeness.push(closeness);
    if (this.#closeness.length > compared) this.#closeness.shift();
    return passes;
  }

  save(): SavedTunnel {
    return [this.#on, this.#newSites, this.#lowInARow, [...this.#closeness]];
  }

  restore([on, newSites, lowInARow, closeness]: SavedTunnel): void {
    this.#on = on;
    this.#newSites = newSites;
    this.#lowInARow = lowInARow;
    this.#closeness = [...closeness];
  }
}

export type SavedTunnel = [on: boolean, newSites: number, lowInARow: number, closeness: number[]];

/** A page is compared with this many before it. */
const compared = 400;
