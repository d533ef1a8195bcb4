/**
 * The contract of a destination: where the pages of a crawl are sent while it runs. Every batch arrives at least once,
 * in order, and the same batch may come again after a kill; a destination makes sure that nothing doubles by it, by the
 * ids of the messages or by the name of the batch.
 */
import type { RefusedPage } from '../archive/send-cursor.ts';

export interface Destination {
  /** Throws `Undelivered`. Returns the pages that the destination will never take, each with its reason. */
  deliver(batch: Batch): Promise<RefusedPage[]>;
  close?(): Promise<void>;
}

/** Visits from after `from` to `to`; those that do not concern the destination are not among its messages. */
export interface Batch {
  /** Identifies the crawl: its name, and when it was started. */
  source: string;
  /** The name of the crawl's topic. */
  crawl: string;
  from: number;
  to: number;
  messages: readonly Message[];
}

export interface Message {
  /** Of the page, the same in every crawl: a digest of its URL. */
  id: string;
  /** Of the visit; rises, and never changes. */
  sequence: number;
  /** `remove` if the page is gone, or is no longer what is to be sent. */
  action: 'put' | 'remove';
  page: SentPage;
}

/** A page as it is now, in plain JSON. */
export interface SentPage {
  id: string;
  crawl: string;
  sequence: number;
  url: string;
  host: string;
  /** ISO 8601. */
  fetchedAt: string;
  status?: number | undefined;
  title?: string | undefined;
  language?: string | undefined;
  kind?: string | undefined;
  contentType?: string | undefined;
  score?: number | undefined;
  relevant: boolean;
  why: readonly string[];
  findings?: Readonly<Record<string, number>> | undefined;
  depth: number;
  text?: string | undefined;
  links?: { url: string | undefined; anchor: string }[] | undefined;
}

/** A batch that did not arrive, or not all of it. */
export class Undelivered extends Error {
  /** Whether it may arrive if it is sent again. */
  readonly mayPass: boolean;
  /** What the destination asked to wait. */
  readonly retryAfterMs: number;
  /** What is left to send; all of it if absent. */
  readonly remaining: readonly Message[] | undefined;
  /** What was refused for good before this happened. */
  readonly refused: readonly RefusedPage[];

  constructor(
    detail: string,
    {
      mayPass = false,
      retryAfterMs = 0,
      remaining,
      refused = [],
      cause,
    }: {
      mayPass?: boolean;
      retryAfterMs?: number;
      remaining?: readonly Message[];
      refused?: readonly RefusedPage[];
      cause?: unknown;
    } = {},
  ) {
    super(detail, { cause });
    this.mayPass = mayPass;
    this.retryAfterMs = retryAfterMs;
    this.remaining = remaining;
    this.refused = refused;
  }
}
