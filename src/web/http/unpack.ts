/**
 * Removes content codings: gzip, deflate (with and without the zlib wrapper), brotli and zstd, at most two nested. The
 * size limit is enforced while unpacking, so a decompression bomb never takes more memory than a legitimate body of the
 * same limit. From a truncated or damaged stream, the output so far is kept; without any output the coding counts as
 * broken.
 */
import * as zlib from 'node:zlib';
import { BodyBuffer } from './body-buffer.ts';

export type Unpacked =
  | { ok: true; body: Uint8Array }
  | { ok: false; reason: 'unpacked-too-large' | 'bad-encoding'; detail: string };

/** The value of Accept-Encoding. */
export const acceptEncoding = 'gzip, deflate, br, zstd';

export async function unpack(wire: Uint8Array, contentEncoding: string, maxBytes: number): Promise<Unpacked> {
  const codings = codingsIn(contentEncoding);
  if (codings.length === 0 || wire.length === 0) return { ok: true, body: wire };
  if (codings.length > 2) return broken(`${codings.length} nested content codings are too many.`);
  let body = wire;
  for (const coding of codings.reverse()) {
    const unpacker = unpackers[coding];
    if (!unpacker) return broken(`The content coding '${coding.slice(0, 40)}' is unknown.`);
    const layer = unpackAtOnce(unpacker, body, maxBytes) ?? (await unpackInPieces(unpacker, body, maxBytes));
    if (!layer.ok) return layer;
    body = layer.body;
  }
  return { ok: true, body };
}

/** Names that servers send for no coding at all are ignored, as browsers do. */
function codingsIn(contentEncoding: string): string[] {
  if (contentEncoding === '') return [];
  return contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding in unpackers || neverOffered.has(coding));
}

const neverOffered = new Set(['compress', 'x-compress', 'dcb', 'dcz', 'exi', 'pack200-gzip']);

interface Unpacker {
  atOnce(wire: Uint8Array, options: { maxOutputLength: number }): Buffer;
  stream(wire: Uint8Array, chunkSize: number): zlib.Gunzip | zlib.BrotliDecompress | zlib.ZstdDecompress;
}

/** A truncated body must still give what it contains, so no stream requires its proper end. */
const lenient = { finishFlush: zlib.constants.Z_SYNC_FLUSH };

const gzip: Unpacker = {
  atOnce: zlib.gunzipSync,
  stream: (_, chunkSize) => zlib.createGunzip({ ...lenient, chunkSize }),
};

const deflate: Unpacker = {
  atOnce: (wire, options) =>
    hasZlibHeader(wire) ? zlib.inflateSync(wire, options) : zlib.inflateRawSync(wire, options),
  stream: (wire, chunkSize) =>
    hasZlibHeader(wire)
      ? zlib.createInflate({ ...lenient, chunkSize })
      : zlib.createInflateRaw({ ...lenient, chunkSize }),
};

const brotli: Unpacker = {
  atOnce: zlib.brotliDecompressSync,
  stream: (_, chunkSize) =>
    zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH, chunkSize }),
};

/** RFC 9659 limits the window of the zstd coding to 8 MB; a frame may request far more memory. */
const zstdParams = { params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 } };
const zstd: Unpacker = {
  atOnce: (wire, options) => zlib.zstdDecompressSync(wire, { ...zstdParams, ...options }),
  stream: (_, chunkSize) =>
    zlib.createZstdDecompress({ ...zstdParams, finishFlush: zlib.constants.ZSTD_e_flush, chunkSize }),
};

const unpackers: Record<string, Unpacker> = {
  __proto__: null as never,
  gzip,
  'x-gzip': gzip,
  deflate,
  br: brotli,
  zstd,
};

/** RFC 1950: method 8 in the low bits, and the first two bytes a multiple of 31. */
function hasZlibHeader(wire: Uint8Array): boolean {
  const first = wire[0] ?? 0;
  return (first & 0x0f) === 8 && ((first << 8) | (wire[1] ?? 0)) % 31 === 0;
}

/**
 * The fast path for a small body, which most are. Undefined if it does not apply: a large body, one that unpacks to too
 * much for one call, or a damaged one that may be partly readable.
 */
function unpackAtOnce(unpacker: Unpacker, wire: Uint8Array, maxBytes: number): Unpacked | undefined {
  if (wire.length > mostAtOnceWireBytes) return undefined;
  const maxOutputLength = Math.max(1, Math.min(maxBytes, mostAtOnceBytes));
  try {
    return { ok: true, body: unpacker.atOnce(wire, { maxOutputLength }) };
  } catch (error) {
    const isOver = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
    return isOver && maxOutputLength === maxBytes ? tooLarge(maxBytes) : undefined;
  }
}

const mostAtOnceWireBytes = 64 * 1024;
const mostAtOnceBytes = 2 * 1024 * 1024;

function unpackInPieces(unpacker: Unpacker, wire: Uint8Array, maxBytes: number): Promise<Unpacked> {
  // Output of a failing zlib step is lost, so steps are small where that costs little.
  const chunkSize = wire.length > mostAtOnceWireBytes ? 64 * 1024 : 4 * 1024;
  const stream = unpacker.stream(wire, chunkSize);
  const body = new BodyBuffer(undefined);
  return new Promise((resolve) => {
    const settle = (result: Unpacked) => {
      resolve(result);
      stream.destroy();
    };
    stream.on('data', (piece: Buffer) => {
      if (body.length + piece.length > maxBytes) settle(tooLarge(maxBytes));
      else body.add(piece);
    });
    const finish = (problem: string) =>
      settle(
        body.length > 0 ? { ok: true, body: body.take() } : broken(`The body does not unpack: ${problem}.`),
      );
    stream.on('error', (error) => finish(error.message));
    stream.on('end', () => finish('nothing came out'));
    let offset = 0;
    const feed = () => {
      while (offset < wire.length && !stream.destroyed) {
        const piece = wire.subarray(offset, offset + feedBytes);
        offset += piece.length;
        if (offset < wire.length) {
          if (!stream.write(piece)) return void stream.once('drain', feed);
        } else stream.end(piece);
      }
    };
    feed();
  });
}

const feedBytes = 64 * 1024;

function tooLarge(maxBytes: number): Unpacked {
  return {
    ok: false,
    reason: 'unpacked-too-large',
    detail: `The body unpacks to more than the limit of ${maxBytes} bytes.`,
  };
}

function broken(detail: string): Unpacked {
  return { ok: false, reason: 'bad-encoding', detail };
}
