/**
 * Bytes that arrive in pieces, gathered into one growing array. Pieces are copied at once: a server that
 * sends a body in chunks of one byte costs a byte each, not a view object each. The array is never part
 * of a shared pool, so it may be handed to a worker.
 */
export class BodyBuffer {
  #bytes: Buffer;
  #length = 0;

  constructor(expectedBytes: number | undefined) {
    this.#bytes = Buffer.allocUnsafeSlow(Math.min(expectedBytes ?? firstBytes, mostTrustedBytes));
  }

  get length(): number {
    return this.#length;
  }

  add(piece: Uint8Array): void {
    const needed = this.#length + piece.length;
    if (needed > this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
      this.#bytes.copy(grown, 0, 0, this.#length);
      this.#bytes = grown;
    }
    this.#bytes.set(piece, this.#length);
    this.#length = needed;
  }

  /** What was gathered, in an array of about its own size. */
  take(): Uint8Array {
    if (this.#length === this.#bytes.length) return this.#bytes;
    const isWasteful = this.#bytes.length - this.#length > this.#length / 4;
    if (!isWasteful) return this.#bytes.subarray(0, this.#length);
    const exact = Buffer.allocUnsafeSlow(this.#length);
    this.#bytes.copy(exact, 0, 0, this.#length);
    return exact;
  }
}

const firstBytes = 16 * 1024;
/** A Content-Length is only a claim: memory beyond this is taken as the bytes come. */
const mostTrustedBytes = 256 * 1024;
