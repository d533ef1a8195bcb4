/**
 * Which part of a URL makes it a copy, learnt from the crawl itself: `?print=1`, `?replytocom=7`, `/amp` at the end, `m.`
 * before the host. What the literature calls DUST, different URLs with similar text (Bar-Yossef, Keidar, Schonfeld, WWW
 * 2007), with the parts as rules and the fingerprints of the fetched pages as evidence.
 *
 * Each page is compared with pages of which the URL differs in one part alone: that lacks it, or has another value there.
 * Their texts are nearly the same, or they differ. A rule counts how many different texts came again that way, so that
 * a hundred numbers that all lead to one error page are one observation. From `LIKELY` texts on, without an exception in
 * twenty, links with the part wait behind all others if the crawl has the page without it, or a link to that; from `SURE`
 * on they are not fetched if it has the page. Nothing is refused before its text is there under another URL.
 *
 * Promises: at most `MOST_RULES` rules are held, and `MOST_KEYS` URLs to compare with; the oldest are dropped first.
 */
import { bitsApart } from '../page/fingerprint.ts';
import { urlTemplate } from '../url/template.ts';
import { hostOf, originOf, registrableDomain } from '../url/url.ts';

/** Different texts that came again. */
const LIKELY = 4;
const SURE = 12;
/** A rule that was wrong more often than this is none. */
const MOST_WRONG = 0.05;
/**
 * Texts of which the fingerprints differ in up to this many of 64 bits are no evidence: a print copy has a line more than its
 * page. For each pair of copies there may be this many of them.
 */
const CLOSE_BITS = 10;
const MOST_CLOSE = 2;
const MOST_RULES = 20_000;
const MOST_KEYS = 100_000;

export class CopyRules {
  /** By host and part. */
  readonly #rules = new Map<string, Rule>();
  /** The parts in force, by host. */
  readonly #inForce = new Map<string, Map<string, Rule>>();
  /** The text of a URL, or of one whose part is left out; oldest first. */
  readonly #texts = new Map<number, Known>();
  #opened: ReadonlySet<string> = new Set();
  /** The latest page that the rules know. */
  #upTo = 0;

  /** A page that was read, in the order of their numbers. */
  observe({ id, url, text, fingerprint }: TextOfPage): void {
    this.#compare(url, { text, fingerprint }, id > this.#upTo);
    this.#upTo = Math.max(id, this.#upTo);
  }

  /** A URL led to another. */
  redirected(url: string, target: string): void {
    for (const { parts, rest } of partsOf(url)) {
      if (rest !== target) continue;
      for (const part of parts) this.#count(hostOf(url), part, -1 - keyOf(target), 'same');
    }
  }

