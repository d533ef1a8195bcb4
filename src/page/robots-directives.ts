/**
 * What a page asks of robots, in meta tags and X-Robots-Tag headers together: any of them that forbids,
 * forbids. Directives for another robot (`googlebot: noindex`) are not for us; those for our own name are.
 */
export interface RobotsDirectives {
  noindex: boolean;
  nofollow: boolean;
}

/** The content of `<meta name="robots">`, or of a meta tag with our own name. */
export function addDirectives(found: RobotsDirectives, content: string): void {
  for (const word of content.slice(0, MAX_LENGTH).split(',')) addDirective(found, word.trim().toLowerCase());
}

/** One X-Robots-Tag header; a name before a colon makes what follows it be for that robot alone. */
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
}

/** Directives that have a colon themselves. */
const WITH_VALUE = new Set(['max-snippet', 'max-image-preview', 'max-video-preview', 'unavailable_after']);
/** A date has colons too, and spaces before them. */
const ROBOT_NAME = /^[a-z0-9_*-]+$/;
const MAX_LENGTH = 10_000;
