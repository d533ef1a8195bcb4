/**
 * The HTTP response inside a record. Accepts records of any tool: a chunked body is decoded only if the bytes really
 * are chunked (many tools keep the header and remove the coding), and content coding is kept.
 */
import { parseFields } from './read.ts';

export interface ArchivedHttp {
  status: number;
  statusText: string;
  headers: [name: string, value: string][];
  /** Without transfer coding, with content coding. */
  body: Buffer;
}

/** Undefined if the block does not start like an HTTP response. */
export function parseHttp(block: Buffer): ArchivedHttp | undefined {
  const line = /^HTTP\/\d(?:\.\d)?[ \t]+(\d{3})(?:[ \t]+([^\r\n]*))?/.exec(block.toString('latin1', 0, 1024));
  if (line === null) return undefined;
  const bodyAt = endOfHead(block);
  const head = block.toString('latin1', 0, bodyAt);
  const lineEnd = head.indexOf('\n');
  const headers = lineEnd < 0 ? [] : parseFields(head.slice(lineEnd + 1));
  const body = block.subarray(bodyAt);
  const chunked = headers.some(
    ([name, value]) => name.toLowerCase() === 'transfer-encoding' && /\bchunked\b/i.test(value),
  );
  return {
    status: Number(line[1]),
    statusText: (line[2] ?? '').trim(),
    headers,
    body: chunked ? (joinChunks(body) ?? body) : body,
  };
}

/** Only the status, for an index. */
export function httpStatus(block: Buffer): number | undefined {
  const status = /^HTTP\/\d(?:\.\d)?[ \t]+(\d{3})/.exec(block.toString('latin1', 0, 64))?.[1];
  return status === undefined ? undefined : Number(status);
}

const LF = 10;
const CR = 13;

function endOfHead(block: Buffer): number {
  for (let at = block.indexOf(LF); at >= 0; at = block.indexOf(LF, at + 1)) {
    if (block[at + 1] === LF) return at + 2;
    if (block[at + 1] === CR && block[at + 2] === LF) return at + 3;
  }
  return block.length;
}

/** Undefined if the bytes are not chunked. A truncated body keeps what its chunks contain. */
function joinChunks(body: Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const size = /^([0-9a-f]{1,8})[ \t]*(?:;[^\r\n]*)?\r?\n/i.exec(body.toString('latin1', at, at + 256));
    if (size === null) return parts.length === 0 ? undefined : Buffer.concat(parts);
    const length = Number.parseInt(size[1]!, 16);
    if (length === 0) break;
    const start = at + size[0].length;
    const end = start + length;
    if (parts.length === 0 && end < body.length && body[end] !== CR && body[end] !== LF) return undefined;
    parts.push(body.subarray(start, end));
    at = body[end] === CR ? end + 2 : end + 1;
  }
  return Buffer.concat(parts);
}
