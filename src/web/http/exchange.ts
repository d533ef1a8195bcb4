/**
 * One request and its answer on one connection. Handles undici's events, enforces the limits on size and time, and
 * settles exactly once: with the answer, or with a WebFailure. Anything but a properly completed answer makes the
 * connection unusable.
 */
import type { Dispatcher } from 'undici';
import { type FetchRequest, limitOf, type Truncated } from '../web.ts';
import { BodyBuffer } from './body-buffer.ts';
import type { Connection } from './connections.ts';
import { exchangeFailure, WebFailure } from './failure.ts';
import type { SendingRight } from './settings.ts';

export interface ExchangeLimits {
  maxBytes: number;
  maxHeaderBytes: number;
  connectTimeoutMs: number;
  headerTimeoutMs: number;
  bodyTimeoutMs: number;
  totalTimeoutMs: number;
  right?: SendingRight | undefined;
}

export interface WireAnswer {
  status: number;
  statusText: string;
  headers: [name: string, value: string][];
  wire: Uint8Array;
  truncated?: Truncated;
  /** Why the rest is missing, if that is a failure: another try may bring it. */
  failure?: WebFailure;
  unwanted?: string;
  /** The limit that the request asked for; 0 if it asked for none. */
  askedBytes: number;
}

export class Exchange implements Dispatcher.DispatchHandler {
  readonly connection: Connection;
  readonly answer: Promise<WireAnswer>;
  readonly #limits: ExchangeLimits;
  readonly #startedAt: number;
  #phase: 'connect' | 'headers' | 'body' | 'done' = 'connect';
  #phaseAt: number;
  #bytesBefore = 0;
  #interim = 0;
  #pieces = 0;
  #status = 0;
  #statusText = '';
  #headers: [string, string][] = [];
  #body!: BodyBuffer;
  #maxBytes = 0;
  readonly #asked: FetchRequest['maxBytes'];
  readonly #resolve: (answer: WireAnswer) => void;
  readonly #reject: (failure: WebFailure) => void;

