/**
 * Room to put something together in, used again for the next: what is taken is good until the next `take`. It grows
 * with what is asked for; one much larger than most is made for the occasion and not kept.
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
