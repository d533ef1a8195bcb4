/**
 * robots.txt according to RFC 9309, plus Crawl-delay and Sitemap lines.
 *
 * Groups for our product token are merged; those for `*` apply if none names us. The longest matching rule wins, in
 * octets; Allow wins a tie. Where the RFC leaves room: common misspellings of Disallow, a missing colon and UTF-16 with
 * a byte order mark are accepted, since the intention is clear; a rule that starts with neither `/` nor `*` cannot match
 * and is ignored; a line of another kind never ends a group.
 *
 * Promises: any bytes are accepted, 500 KiB of them at most (a line cut there is ignored), in linear time.
 */
import { originOf } from '../../url/url.ts';
import { type PathRule, PathRules } from './match.ts';

export interface RobotsRules {
  check(url: string): RobotsAnswer;
  /** The requested Crawl-delay; the longest if there are several. */
  readonly crawlDelayMs?: number;
  /** Sitemap lines as written, from anywhere in the file; they may be relative. */
  readonly sitemaps: readonly string[];
  /** What the Content-Signal line of the group says no to: `ai-train`, `search` … */
  readonly signalsNo: readonly string[];
  /** Whether a group names us, only `*` does, or nothing applies. */
  readonly group: 'named' | 'any' | 'none';
  /** How many rules apply. */
  readonly size: number;
  /** The part that applies, written as a robots.txt for `*`: parsing it gives the same rules. */
  text(): string;
}

export interface RobotsAnswer {
  allowed: boolean;
  /** The rule that decided, `Disallow: /private`; absent if none matched. */
  rule?: string;
}

export const MAX_ROBOTS_BYTES = 500 * 1024;
const MAX_SITEMAPS = 1000;
const MAX_SITEMAP_LENGTH = 2048;
const MAX_SIGNAL_LENGTH = 1000;

export function parseRobots(source: Uint8Array | string, agentToken: string): RobotsRules {
  const ours = productToken(agentToken);
  const named = new Group();
  const any = new Group();
  const sitemaps = new Set<string>();
  // Which of the two the current group belongs to, and whether a rule has closed its list of agents.
  let forUs = false;
  let forAny = false;
  let closed = true;
  let isNamed = false;
  let isAny = false;

  eachLine(octets(source), (key, value) => {
    const kind = KINDS.get(key);
    if (kind === 'agent') {
      if (closed) {
        forUs = false;
        forAny = false;
        closed = false;
      }
      if (/^\*(?:[ \t]|$)/.test(value)) {
        forAny = true;
        isAny = true;
      } else if (ours !== '' && productToken(value) === ours) {
        forUs = true;
        isNamed = true;
      }
    } else if (kind === 'allow' || kind === 'disallow') {
      closed = true;
      if (forUs) named.add(kind === 'allow', value);
      if (forAny) any.add(kind === 'allow', value);
    } else if (kind === 'delay') {
      if (forUs) named.delay(value);
      if (forAny) any.delay(value);
    } else if (kind === 'signal') {
      if (forUs) named.signal(value);
      if (forAny) any.signal(value);
    } else if (kind === 'sitemap' && value.length <= MAX_SITEMAP_LENGTH && sitemaps.size < MAX_SITEMAPS) {
      if (value !== '') sitemaps.add(Buffer.from(value, 'latin1').toString('utf8'));
    }
  });

  const group = isNamed ? named : any;
  return rulesOf(group, isNamed ? 'named' : isAny ? 'any' : 'none', [...sitemaps]);
}

/** Rules that allow everything, or nothing, for answers other than a file. */
export function blanketRules(allowed: boolean): RobotsRules {
  return parseRobots(allowed ? '' : 'User-agent: *\nDisallow: /', '*');
}

class Group {
  readonly rules: PathRule[] = [];
  crawlDelayMs: number | undefined;
  readonly signalsNo = new Set<string>();

  /** `search=yes, ai-train=no` */
  signal(value: string): void {
    for (const [, name] of value.slice(0, MAX_SIGNAL_LENGTH).matchAll(/([a-z-]{1,30})\s*=\s*no\b/gi))
      this.signalsNo.add(name!.toLowerCase());
  }

  add(allow: boolean, pattern: string): void {
    if (pattern.startsWith('/') || pattern.startsWith('*')) this.rules.push({ allow, pattern });
  }

  delay(value: string): void {
    if (value === '') return;
    this.crawlDelayMs = Math.max(this.crawlDelayMs ?? 0, Math.round(secondsIn(value) * 1000));
  }
}