  constructor(
    connection: Connection,
    limits: ExchangeLimits,
    startedAt: number,
    asked?: FetchRequest['maxBytes'],
  ) {
    this.connection = connection;
    this.#asked = asked;
    this.#limits = limits;
    this.#startedAt = startedAt;
    this.#phaseAt = startedAt;
    const { promise, resolve, reject } = Promise.withResolvers<WireAnswer>();
    this.answer = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Whether the answer was completed, so that the connection can be reused. */
  isComplete = false;

  fail(failure: WebFailure): void {
    if (this.#phase === 'done') return;
    this.#phase = 'done';
    this.#reject(failure);
  }

  /** Checks the deadlines; called periodically. */
  check(now: number): void {
    const failure = this.#phase === 'done' ? undefined : this.#overdue(now);
    if (!failure) return;
    if (failure.reason === 'total-timeout' && this.#hasBody) this.#settle({ truncated: 'time' });
    else this.#interrupt(failure, 'time');
  }

  #overdue(now: number): WebFailure | undefined {
    const limits = this.#limits;
    const inPhaseMs = now - this.#phaseAt;
    if (this.#phase === 'connect' && inPhaseMs > limits.connectTimeoutMs)
      return new WebFailure('connect-timeout', `No connection within ${limits.connectTimeoutMs} ms.`);
    if (this.#phase === 'headers' && inPhaseMs > limits.headerTimeoutMs)
      return new WebFailure('header-timeout', `The headers took more than ${limits.headerTimeoutMs} ms.`);
    if (this.#phase === 'body' && inPhaseMs > limits.bodyTimeoutMs)
      return new WebFailure('body-timeout', `The body stalled for ${limits.bodyTimeoutMs} ms.`);
    // undici does not limit an endless status line, nor headers over many interim responses.
    if (this.#phase === 'headers' && this.#bytesRead() > limits.maxHeaderBytes * 4)
      return new WebFailure('headers-too-large', 'The headers of the answer exceed the limit.');
    if (now - this.#startedAt > limits.totalTimeoutMs)
      return new WebFailure('total-timeout', `The answer took more than ${limits.totalTimeoutMs} ms.`);
    return undefined;
  }

  /** The bytes of the request are written right after this, in the same step. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    const { right } = this.#limits;
    if (right !== undefined && !right.maySend()) {
      this.fail(new WebFailure('aborted', NO_RIGHT));
      controller.abort(new Error(NO_RIGHT));
      return;
    }
    if (right !== undefined) queueMicrotask(() => this.#checkRight(right));
    this.#phase = this.#phase === 'done' ? 'done' : 'headers';
    this.#phaseAt = performance.now();
    this.#bytesBefore = this.connection.socket?.bytesRead ?? 0;
    this.connection.awaitsHead = true;
  }

  #checkRight(right: SendingRight): void {
    if (right.maySend()) return;
    right.sentLate(this.connection.key);
    this.fail(new WebFailure('aborted', NO_RIGHT));
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    _: unknown,
    text?: string,
  ): void {
    if (this.#phase === 'done') return;
    if (status < 200) {
      if (++this.#interim > mostInterim)
        this.fail(new WebFailure('bad-response', 'The server sends endless interim responses.'));
      return;
    }
    this.connection.awaitsHead = false;
    this.#status = status;
    this.#statusText = text ?? '';
    this.#headers = headerPairs(controller.rawHeaders as Buffer[]);
    const limit = limitOf(this.#asked, { status, headers: this.#headers }, this.#limits.maxBytes);
    this.#maxBytes = typeof limit === 'number' ? limit : 0;
    this.#body = new BodyBuffer(expectedBytes(this.#headers, this.#maxBytes));
    this.#phase = 'body';
    this.#phaseAt = performance.now();
    if (typeof limit === 'string') this.#settle({ unwanted: limit });
  }

  onResponseData(_: Dispatcher.DispatchController, piece: Buffer): void {
    if (this.#phase !== 'body') return;
    const room = this.#maxBytes - this.#body.length;
    if (++this.#pieces > mostCrumbs && this.#body.length < this.#pieces * leastPieceBytes)
      this.fail(new WebFailure('bad-response', 'The body arrives in chunks of a few bytes.'));
    else if (piece.length <= room) {
      this.#body.add(piece);
      this.#phaseAt = performance.now();
    } else {
      this.#body.add(piece.subarray(0, room));
      this.#settle({ truncated: 'length' });
    }
  }

  onResponseEnd(): void {
    if (this.#phase !== 'body') return;
    this.isComplete = true;
    this.#settle();
  }

  onResponseError(_: Dispatcher.DispatchController | undefined, error: Error): void {
    this.#interrupt(exchangeFailure(error, this.#phase === 'body'), 'disconnect');
  }

  get #hasBody(): boolean {
    return this.#phase === 'body' && this.#body.length > 0;
  }

  /** What has come of the body is kept with the failure; of a redirect or an error, the headers are enough. */
  #interrupt(failure: WebFailure, truncated: Truncated): void {
    const isPage = this.#status >= 200 && this.#status < 300;
    if (this.#phase === 'body' && !isPage) this.#settle({ truncated });
    else if (this.#hasBody) this.#settle({ truncated, failure });
    else this.fail(failure);
  }

  #settle(more: Pick<WireAnswer, 'truncated' | 'failure' | 'unwanted'> = {}): void {
    this.#phase = 'done';
    this.#resolve({
      status: this.#status,
      statusText: this.#statusText,
      headers: this.#headers,
      wire: this.#body.take(),
      askedBytes: this.#asked === undefined ? 0 : this.#maxBytes,
      ...more,
    });
  }

  #bytesRead(): number {
    return (this.connection.socket?.bytesRead ?? 0) - this.#bytesBefore;
  }
}

const NO_RIGHT = 'The right to send requests has ended.';
const mostInterim = 20;

/** A long body in one-byte chunks keeps a processor busy for many seconds; no legitimate server sends one. */
const mostCrumbs = 100_000;
const leastPieceBytes = 16;

function headerPairs(raw: Buffer[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2)
    pairs.push([raw[i]!.toString('latin1'), raw[i + 1]!.toString('latin1')]);
  return pairs;
}

function expectedBytes(headers: [string, string][], maxBytes: number): number | undefined {
  for (const [name, value] of headers)
    if (name.length === 14 && name.toLowerCase() === 'content-length') {
      const length = Number(value);
      return Number.isFinite(length) && length >= 0 ? Math.min(length, maxBytes) : undefined;
    }
  return undefined;
}
