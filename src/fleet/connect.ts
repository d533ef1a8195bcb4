/** The connection to NATS, with TLS and credentials, and errors of the server as sentences. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import {
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  type StoredMsg,
} from '@nats-io/jetstream';
import {
  ConnectionError,
  connect,
  credsAuthenticator,
  type NatsConnection,
  NoRespondersError,
  RequestError,
  TimeoutError,
  type TlsOptions,
} from '@nats-io/transport-node';
import { ForageError } from '../errors.ts';

export interface NatsOptions {
  /** `nats://host:port` or `tls://host:port`, several separated by commas; `user:password@` if needed. */
  servers: string;
  /** A file with a JWT and a key, as `nsc` writes it. */
  creds?: string | undefined;
  /** PEM files: the authority that signed the servers' certificates; and our own certificate, where they ask for one. */
  ca?: string | undefined;
  cert?: string | undefined;
  key?: string | undefined;
}

export interface Nats {
  nc: NatsConnection;
  js: JetStreamClient;
  jsm: JetStreamManager;
  /** A message by its number, or the first of a subject from a number on; undefined if there is none. */
  read(stream: string, from: number, subject?: string): Promise<StoredMsg | undefined>;
  last(stream: string, subject: string): Promise<StoredMsg | undefined>;
  /** Frees the messages of a subject before a number. */
  dropBefore(stream: string, subject: string, number: number): Promise<void>;
  close(): Promise<void>;
}

/** How long an answer of a server may take. */
const ANSWER_MS = 5000;

export async function connectNats(options: NatsOptions): Promise<Nats> {
  const servers = options.servers.split(',').map((text) => serverOf(text.trim()));
  const { creds, ca, cert, key } = options;
  const { user, pass } = servers.find(({ user }) => user !== undefined) ?? {};
  const needsTls = servers.some(({ tls }) => tls) || [ca, cert, key].some((file) => file !== undefined);
  // Without the password.
  const at = servers.map(({ address }) => address).join(', ');
  const addresses = servers.map(({ host }) => host).filter((host) => isIP(host) > 0);
  let nc: NatsConnection;
  try {
    nc = await connect({
      servers: servers.map(({ address }) => address),
      name: 'forage',
      // A worker outlives the servers: it stops asking the web when its leases end.
      maxReconnectAttempts: -1,
      reconnectTimeWait: 500,
      timeout: ANSWER_MS,
      ...(user === undefined ? {} : { user, pass: pass ?? '' }),
      ...(creds === undefined ? {} : { authenticator: credsAuthenticator(readFileSync(creds)) }),
      ...(needsTls
        ? {
            tls: {
              ...named('ca', ca),
              ...named('cert', cert),
              ...named('key', key),
              checkServerIdentity: identity(addresses),
            } as TlsOptions,
          }
        : {}),
    });
  } catch (error) {
    throw new ForageError(
      'FLEET',
      `No NATS server answers at ${at}: ${(error as Error).message}. Start one: nats-server -js -sd DIR`,
    );
  }
  try {
    const jsm = await jetstreamManager(nc, { timeout: ANSWER_MS });
    return {
      nc,
      jsm,
      js: jetstream(nc, { timeout: ANSWER_MS }),
      read(stream, from, subject) {
        const query = subject === undefined ? { seq: from } : { seq: from, next_by_subj: subject };
        return found(jsm.streams.getMessage(stream, query));
      },
      last: (stream, subject) => found(jsm.streams.getMessage(stream, { last_by_subj: subject })),
      async dropBefore(stream, subject, number) {
        // A server takes "before 1" for "all".
        if (number > 1) await jsm.streams.purge(stream, { filter: subject, seq: number });
      },
      close: () => nc.close(),
    };
  } catch (error) {
    await nc.close();
    throw new ForageError(
      'FLEET',
      `The NATS server at ${at} has no JetStream (${(error as Error).message}). Start it with storage: nats-server -js -sd DIR`,
    );
  }
}

async function found(asked: Promise<StoredMsg | null>): Promise<StoredMsg | undefined> {
  try {
    return (await asked) ?? undefined;
  } catch (error) {
    if (errorCode(error) === NO_MESSAGE) return undefined;
    throw error;
  }
}

/** The number by which JetStream names an error; undefined for anything else. */
export const errorCode = (error: unknown): number | undefined =>
  error instanceof JetStreamApiError ? error.code : undefined;

/** The servers are out of reach or too slow for now: what failed may be tried again. */
export const isPassing = (error: unknown): boolean =>
  [TimeoutError, RequestError, NoRespondersError, ConnectionError].some((kind) => error instanceof kind) ||
  (error instanceof JetStreamApiError && error.status === 503);

export const NO_MESSAGE = 10037;
export const NO_STREAM = 10059;
export const WRONG_LAST_SEQUENCE = 10071;

/** The client names a server that it reaches by its IP address "localhost", so its certificate would never fit. */
const identity =
  (addresses: readonly string[]): typeof checkServerIdentity =>
  (host, cert) => {
    const error = checkServerIdentity(host, cert);
    if (error === undefined || host !== 'localhost') return error;
    return addresses.some((address) => checkServerIdentity(address, cert) === undefined) ? undefined : error;
  };

function serverOf(text: string): {
  address: string;
  host: string;
  tls: boolean;
  user: string | undefined;
  pass: string | undefined;
} {
  const written = text.includes('://') ? text : `nats://${text}`;
  if (!URL.canParse(written) || !/^(nats|tls):\/\//.test(written))
    throw new ForageError(
      'USAGE',
      `'${text}' is not a NATS server: use nats://host:4222 or tls://host:4222.`,
    );
  const url = new URL(written.replace(/^(nats|tls):/, 'http:'));
  return {
    address: `${url.hostname}:${url.port || (written.split('//')[1]!.endsWith(':80') ? 80 : 4222)}`,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    tls: written.startsWith('tls:'),
    user: url.username === '' ? undefined : decodeURIComponent(url.username),
    pass: url.password === '' ? undefined : decodeURIComponent(url.password),
  };
}

function named(name: string, file: string | undefined): Record<string, string> {
  if (file === undefined) return {};
  try {
    return { [name]: readFileSync(file, 'utf8') };
  } catch (error) {
    throw new ForageError('FILE_UNREADABLE', `${file} cannot be read: ${(error as Error).message}`);
  }
}
