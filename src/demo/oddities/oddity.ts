import type { Atlas } from '../atlas.ts';
import type { Anchor } from '../draft.ts';
import type { Random } from '../random.ts';
import type { DemoAnswer } from '../response.ts';
import type { Site } from '../sites.ts';

/** A part of some sites that is no honest page: a trap, a fault, a detour. */
export interface Oddity {
  isOn(site: Site): boolean;
  /** Links that lead into it from the site's ordinary pages. */
  doors(door: Door): Anchor[];
  /** The answer where the path is one of its own. */
  answer(visit: Visit): DemoAnswer | undefined;
}

export interface Door {
  atlas: Atlas;
  site: Site;
  /** Of the page that holds the door. */
  path: string;
  random: Random;
}

/** One request, with what carries no meaning already taken off its address. */
export interface Visit {
  atlas: Atlas;
  site: Site;
  /** Path and query, without session numbers and tracking parameters. */
  path: string;
  headers: Record<string, string | string[] | undefined>;
  now: number;
}

/** An address on the site. */
export function onSite(site: Site, path: string): string {
  return `http://${site.host}${path}`;
}
