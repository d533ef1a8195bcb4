/**
 * Path patterns of robots.txt, matched octet by octet after both sides are normalised (RFC 9309, section 2.2.2):
 * unreserved characters as themselves, hex digits in upper case, everything else that is not allowed in a URL encoded.
 * `%2A` and `%24` in a rule mean the characters `*` and `$`.
 *
 * In the RFC's table `?u=https://x` in a rule also matches `?u=https%3A%2F%2Fx` in a URL, while common parsers compare
 * queries as written. Here a rule applies if either reading matches.
 *
 * Rules are indexed by their literal prefix, so that a file with thousands of them costs a few lookups. A pattern is
 * matched from star to star, each time at the first match, so stars do not multiply the cost.
 */
export interface PathRule {
  allow: boolean;
  /** Normalised once it is in `PathRules`. */
  pattern: string;
}

/** No real site needs more patterns with stars: later ones are cut at their first star. */
const MAX_STARRED = 2000;

export class PathRules {
  readonly size: number;
  readonly #rules = new Map<string, Compiled>();
  readonly #byPrefix = new Map<string, Compiled[]>();
  readonly #prefixLengths: number[];
  #hasLoose = false;

  constructor(rules: readonly PathRule[]) {
    let starred = 0;
    for (const { allow, pattern } of rules) {
      let spelt = spell(pattern);
      const star = spelt.indexOf('*');
      if (star !== -1 && star < spelt.length - 1 && ++starred > MAX_STARRED) {
        // To be safe, a Disallow then covers more and an Allow nothing.
        if (allow) continue;
        spelt = spelt.slice(0, Math.max(star, 1)).replace(/^\*/, '/');
      }
      const known = this.#rules.get(spelt);
      if (known === undefined) this.#rules.set(spelt, compile(allow, spelt));
      else if (allow) known.allow = true;
    }
    for (const rule of this.#rules.values()) {
      this.#index(rule.strict, rule);
      if (rule.loose === rule.strict) continue;
      this.#hasLoose = true;
      if (rule.loose.prefix !== rule.strict.prefix) this.#index(rule.loose, rule);
    }
    // Longest first, so that the first match in a list is the best.
    for (const list of this.#byPrefix.values()) list.sort((a, b) => b.pattern.length - a.pattern.length);
    this.#prefixLengths = [...new Set([...this.#byPrefix.keys()].map((prefix) => prefix.length))];
    this.size = this.#rules.size;
  }

  /** The rule that decides for a path with its query; undefined if none matches. */
  longest(path: string): PathRule | undefined {
    if (this.size === 0) return undefined;
    const strict = spellTarget(path);
    const best = this.#search(strict, 'strict', undefined);
    const loose = loosen(strict);
    return loose === strict && !this.#hasLoose ? best : this.#search(loose, 'loose', best);
  }

  *all(): Iterable<PathRule> {
    yield* this.#rules.values();
  }

  #index(glob: Glob, rule: Compiled): void {
    const list = this.#byPrefix.get(glob.prefix);
    if (list === undefined) this.#byPrefix.set(glob.prefix, [rule]);
    else list.push(rule);
  }

  #search(target: string, reading: 'strict' | 'loose', sofar: Compiled | undefined): Compiled | undefined {
    let best = sofar;
    for (const length of this.#prefixLengths) {
      if (length > target.length) continue;
      const list = this.#byPrefix.get(target.slice(0, length));
      if (list === undefined) continue;
      for (const rule of list) {
        if (best !== undefined && !beats(rule, best)) {
          if (rule.pattern.length < best.pattern.length) break;
          continue;
        }
        if (matches(rule[reading], target)) best = rule;
      }
    }
    return best;
  }
}

function beats(rule: Compiled, best: Compiled): boolean {
  const difference = rule.pattern.length - best.pattern.length;
  return difference > 0 || (difference === 0 && rule.allow && !best.allow);
}

interface Compiled extends PathRule {
  strict: Glob;
  loose: Glob;
}

/** The parts before the first star, between stars, and after the last one. */
interface Glob {
  prefix: string;
  middle: readonly string[];
  /** What the target must end with, if the pattern has `$`. */
  suffix: string | undefined;
  /** No star and a `$`: matches the prefix only. */
  exact: boolean;
}

function compile(allow: boolean, pattern: string): Compiled {
  const strict = globOf(pattern);
  const loosened = loosen(pattern);
  return { allow, pattern, strict, loose: loosened === pattern ? strict : globOf(loosened) };
}

function globOf(pattern: string): Glob {
  const anchored = pattern.endsWith('$');
  const parts = (anchored ? pattern.slice(0, -1) : pattern).replaceAll('$', '%24').split('*');
  const prefix = parts[0]!;
  const rest = parts.slice(1);
  return {
    prefix,
    middle: (anchored ? rest.slice(0, -1) : rest).filter(Boolean),
    suffix: anchored ? rest.at(-1) : undefined,
    exact: anchored && rest.length === 0,
  };
}

function matches(glob: Glob, target: string): boolean {
  if (!target.startsWith(glob.prefix)) return false;
  if (glob.exact) return target.length === glob.prefix.length;
  let at = glob.prefix.length;
  for (const part of glob.middle) {
    const found = target.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  if (glob.suffix === undefined) return true;
  return target.length - glob.suffix.length >= at && target.endsWith(glob.suffix);
}

/** Characters that stand for themselves in a rule; a literal `*` or `$` in a URL never matches a rule's wildcard. */
const AS_IS = /^[A-Za-z0-9._~/?#[\]@!&()+,;=:*$-]*$/;
const TARGET_AS_IS = /^[A-Za-z0-9._~/?#[\]@!&()+,;=:-]*$/;
const SPELT = /%(?:[0-9A-Fa-f]{2})?|[^A-Za-z0-9._~/?#[\]@!&()+,;=:*$-]/g;
const TARGET_SPELT = /%(?:[0-9A-Fa-f]{2})?|[^A-Za-z0-9._~/?#[\]@!&()+,;=:-]/g;

function spell(pattern: string): string {
  return AS_IS.test(pattern) ? pattern : pattern.replace(SPELT, spellOne);
}

function spellTarget(path: string): string {
  if (TARGET_AS_IS.test(path)) return path;
  return Buffer.from(path).toString('latin1').replace(TARGET_SPELT, spellOne);
}

function spellOne(text: string): string {
  if (text.length === 3) {
    const character = String.fromCharCode(Number.parseInt(text.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : text.toUpperCase();
  }
  return `%${text.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** The second reading: in a query, `:` and `/` are equal encoded or not. */
function loosen(spelt: string): string {
  if (!spelt.includes('%')) return spelt;
  const query = spelt.indexOf('?');
  if (query === -1) return spelt;
  return spelt.slice(0, query) + spelt.slice(query).replaceAll('%2F', '/').replaceAll('%3A', ':');
}
