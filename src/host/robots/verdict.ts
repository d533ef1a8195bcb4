/**
 * What follows from one answer to a request for robots.txt, as a verdict to work with and as plain JSON to store. The
 * table is in book.ts.
 */
import { canonicalUrl } from '../../url/url.ts';
import { type Answered, type Fetched, header } from '../../web/web.ts';
import {
  blanketRules,
  MAX_ROBOTS_BYTES,
  parseRobots,
  type RobotsAnswer,
  type RobotsRules,
} from './robots.ts';

export interface RobotsVerdict {
  readonly state: 'rules' | 'no-file' | 'unreachable' | 'given-up';
  /** What is in force, in words for users. */
  readonly says: string;
  check(url: string): RobotsAnswer;
  readonly crawlDelayMs?: number;
  /** What its Content-Signal says no to: `ai-train` … */
  readonly signalsNo: readonly string[];
  /** Canonical URLs. */
  readonly sitemaps: readonly string[];
  /** When to request the file again. */
  readonly expiresAt: number;
}

export interface SavedRobots {
  state: RobotsVerdict['state'];
  says: string;
  /** The rules in force as a robots.txt for `*`. */
  text: string;
  /** Whether `text` was read from the server, now or before: it stays valid while the server does not answer. */
  isFile: boolean;
  expiresAt: number;
  /** Requests without an answer in a row, and the time of the first. */
  failures: number;
  failingSince: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const giveUpAfterMs = 30 * dayMs;
const DISALLOW_ALL = 'User-agent: *\nDisallow: /';

export function savedFrom(
  answer: Fetched,
  before: SavedRobots | undefined,
  now: number,
  agent: string,
): SavedRobots {
  // A frozen web without the file is a web that has none.
  if (!answer.ok && answer.reason === 'not-in-web') return noFile('it is not in this web', now);
  if (!answer.ok || answer.status === 429 || answer.status >= 500) return unreachable(now, answer, before);
  if (answer.status >= 200 && answer.status < 300) {
    const rules = parseRobots(wholeLines(answer), agent);
    return {
      state: 'rules',
      says: rulesInWords(rules, agent),
      text: rules.text(),
      isFile: true,
      expiresAt: now + lifetimeMs(answer),
      failures: 0,
      failingSince: 0,
    };
  }
  return noFile(answer.status < 400 ? `broken redirects, ${answer.status}` : `${answer.status}`, now);
}

function noFile(why: string, now: number): SavedRobots {
  const says = `no robots.txt (${why}): everything is allowed`;
  return {
    state: 'no-file',
    says,
    text: '',
    isFile: false,
    expiresAt: now + dayMs,
    failures: 0,
    failingSince: 0,
  };
}

export function unreachable(
  now: number,
  answer: Fetched,
  before: SavedRobots | undefined,
  expiresAt?: number,
): SavedRobots {
  const failures = (before?.failures ?? 0) + 1;
  const failingSince = before !== undefined && before.failures > 0 ? before.failingSince : now;
  const growing = Math.min(minuteMs * 2 ** Math.min(failures - 1, 30), dayMs);
  const asked = answer.ok ? (answer.retryAfterMs ?? 0) : 0;
  const waitMs = Math.min(Math.max(growing, asked), dayMs);
  const why = answer.ok ? `${answer.status}` : `${answer.reason}: ${answer.detail}`;
  const shared = { failures, failingSince, expiresAt: expiresAt ?? now + waitMs };
  const again = `retried in ${inWords(waitMs)}`;
  if (before?.isFile === true) {
    const says = `robots.txt unavailable (${why}): the previous rules stay in force, ${again}`;
    return { ...shared, state: 'rules', says, text: before.text, isFile: true };
  }
  if (now - failingSince >= giveUpAfterMs) {
    const says = `robots.txt unavailable for 30 days (${why}): everything is allowed`;
    return { ...shared, state: 'given-up', says, text: '', isFile: false };
  }
  const says = `robots.txt unavailable (${why}): nothing is requested for now, ${again}`;
  return { ...shared, state: 'unreachable', says, text: DISALLOW_ALL, isFile: false };
}

/** A partial line at the end of a truncated body would be a different rule. */
function wholeLines(answer: Answered): Uint8Array {
  if (answer.truncated === undefined || answer.body.length > MAX_ROBOTS_BYTES) return answer.body;
  const end = Math.max(answer.body.lastIndexOf(0x0a), answer.body.lastIndexOf(0x0d));
  return answer.body.subarray(0, end + 1);
}

function lifetimeMs(answer: Answered): number {
  const control = (header(answer.headers, 'cache-control') ?? '').toLowerCase();
  if (/\bno-(?:cache|store)\b/.test(control)) return hourMs;
  const maxAge = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,10})/.exec(control);
  return maxAge === null ? dayMs : Math.min(Math.max(Number(maxAge[1]) * 1000, hourMs), dayMs);
}

function rulesInWords(rules: RobotsRules, agent: string): string {
  const delay = rules.crawlDelayMs === undefined ? '' : `, Crawl-delay ${rules.crawlDelayMs / 1000} s`;
  if (rules.group === 'none') return `robots.txt has no rules for ${agent}: everything is allowed`;
  const whom = rules.group === 'named' ? agent : 'all robots';
  if (rules.size === 0) return `robots.txt allows everything to ${whom}${delay}`;
  return `robots.txt has ${rules.size} ${rules.size === 1 ? 'rule' : 'rules'} for ${whom}${delay}`;
}

function inWords(ms: number): string {
  if (ms < 2 * minuteMs) return `${Math.round(ms / 1000)} s`;
  return ms < 2 * hourMs ? `${Math.round(ms / minuteMs)} min` : `${Math.round(ms / hourMs)} h`;
}

const ALLOW_ALL_RULES = blanketRules(true);
const DISALLOW_ALL_RULES = blanketRules(false);

export function verdictOf(origin: string, saved: SavedRobots): RobotsVerdict {
  const shared =
    saved.text === '' ? ALLOW_ALL_RULES : saved.text === DISALLOW_ALL ? DISALLOW_ALL_RULES : undefined;
  const rules = shared ?? parseRobots(saved.text, '*');
  const sitemaps = rules.sitemaps.flatMap((written) => {
    const canonical = canonicalUrl(written, `${origin}/`, { keepSessions: true, keepTracking: true });
    return canonical.ok ? [canonical.url] : [];
  });
  return {
    state: saved.state,
    says: saved.says,
    check: rules.check,
    ...(rules.crawlDelayMs === undefined ? {} : { crawlDelayMs: rules.crawlDelayMs }),
    sitemaps,
    signalsNo: rules.signalsNo,
    expiresAt: saved.expiresAt,
  };
}

export function isSaved(value: unknown): value is SavedRobots {
  const saved = (value ?? {}) as Partial<SavedRobots>;
  return (
    ['rules', 'no-file', 'unreachable', 'given-up'].includes(saved.state as string) &&
    typeof saved.says === 'string' &&
    typeof saved.text === 'string' &&
    typeof saved.isFile === 'boolean' &&
    Number.isFinite(saved.expiresAt) &&
    Number.isFinite(saved.failures) &&
    Number.isFinite(saved.failingSince)
  );
}
