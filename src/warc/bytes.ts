/**
 * Bytes that arrive in chunks and are read in other sizes. Tracks the file offset of the next byte, and accepts bytes
 * that were read too far.
 */
const EMPTY = Buffer.alloc(0);

export class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;
  #held: Buffer = EMPTY;
  #ended = false;
  /** Offset of the next byte. */
  offset: number;

  constructor(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, offset = 0) {
    this.#chunks =
      Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
    this.offset = offset;
  }

  /** Whatever is available, never empty; undefined at the end. */
  async next(): Promise<Buffer | undefined> {
    const chunk = this.#held.length > 0 ? this.#held : await this.#pull();
    if (chunk === undefined) return undefined;
    this.#held = EMPTY;
    this.offset += chunk.length;
    return chunk;
  }

  /** The next `count` bytes, without consuming them; fewer at the end. For small counts: they are held in memory. */
  async peek(count: number): Promise<Buffer> {
    while (this.#held.length < count) {
      const chunk = await this.#pull();
      if (chunk === undefined) break;
      this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    }
    return this.#held.subarray(0, count);
  }

  /** Skips bytes that a `peek` returned. */
  skip(count: number): void {
    this.#held = this.#held.subarray(count);
    this.offset += count;
  }

  /** Puts back bytes that `next` returned. */
  unread(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#held = this.#held.length === 0 ? bytes : Buffer.concat([bytes, this.#held]);
    this.offset -= bytes.length;
  }

  /** Skips everything before `needle`, at `from` or after; false if it does not occur. */
  async seek(needle: Buffer, from: number): Promise<boolean> {
    while (this.offset < from) {
      const chunk = await this.next();
      if (chunk === undefined) return false;
      if (this.offset > from) this.unread(chunk.subarray(chunk.length - (this.offset - from)));
    }
    for (;;) {
      const chunk = await this.next();
      if (chunk === undefined) return false;
      const at = chunk.indexOf(needle);
      if (at >= 0) {
        this.unread(chunk.subarray(at));
        return true;
      }
      const more = await this.#pull();
      if (more === undefined) return false;
      const tail = chunk.subarray(Math.max(0, chunk.length - needle.length + 1));
      this.#held = Buffer.concat([tail, more]);
      this.offset -= tail.length;
    }
  }

  async close(): Promise<void> {
    this.#ended = true;
    this.#held = EMPTY;
    await this.#chunks.return?.();
  }

  async #pull(): Promise<Buffer | undefined> {
    while (!this.#ended) {
      const { done, value } = await this.#chunks.next();
      if (done) this.#ended = true;
      else if (value.length > 0) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
    return undefined;
  }
}
