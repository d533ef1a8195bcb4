/**
 * Looks host names up before their hosts are contacted, so that a name server that stays silent never occupies a
 * request. A limited number of lookups are under way at a time (`patience.ts`); the other names queue.
 *
 * Promises: a name is looked up once at a time, and its answer is reported once, unless it comes after the end.
 */
import type { Failed, NameLookup, Resolved } from '../web/web.ts';
import { Patience, type PatienceLimits } from './patience.ts';

export interface NamesParts {
  web: NameLookup;
  onAnswer(host: string, answer: Resolved | Failed): void;
  clock(): number;
  limits?: PatienceLimits;
}

const LIMITS: PatienceLimits = { slots: 64, patienceMs: 500, mostSilent: 4000 };

export class Names {
  readonly #on: NamesParts;
  readonly #room: Patience;
  /** When each name was asked for, whether its lookup has begun or not. */
  readonly #askedAt = new Map<string, number>();
  readonly #queue = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(parts: NamesParts) {
    this.#on = parts;
    this.#room = new Patience(parts.limits ?? LIMITS);
  }

  /** What is known about the name of a host, or when to look again; its lookup begins by itself. */
  ask(host: string, now: number): Resolved | number {
    const askedAt = this.#askedAt.get(host);
    // The longer it takes, the less often: silent names must not keep the frontier busy.
    if (askedAt !== undefined) return now + Math.min(Math.max(now - askedAt, SOON_MS), LATEST_MS);
    const known = this.#on.web.nameOf(urlOf(host));
    if (known !== undefined) return known;
    this.#askedAt.set(host, now);
    this.#queue.add(host);
    this.#begin();
    return now + SOON_MS;
  }

  /** Names that have been waiting for an answer, or for their lookup, longer than most take. */
  silent(now: number): number {
    return this.#room.silent(now) + this.#queue.size;
  }

  /** Answers that are still to come are not reported. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #begin(): void {
    clearTimeout(this.#timer);
    for (const host of this.#queue) {
      const now = this.#on.clock();
      const roomAt = this.#room.roomAt(now);
      if (roomAt > now) {
        this.#timer = setTimeout(() => this.#begin(), roomAt - now).unref();
        return;
      }
      this.#queue.delete(host);
      this.#room.begin(host, now);
      void this.#lookUp(host);
    }
  }

  async #lookUp(host: string): Promise<void> {
    const answer = await this.#on.web.lookUp(urlOf(host));
    if (this.#isClosed) return;
    this.#room.end(host);
    this.#askedAt.delete(host);
    this.#on.onAnswer(host, answer);
    this.#begin();
  }
}

const urlOf = (host: string): string => `http://${host}/`;
const SOON_MS = 20;
const LATEST_MS = 1000;
