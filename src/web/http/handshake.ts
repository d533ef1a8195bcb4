/**
 * The handshake with a proxy: the CONNECT request of HTTP proxies (RFC 9110, 9.3.6) and SOCKS5 (RFC 1928) with user and
 * password (RFC 1929). Names are sent unresolved, so that the proxy resolves them. Anything the proxy sends after its
 * reply stays in the socket.
 */
import { isIPv4, isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';
import { ProxyFailure, WebFailure } from './failure.ts';

export interface Target {
  /** Without the brackets of an IPv6 literal. */
  hostname: string;
  port: number;
}

export async function httpConnect(socket: Duplex, target: Target, authorization?: string): Promise<void> {
  const host = isIPv6(target.hostname) ? `[${target.hostname}]` : target.hostname;
  const authority = `${host}:${target.port}`;
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`];
  if (authorization) lines.push(`Proxy-Authorization: ${authorization}`);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const head = (await readReply(socket, lengthOfHead)).toString('latin1');
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1];
  if (!status) throw new ProxyFailure('The proxy did not answer in HTTP.', false);
  if (status === '407') throw new ProxyFailure('The proxy refused to connect: status 407.', false);
  if (status[0] !== '2')
    throw new WebFailure('proxy', `The proxy refused to connect: status ${status}.`, status[0] === '5');
}

function lengthOfHead(bytes: Buffer): number | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  return end === -1 ? undefined : end + 4;
}

export interface Credentials {
  username: string;
  password: string;
}

export async function socksConnect(socket: Duplex, target: Target, credentials?: Credentials): Promise<void> {
  socket.write(Buffer.from(credentials ? [5, 2, noAuth, userPassword] : [5, 1, noAuth]));
  const choice = await readReply(socket, () => 2);
  if (choice[0] !== 5) throw new ProxyFailure('The proxy does not speak SOCKS5.', false);
  if (choice[1] === userPassword && credentials) await logIn(socket, credentials);
  else if (choice[1] !== noAuth)
    throw new ProxyFailure('The SOCKS5 proxy requires another authentication method.', false);
  const port = [target.port >> 8, target.port & 0xff];
  socket.write(Buffer.from([5, 1, 0, ...socksAddress(target.hostname), ...port]));
  const reply = await readReply(socket, lengthOfSocksReply);
  if (reply[1] !== 0) {
    const why = socksReplies[reply[1] ?? 0] ?? `reply ${reply[1]}`;
    throw new WebFailure(
      'proxy',
      `The SOCKS5 proxy did not connect: ${why}.`,
      reply[1] !== 2 && reply[1] !== 8,
    );
  }
}

const noAuth = 0;
const userPassword = 2;

async function logIn(socket: Duplex, { username, password }: Credentials): Promise<void> {
  const user = Buffer.from(username);
  const secret = Buffer.from(password);
  socket.write(Buffer.concat([Buffer.from([1, user.length]), user, Buffer.from([secret.length]), secret]));
  const reply = await readReply(socket, () => 2);
  if (reply[1] !== 0) throw new ProxyFailure('The SOCKS5 proxy rejected the user and password.', false);
}

function socksAddress(hostname: string): number[] {
  if (isIPv4(hostname)) return [1, ...hostname.split('.').map(Number)];
  if (isIPv6(hostname)) return [4, ...ipv6Bytes(hostname)];
  const name = Buffer.from(hostname);
  return [3, name.length, ...name];
}

/** A literal in WHATWG form: hexadecimal groups, at most one `::`, no IPv4 tail. */
function ipv6Bytes(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const groups = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const front = groups(head);
  const back = groups(tail ?? '');
  const gap = new Array<number>(8 - front.length - back.length).fill(0);
  return [...front, ...gap, ...back].flatMap((group) => [group >> 8, group & 0xff]);
}

function lengthOfSocksReply(bytes: Buffer): number | undefined {
  if (bytes.length < 5) return undefined;
  const addressBytes = bytes[3] === 1 ? 4 : bytes[3] === 4 ? 16 : 1 + bytes[4]!;
  return 4 + addressBytes + 2;
}

const socksReplies: Record<number, string> = {
  1: 'general failure',
  2: 'not allowed by its rules',
  3: 'network unreachable',
  4: 'host unreachable',
  5: 'connection refused',
  6: 'time to live expired',
  7: 'command not supported',
  8: 'address type not supported',
};

/** Reads one reply; `lengthOf` returns its length as soon as enough of it has arrived. */
function readReply(socket: Duplex, lengthOf: (bytes: Buffer) => number | undefined): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let bytes: Buffer = Buffer.alloc(0);
    const settle = (act: () => void) => {
      socket.off('readable', read).off('error', fail).off('end', end).off('close', end);
      act();
    };
    const fail = (error: Error) => settle(() => reject(error));
    const end = () => fail(new WebFailure('proxy', 'The proxy closed the connection.'));
    const read = () => {
      for (let piece = socket.read(); piece !== null; piece = socket.read()) {
        bytes = Buffer.concat([bytes, piece]);
        const length = lengthOf(bytes);
        if (length !== undefined && bytes.length >= length)
          return settle(() => {
            if (bytes.length > length) socket.unshift(bytes.subarray(length));
            resolve(bytes.subarray(0, length));
          });
        if (bytes.length > mostReplyBytes)
          return fail(new WebFailure('proxy', 'The reply of the proxy has no end.', false));
      }
    };
    socket.on('readable', read).on('error', fail).on('end', end).on('close', end);
    read();
  });
}

const mostReplyBytes = 16 * 1024;
