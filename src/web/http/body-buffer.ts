/**
 * Collects bytes that arrive in pieces into one array. A body in one piece is that piece. Further pieces are copied
 * immediately into a growing array: a server that sends chunks of one byte costs one byte each, not a view object each.
 * The array is never part of a shared pool, so it can be transferred to a worker.
 */
export class BodyBuffer {
  readonly #expectedBytes: number;
  #bytes: Uint8Array = nothing;
  #length = 0;

  constructor(expectedBytes: number | undefined) {
    this.#expectedBytes = expectedBytes ?? firstBytes;
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

  /** The collected bytes, in memory of about their size. */
  take(): Uint8Array {
    const bytes = this.#bytes.subarray(0, this.#length);
    return bytes.buffer.byteLength > bytes.length * 1.25 + spareBytes ? copyOf(bytes, bytes.length) : bytes;
  }

  #grow(needed: number): void {
    const trustedBytes = Math.max(mostTrustedBytes, this.#length * trustedFactor);
    const size =
      this.#expectedBytes >= needed
        ? Math.min(this.#expectedBytes, trustedBytes)
        : Math.max(this.#length * 2, firstBytes);
    // The first piece fills its array: it is always copied, never appended to.
    this.#bytes = copyOf(this.#bytes.subarray(0, this.#length), Math.max(needed, size));
  }
}

const nothing = new Uint8Array();
const firstBytes = 16 * 1024;
/** A Content-Length is only a claim: more is allocated when an eighth of that has arrived. */
const mostTrustedBytes = 256 * 1024;
const trustedFactor = 8;
/** A piece shares its memory with the headers that came with it. */
const spareBytes = 512;

function copyOf(bytes: Uint8Array, size: number): Uint8Array {
  const copy = Buffer.allocUnsafeSlow(size);
  copy.set(bytes);
  return copy;
}
