/**
 * Tunnelling: while nothing promising is waiting, the test for pages that lead to the topic is relaxed, until thirty
 * sites with relevant pages have been found. Chen (CINDI robot, Concordia, 2008), section 5.6, γ = 0.75.
 *
 * As printed there, log P(in) > γ·log P(out), the test becomes stricter as γ falls, since logarithms of probabilities
 * are negative. Here it is log P(in) > log P(out) / γ, which does what the text says: a smaller γ lets more through,
 * and γ = 1 is the plain test. Both sums run over all words of the page, so they seldom differ by 10 %: with γ = 0.75
 * nearly every page passes, and a γ closer to 1 (0.99) gives finer control.
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

  /** The relaxed test; the plain one while the tunnel is closed. */
  passes(logIn: number, logOut: number): boolean {
    return logIn > logOut / (this.#on ? this.#rule.gamma : 1);
  }

  save(): SavedTunnel {
    return [this.#on, this.#newSites, this.#lowInARow];
  }

  restore([on, newSites, lowInARow]: SavedTunnel): void {
    this.#on = on;
    this.#newSites = newSites;
    this.#lowInARow = lowInARow;
  }
}

export type SavedTunnel = [on: boolean, newSites: number, lowInARow: number];
