/**
 * Opens connections: resolves names, keeps links out of private networks, uses a proxy if configured, and adds TLS. The
 * address guard checks the actual IP addresses of every connection, so a name that resolves differently on a second
 * lookup (DNS rebinding) gains nothing. With a proxy, the proxy resolves names; the guard then only sees IP literals.
 */
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import * as tls from 'node:tls';
import { isBadPort } from '../ip/ports.ts';
import { specialRange } from '../ip/ranges.ts';
import { AddressBook } from '../ip/resolve.ts';
import type { Resolved } from '../web.ts';
import { connectFailure, ProxyFailure, tlsFailure, WebFailure } from './failure.ts';
import { httpConnect, socksConnect, type Target } from './handshake.ts';
import { type ProxyHealth, ProxyPool } from './proxy-pool.ts';
import { type CheckedSettings, type ProxyServer, withoutBrackets } from './settings.ts';

export interface Origin extends Target {
  isTls: boolean;
}

export interface Connected {
  socket: Socket;
  /** Unknown behind a proxy. */
  remoteAddress?: string;
}

export interface Connector {
  /** The ways to a host, best first: proxies, or the direct one, which is undefined. */
  routes(hostname: string): (ProxyServer | undefined)[];
  /** Throws a WebFailure. If `signal` aborts, its reason is thrown and nothing stays open. */
  connect(origin: Origin, route: ProxyServer | undefined, signal: AbortSignal): Promise<Connected>;
  /** A proxy answered that it does not take our requests. */
  proxyFailed(server: ProxyServer, why: string): void;
  proxies(): ProxyHealth[];
  /** What is known about a name; undefined if it must be looked up. */
  nameOf(hostname: string): Resolved | undefined;
  /** Throws a WebFailure. */
  lookUp(hostname: string): Promise<Resolved>;
  /** Ends all lookups. */
  close(): void;
}

export function originOf(url: URL): Origin {
  const isTls = url.protocol === 'https:';
  return {
    isTls,
    hostname: withoutBrackets(url.hostname),
    port: url.port === '' ? (isTls ? 443 : 80) : Number(url.port),
  };
}

export function createConnector(settings: CheckedSettings): Connector {
  const { connectTo, noProxy } = settings;
  const pool = new ProxyPool(settings.proxies);
  const book = new AddressBook(settings.lookup, settings.dnsCacheMs);
  const secureContext =
    settings.ca.length > 0
      ? tls.createSecureContext({ ca: [...tls.getCACertificates('default'), ...settings.ca] })
      : undefined;

  function isDirect(hostname: string): boolean {
    return settings.proxies.length === 0 || Boolean(connectTo.get(hostname) || noProxy.get(hostname));
  }

  function isNamed({ hostname, port }: Origin): boolean {
    return settings.allowHosts.has(`${hostname}:${port}`);
  }

  function isGuarded(origin: Origin): boolean {
    return !settings.allowPrivate && !isNamed(origin);
  }

  /**
   * The IP addresses of a host that may be connected to, at least one. A name with public and private ones is refused:
   * which one answers would be up to the author of the link.
   */
  async function allowedAddresses(origin: Origin): Promise<string[]> {
    const { hostname } = origin;
    const addresses = isIP(hostname) ? [hostname] : await book.addresses(hostname);
    const special = addresses.find((address) => specialRange(address) !== undefined);
    if (special !== undefined && isGuarded(origin)) throw refusal(hostname, special);
    return addresses;
  }

  async function connectDirectly(origin: Origin, signal: AbortSignal): Promise<Connected> {
    const mapped = connectTo.get(origin.hostname);
    const port = mapped?.port ?? origin.port;
    const addresses = mapped
      ? isIP(mapped.hostname)
        ? [mapped.hostname]
        : await book.addresses(mapped.hostname)
      : await allowedAddresses(origin);
    const socket = await openTcp(addresses, port, origin.hostname, signal);
    const remoteAddress = socket.remoteAddress;
    return remoteAddress === undefined ? { socket } : { socket, remoteAddress };
  }

  async function connectThrough(
    server: ProxyServer,
    origin: Origin,
    signal: AbortSignal,
  ): Promise<Connected> {
    if (isIP(origin.hostname) || isLocalhost(origin.hostname)) {
      const range = isIP(origin.hostname) ? specialRange(origin.hostname) : 'loopback';
      if (range && isGuarded(origin)) throw refusal(origin.hostname, origin.hostname, range);
    }
    const where = `the proxy ${server.hostname}`;
    let socket: Socket | undefined;
    let isReached = false;
    // Half of the time, so that another proxy has the other half.
    const inTime = AbortSignal.timeout(settings.connectTimeoutMs / 2);
    const reaching = AbortSignal.any([signal, inTime]);
    try {
      const addresses = isIP(server.hostname) ? [server.hostname] : await book.addresses(server.hostname);
      socket = await openTcp(addresses, server.port, where, reaching);
      if (server.kind === 'https') socket = await openTls(socket, server.hostname, secureContext, reaching);
      isReached = true;
      const stop = destroyOnAbort(socket, signal);
      if (server.kind === 'socks5') await socksConnect(socket, origin, server.credentials);
      else if (origin.isTls) await httpConnect(socket, origin, proxyAuthorization(server));
      stop();
      pool.worked(server);
      return { socket };
    } catch (error) {
      socket?.destroy();
      if (signal.aborted) throw signal.reason;
      const failure =
        error instanceof WebFailure && error.reason === 'proxy'
          ? error
          : isReached
            ? new WebFailure('proxy', connectFailure(error, where).message)
            : new ProxyFailure(
                inTime.aborted ? `${where} does not answer.` : connectFailure(error, where).message,
              );
      if (failure instanceof ProxyFailure) pool.failed(server, failure.message);
      throw failure;
    }
  }

  return {
    routes: (hostname) => (isDirect(hostname) ? [undefined] : pool.for(hostname)),
    proxyFailed: (server, why) => pool.failed(server, why),
    proxies: () => pool.health(),
    async connect(origin, route, signal) {
      if (isBadPort(origin.port) && !isNamed(origin))
        throw new WebFailure(
          'address-refused',
          `Port ${origin.port} belongs to another service than the Web.`,
        );
      const connected = route
        ? await connectThrough(route, origin, signal)
        : await connectDirectly(origin, signal);
      if (origin.isTls)
        connected.socket = await openTls(connected.socket, origin.hostname, secureContext, signal);
      return connected;
    },
    nameOf,
    async lookUp(hostname) {
      const known = nameOf(hostname);
      if (known !== undefined) return known;
      const [address] = await book.addresses(nameToLookUp(hostname)!);
      return nameOf(hostname) ?? { ok: true, address: address!, validMs: leastValidMs };
    },
    close: () => book.close(),
  };

  function nameOf(hostname: string): Resolved | undefined {
    const name = nameToLookUp(hostname);
    const isOwn = isDirect(hostname) && !connectTo.get(hostname);
    if (name === undefined)
      return { ok: true, validMs: Number.POSITIVE_INFINITY, ...(isOwn ? { address: hostname } : {}) };
    const known = book.known(name);
    if (known === undefined) return undefined;
    const validMs = Math.max(known.validMs - settings.connectTimeoutMs, leastValidMs);
    return { ok: true, validMs, ...(isOwn ? { address: known.addresses[0]! } : {}) };
  }

  /** The name that a connection looks up; undefined if there is none. Names of proxies are not those of hosts. */
  function nameToLookUp(hostname: string): string | undefined {
    if (!isDirect(hostname)) return undefined;
    const name = connectTo.get(hostname)?.hostname ?? hostname;
    return isIP(name) ? undefined : name;
  }
}

