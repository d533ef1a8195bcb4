/**
 * The open keep-alive connections. One undici Client is one connection here, with one request at a time: so a request
 * can be stopped in any state by closing its connection, and the number of idle connections is bounded across all
 * hosts. The longest idle one is closed first.
 */
import type { Socket } from 'node:net';
import { Client } from 'undici';
import type { Connector, Origin } from './connect.ts';
import { skipContinue } from './interim.ts';
import { labelOf } from './proxy-pool.ts';
import type { ProxyServer } from './settings.ts';

export interface ConnectionsOptions {
  connector: Connector;
  maxHeaderBytes: number;
  keepAliveMs: number;
  maxIdleSockets: number;
}

export class Connections {
  readonly #options: ConnectionsOptions;
  /** Idle connections by the way to their origin, last used at the end. */
  readonly #idleByWay = new Map<string, Connection[]>();
  /** All idle connections, longest idle first. */
  readonly #idle = new Set<Connection>();
  readonly #all = new Set<Connection>();

  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  /** A connection to an origin (`https://host:port`), directly or through a proxy, reused if possible. */
  take(key: string, origin: Origin, route?: ProxyServer): Connection {
    const kept = this.#idleByWay.get(wayOf(key, route))?.at(-1);
    if (!kept) return this.#open(key, origin, route);
    this.#forgetIdle(kept);
    return kept;
  }

  #open(key: string, origin: Origin, route: ProxyServer | undefined): Connection {
    const connection = new Connection(key, origin, route, this.#options, () => {
      if (this.#idle.has(connection)) void this.end(connection);
    });
    this.#all.add(connection);
    return connection;
  }

  /** Returns a connection whose answer was read to its end. */
  giveBack(connection: Connection): void {
    if (this.#options.maxIdleSockets === 0) return void this.end(connection);
    const kept = this.#idleByWay.get(connection.way);
    if (kept) kept.push(connection);
    else this.#idleByWay.set(connection.way, [connection]);
    this.#idle.add(connection);
    if (this.#idle.size > this.#options.maxIdleSockets) {
      const [longestUnused] = this.#idle;
      void this.end(longestUnused!);
    }
  }

  /** Closes a connection in any state. */
  end(connection: Connection): Promise<void> {
    this.#forgetIdle(connection);
    this.#all.delete(connection);
    return connection.end();
  }

  /** Number of connections, in use or idle. */
  get size(): number {
    return this.#all.size;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((connection) => this.end(connection)));
  }

  #forgetIdle(connection: Connection): void {
    if (!this.#idle.delete(connection)) return;
    const kept = this.#idleByWay.get(connection.way)!;
    if (kept.length === 1) this.#idleByWay.delete(connection.way);
    else kept.splice(kept.lastIndexOf(connection), 1);
  }
}

const wayOf = (key: string, route: ProxyServer | undefined): string =>
  route === undefined ? key : `${key} ${labelOf(route)}`;

export class Connection {
  readonly key: string;
  /** The same for connections that can stand for one another. */
  readonly way: string;
  readonly client: Client;
  socket: Socket | undefined;
  remoteAddress: string | undefined;
  /** Whether a request was sent whose answer has not begun. */
  awaitsHead = false;
  readonly #stop = new AbortController();

  constructor(
    key: string,
    origin: Origin,
    route: ProxyServer | undefined,
    options: ConnectionsOptions,
    onDisconnect: () => void,
  ) {
    this.key = key;
    this.way = wayOf(key, route);
    this.client = new Client(key, {
      connect: (_, done) => {
        options.connector.connect(origin, route, this.#stop.signal).then(
          ({ socket, remoteAddress }) => {
            this.socket = socket;
            skipContinue(socket, () => this.awaitsHead);
            this.remoteAddress = remoteAddress;
            done(null, socket);
          },
          (error) => done(error, null),
        );
      },
      maxHeaderSize: options.maxHeaderBytes,
      keepAliveTimeout: options.keepAliveMs,
      keepAliveMaxTimeout: options.keepAliveMs,
      keepAliveTimeoutThreshold: 1_000,
      // The exchange keeps the deadlines: undici's timers have a resolution of about a second.
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
