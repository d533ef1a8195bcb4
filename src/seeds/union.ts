/**
 * The union of all lists: one candidate per page, with the lists it is in and its place in each. A page that several
 * queries or sources bring is in several lists.
 */
import { canonicalUrl, hostOf } from '../url/url.ts';
import type { FoundSeed } from './source.ts';

export interface Candidate {
  url: string;
  /** The host without `www.`. */
  site: string;
  title: string;
  snippet: string;
  /** Its best place in each list, from 1. */
  lists: Map<string, number>;
  /** As the sources know it. */
  inLinks: number;
  links: readonly string[];
}

const MAX_CANDIDATES = 200_000;
const MAX_TEXT = 500;

export class Union {
  readonly candidates = new Map<string, Candidate>();
  /** URLs that cannot be crawled, and entries beyond the limit. */
  unusable = 0;
  beyondLimit = 0;

  /** Whether it is a page that was not in the union yet; undefined if it cannot be used. */
  add(found: FoundSeed, list: string, place: number): boolean | undefined {
    const canonical = canonicalUrl(found.url);
    if (!canonical.ok) {
      this.unusable++;
      return undefined;
    }
    const { url } = canonical;
    const known = this.candidates.get(url);
    if (known === undefined && this.candidates.size >= MAX_CANDIDATES) {
      this.beyondLimit++;
      return undefined;
    }
    const one = known ?? newCandidate(url);
    if (known === undefined) this.candidates.set(url, one);
    one.lists.set(list, Math.min(place, one.lists.get(list) ?? place));
    one.title ||= shortened(found.title);
    one.snippet ||= shortened(found.snippet);
    one.inLinks = Math.max(one.inLinks, found.inLinks ?? 0);
    if (found.links !== undefined && one.links.length === 0) one.links = found.links;
    return known === undefined;
  }
}

const newCandidate = (url: string): Candidate => ({
  url,
  site: siteOf(url),
  title: '',
  snippet: '',
  lists: new Map(),
  inLinks: 0,
  links: [],
});

export const siteOf = (url: string): string => hostOf(url).replace(/^www\./, '');

const shortened = (text = ''): string => text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT);

/** By the name of the file: what CINDI (section 4.1.2) leaves out, because documents rarely link on. */
export const isDocument = (url: string): boolean =>
  /\.(?:pdf|ps|eps|dvi|docx?|odt|rtf|pptx?|odp|xlsx?|ods|tex|epub|djvu|zip|tar|t?gz|bz2|Z)$/i.test(
    URL.parse(url)?.pathname ?? '',
  );
