/**
 * A reusable buffer: what is taken is valid until the next `take`. It grows as needed; an unusually large request gets
 * a temporary buffer that is not kept.
 */

const FIRST_BYTES = 65_536;
const MAX_KEPT_BYTES = 2 ** 20;

export class Room {
  #bytes = Buffer.alloc(0);

  take(length: number): Buffer {
    if (length <= this.#bytes.length) return this.#bytes;
    if (length > MAX_KEPT_BYTES) return Buffer.allocUnsafeSlow(length);
    let size = FIRST_BYTES;
    while (size < length) size *= 2;
    this.#bytes = Buffer.allocUnsafeSlow(size);
    return this.#bytes;
  }
}