  /** The URL without the parts that make copies, and what is known of them; undefined if it has none. */
  reduce(url: string): Reduced | undefined {
    const host = hostOf(url);
    if (!this.#inForce.has(host)) return undefined;
    let reduced = url;
    let found: { part: string; rule: Rule } | undefined;
    for (let n = 0; n < MOST_PARTS; n++) {
      const next = this.#without(reduced);
      if (next === undefined) break;
      reduced = next.rest;
      // The weakest counts.
      if (found === undefined || next.rule.texts.length < found.rule.texts.length) found = next;
    }
    if (found === undefined) return undefined;
    const { part, rule } = found;
    const known = this.#texts.get(keyOf(reduced));
    return {
      url: reduced,
      part,
      isSure: rule.texts.length >= SURE,
      isFetched: known !== undefined && this.#stands(known),
    };
  }

  /** Hosts with a part (`example.org?print`) that are never left alone. */
  keepOpen(spaces: readonly string[]): void {
    this.#opened = new Set(spaces);
    for (const [key, rule] of this.#rules) this.#judge(key, rule);
  }

  /** The parts in force, those with most evidence first. */
  inForce(): CopyRule[] {
    const all = [...this.#inForce].flatMap(([host, parts]) =>
      [...parts].map(([part, { texts, same, other }]) => ({
        space: spaceOf(host, part),
        isSure: texts.length >= SURE,
        same,
        other,
      })),
    );
    return all.sort((a, b) => b.same - a.same || (a.space < b.space ? -1 : 1));
  }

  save(): unknown {
    const rules = [...this.#rules].map(([key, { texts, same, close, other }]) => [
      key,
      texts,
      same,
      close,
      other,
    ]);
    return { rules, upTo: this.#upTo };
  }

  /**
   * Restores what `save` returned; anything else is ignored. The latest pages, given to `observe` again, are compared with
   * later ones, and count where they are newer than what was saved.
   */
  restore(saved: unknown): void {
    this.#rules.clear();
    this.#inForce.clear();
    this.#texts.clear();
    const { rules, upTo } = (saved ?? {}) as Record<string, unknown>;
    this.#upTo = Number.isFinite(upTo) ? Number(upTo) : 0;
    for (const row of Array.isArray(rules) ? rules : []) {
      const [key, texts, ...counts] = Array.isArray(row) ? row : [];
      if (typeof key !== 'string' || !Array.isArray(texts) || !texts.every(Number.isFinite)) continue;
      if (counts.length !== 3 || !counts.every(Number.isFinite)) continue;
      const [same, close, other] = counts as [number, number, number];
      this.#hold(key, { texts, same, close, other });
    }
  }

  #compare(url: string, is: Text, counts: boolean): void {
    const host = hostOf(url);
    const count = (parts: readonly string[], known: Text, of = host): void => {
      if (counts) for (const part of parts) this.#count(of, part, is.text, likeness(is, known));
    };
    const reduced = this.reduce(url)?.url ?? url;
    const own = keyOf(reduced);
    const known = this.#texts.get(own);
    if (reduced === url) {
      // It lacks a part that an earlier page has.
      if (known?.parts !== undefined) count(known.parts, known, known.host);
      this.#texts.delete(own);
      this.#know(own, { ...is, host, parts: undefined });
    } else {
      const inForce = this.#inForce.get(host);
      const parts = [...partsOf(url)].flatMap((one) => one.parts).filter((part) => inForce?.has(part));
      if (known !== undefined && this.#stands(known)) return count(parts, known);
      this.#texts.delete(own);
      this.#know(own, { ...is, host, parts });
    }
    for (const { parts, rest } of partsOf(reduced)) {
      const key = keyOf(this.reduce(rest)?.url ?? rest);
      const other = this.#texts.get(key);
      if (other === undefined) this.#know(key, { ...is, host, parts });
      // With another value there, nothing is known of each value by itself.
      else if (other.parts === undefined) count(parts, other);
      else if (other.parts[0] === parts[0]) count(parts.slice(0, 1), other);
    }
  }

  /** Whether it is the text of the URL itself, as far as is known. */
  #stands({ host, parts }: Known): boolean {
    return parts === undefined || parts.some((part) => this.#inForce.get(host)?.has(part));
  }

  #know(key: number, known: Known): void {
    this.#texts.set(key, known);
    if (this.#texts.size > MOST_KEYS)
      for (const old of this.#texts
        .keys()
        .take(MOST_KEYS / 20)
        .toArray())
        this.#texts.delete(old);
  }

  /** Only what was right once can be wrong: most parts of most URLs are simply their names. */
  #count(host: string, part: string, text: number, found: Likeness): void {
    const key = `${host} ${part}`;
    const rule = this.#rules.get(key) ?? { texts: [], same: 0, close: 0, other: 0 };
    if (found !== 'same' && rule.same === 0) return;
    rule[found] += 1;
    if (found === 'same' && rule.texts.length < SURE && !rule.texts.includes(text)) rule.texts.push(text);
    this.#hold(key, rule);
  }

  #hold(key: string, rule: Rule): void {
    this.#rules.set(key, rule);
    this.#judge(key, rule);
    if (this.#rules.size <= MOST_RULES) return;
    for (const old of this.#rules
      .keys()
      .take(MOST_RULES / 20)
      .toArray()) {
      this.#leave(old);
      this.#rules.delete(old);
    }
  }

  #judge(key: string, rule: Rule): void {
    const [host, part] = key.split(' ') as [string, string];
    const { texts, same, close, other } = rule;
    const isRight = other <= MOST_WRONG * (same + other) && close <= MOST_CLOSE * same;
    const isIn = isRight && texts.length >= LIKELY;
    if (!isIn || this.#opened.has(spaceOf(host, part))) return this.#leave(key);
    const parts = this.#inForce.get(host) ?? new Map<string, Rule>();
    parts.set(part, rule);
    this.#inForce.set(host, parts);
  }

  #leave(key: string): void {
    const [host, part] = key.split(' ') as [string, string];
    const parts = this.#inForce.get(host);
    parts?.delete(part);
    if (parts?.size === 0) this.#inForce.delete(host);
  }

  #without(url: string): { rest: string; part: string; rule: Rule } | undefined {
    const inForce = this.#inForce.get(hostOf(url));
    if (inForce === undefined) return undefined;
    for (const { parts, rest } of partsOf(url)) {
      for (const part of parts) {
        const rule = inForce.get(part);
        if (rule !== undefined) return { rest, part, rule };
      }
    }
    return undefined;
  }
}

export interface TextOfPage {
  id: number;
  url: string;
  /** The first page with nearly the same text, or itself. */
  text: number;
  fingerprint?: string | undefined;
}

