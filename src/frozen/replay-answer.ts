/**
 * Sends a recorded answer again: status, headers and bytes as recorded. Omitted are hop-by-hop headers, and those that
 * would outlive the replay in a browser and affect the real host.
 */
import { type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import type { Answered } from '../web/web.ts';

export function sendRecorded(response: ServerResponse, recorded: Answered): void {
  const { status, wire } = recorded;
  if (status < 200 || status > 599) {
    sendText(response, 502, `The recorded status ${status} cannot be sent again.\n`);
    return;
  }
  const headers: string[] = [];
  for (const [name, value] of recorded.headers) {
    if (!notAgain.has(name.toLowerCase()) && isSendable(name, value)) headers.push(name, value);
  }
  const hasBody = status !== 204 && status !== 304;
  if (hasBody) headers.push('Content-Length', String(wire.length));
  response.sendDate = false;
  response.writeHead(status, recorded.statusText.replace(/[^\t\x20-\x7e\x80-\xff]/g, ' '), headers);
  response.end(hasBody ? wire : undefined);
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}

const notAgain = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-length',
  'strict-transport-security',
  'public-key-pins',
  'expect-ct',
  'alt-svc',
  'clear-site-data',
  'nel',
  'report-to',
]);

function isSendable(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
