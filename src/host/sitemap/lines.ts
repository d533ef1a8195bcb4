/** A sitemap as text: one URL per line. Text arrives in pieces that may end anywhere. */
import { DEFAULT_MAX_URL_LENGTH } from '../../url/url.ts';
import { SitemapReader } from './reader.ts';

/** One URL per line; other lines are counted, and a text that starts with many of them is not a sitemap. */
export class LineReader extends SitemapReader {
  #rest = '';
  #isLong = false;
  #strange = 0;

  write(text: string): void {
    const lines = (this.#rest + text).split(/\r\n|\r|\n/);
    this.#rest = lines.pop()!;
    for (const line of lines) this.#line(line);
    if (this.#rest.length > DEFAULT_MAX_URL_LENGTH + 10) {
      this.#isLong = true;
      this.#rest = '';
    }
  }

  /** A truncated last line may be half a URL. */
  end(isCut: boolean): void {
    if (!isCut) this.#line(this.#rest);
  }

  #line(line: string): void {
    const address = line.trim();
    const isLong = this.#isLong;
    this.#isLong = false;
    if (address === '' || this.isDone) return;
    if (!isLong && /^https?:\/\//i.test(address)) {
      this.kind = 'text';
      this.add({ loc: address });
      return;
    }
    this.refused++;
    this.looksLike = 'its lines are not URLs';
    if (this.kind === undefined && ++this.#strange >= MAX_STRANGE_LINES) this.isDone = true;
  }
}

const MAX_STRANGE_LINES = 100;
