/** The bytes of a sitemap as pieces of text: decompressed, decoded, bounded, yielding to the event loop in between. */
import { setImmediate as turn } from 'node:timers/promises';
import { TextDecoder } from 'node:util';
import { constants, createGunzip } from 'node:zlib';

export type Piece = { text: string } | { cut: 'size' | 'bad-gzip' };

const PIECE_BYTES = 32 * 1024;

export async function* pieces(bytes: Uint8Array, maxBytes: number): AsyncGenerator<Piece> {
  let decoder: TextDecoder | undefined;
  let left = maxBytes;
  const source = isGzip(bytes) ? gunzipped(bytes) : slices(bytes);
  for await (const chunk of source) {
    if (chunk === 'bad-gzip') {
      yield { cut: chunk };
      return;
    }
    decoder ??= decoderFor(chunk);
    yield { text: decoder.decode(chunk.subarray(0, left), { stream: true }) };
    left -= chunk.length;
    if (left < 0) {
      yield { cut: 'size' };
      return;
    }
  }
}

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield bytes.subarray(at, at + PIECE_BYTES);
    await turn();
  }
}

async function* gunzipped(bytes: Uint8Array): AsyncGenerator<Uint8Array | 'bad-gzip'> {
  // A file without its proper end still yields what it contains.
  const gunzip = createGunzip({ chunkSize: PIECE_BYTES, finishFlush: constants.Z_SYNC_FLUSH });
  gunzip.end(bytes);
  try {
    for await (const chunk of gunzip) yield chunk as Buffer;
  } catch {
    yield 'bad-gzip';
  } finally {
    gunzip.destroy();
  }
}

/**
 * By its byte order mark, otherwise by the XML declaration, otherwise UTF-8; invalid bytes become replacement
 * characters.
 */
function decoderFor(start: Uint8Array): TextDecoder {
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder('utf-16le');
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder('utf-16be');
  const head = Buffer.from(start.subarray(0, 200)).toString('latin1');
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head)?.[1];
  // A file that declares UTF-16 in single-byte characters is not UTF-16.
  if (declared === undefined || /^utf-?(?:8|16)/i.test(declared)) return new TextDecoder();
  try {
    return new TextDecoder(declared);
  } catch {
    return new TextDecoder();
  }
}
