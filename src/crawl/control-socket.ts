/**
 * The socket of a running crawl, through which other processes of the same user ask it to pause, change settings or add
 * seeds. A connection carries one request and its answer, each one line of JSON:
 *
 *   {"do":"set","changes":{"budget.pages":500}}  →  {"ok":true,"answer":{…}}  or  {"ok":false,"code":"USAGE","error":"…"}
 *
 * The socket is `control.sock` in the crawl's folder. If that path is too long for a socket, it is in a private folder
 * for temporary files; on Windows it is a named pipe. Only its owner may connect.
 */
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect as connectTo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { draws, labels } from '../archive/records.ts';
import { checked } from '../check.ts';
import { type ErrorCode, ForageError } from '../errors.ts';
import { instead } from '../suggest.ts';
import { type Control, type LabelsKept, whoAsks } from './control.ts';
import { addToJournal, saveLeft } from './label-outside.ts';
import { announceEnd, announceRunning, type Running } from './running.ts';

export interface ControlSocket {
  /** Accepts no new requests; those in progress are still answered. */
  close(): void;
}

/** The control of a running crawl, for requests from other processes. */
export type ControlFor = (by: string) => Control;

/** The longest path that works everywhere: Linux allows 107 bytes, macOS 103. */
const LONGEST_PATH = 100;
const MAX_REQUEST_CHARACTERS = 4_000_000;
const REQUEST_TIMEOUT_MS = 10_000;
/** A change of scope waits for requests in flight, which take at most a minute. */
const ANSWER_TIMEOUT_MS = 120_000;
/** A crawl that does not answer within this time is still considered running. */
const STATUS_TIMEOUT_MS = 5000;
const ITEMS_A_REQUEST = 1000;

const by = z.string().max(200).default('unknown');
const requests = {
  status: z.strictObject({ do: z.literal('status'), by }),
  pause: z.strictObject({ do: z.literal('pause'), by }),
  go: z.strictObject({ do: z.literal('go'), by }),
  stop: z.strictObject({ do: z.literal('stop'), by }),
  set: z.strictObject({ do: z.literal('set'), by, changes: z.record(z.string(), z.unknown()) }),
  seeds: z.strictObject({ do: z.literal('seeds'), by, urls: z.array(z.string()) }),
  label: z.strictObject({
    do: z.literal('label'),
    by,
    labels: z.array(
      z.strictObject({
        page: z.number().int().positive(),
        label: z.enum(labels),
        by: z.string().min(1).max(200),
        drawn: z.enum(draws),
      }),
    ),
    awaitsEffect: z.boolean().default(true),
  }),
};

/** Only for the crawl that holds the folder's database: removes a socket left behind by another. */
export async function openControlSocket(
  folder: string,
  control: ControlFor,
  { readsJournal = false } = {},
): Promise<ControlSocket> {
  const { path, remove } = placeFor(folder);
  const waiting = new Set<Socket>();
  const server = createServer((socket) => {
    waiting.add(socket);
    socket.once('close', () => waiting.delete(socket));
    serve(socket, control, () => waiting.delete(socket));
  });
  server.listen(path);
  // It is bound by now; a failure to bind arrives as an event.
  if (existsSync(path)) chmodSync(path, 0o600);
  await once(server, 'listening');
  server.unref();
  announceRunning(folder, { pid: process.pid, socket: path, startedAt: Date.now(), readsJournal });
  return {
    close() {
      announceEnd(folder);
      server.close();
      for (const socket of waiting) socket.destroy();
      remove();
    },
  };
}

function placeFor(folder: string): { path: string; remove(): void } {
  const inFolder = resolve(folder, 'control.sock');
  if (process.platform === 'win32') {
    const name = hash('sha256', `${inFolder} ${process.pid}`).slice(0, 32);
    return { path: `\\\\.\\pipe\\forage-${name}`, remove() {} };
  }
  if (Buffer.byteLength(inFolder) <= LONGEST_PATH) {
    rmSync(inFolder, { force: true });
    return { path: inFolder, remove() {} };
  }
  const path = join(mkdtempSync(join(tmpdir(), 'forage-')), 'control.sock');
  return { path, remove: () => rmSync(dirname(path), { recursive: true, force: true }) };
}

function serve(socket: Socket, control: ControlFor, begin: () => void): void {
  let text = '';
  let isAnswering = false;
  const answer = async (): Promise<void> => {
    const said = await answerTo(text, control);
    socket.setTimeout(REQUEST_TIMEOUT_MS);
    socket.end(`${JSON.stringify(said)}\n`);
  };
  socket.setEncoding('utf8');
  socket.setTimeout(REQUEST_TIMEOUT_MS, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: string) => {
    // Anything after the request is read and dropped, so that the sender receives the answer.
    if (isAnswering) return;
    text += chunk;
    const isTooLong = text.length > MAX_REQUEST_CHARACTERS;
    if (!isTooLong && !text.includes('\n')) return;
    isAnswering = true;
    begin();
    socket.setTimeout(0);
    void answer();
  });
}

