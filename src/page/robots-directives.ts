/**
 * A page's directives for robots, from meta tags and X-Robots-Tag headers together: if any of them forbids something,
 * it is forbidden. Directives for another robot (`googlebot: noindex`) are ignored; those for our own name apply.
 *
 * Opt-outs are what a page reserves beyond that: `noai`, `noimageai`, and `tdm-reservation` (the TDM Reservation
 * Protocol, as a header or a meta tag).
 */
export interface RobotsDirectives {
  noindex: boolean;
  nofollow: boolean;
  optOuts: Set<string>;
}

export const noDirectives = (): RobotsDirectives => ({ noindex: false, nofollow: false, optOuts: new Set() });

/** The header or meta tag `tdm-reservation`: 1 reserves the rights, 0 does not. */
export function addReservation(found: RobotsDirectives, value: string): void {
  if (value.trim() === '1') found.optOuts.add('tdm-reservation');
}

/** The content of `<meta name="robots">`, or of a meta tag with our own name. */
export function addDirectives(found: RobotsDirectives, content: string): void {
  for (const word of content.slice(0, MAX_LENGTH).split(',')) addDirective(found, word.trim().toLowerCase());
}

/** One X-Robots-Tag header; a name before a colon restricts what follows to that robot. */
export function addRobotsHeader(found: RobotsDirectives, value: string, agent: string): void {
  let forUs = true;
  for (const part of value.slice(0, MAX_LENGTH).split(',')) {
    let word = part.trim().toLowerCase();
    const colon = word.indexOf(':');
    if (colon !== -1) {
      const name = word.slice(0, colon).trim();
      if (ROBOT_NAME.test(name) && !WITH_VALUE.has(name)) {
        forUs = name === agent.toLowerCase();
        word = word.slice(colon + 1).trim();
      }
    }
    if (forUs) addDirective(found, word);
  }
}

function addDirective(found: RobotsDirectives, word: string): void {
  if (word === 'noindex' || word === 'none') found.noindex = true;
  if (word === 'nofollow' || word === 'none') found.nofollow = true;
  if (word === 'noai' || word === 'noimageai') found.optOuts.add(word);
}

/** Directives that contain a colon themselves. */
const WITH_VALUE = new Set(['max-snippet', 'max-image-preview', 'max-video-preview', 'unavailable_after']);
/** A date contains colons, too, and spaces before them. */
const ROBOT_NAME = /^[a-z0-9_*-]+$/;
const MAX_LENGTH = 10_000;
