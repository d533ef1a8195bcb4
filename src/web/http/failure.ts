/**
 * What can go wrong between a request and its answer, in the terms of the contract. Parts of the live web throw
 * WebFailures; errors of sockets, TLS and the HTTP parser are converted here, so that `fetch` reports one type.
 */
import type { FetchFailure } from '../web.ts';

export class WebFailure extends Error {
  readonly reason: FetchFailure;
  readonly mayPass: boolean;

  constructor(reason: FetchFailure, detail: string, mayPass = passing.has(reason)) {
    super(detail);
    this.reason = reason;
    this.mayPass = mayPass;
  }
}

/** The proxy itself cannot be used; the host was not asked, and another proxy may reach it. */
export class ProxyFailure extends WebFailure {
  constructor(detail: string, mayPass = true) {
    super('proxy', detail, mayPass);
  }
}

/** Failures that a retry may avoid; where it depends, the thrower decides. */
const passing = new Set<FetchFailure>([
  'connect',
  'connect-timeout',
  'header-timeout',
  'body-timeout',
  'total-timeout',
  'reset',
  'proxy',
  'aborted',
]);

/** An error from undici or a socket after the connection was established. */
export function exchangeFailure(error: unknown, hasHeaders: boolean): WebFailure {
  if (error instanceof WebFailure) return error;
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  const isParserError = error instanceof Error && error.name === 'HTTPParserError';
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return new WebFailure('headers-too-large', 'The headers of the answer exceed the limit.');
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH')
    return hasHeaders
      ? new WebFailure('reset', 'The body is shorter or longer than its Content-Length.')
      : new WebFailure('bad-response', 'The Content-Length of the answer is invalid.');
  if (isParserError && message.includes('EOF'))
    return new WebFailure('reset', 'The connection ended in the middle of the answer.');
  if (code === 'UND_ERR_SOCKET' && message.startsWith('bad '))
    return new WebFailure(
      'bad-response',
      'The server sent something that is not an answer to a GET request.',
    );
  if (code === 'UND_ERR_SOCKET' || socketCodes.has(code))
    return new WebFailure('reset', 'The connection ended before the answer was complete.');
  if (isTlsCode(code)) return new WebFailure('tls', `TLS failed: ${message}.`, false);
  return new WebFailure('bad-response', `The answer could not be read: ${message}.`);
}

/** An error from a socket while the connection was being established. */
export function connectFailure(error: unknown, where: string): WebFailure {
  if (error instanceof WebFailure) return error;
  const code = codeOf(error);
  const why = code || (error instanceof Error ? error.message : String(error));
  return new WebFailure('connect', `No connection to ${where}: ${why}.`);
}

export function tlsFailure(error: unknown, where: string): WebFailure {
  if (error instanceof WebFailure) return error;
  return new WebFailure('tls', `No TLS with ${where}: ${tlsReason(error)}.`, socketCodes.has(codeOf(error)));
}

/** OpenSSL's message has addresses, files and a line break around its reason. */
function tlsReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'reason' in error && typeof error.reason === 'string' ? error.reason : error.message;
}

export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

const socketCodes = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'ETIMEDOUT',
  'ENETRESET',
  'EHOSTUNREACH',
]);

function isTlsCode(code: string): boolean {
  return code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS') || code === 'EPROTO';
}
