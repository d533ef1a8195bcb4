/**
 * Who may use the desk, and for what. On loopback a secret in the printed URL is exchanged for a cookie; programs send
 * it as `Authorization: Bearer`. Beyond loopback a password is needed. Guests have secrets of their own that allow less.
 * A proxy that signs people in may name them in a header, which is believed only if the connection comes from its address.
 * Secrets are compared in constant time, and wrong ones are counted: after a few from one address it has to wait.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { Refused, type User } from './route.ts';

/** Each may do what those before it may. */
export const roles = ['read', 'label', 'all'] as const;
export type Role = (typeof roles)[number];

export const mayDo = (user: Role, needed: Role): boolean => roles.indexOf(user) >= roles.indexOf(needed);

export interface Key {
  secret: string;
  role: Role;
}

/** Who signs people in before the desk, and the header in which it names them. */
export interface TrustedProxy {
  address: string;
  header: string;
}

export const newSecret = (): string => randomBytes(24).toString('base64url');

const WRONG_BEFORE_WAIT = 10;
const WAIT_MS = 60_000;
const ADDRESSES_REMEMBERED = 10_000;

export class Access {
  readonly #keys: { digest: Buffer; role: Role }[];
  readonly #cookie: string;
  readonly #name: string;
  readonly #clock: () => number;
  readonly #proxy: TrustedProxy | undefined;
  readonly #wrong = new Map<string, { times: number; until: number }>();

  constructor(
    keys: readonly Key[],
    cookie: string,
    name: string,
    { proxy, clock = Date.now }: { proxy?: TrustedProxy | undefined; clock?: () => number } = {},
  ) {
    this.#proxy = proxy;
    this.#keys = keys.map(({ secret, role }) => ({ digest: digestOf(secret), role }));
    this.#cookie = cookie;
    this.#name = name;
    this.#clock = clock;
  }

  /** The user of a request by header or cookie; undefined if it brings neither. Throws for a wrong secret. */
  userOf(
    headers: Readonly<Record<string, string | string[] | undefined>> & {
      authorization?: string | undefined;
      cookie?: string | undefined;
    },
    address: string,
  ): User | undefined {
    const named = this.#namedByProxy(headers, address);
    if (named !== undefined) return { role: 'all', name: named };
    const secret = bearerOf(headers.authorization) ?? cookieOf(headers.cookie, this.#cookie);
    return secret === undefined ? undefined : this.enter(secret, address);
  }

  #namedByProxy(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    address: string,
  ): string | undefined {
    if (this.#proxy === undefined || plainAddress(address) !== plainAddress(this.#proxy.address))
      return undefined;
    const name = headers[this.#proxy.header.toLowerCase()];
    return typeof name === 'string' && /^[\p{L}\p{N}][\p{L}\p{N} @._-]{0,99}$/u.test(name) ? name : undefined;
  }

  enter(secret: string, address: string): User {
    const now = this.#clock();
    const before = this.#wrong.get(address);
    if (before !== undefined && before.times >= WRONG_BEFORE_WAIT && now < before.until)
      throw new Refused(
        429,
        'TOO_MANY',
        'Too many wrong passwords from this address. Wait a minute and try again.',
        {
          'retry-after': String(Math.ceil((before.until - now) / 1000)),
        },
      );
    const digest = digestOf(secret);
    // All are compared, so that the time says nothing about which one matched.
    const [role] = this.#keys.flatMap((key) => (timingSafeEqual(key.digest, digest) ? [key.role] : []));
    if (role === undefined) {
      const times = before !== undefined && now < before.until ? before.times + 1 : 1;
      if (this.#wrong.size > ADDRESSES_REMEMBERED) this.#wrong.clear();
      this.#wrong.set(address, { times, until: now + WAIT_MS });
      throw new Refused(
        401,
        'NOT_SIGNED_IN',
        'The secret is wrong. Use the URL that was printed when it started.',
      );
    }
    return { role, name: this.#name };
  }

  /** Scripts cannot read it, and no other site can have it sent. */
  cookieFor(secret: string): string {
    return `${this.#cookie}=${secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000`;
  }
}

/** An IPv4 address may come as one of IPv6: ::ffff:10.0.0.1. */
const plainAddress = (address: string): string => {
  const tail = address.replace(/^::ffff:/i, '');
  return isIPv4(tail) ? tail : address.toLowerCase();
};

const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const bearerOf = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : (/^Bearer +(\S{1,500})$/i.exec(header)?.[1] ?? '');

function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value !== undefined) return value;
  }
  return undefined;
}
