/**
 * How often pages change, and how often they bring new relevant pages, from what asking for them has brought.
 *
 * A page changes as a Poisson process. Its rate is estimated as (changes + 1) / (time observed + 1 / the mean rate of its
 * directory): the mean of a gamma distribution whose prior is worth one change. The directory's mean is shrunk to its
 * site's in the same way, and that to the crawl's, so that a page that was never asked again is taken for what its
 * neighbours are. A Last-Modified header counts as one change observed since then. A change is known to lie between two
 * visits and is taken for the middle, so that a page which has changed at every visit has a rate of two an interval: it
 * may be more.
 *
 * New relevant pages are expected where they were found: the rate of a page is shrunk to what pages with as many
 * relevant finds of the first crawl bring.
 */
import type { Candidate } from '../../archive/revisit-candidates.ts';
import { directoryOf } from '../../archive/tallies.ts';
import { parseHttpDate } from '../../web/http/http-date.ts';

export const DAY_MS = 86_400_000;

/** Before anything is known: a change a month, and a new relevant page in 100 days for each that it led to. */
const USUAL_CHANGES_A_DAY = 1 / 30;
const USUAL_FINDS_A_DAY = 1 / 100;
/** How many changes a directory's and a site's mean are worth as a prior. */
const PRIOR_CHANGES = 2;
/** A page that led to nothing may yet. */
const LEADS_ANYWAY = 0.1;
/** Servers that make a page on request call it modified now. */
const FRESHLY_MADE_MS = 3_600_000;
const LONGEST_AGE_MS = 365 * DAY_MS;

export interface Rates {
  /** Expected a day. */
  changes: number;
  finds: number;
}

interface Sum {
  events: number;
  days: number;
}

export class PageRates {
  readonly #all: Sum = { events: 0, days: 0 };
  readonly #sites = new Map<string, Sum>();
  readonly #directories = new Map<string, Sum>();
  /** Finds, against days × leads. */
  readonly #leads: Sum = { events: 0, days: 0 };

  add(page: Candidate): void {
    const { events, days } = observed(page);
    for (const sum of [this.#all, entry(this.#sites, page.host), entry(this.#directories, placeOf(page))]) {
      sum.events += events;
      sum.days += days;
    }
    this.#leads.events += page.finds;
    this.#leads.days += (page.exposedMs / DAY_MS) * leads(page);
  }

  of(page: Candidate): Rates {
    const usual = mean(this.#all, USUAL_CHANGES_A_DAY, PRIOR_CHANGES);
    const ofSite = mean(this.#sites.get(page.host), usual, PRIOR_CHANGES);
    const ofDirectory = mean(this.#directories.get(placeOf(page)), ofSite, PRIOR_CHANGES);
    const finds = leads(page) * mean(this.#leads, USUAL_FINDS_A_DAY, 1);
    const days = page.exposedMs / DAY_MS;
    return {
      changes: mean(observed(page), ofDirectory, 1),
      finds: mean({ events: page.finds, days }, finds, 1),
    };
  }
}

const leads = ({ led }: Candidate): number => led + LEADS_ANYWAY;

function observed(page: Candidate): Sum {
  const { changes, exposedMs, lastModified, fetchedAt } = page;
  const modifiedAt = lastModified === undefined ? undefined : parseHttpDate(lastModified);
  const ageMs = modifiedAt === undefined ? 0 : Math.min(fetchedAt - modifiedAt, LONGEST_AGE_MS);
  // What was observed since includes the change that the header dates.
  const isDated = ageMs > FRESHLY_MADE_MS && changes === 0;
  return { events: changes + Number(isDated), days: (exposedMs + (isDated ? ageMs : 0)) / DAY_MS };
}

function mean(sum: Sum | undefined, prior: number, weight: number): number {
  const { events, days } = sum ?? { events: 0, days: 0 };
  return (events + weight) / (days + weight / prior);
}

const placeOf = ({ host, url }: Candidate): string => host + directoryOf(url);

function entry(sums: Map<string, Sum>, key: string): Sum {
  let sum = sums.get(key);
  if (sum === undefined) {
    sum = { events: 0, days: 0 };
    sums.set(key, sum);
  }
  return sum;
}
