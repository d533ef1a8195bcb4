/**
 * One address of the desk as data: its method and path, who may use it, the schemas that check what is sent, and what
 * it does. The dispatcher runs the routes, and `openapi.ts` describes them, so the description cannot differ from what is
 * checked.
 */
import type { z } from 'zod';
import type { Role } from './access.ts';
import type { Crawls } from './crawls.ts';
import type { DeskFiles } from './desk-files.ts';
import type { Jobs } from './jobs.ts';
import type { Latency } from './latency.ts';
import type { LiveCrawls } from './live-crawls.ts';
import type { Starts } from './starts.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Route<Query = unknown, Body = unknown, Place = Desk> {
  method: Method;
  /** With the names of its parts in braces: `/api/v1/crawls/{crawl}`. */
  path: string;
  /** The least that a user must be allowed. */
  role: Role;
  /** For everybody, without a secret: what it answers is in every copy of this program. */
  isPublic?: true;
  /** One sentence, for the description. */
  summary: string;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  /** The form of the answer, for the description; tests hold answers to it. */
  answer?: z.ZodType;
  /** The media type of an answer that is not JSON. */
  answerType?: string;
  work(asked: Asked<Query, Body, Place>): Reply | Promise<Reply>;
}

/** Keeps the types of the schemas together; the dispatcher needs them no more. */
export const route = <Query, Body, Place = Desk>(
  one: Route<Query, Body, Place>,
): Route<unknown, unknown, Place> => one as unknown as Route<unknown, unknown, Place>;

export interface Asked<Query = unknown, Body = unknown, Place = Desk> {
  /** What the routes work on. */
  desk: Place;
  /** The named parts of the path, decoded. */
  parts: Readonly<Record<string, string>>;
  query: Query;
  body: Body;
  user: User;
  /** Of the request, lower-case names. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Aborts when the client has gone. */
  gone: AbortSignal;
}

export interface User {
  role: Role;
  /** Whose labels these are. */
  name: string;
}

/** What the routes of the desk work on. */
export interface Desk {
  crawls: Crawls;
  live: LiveCrawls;
  starts: Starts;
  jobs: Jobs;
  files: DeskFiles;
  /** How long this desk takes to answer. */
  latency: Latency;
  /** Crawls may contact private addresses: only a desk that answers this machine alone lets them. */
  isLocal: boolean;
  /** The address of a page's archived view, on an origin of its own. */
  archived(crawl: string, page: number): string;
  routes: readonly Route[];
}

export interface Reply {
  status?: number;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is, with `type`. */
  text?: string | Uint8Array | AsyncIterable<string | Uint8Array>;
  type?: string;
  headers?: Record<string, string>;
}

/** What is wrong with a request, for people and programs. The code is one of the command line's or one of these. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export interface Found<Place> {
  route: Route<unknown, unknown, Place>;
  parts: Record<string, string>;
}

/** The route of a path; undefined if there is none, the allowed methods if it is another one's. */
export function findRoute<Place>(
  routes: readonly Route<unknown, unknown, Place>[],
  method: string,
  path: string,
): Found<Place> | Method[] | undefined {
  const given = path.split('/');
  const others: Method[] = [];
  for (const one of routes) {
    const parts = partsOf(one.path.split('/'), given);
    if (parts === undefined) continue;
    if (one.method === method) return { route: one, parts };
    others.push(one.method);
  }
  return others.length > 0 ? others : undefined;
}

function partsOf(pattern: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== given.length) return undefined;
  const parts: Record<string, string> = {};
  for (const [i, part] of pattern.entries()) {
    if (!part.startsWith('{')) {
      if (part !== given[i]) return undefined;
      continue;
    }
    const value = decoded(given[i]!);
    if (value === undefined || value === '') return undefined;
    parts[part.slice(1, -1)] = value;
  }
  return parts;
}

/** Undefined for a malformed escape. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