/** So that names are not looked up before every request where answers are cached for a short time or not at all. */
const leastValidMs = 1_000;

export function proxyAuthorization(server: ProxyServer): string | undefined {
  return server.credentials && basicAuthorization(server.credentials);
}

export function basicAuthorization(credentials: { username: string; password: string }): string {
  return `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`;
}

function isLocalhost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost');
}

function refusal(hostname: string, address: string, range = specialRange(address)): WebFailure {
  const what = hostname === address ? hostname : `${hostname} (${address})`;
  return new WebFailure(
    'address-refused',
    `${what} is not on the public Internet (${range}). Allow the host explicitly if this is intended.`,
  );
}

function openTcp(addresses: string[], port: number, where: string, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const socket =
      addresses.length === 1
        ? connectTcp({ host: addresses[0]!, port, noDelay: true })
        : connectTcp({
            // No name is resolved here: the connection uses the checked IP address.
            host: 'checked',
            port,
            noDelay: true,
            autoSelectFamily: true,
            autoSelectFamilyAttemptTimeout: attemptMs,
            lookup: (_hostname, _options, callback) => {
              const checked = addresses.map((address) => ({ address, family: isIP(address) }));
              process.nextTick(callback, null, checked);
            },
          });
    const stop = destroyOnAbort(socket, signal);
    // The second listener stays, so that the socket always has an error listener between two owners.
    socket.once('error', (error) => {
      stop();
      reject(signal.aborted ? signal.reason : connectFailure(error, where));
    });
    socket.on('error', ignore).once('connect', () => {
      stop();
      resolve(socket);
    });
  });
}

/** How long one of several IP addresses is tried before the next. */
const attemptMs = 1_000;

function openTls(
  socket: Socket,
  hostname: string,
  secureContext: tls.SecureContext | undefined,
  signal: AbortSignal,
): Promise<Socket> {
  if (signal.aborted) {
    socket.destroy();
    throw signal.reason;
  }
  return new Promise((resolve, reject) => {
    const secure = tls.connect({
      socket,
      host: hostname,
      ALPNProtocols: ['http/1.1'],
      ...(isIP(hostname) ? {} : { servername: hostname }),
      ...(secureContext ? { secureContext } : {}),
    });
    const stop = destroyOnAbort(secure, signal);
    secure.once('error', (error) => {
      stop();
      socket.destroy();
      reject(signal.aborted ? signal.reason : tlsFailure(error, hostname));
    });
    secure.on('error', ignore).once('secureConnect', () => {
      stop();
      resolve(secure);
    });
  });
}

/** Returns a function that ends the watch once the step is done. */
function destroyOnAbort(socket: Socket, signal: AbortSignal): () => void {
  const destroy = () => socket.destroy(signal.reason);
  signal.addEventListener('abort', destroy, { once: true });
  return () => signal.removeEventListener('abort', destroy);
}

function ignore(): void {}