type Said = { ok: true; answer: unknown } | { ok: false; code: ErrorCode; error: string };

async function answerTo(text: string, control: ControlFor): Promise<Said> {
  try {
    return { ok: true, answer: await obey(parse(text), control) };
  } catch (error) {
    const code = error instanceof ForageError ? error.code : 'CRAWL_FOLDER';
    return { ok: false, code, error: (error as Error).message };
  }
}

type Request = z.output<(typeof requests)[keyof typeof requests]>;

function parse(text: string): Request {
  if (text.length > MAX_REQUEST_CHARACTERS)
    throw new ForageError(
      'USAGE',
      `A request may have at most ${MAX_REQUEST_CHARACTERS} characters; this one is longer.`,
    );
  let given: { do?: unknown } | null;
  try {
    given = JSON.parse(text.slice(0, text.indexOf('\n')));
  } catch (error) {
    throw new ForageError('USAGE', `A request must be one line of JSON: ${(error as Error).message}`);
  }
  const name = String(given?.do);
  if (!Object.hasOwn(requests, name))
    throw new ForageError(
      'USAGE',
      `Unknown request "${name.slice(0, 80)}"${instead(name, Object.keys(requests))}`,
    );
  return checked(requests[name as keyof typeof requests], given, 'USAGE', 'request');
}

function obey(request: Request, controlFor: ControlFor): Promise<unknown> {
  const control = controlFor(request.by);
  switch (request.do) {
    case 'set':
      return control.set(request.changes);
    case 'seeds':
      return control.addSeeds(request.urls);
    case 'label':
      return control.label(request.labels, request);
    default:
      return control[request.do]();
  }
}

/** The control of a crawl that runs in another process, or in this one. */
export function remoteControl(path: string, running: Running): Control {
  const ask = <T>(request: object, withinMs = ANSWER_TIMEOUT_MS): Promise<T> =>
    askAt(running, { ...request, by: whoAsks() }, withinMs);
  return {
    status: () => ask({ do: 'status' }, STATUS_TIMEOUT_MS),
    pause: () => ask({ do: 'pause' }),
    go: () => ask({ do: 'go' }),
    set: (changes) => ask({ do: 'set', changes }),
    stop: () => ask({ do: 'stop' }),
    async label(labels, { awaitsEffect = true } = {}) {
      const atOnce =
        !awaitsEffect && running.readsJournal ? addToJournal(path, labels, whoAsks()) : undefined;
      if (atOnce !== undefined) {
        // It would find them anyway, a little later. If it ends just now, somebody else has to save them.
        ask({ do: 'label', labels: [], awaitsEffect }).catch(() => saveLeft(path));
        return { ...atOnce, inForce: 'now' };
      }
      const sum: LabelsKept = { kept: 0, changed: 0, inForce: 'now' };
      for (let at = 0; at < labels.length; at += ITEMS_A_REQUEST) {
        const some = labels.slice(at, at + ITEMS_A_REQUEST);
        const part = await ask<LabelsKept>({ do: 'label', labels: some, awaitsEffect });
        for (const key of ['kept', 'changed', 'linksMoved', 'pagesChanged'] as const)
          if (part[key] !== undefined) sum[key] = (sum[key] ?? 0) + part[key];
      }
      return sum;
    },
    async addSeeds(urls) {
      const sum = { added: 0, known: 0, inForce: 'now' as const };
      for (let at = 0; at < urls.length; at += ITEMS_A_REQUEST) {
        const part = await ask<typeof sum>({ do: 'seeds', urls: urls.slice(at, at + ITEMS_A_REQUEST) });
        sum.added += part.added;
        sum.known += part.known;
      }
      return sum;
    },
  };
}

async function askAt<T>({ socket: path, pid }: Running, request: object, withinMs: number): Promise<T> {
  const socket = connectTo(path);
  socket.setEncoding('utf8');
  socket.setTimeout(withinMs, () => socket.destroy(new Error(`no answer within ${withinMs / 1000} s`)));
  socket.write(`${JSON.stringify(request)}\n`);
  let text = '';
  try {
    for await (const chunk of socket) text += chunk;
    const said = JSON.parse(text) as Said;
    if (said.ok) return said.answer as T;
    throw new ForageError(said.code, said.error);
  } catch (error) {
    if (error instanceof ForageError) throw error;
    throw new ForageError(
      'CRAWL_FOLDER',
      `The crawl (process ${pid}) did not answer: ${(error as Error).message}. "forage status" shows whether it is still running.`,
      { cause: error },
    );
  }
}
