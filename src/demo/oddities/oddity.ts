import type { Atlas } from '../atlas.ts';
import type { Anchor } from '../draft.ts';
import type { Random } from '../random.ts';
import type { DemoAnswer } from '../response.ts';
import type { Site } from '../sites.ts';

/** A part of some sites that is not an ordinary page: a trap, a fault, a detour. */
export interface Oddity {
  isOn(site: Site): boolean;
  /** Links into it from the site's ordinary pages. */
  doors(door: Door): Anchor[];
  /** The answer, if the path belongs to it. */
  answer(visit: Visit): DemoAnswer | undefined;
}

export interface Door {
  atlas: Atlas;
  site: Site;
  /** Of the page with the links into the oddity. */
  path: string;
  random: Random;
}

/** One request, with meaningless parts already removed from its URL. */
export interface Visit {
  atlas: Atlas;
  site: Site;
  /** Path and query, without session ids and tracking parameters. */
  path: string;
  headers: Record<string, string | string[] | undefined>;
  now: number;
}

/** A URL on the site. */
export function onSite(site: Site, path: string): string {
  return `http://${site.host}${path}`;
}