/** A number of seconds, with or without a unit. What cannot be understood asks for an infinite delay: host is closed. */
function secondsIn(value: string): number {
  const [, number, unit = 's'] = /^([-+.\de]+)\s*(ms|m|s)?[a-z]*\.?$/i.exec(value.replace(',', '.')) ?? [];
  const seconds = Number(number ?? Number.NaN) * UNITS[unit.toLowerCase() as keyof typeof UNITS];
  return Number.isNaN(seconds) ? Number.POSITIVE_INFINITY : Math.max(0, seconds);
}

const UNITS = { ms: 0.001, s: 1, m: 60 };

function rulesOf(group: Group, kind: RobotsRules['group'], sitemaps: string[]): RobotsRules {
  const rules = new PathRules(group.rules);
  const { crawlDelayMs } = group;
  return {
    ...(crawlDelayMs === undefined ? {} : { crawlDelayMs }),
    sitemaps,
    signalsNo: [...group.signalsNo],
    group: kind,
    size: rules.size,
    check(url) {
      const path = url.slice(originOf(url).length) || '/';
      if (path === '/robots.txt') return { allowed: true };
      const rule = rules.longest(path);
      return rule === undefined ? { allowed: true } : { allowed: rule.allow, rule: lineOf(rule) };
    },
    text() {
      const lines = kind === 'none' ? [] : ['User-agent: *'];
      for (const rule of rules.all()) lines.push(lineOf(rule));
      if (crawlDelayMs !== undefined) lines.push(`Crawl-delay: ${crawlDelayMs / 1000}`);
      for (const name of group.signalsNo) lines.push(`Content-Signal: ${name}=no`);
      for (const sitemap of sitemaps) lines.push(`Sitemap: ${sitemap}`);
      return lines.join('\n');
    },
  };
}

function lineOf(rule: PathRule): string {
  return `${rule.allow ? 'Allow' : 'Disallow'}: ${rule.pattern}`;
}

/** Each octet as one character, so that rules are compared octet by octet, valid UTF-8 or not. */
function octets(source: Uint8Array | string): string {
  const bytes =
    typeof source === 'string'
      ? Buffer.from(source.slice(0, MAX_ROBOTS_BYTES + 1))
      : (fromUtf16(source) ?? source);
  let end = bytes.length;
  if (end > MAX_ROBOTS_BYTES) {
    end = MAX_ROBOTS_BYTES;
    while (end > 0 && bytes[end] !== LF && bytes[end] !== CR) end--;
  }
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(
    'latin1',
    Math.min(start, end),
    end,
  );
}

/** As UTF-8, one character more than is read; undefined for bytes without the byte order mark of UTF-16. */
function fromUtf16(bytes: Uint8Array): Uint8Array | undefined {
  const isLittleEndian = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (!isLittleEndian && !(bytes[0] === 0xfe && bytes[1] === 0xff)) return undefined;
  const decoder = new TextDecoder(isLittleEndian ? 'utf-16le' : 'utf-16be');
  return Buffer.from(decoder.decode(bytes.subarray(0, 2 * (MAX_ROBOTS_BYTES + 1))));
}

const LF = 0x0a;
const CR = 0x0d;

function eachLine(text: string, found: (key: string, value: string) => void): void {
  for (let start = 0; start < text.length; ) {
    let end = start;
    while (end < text.length && text.charCodeAt(end) !== LF && text.charCodeAt(end) !== CR) end++;
    if (end > start) readLine(text.slice(start, end), found);
    start = end + 1;
  }
}

function readLine(line: string, found: (key: string, value: string) => void): void {
  const comment = line.indexOf('#');
  const content = trim(comment === -1 ? line : line.slice(0, comment));
  const colon = content.indexOf(':');
  if (colon > MAX_KEY_LENGTH) return;
  if (colon !== -1) {
    found(trim(content.slice(0, colon)).toLowerCase(), trim(content.slice(colon + 1)));
    return;
  }
  // `disallow /` without its colon, but not a sentence.
  const words = /^([^ \t]{1,20})[ \t]+([^ \t]+)$/.exec(content);
  if (words !== null) found(words[1]!.toLowerCase(), words[2]!);
}
const MAX_KEY_LENGTH = 40;

/** Only ASCII white space: the octet A0, a space elsewhere, is the second half of an `à` here. */
function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(start, end);
}

function productToken(value: string): string {
  return /^[A-Za-z0-9_-]*/.exec(value)![0].toLowerCase();
}

const KINDS = new Map<string, 'agent' | 'allow' | 'disallow' | 'delay' | 'signal' | 'sitemap'>([
  ['content-signal', 'signal'],
  ['user-agent', 'agent'],
  ['useragent', 'agent'],
  ['user agent', 'agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
  ['crawl-delay', 'delay'],
  ['crawldelay', 'delay'],
  ['sitemap', 'sitemap'],
  ['site-map', 'sitemap'],
]);
