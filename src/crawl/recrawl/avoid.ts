/**
 * What a re-crawl leaves alone: sites and directories with too few relevant pages, documents or accepted documents, and
 * directory names that brought nothing on several sites. Chen (CINDI robot, Concordia, 2008), section 4.4, with these
 * differences. A rate counts only from a minimum of pages on: in the thesis one irrelevant page closes a directory. The
 * two rates of documents are off unless set: a relevant directory without documents would fall out. Known relevant pages
 * are asked for in any case. A list is made for each round from all visits so far, so that a place that has become useful
 * is on none.
 */
import type { CrawlDatabase } from '../../archive/database.ts';
import { type PlaceStatistics, placeStatistics, ratesOf } from '../../archive/place-statistics.ts';
import type { CrawlFolder } from '../folder.ts';
import { handVerdicts } from '../open-documents.ts';
import type { Settings } from '../settings.ts';

export interface Avoided {
  /** `*` for a directory name on all sites. */
  host: string;
  /** `/` for a whole site, `/a/b/` for a directory with all below it, `/name/` for a name. */
  path: string;
  /** In words. */
  reason: string;
}

/** Directory names that may become one to be avoided, or are. */
export interface NamedDirectory {
  name: string;
  sites: number;
  pages: number;
  documents: number;
  /** By pages: no relevant one; by documents: no accepted one. */
  by: 'pages' | 'documents';
  isStop: boolean;
}

type Rule = Settings['recrawl'];

/** "More than five" in the thesis. */
const MORE_THAN_SITES = 5;

export function avoidedPlaces(places: readonly PlaceStatistics[], rule: Rule): Avoided[] {
  const avoided: Avoided[] = [];
  for (const place of places) {
    const reason = verdictOf(place, rule);
    if (reason !== undefined) avoided.push({ host: place.host, path: place.path, reason });
  }
  for (const { name, sites, by, isStop } of namedDirectories(places, rule))
    if (isStop)
      avoided.push({
        host: '*',
        path: `/${name}/`,
        reason: `stop directory: nothing ${by === 'pages' ? 'relevant' : 'accepted'} on ${sites} sites`,
      });
  const byHand = rule.avoid.map((text) => ({ ...placeOf(text), reason: 'set by hand' }));
  return [...byHand, ...avoided].filter(({ host, path }) => !isKept(host, path, rule.keep));
}

/** Why a site or directory is left alone; undefined if it is asked. */
export function verdictOf(place: PlaceStatistics, rule: Rule): string | undefined {
  const { host, path, pages, documents } = place;
  if (isKept(host, path, rule.keep)) return undefined;
  if (rule.avoid.some((text) => covers(placeOf(text), host, path))) return 'set by hand';
  if (pages < (path === '/' ? rule.sitePages : rule.directoryPages)) return undefined;
  const { prr, ddr, adr } = ratesOf(place);
  const shown = (share: number): string => `${Math.round(100 * share)} %`;
  if (prr < rule.minRelevant) return `${shown(prr)} of ${pages} pages are relevant`;
  if (ddr < rule.minDocuments) return `${documents} documents on ${pages} pages`;
  if (adr !== undefined && adr < rule.minAccepted)
    return `${shown(adr)} of ${documents} documents are accepted`;
  return undefined;
}

/** Most sites first. */
export function namedDirectories(places: readonly PlaceStatistics[], rule: Rule): NamedDirectory[] {
  const names = new Map<string, { sites: Set<string>; sums: Omit<PlaceStatistics, 'host' | 'path'> }>();
  for (const place of places) {
    const name = lastName(place.path);
    if (name === undefined) continue;
    const known = names.get(name);
    if (known === undefined) names.set(name, { sites: new Set([place.host]), sums: { ...place } });
    else {
      known.sites.add(place.host);
      for (const key of ['pages', 'relevant', 'documents', 'accepted'] as const)
        known.sums[key] += place[key];
    }
  }
  const found: NamedDirectory[] = [];
  for (const [name, { sites, sums }] of names) {
    const { pages, relevant, documents, accepted } = sums;
    const by = relevant === 0 ? 'pages' : documents > 0 && accepted === 0 ? 'documents' : undefined;
    if (by === undefined) continue;
    const enough = (by === 'pages' ? pages : documents) >= rule.directoryPages;
    const isStop = sites.size > MORE_THAN_SITES && enough && (by === 'pages' || rule.minAccepted > 0);
    found.push({ name, sites: sites.size, pages, documents, by, isStop });
  }
  return found.sort((a, b) => b.sites - a.sites || b.pages - a.pages || (a.name < b.name ? -1 : 1));
}

export function avoidListOf(
  db: CrawlDatabase,
  { path, settings: { recrawl } }: Pick<CrawlFolder, 'path' | 'settings'>,
): AvoidList {
  const places = placeStatistics(db, { verdicts: handVerdicts(path) });
  return new AvoidList(avoidedPlaces(places, recrawl), recrawl.keep);
}

/** Looks up URLs in a list. */
export class AvoidList {
  readonly #byHost = new Map<string, Avoided[]>();
  readonly #names = new Map<string, Avoided>();
  readonly #keep: readonly string[];

  constructor(places: readonly Avoided[], keep: readonly string[]) {
    this.#keep = keep;
    for (const place of places) {
      if (place.host === '*') this.#names.set(place.path.slice(1, -1), place);
      else this.#byHost.set(place.host, [...(this.#byHost.get(place.host) ?? []), place]);
    }
  }

  /** Why a URL is left alone. */
  refuses(url: string, host: string): string | undefined {
    const places = this.#byHost.get(host);
    if (places === undefined && this.#names.size === 0) return undefined;
    const path = pathOf(url);
    const place = places?.find((avoided) => path.startsWith(avoided.path)) ?? this.#named(path);
    if (place === undefined || isKept(host, path, this.#keep)) return undefined;
    return `avoided: ${place.path === '/' ? 'site' : place.path}`;
  }

  #named(path: string): Avoided | undefined {
    if (this.#names.size === 0) return undefined;
    for (const name of path.slice(0, path.lastIndexOf('/')).split('/')) {
      const found = this.#names.get(name.toLowerCase());
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** A site is its name, a directory its site and path; of a name on all sites the host is `*`. */
function placeOf(text: string): { host: string; path: string } {
  const slash = text.indexOf('/');
  if (slash < 0) return { host: text, path: '/' };
  const path = text.slice(slash);
  return { host: text.slice(0, slash), path: path.endsWith('/') ? path : `${path}/` };
}

const isKept = (host: string, path: string, keep: readonly string[]): boolean =>
  keep.some((text) => covers(placeOf(text), host, path));

function covers(place: { host: string; path: string }, host: string, path: string): boolean {
  if (place.host === '*') return path.toLowerCase().includes(place.path.toLowerCase());
  return place.host === host && path.startsWith(place.path);
}

function lastName(path: string): string | undefined {
  const name = path.slice(0, -1);
  return name === '' ? undefined : name.slice(name.lastIndexOf('/') + 1).toLowerCase();
}

function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  return start < 0 ? '/' : url.slice(start);
}
