/**
 * Finds the page with the nearest fingerprint, among those that differ in few of 64 bits. As in Manku, Jain and Das
 * Sarma (2007) the bits are split into four bands, and two fingerprints that differ in at most three bits agree in at
 * least one; each band is a table of chains. In memory, 28 bytes per page: a row for each band in the database cost
 * more than the page's own row.
 */
import { bitCount } from '../page/fingerprint.ts';

const BANDS = 4;
const BAND_VALUES = 65_536;
const FIRST_ROOM = 1024;
/** The fingerprint of a removed page stays in its chains, without a page. */
const GONE = 0;

export class NearPages {
  /** Per band and value, the last entry, counted from 1; per entry, the previous one in each band. */
  readonly #last = new Int32Array(BANDS * BAND_VALUES);
  #before = new Int32Array(BANDS * FIRST_ROOM);
  #pages = new Int32Array(FIRST_ROOM);
  #high = new Int32Array(FIRST_ROOM);
  #low = new Int32Array(FIRST_ROOM);
  #entries = 0;

  add(page: number, fingerprint: string): void {
    const halves = halvesOf(fingerprint);
    if (halves === undefined) return;
    const entry = ++this.#entries;
    if (entry >= this.#pages.length) this.#makeRoom();
    this.#pages[entry] = page;
    [this.#high[entry], this.#low[entry]] = halves;
    for (let band = 0; band < BANDS; band++) {
      const slot = slotOf(halves, band);
      this.#before[BANDS * entry + band] = this.#last[slot]!;
      this.#last[slot] = entry;
    }
  }

  remove(page: number, fingerprint: string): void {
    const halves = halvesOf(fingerprint);
    if (halves === undefined) return;
    for (const entry of this.#chain(halves, 0)) if (this.#pages[entry] === page) this.#pages[entry] = GONE;
  }

  /** Ties go to the first; `except` is passed over. */
  nearest(
    fingerprint: string,
    maxDistance: number,
    except = GONE,
  ): { page: number; distance: number } | undefined {
    const halves = halvesOf(fingerprint);
    if (halves === undefined) return undefined;
    let nearest: { page: number; distance: number } | undefined;
    for (let band = 0; band < BANDS; band++) {
      for (const entry of this.#chain(halves, band)) {
        const page = this.#pages[entry]!;
        const distance = bitCount(this.#high[entry]! ^ halves[0]) + bitCount(this.#low[entry]! ^ halves[1]);
        if (distance > maxDistance || page === GONE || page === except) continue;
        if (!nearest || distance < nearest.distance || (distance === nearest.distance && page < nearest.page))
          nearest = { page, distance };
      }
    }
    return nearest;
  }

  *#chain(halves: Halves, band: number): Generator<number> {
    let entry = this.#last[slotOf(halves, band)]!;
    for (; entry !== 0; entry = this.#before[BANDS * entry + band]!) yield entry;
  }

  #makeRoom(): void {
    this.#before = twice(this.#before);
    this.#pages = twice(this.#pages);
    this.#high = twice(this.#high);
    this.#low = twice(this.#low);
  }
}

type Halves = [high: number, low: number];

/** Undefined for anything that is not a fingerprint, and for that of an empty text, which all empty pages share. */
function halvesOf(fingerprint: string): Halves | undefined {
  if (!/^[0-9a-f]{16}$/i.test(fingerprint)) return undefined;
  const high = Number.parseInt(fingerprint.slice(0, 8), 16) | 0;
  const low = Number.parseInt(fingerprint.slice(8), 16) | 0;
  return high === 0 && low === 0 ? undefined : [high, low];
}

function slotOf([high, low]: Halves, band: number): number {
  const half = band < 2 ? high : low;
  return band * BAND_VALUES + (band % 2 === 0 ? half >>> 16 : half & 0xffff);
}

function twice(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}
