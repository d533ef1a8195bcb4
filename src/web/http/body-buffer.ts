/**
 * Bytes that arrive in pieces, as one array. A body that comes in one piece is that piece. Further pieces
 * are copied at once into a growing array: a server that sends a body in chunks of one byte costs a byte
 * each, not a view object each. The array is never part of a shared pool, so it may be handed to a worker.
 */
export class BodyBuffer {
  readonly #expectedBytes: number;
  #bytes: Uint8Array = nothing;
  #length = 0;

  constructor(expectedBytes: number | undefined) {
    this.#expectedBytes = Math.min(expectedBytes ?? firstBytes, mostTrustedBytes);
  }

  get length(): number {
    return this.#length;
  }

  add(piece: Uint8Array): void {
    const needed = this.#length + piece.length;
    if (this.#length === 0) this.#bytes = piece;
    else {
      if (needed > this.#bytes.length) this.#grow(needed);
      this.#bytes.set(piece, this.#length);
    }
    this.#length = needed;
  }

  /** What was gathered, in memory of about its own size. */
  take(): Uint8Array {
    const bytes = this.#bytes.subarray(0, this.#length);
    return bytes.buffer.byteLength > bytes.length * 1.25 + spareBytes ? copyOf(bytes, bytes.length) : bytes;
  }

  #grow(needed: number): void {
    // The first piece is as long as its array: it is always copied, never written behind.
    this.#bytes = copyOf(
      this.#bytes.subarray(0, this.#length),
      Math.max(needed, this.#length * 2, this.#expectedBytes),
    );
  }
}

const nothing = new Uint8Array();
const firstBytes = 16 * 1024;
/** A Content-Length is only a claim: memory beyond this is taken as the bytes come. */
const mostTrustedBytes = 256 * 1024;
/** A piece shares its memory with the headers that came with it. */
const spareBytes = 512;

function copyOf(bytes: Uint8Array, size: number): Uint8Array {
  const copy = Buffer.allocUnsafeSlow(size);
  copy.set(bytes);
  return copy;
}