export interface Reduced {
  /** The URL without the parts. */
  url: string;
  part: string;
  /** So often right that copies need not be fetched. */
  isSure: boolean;
  /** A page with this URL, or with another value in a part, was read. */
  isFetched: boolean;
}

export interface CopyRule {
  /** A host with a part: `example.org?print`. */
  space: string;
  isSure: boolean;
  /** How often the texts were nearly the same, and how often they differed. */
  same: number;
  other: number;
}

interface Rule {
  /** Different texts that came again, at most `SURE` of them. */
  texts: number[];
  same: number;
  close: number;
  other: number;
}

type Text = Pick<TextOfPage, 'text' | 'fingerprint'>;

type Likeness = 'same' | 'close' | 'other';

function likeness(a: Text, b: Text): Likeness {
  if (a.text === b.text) return 'same';
  if (a.fingerprint === undefined || b.fingerprint === undefined) return 'other';
  return bitsApart(a.fingerprint, b.fingerprint) <= CLOSE_BITS ? 'close' : 'other';
}

interface Known extends Text {
  /** What was left out of the page's URL, if anything was, and the page's host. */
  parts: readonly string[] | undefined;
  host: string;
}

/** The first label of the host, as a part. */
const HOST = 'host';

const spaceOf = (host: string, part: string): string => (part === HOST ? host : host + part);

/** Parts that are left out one after the other, and parameters that are looked at. */
const MOST_PARTS = 8;
const MOST_PARAMETERS = 8;
/** So many parameters at the end of a query are looked at as one. */
const LONGEST_TAIL = 3;

/**
 * What remains of a URL without a part, and the names of that part, the most general first. Parameters of a kind of page,
 * by name and by value where that is a word, and the last two or three together; the first and the last name of the path;
 * a slash at the end; the first label of the host; http for https.
 */
function* partsOf(url: string): Generator<{ parts: string[]; rest: string }> {
  const origin = originOf(url);
  const mark = url.indexOf('?');
  const path = url.slice(origin.length, mark === -1 ? undefined : mark);
  const query = mark === -1 ? '' : url.slice(mark);
  if (query !== '') {
    const all = query.slice(1).split('&').slice(0, MOST_PARAMETERS);
    const kind = kindOf(path);
    const only = (kept: readonly string[]): string =>
      origin + path + (kept.length === 0 ? '' : `?${kept.join('&')}`);
    for (const parameter of all) {
      const name = nameOf(parameter);
      const parts = [`${kind}?${name}`];
      if (WORD.test(parameter.slice(name.length))) parts.push(`${kind}?${parameter}`);
      yield { parts, rest: only(all.filter((one) => nameOf(one) !== name)) };
    }
    for (let tail = 2; tail <= Math.min(LONGEST_TAIL, all.length); tail++) {
      const names = all.slice(-tail).map(nameOf).join('&');
      yield { parts: [`${kind}?${names}`], rest: only(all.slice(0, -tail)) };
    }
  }
  const last = /^(.*\/[^/]+)\/([^/]+)(\/?)$/.exec(path);
  if (last !== null) yield { parts: [`/…/${last[2]}${last[3]}`], rest: origin + last[1] + last[3] + query };
  const first = /^\/([^/]+)(\/.+)$/.exec(path);
  if (first !== null) yield { parts: [`/${first[1]}/…`], rest: origin + first[2] + query };
  if (path.length > 1 && path.endsWith('/'))
    yield { parts: ['/…/'], rest: origin + path.slice(0, -1) + query };
  const host = hostOf(url);
  const parent = host.slice(host.indexOf('.') + 1);
  if (parent.length < host.length && parent.length >= registrableDomain(host).length)
    yield { parts: [HOST], rest: `${origin.slice(0, origin.indexOf('//') + 2)}${parent}${path}${query}` };
  if (origin.startsWith('http:')) yield { parts: ['(http)'], rest: `https${url.slice(4)}` };
}

/** The template of a path, in which the name of a script stays. */
function kindOf(path: string): string {
  const isScript = /\.[a-z]{2,5}$/i.test(path);
  return urlTemplate(isScript ? `${path}?` : path.replace(/(?<=[^/])\/$/, '')).shape.replace(/\?$/, '');
}

const WORD = /^=[A-Za-z_-]{1,20}$/;

function nameOf(parameter: string): string {
  const equals = parameter.indexOf('=');
  return equals === -1 ? parameter : parameter.slice(0, equals);
}

/** 52 bits of a URL. */
function keyOf(text: string): number {
  let a = 0x811c9dc5;
  let b = 0x1b873593;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b) ^ (b >>> 13);
  }
  return (a >>> 6) * 2 ** 26 + (b >>> 6);
}
