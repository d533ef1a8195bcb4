/**
 * The open connections, kept alive between requests. One undici Client is one connection here, with one
 * request on it at a time: so a request can be stopped in any state by ending its connection, and the
 * number of unused ones is bounded over all hosts together. The longest unused goes first; a host that
 * is not asked for a while has nothing left here.
 */
import type { Socket } from 'node:net';
import { Client } from 'undici';
import type { Connector, Origin } from './connect.ts';

export interface ConnectionsOptions {
  connector: Connector;
  maxHeaderBytes: number;
  keepAliveMs: number;
  maxIdleSockets: number;
}

export class Connections {
  readonly #options: ConnectionsOptions;
  /** Unused connections by origin, the last used at the end. */
  readonly #idleByOrigin = new Map<string, Connection[]>();
  /** All unused connections, the longest unused first. */
  readonly #idle = new Set<Connection>();
  readonly #all = new Set<Connection>();

  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  /** A connection to an origin (`https://host:port`), kept from before if there is one. */
  take(key: string, origin: Origin): Connection {
    const kept = this.#idleByOrigin.get(key)?.at(-1);
    if (!kept) return this.open(key, origin);
    this.#forgetIdle(kept);
    return kept;
  }

  /** A connection that nothing was ever asked on. */
  open(key: string, origin: Origin): Connection {
    const connection = new Connection(key, origin, this.#options, () => {
      if (this.#idle.has(connection)) void this.end(connection);
    });
    this.#all.add(connection);
    return connection;
  }

  /** Puts a connection back whose answer was read to its end. */
  giveBack(connection: Connection): void {
    connection.answers++;
    if (this.#options.maxIdleSockets === 0) return void this.end(connection);
    const kept = this.#idleByOrigin.get(connection.key);
    if (kept) kept.push(connection);
    else this.#idleByOrigin.set(connection.key, [connection]);
    this.#idle.add(connection);
    if (this.#idle.size > this.#options.maxIdleSockets) {
      const [longestUnused] = this.#idle;
      void this.end(longestUnused!);
    }
  }

  /** Ends a connection in whatever state it is. */
  end(connection: Connection): Promise<void> {
    this.#forgetIdle(connection);
    this.#all.delete(connection);
    return connection.end();
  }

  /** How many there are, in use or not. */
  get size(): number {
    return this.#all.size;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((connection) => this.end(connection)));
  }

  #forgetIdle(connection: Connection): void {
    if (!this.#idle.delete(connection)) return;
    const kept = this.#idleByOrigin.get(connection.key)!;
    if (kept.length === 1) this.#idleByOrigin.delete(connection.key);
    else kept.splice(kept.lastIndexOf(connection), 1);
  }
}

export class Connection {
  readonly key: string;
  readonly client: Client;
  socket: Socket | undefined;
  remoteAddress: string | undefined;
  /** How many answers came over the present socket. */
  answers = 0;
  readonly #stop = new AbortController();

  constructor(key: string, origin: Origin, options: ConnectionsOptions, onDisconnect: () => void) {
    this.key = key;
    this.client = new Client(key, {
      connect: (_, done) => {
        options.connector.connect(origin, this.#stop.signal).then(
          ({ socket, remoteAddress }) => {
            this.socket = socket;
            this.remoteAddress = remoteAddress;
            this.answers = 0;
            done(null, socket);
          },
          (error) => done(error, null),
        );
      },
      maxHeaderSize: options.maxHeaderBytes,
      keepAliveTimeout: options.keepAliveMs,
      keepAliveMaxTimeout: options.keepAliveMs,
      keepAliveTimeoutThreshold: 1_000,
      // The deadlines are kept by the exchange: undici counts in steps of about a second.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.client.on('disconnect', onDisconnect);
  }

  async end(): Promise<void> {
    this.#stop.abort();
    if (!this.client.destroyed) await this.client.destroy();
  }
}
