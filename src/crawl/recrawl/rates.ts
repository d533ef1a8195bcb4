/**
 * How often pages change, and how often they bring new relevant pages, from what asking for them has brought.
 *
 * A page changes as a Poisson process. Its rate is the mean of a gamma distribution whose prior is worth one change:
 * (changes + 1) / (time observed + 1 / the mean rate of its directory). The directory's mean is shrunk to its site's in
 * the same way, and that to the crawl's, so that a page that was never asked again is taken for what its neighbours
 * are.
 *
 * A visit without a Last-Modified header says only whether anything has changed since the last one, and a fast page may
 * have changed more than once (Cho and Garcia-Molina, "Estimating Frequency of Change", 2003). Such an interval counts
 * for as many changes as it has on average if it has any, λτ / (1 − e^−λτ); the rate is the fixed point, as EM finds it.
 * With the header the date of the last change is known, and the time since then is time without one.
 *
 * New relevant pages are expected where they were found: the rate of a page is shrunk to what pages with as many
 * relevant finds of the first crawl bring.
 */
import type { ChangeHistory } from '../../archive/records.ts';
import type { Candidate } from '../../archive/revisit-candidates.ts';
import { directoryOf } from '../../archive/tallies.ts';

export const DAY_MS = 86_400_000;

/** Before anything is known: a change a month, and a new relevant page in 100 days for each that it led to. */
const USUAL_CHANGES_A_DAY = 1 / 30;
const USUAL_FINDS_A_DAY = 1 / 100;
/** How many changes a directory's and a site's mean are worth as a prior. */
const PRIOR_CHANGES = 2;
/** A page that led to nothing may yet. */
const LEADS_ANYWAY = 0.1;

export interface Rates {
  /** Expected a day. */
  changes: number;
  finds: number;
}

type History = Pick<ChangeHistory, 'dated' | 'exposedMs' | 'undated' | 'undatedMs'>;

export class PageRates {
  readonly #all = nothing();
  readonly #sites = new Map<string, History>();
  readonly #directories = new Map<string, History>();
  #finds = 0;
  /** Days × leads, over all pages. */
  #leadDays = 0;

  add(page: Candidate): void {
    for (const sum of [this.#all, entry(this.#sites, page.host), entry(this.#directories, placeOf(page))]) {
      sum.dated += page.dated;
      sum.exposedMs += page.exposedMs;
      sum.undated += page.undated;
      sum.undatedMs += page.undatedMs;
    }
    this.#finds += page.finds;
    this.#leadDays += daysOf(page) * leads(page);
  }

  of(page: Candidate): Rates {
    const usual = changeRate(this.#all, USUAL_CHANGES_A_DAY, PRIOR_CHANGES);
    const ofSite = changeRate(this.#sites.get(page.host), usual, PRIOR_CHANGES);
    const ofDirectory = changeRate(this.#directories.get(placeOf(page)), ofSite, PRIOR_CHANGES);
    const findsALead = shrunk(this.#finds, this.#leadDays, USUAL_FINDS_A_DAY, 1);
    return {
      changes: changeRate(page, ofDirectory, 1),
      finds: shrunk(page.finds, daysOf(page), leads(page) * findsALead, 1),
    };
  }
}

const leads = ({ led }: Candidate): number => led + LEADS_ANYWAY;
const daysOf = ({ observedMs }: Candidate): number => observedMs / DAY_MS;

const MOST_STEPS = 50;
const CLOSE_ENOUGH = 1e-3;

function changeRate(history: History | undefined, prior: number, weight: number): number {
  const { dated, exposedMs, undated, undatedMs } = history ?? nothing();
  const days = exposedMs / DAY_MS;
  if (undated === 0) return shrunk(dated, days, prior, weight);
  const undatedDays = undatedMs / DAY_MS;
  const interval = undatedDays / undated;
  let rate = prior;
  for (let step = 0; step < MOST_STEPS; step++) {
    const last = rate;
    rate = shrunk(dated + undated * changesIn(rate * interval), days + undatedDays, prior, weight);
    if (Math.abs(rate - last) < CLOSE_ENOUGH * last) break;
  }
  return rate;
}

/** The mean number of changes if there is one or more, where the mean of all is `expected`. */
const changesIn = (expected: number): number => (expected < 1e-6 ? 1 : expected / -Math.expm1(-expected));

/** The prior is worth `weight` events. */
const shrunk = (events: number, days: number, prior: number, weight: number): number =>
  (events + weight) / (days + weight / prior);

const placeOf = ({ host, url }: Candidate): string => host + directoryOf(url);

const nothing = (): History => ({ dated: 0, exposedMs: 0, undated: 0, undatedMs: 0 });

function entry(sums: Map<string, History>, key: string): History {
  let sum = sums.get(key);
  if (sum === undefined) {
    sum = nothing();
    sums.set(key, sum);
  }
  return sum;
}
