/** Rows of the catalogue's tables as plain data. Absent values are undefined. */
import type { SQLOutputValue } from 'node:sqlite';
import type { LinkState } from '../frontier/frontier.ts';
import { DEFERRED, DONE, REFUSED, WAITING } from '../frontier/link-statements.ts';
import type {
  CrawlEvent,
  Fault,
  HostRecord,
  JudgementRecord,
  Label,
  LedgerEntry,
  ModelRecord,
  PageCheck,
  PageLink,
  PageRecord,
  PageToJudge,
  VisitRecord,
  WarcPlace,
} from './records.ts';

export type Row = Record<string, SQLOutputValue>;

/** What `pageOf` reads; a condition on `pages` can follow. */
export const selectPages = (pages: string): string =>
  `SELECT pages.*, hosts.name AS host_name FROM ${pages} JOIN hosts ON hosts.id = pages.host`;
export const SELECT_PAGES = selectPages('pages');

export function pageOf(row: Row): PageRecord {
  return {
    id: Number(row.id),
    link: Number(row.link),
    n: Number(row.n),
    url: String(row.url),
    host: String(row.host_name),
    outcome: String(row.outcome),
    target: text(row.target),
    status: number(row.status),
    fetchedAt: Number(row.fetched_at),
    durationMs: number(row.duration_ms),
    bytes: number(row.bytes),
    wireBytes: number(row.wire_bytes),
    contentType: text(row.content_type),
    kind: text(row.kind),
    title: text(row.title),
    language: text(row.language),
    digest: text(row.digest),
    fingerprint: text(row.fingerprint),
    score: number(row.score),
    margin: number(row.margin),
    findings: findingsOf(row.findings),
    relevant: row.relevant === 1,
    why: strings(row.why),
    depth: Number(row.depth),
    via: number(row.via),
    duplicateOf: number(row.duplicate_of),
    nearDuplicateOf: number(row.near_duplicate_of),
    warc: placeOf(row),
    truncated: text(row.truncated),
    optOuts: row.opt_outs === null ? undefined : strings(row.opt_outs),
    about: json(row.about) as PageRecord['about'],
    visit: Number(row.visit),
    model: Number(row.model),
    judgedAt: number(row.judged_at),
    called: row.called === 1,
    answer: answerOf(row),
  };
}

const answerOf = ({ answer }: Row): boolean | undefined => (answer === null ? undefined : answer === 1);

function findingsOf(json: unknown): PageRecord['findings'] {
  return typeof json === 'string' ? (JSON.parse(json) as PageRecord['findings']) : undefined;
}

export function visitOf(row: Row): VisitRecord {
  return {
    seq: Number(row.seq),
    page: Number(row.page),
    url: String(row.url),
    host: String(row.host_name),
    outcome: String(row.outcome),
    status: number(row.status),
    fetchedAt: Number(row.fetched_at),
    title: text(row.title),
    kind: text(row.kind),
    language: text(row.language),
    about: json(row.about) as VisitRecord['about'],
    score: number(row.score),
    relevant: row.relevant === 1,
    why: strings(row.why),
    model: Number(row.model),
    depth: Number(row.depth),
    via: number(row.via),
    digest: text(row.digest),
    warc: placeOf(row),
    change: text(row.change) as VisitRecord['change'],
    target: text(row.target),
  };
}

export function checkOf(row: Row): PageCheck {
  return {
    checkedAt: Number(row.checked_at),
    etag: text(row.etag),
    lastModified: text(row.last_modified),
    wireDigest: text(row.wire_digest),
    checks: Number(row.checks),
    changes: Number(row.changes),
    observedMs: Number(row.observed_ms),
    exposedMs: Number(row.exposed_ms),
    dated: Number(row.dated),
    undated: Number(row.undated),
    undatedMs: Number(row.undated_ms),
    misses: Number(row.misses),
    finds: Number(row.finds),
  };
}

export function pageToJudgeOf(row: Row): PageToJudge {
  return {
    id: Number(row.id),
    url: String(row.url),
    title: text(row.title),
    outcome: String(row.outcome),
    duplicateOf: number(row.duplicate_of),
    warc: placeOf(row)!,
    score: number(row.score),
    relevant: row.relevant === 1,
    answer: answerOf(row),
    model: Number(row.model),
    judgedAt: number(row.judged_at),
  };
}

export function judgementOf(row: Row): JudgementRecord {
  return {
    score: Number(row.score),
    margin: number(row.margin),
    relevant: row.relevant === 1,
    why: strings(row.why),
    model: Number(row.model),
    at: Number(row.judged_at),
  };
}

export function modelOf(row: Row): ModelRecord {
  return {
    version: Number(row.version),
    at: Number(row.at),
    recipe: String(row.recipe),
    detail: json(row.detail),
  };
}

export function faultOf(row: Row): Fault {
  return { at: Number(row.at), part: String(row.part), url: text(row.url), message: String(row.message) };
}

export function placeOf(row: Row): WarcPlace | undefined {
  const file = text(row.warc_file);
  return file === undefined
    ? undefined
    : { file, offset: Number(row.warc_offset), length: Number(row.warc_length) };
}

export function linkOf(row: Row): PageLink {
  return {
    page: Number(row.page),
    position: Number(row.position),
    to: number(row.to_link),
    url: text(row.url) ?? text(row.known_url) ?? text(row.target_url),
    anchor: text(row.anchor) ?? '',
    priority: number(row.priority),
    why: text(row.why),
    fate: text(row.fate),
    target: number(row.target),
    state: STATES.get(row.state),
    reason: text(row.reason),
  };
}

const STATES = new Map<unknown, LinkState>([
  [WAITING, 'waiting'],
  [DEFERRED, 'deferred'],
  [DONE, 'done'],
  [REFUSED, 'refused'],
]);

export function hostOf(row: Row): HostRecord {
  return {
    name: String(row.name),
    firstSeen: Number(row.first_seen),
    fetches: Number(row.fetches),
    pages: Number(row.pages),
    relevant: Number(row.relevant),
    bytes: Number(row.bytes),
    errors: Number(row.errors),
    delayMs: number(row.delay_ms),
    robotsText: text(row.robots_text),
    robots: json(row.robots),
    robotsAt: number(row.robots_at),
    politeness: json(row.politeness),
    readyAt: number(row.ready_at),
  };
}

export function ledgerEntryOf(host: string, row: Row): LedgerEntry {
  return {
    host,
    at: Number(row.at),
    kind: String(row.kind) as LedgerEntry['kind'],
    waitedMs: number(row.waited_ms),
    durationMs: number(row.duration_ms),
    status: number(row.status),
    bytes: number(row.bytes),
    note: text(row.note),
  };
}

export function labelOf(row: Row): Label {
  return {
    seq: Number(row.seq),
    page: Number(row.page),
    label: String(row.label) as Label['label'],
    by: String(row.by),
    drawn: String(row.drawn) as Label['drawn'],
    at: Number(row.at),
  };
}

export function eventOf(row: Row): CrawlEvent {
  return { at: Number(row.at), kind: String(row.kind), detail: json(row.detail) };
}

function text(value: SQLOutputValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function number(value: SQLOutputValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function json(value: SQLOutputValue | undefined): unknown {
  if (typeof value !== 'string') return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** A JSON list of texts. */
export function strings(value: SQLOutputValue | undefined): string[] {
  const parsed = json(value);
  return Array.isArray(parsed) ? parsed.map(String) : [];
}
