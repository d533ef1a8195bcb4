/**
 * Sends the pages of a crawl to a destination, as they are committed. It works beside a running crawl, which it does not
 * slow down, and without one. A slow destination is waited for, one that fails is tried again after growing pauses; a
 * kill at any moment loses nothing and doubles nothing: see `archive/send-cursor.ts`.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CursorState, SendCursor } from '../archive/send-cursor.ts';
import { openFolder } from '../crawl/folder.ts';
import { findRunning } from '../crawl/running.ts';
import { ForageError } from '../errors.ts';
import { typed } from '../suggest.ts';
import { type Batch, type Destination, Undelivered } from './destination.ts';
import { type DestinationSettings, nameOf, openDestination } from './destinations.ts';
import { nextBatch, type WantedPages } from './next-batch.ts';

export interface SendOptions extends WantedPages {
  /** Continue after the crawl has ended, and wait for one that has not started, until `signal` aborts. */
  wait?: boolean | undefined;
  /** Begin with the first page again. */
  restart?: boolean | undefined;
  signal?: AbortSignal | undefined;
  /** Called after every batch, and when the destination makes it wait. */
  tell?(message: string): void;
  /** How a pause is made; tests replace it. */
  pause?(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

/** All that was ever sent there, this time and before. */
export type Sent = Pick<CursorState, 'since' | 'sent' | 'refused'>;

const LOOK_EVERY_MS = 500;

export async function send(path: string, to: DestinationSettings, options: SendOptions = {}): Promise<Sent> {
  const { signal, wait = false, pause = wakefulSleep } = options;
  const crawl = openFolder(path).topic.name;
  const destination = await openDestination(to);
  const cursor = SendCursor.open(cursorPath(path, nameOf(to)));
  if (options.restart) cursor.restart('');
  let hasEnded = false;
  try {
    while (!signal?.aborted) {
      const { since, planned: until } = cursor.state;
      const batch = nextBatch(path, crawl, { since, until, most: to.batch }, options);
      if (batch !== undefined) {
        checkSource(cursor, batch, path);
        await deliver(batch, cursor, destination, {
          ...options,
          pause,
          patienceMs: to.patienceSeconds * 1000,
        });
        continue;
      }
      if (hasEnded) break;
      // What was committed before it ended must still be sent.
      hasEnded = !wait && (await findRunning(path)) === undefined;
      if (!hasEnded) await pause(LOOK_EVERY_MS, signal);
    }
  } finally {
    cursor.close();
    await destination.close?.();
  }
  const { since, sent, refused } = cursor.state;
  return { since, sent, refused };
}

/** The destinations that a crawl was sent to, and how far; without a state where it is being sent right now. */
export function sentTo(path: string): { name: string; state: CursorState | undefined }[] {
  openFolder(path);
  const folder = join(path, FOLDER);
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(ENDING)) : [];
  return files.sort().map((file) => ({
    name: file.slice(0, -ENDING.length),
    state: SendCursor.read(join(folder, file)),
  }));
}

const FOLDER = 'send';
const ENDING = '.db';
const cursorPath = (path: string, name: string): string => join(path, FOLDER, `${name}${ENDING}`);

function checkSource(cursor: SendCursor, { source }: Batch, path: string): void {
  const known = cursor.state.source;
  if (known === source) return;
  if (known !== '')
    throw new ForageError(
      'USAGE',
      `${path} has another database than the one that was sent before: it was rebuilt or replaced. Send everything again: forage send ${typed(path)} --to … --restart`,
    );
  cursor.restart(source);
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

async function deliver(
  batch: Batch,
  cursor: SendCursor,
  destination: Destination,
  {
    tell,
    signal,
    pause,
    patienceMs,
  }: SendOptions & Required<Pick<SendOptions, 'pause'>> & { patienceMs: number },
): Promise<void> {
  cursor.plan(batch.to);
  const refused = [];
  let { messages } = batch;
  let waitedMs = 0;
  for (let tries = 1; messages.length > 0; tries++) {
    try {
      refused.push(...(await destination.deliver({ ...batch, messages })));
      break;
    } catch (error) {
      if (!(error instanceof Undelivered)) throw error;
      if (error.remaining !== undefined && error.remaining.length < messages.length) tries = 1;
      messages = error.remaining ?? messages;
      refused.push(...error.refused);
      const pauseMs = Math.max(
        error.retryAfterMs,
        Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1)),
      );
      if (!error.mayPass || waitedMs + pauseMs > patienceMs) throw undelivered(error, waitedMs);
      tell?.(`${error.message} Trying again in ${Math.round(pauseMs / 1000)} s.`);
      await pause(pauseMs, signal);
      waitedMs += pauseMs;
      if (signal?.aborted) return;
    }
  }
  cursor.done(batch.to, batch.messages.length - refused.length, refused);
  tell?.(`${batch.messages.length} pages sent, up to visit ${batch.to}.`);
}

const undelivered = (error: Undelivered, waitedMs: number): ForageError =>
  new ForageError(
    'DESTINATION',
    `${error.message}${waitedMs > 0 ? ` Gave up after ${Math.round(waitedMs / 1000)} s of waiting.` : ''} What was sent is kept; the same command continues after it.`,
    { cause: error },
  );

/** Ends early, without an error, if it is interrupted. */
const wakefulSleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => {});
