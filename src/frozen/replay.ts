/**
 * A frozen web for any program that supports a proxy: an HTTP proxy on loopback that answers for every recorded host,
 * only from the recording. Plain HTTP arrives as absolute-form requests or through a tunnel, https through a tunnel
 * that ends here, with a certificate from an authority created at the start.
 *
 * A page in a browser can send requests to this port, though not as to a proxy. So what is asked for directly needs the
 * secret of this replay in its path, and shows an index only.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, isIPv6, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import { ForageError } from '../errors.ts';
import { type Authority, createAuthority } from '../web/http/certificate.ts';
import type { Web } from '../web/web.ts';
import { sendRecorded, sendText } from './replay-answer.ts';
import { ownPage } from './replay-index.ts';

export interface ReplayOptions {
  /** 0, the default, takes a free one. */
  port?: number;
  host?: string;
  /** Whether https URLs are answered too; true by default. */
  tls?: boolean;
}

export interface Replay {
  port: number;
  /** The proxy's own URL, `http://127.0.0.1:PORT`. */
  url: string;
  /** The URL of its index of hosts and pages, with the secret. */
  indexUrl: string;
  /** The certificate that a client has to trust for https; empty without TLS. */
  caPem: string;
  close(): Promise<void>;
}

/** A web that can list its URLs gets them shown. */
export type ReplayableWeb = Web & { urls?(): Iterable<string> };

export async function startReplay(web: ReplayableWeb, options: ReplayOptions = {}): Promise<Replay> {
  const { port = 0, host = '127.0.0.1', tls = true } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new ForageError('USAGE', `${port} is not a port; use a number from 0 (any free one) to 65535.`);
  }
  const secret = randomBytes(16).toString('hex');
  const authority = tls ? createAuthority() : undefined;
  const contextFor = authority && secureContexts(authority);
  /** For a tunnelled connection: the origin that the client believes it is talking to. */
  const tunnels = new WeakMap<Duplex, string>();
  const sockets = new Set<Duplex>();
  const track = (socket: Duplex) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => {
      if (response.headersSent) response.destroy();
      else sendText(response, 502, `The record of this URL cannot be read: ${error.message}\n`);
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.resume();
    const target = request.url ?? '/';
    const origin = tunnels.get(request.socket);
    if (origin === undefined && !isAbsolute(target)) {
      const isOurs = isOwn(request.headers.host, request.socket) && target.startsWith(`/${secret}/`);
      if (isOurs) ownPage(target.slice(secret.length + 1), response, { web, replay, root: `/${secret}` });
      else sendText(response, 404, 'This is a proxy. Its pages are at the URL that the command printed.\n');
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      sendText(response, 405, 'A replay only answers GET and HEAD: nothing else was recorded.\n');
      return;
    }
    const url = URL.parse(isAbsolute(target) ? target : `${origin}${target}`);
    if (url === null || !/^https?:$/.test(url.protocol)) {
      sendText(response, 400, 'This is not an http or https URL.\n');
      return;
    }
    url.hash = '';
    const fetched = await web.fetch({ url: url.href });
    if (fetched.ok) sendRecorded(response, fetched);
    else if (fetched.reason === 'not-in-web') sendText(response, 404, `Not in this replay: ${url.href}\n`);
    else sendText(response, 502, `${fetched.detail}\n`);
  }

  server.on('connection', track);
  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const target = URL.parse(`https://${request.url}`);
    if (target === null) {
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      return;
    }
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    if (head.length > 0) socket.unshift(head);
    enterTunnel(socket as Socket, target);
  });

  /** A TLS handshake begins with byte 22; anything else in a tunnel is plain HTTP. */
  function enterTunnel(socket: Socket, target: URL): void {
    socket.setTimeout(IDLE_MS, () => socket.destroy());
    socket.once('readable', () => {
      const first: Buffer | null = socket.read();
      if (first === null) {
        socket.destroy();
        return;
      }
      socket.unshift(first);
      if (first[0] !== TLS_HANDSHAKE) {
        tunnels.set(socket, `http://${target.host}`);
        server.emit('connection', socket);
      } else if (contextFor === undefined) {
        socket.destroy();
      } else {
        const secure = new TLSSocket(socket, { isServer: true, secureContext: contextFor(target.hostname) });
        tunnels.set(secure, target.origin);
        track(secure);
        secure.once('secure', () => server.emit('connection', secure));
      }
    });
  }

  const replay: Replay = {
    port: await listen(server, port, host),
    url: '',
    indexUrl: '',
    caPem: authority?.caPem ?? '',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  replay.url = `http://${isIPv6(host) ? `[${host}]` : host}:${replay.port}`;
  replay.indexUrl = `${replay.url}/${secret}/`;
  return replay;
}

const TLS_HANDSHAKE = 22;
const IDLE_MS = 60_000;

function isAbsolute(target: string): boolean {
  return /^https?:\/\//i.test(target);
}

/** Whether a Host header refers to the proxy itself, as does a request without one. */
function isOwn(hostHeader: string | undefined, socket: Socket): boolean {
  if (hostHeader === undefined) return true;
  const own = URL.parse(`http://${hostHeader}`);
  if (own === null) return true;
  const name = own.hostname.replace(/^\[|\]$/g, '');
  return (
    Number(own.port || 80) === socket.localPort && (name === 'localhost' || name === socket.localAddress)
  );
}

const MAX_CONTEXTS = 512;

/** The TLS context of a host, created at its first connection. */
function secureContexts(authority: Authority): (hostname: string) => SecureContext {
  const known = new Map<string, SecureContext>();
  return (hostname) => {
    let context = known.get(hostname);
    if (context === undefined) {
      const { certPem, keyPem } = authority.issue(hostname);
      context = createSecureContext({ cert: certPem, key: keyPem });
      if (known.size >= MAX_CONTEXTS) known.clear();
      known.set(hostname, context);
    }
    return context;
  };
}

function listen(server: ReturnType<typeof createServer>, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'it is in use' : error.message;
      reject(
        new ForageError('USAGE', `The replay cannot listen on ${host}:${port}: ${why}; choose another port.`),
      );
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}
