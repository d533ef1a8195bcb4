/**
 * The open elements at a position in a document, with the tag path to it. Paths are built only if a link needs one,
 * each from its parent's, and contain the last twelve elements; a hundred thousand nested elements cost no more than a
 * few arrays, and those beyond the maximum depth are only counted.
 */
import { ELEMENT_COUNT, elementNames, elementOf } from './elements.ts';

const MAX_DEPTH = 5000;
const PATH_LENGTH = 12;
const MAX_MARK = 40;
const MAX_NAME = 40;

export class OpenElements {
  depth = 0;
  readonly #source: string;
  readonly #units: Uint16Array;
  #elements: Int32Array = new Int32Array(64);
  /** Where the id or first class of each is in the source; `#` before an id, `.` before a class. */
  #markStart: Int32Array = new Int32Array(64);
  #markEnd: Int32Array = new Int32Array(64);
  #markIsId: Uint8Array = new Uint8Array(64);
  #paths: string[] = [];
  #counts = new Int32Array(ELEMENT_COUNT);
  /** Elements that are not in the table, numbered after its end as they come. */
  #unknown: Map<string, number> | undefined;
  #unknownNames: string[] = [];
  #unknownCounts: number[] = [];
  #tooDeep = 0;

  constructor(source: string, units: Uint16Array) {
    this.#source = source;
    this.#units = units;
  }

  /** The number of the element with a name; a new one for a new name. */
  numberOf(start: number, end: number): number {
    const known = elementOf(this.#units, start, end);
    if (known !== 0) return known;
    const name = this.#source.slice(start, Math.min(end, start + MAX_NAME)).toLowerCase();
    this.#unknown ??= new Map();
    let number = this.#unknown.get(name);
    if (number === undefined) {
      number = ELEMENT_COUNT + this.#unknownNames.length;
      this.#unknown.set(name, number);
      this.#unknownNames.push(name);
      this.#unknownCounts.push(0);
    }
    return number;
  }

  isOpen(element: number): boolean {
    return element < ELEMENT_COUNT
      ? this.#counts[element]! > 0
      : this.#unknownCounts[element - ELEMENT_COUNT]! > 0;
  }

  /** The innermost open element, 0 if there is none. */
  top(): number {
    return this.depth === 0 ? 0 : this.#elements[this.depth - 1]!;
  }

  /** False if it is too deep to be kept. */
  push(element: number, markStart: number, markEnd: number, markIsId: boolean): boolean {
    const { depth } = this;
    if (depth >= MAX_DEPTH) {
      this.#tooDeep++;
      return false;
    }
    if (depth >= this.#elements.length) this.#grow();
    this.#elements[depth] = element;
    this.#markStart[depth] = markStart;
    this.#markEnd[depth] = markEnd;
    this.#markIsId[depth] = markIsId ? 1 : 0;
    this.#paths[depth] = '';
    if (element < ELEMENT_COUNT) this.#counts[element]!++;
    else this.#unknownCounts[element - ELEMENT_COUNT]!++;
    this.depth = depth + 1;
    return true;
  }

  /** An end tag closes one of those that were too deep, if there are any, whatever its name. */
  popTooDeep(): boolean {
    if (this.#tooDeep === 0) return false;
    this.#tooDeep--;
    return true;
  }

  pop(): number {
    const element = this.#elements[--this.depth]!;
    if (element < ELEMENT_COUNT) this.#counts[element]!--;
    else this.#unknownCounts[element - ELEMENT_COUNT]!--;
    return element;
  }

  /** `div#menu/ul/li`: the path of the innermost open element. */
  path(): string {
    const paths = this.#paths;
    const deepest = this.depth - 1;
    let known = deepest;
    while (known >= 0 && paths[known] === '' && deepest - known < PATH_LENGTH) known--;
    let path = known < 0 ? '' : paths[known]!;
    let steps = path === '' ? 0 : Math.min(known + 1, PATH_LENGTH);
    for (let at = known + 1; at <= deepest; at++) {
      const step = this.#stepAt(at);
      if (steps === PATH_LENGTH) path = path.slice(path.indexOf('/') + 1);
      else steps++;
      path = steps === 1 ? step : `${path}/${step}`;
      // Only complete paths are stored.
      if (steps === PATH_LENGTH || steps === at + 1) paths[at] = path;
    }
    return path;
  }

  /** `div#menu` */
  #stepAt(at: number): string {
    const element = this.#elements[at]!;
    const name =
      element < ELEMENT_COUNT ? elementNames[element]! : this.#unknownNames[element - ELEMENT_COUNT]!;
    const mark = this.#firstWord(this.#markStart[at]!, this.#markEnd[at]!);
    return mark === '' ? name : name + (this.#markIsId[at] === 1 ? '#' : '.') + mark;
  }

  /** The first word of an attribute; a slash or an entity also ends it, because of the path. */
  #firstWord(start: number, end: number): string {
    const units = this.#units;
    while (start < end && units[start]! <= 32) start++;
    const limit = Math.min(end, start + MAX_MARK);
    let at = start;
    for (; at < limit; at++) {
      const c = units[at]!;
      if (c <= 32 || c === 47 || c === 38) break;
    }
    return this.#source.slice(start, at);
  }

  #grow(): void {
    const size = this.#elements.length * 2;
    this.#elements = copyInto(new Int32Array(size), this.#elements);
    this.#markStart = copyInto(new Int32Array(size), this.#markStart);
    this.#markEnd = copyInto(new Int32Array(size), this.#markEnd);
    this.#markIsId = copyInto(new Uint8Array(size), this.#markIsId);
  }
}

function copyInto<T extends Int32Array | Uint8Array>(larger: T, smaller: T): T {
  larger.set(smaller);
  return larger;
}
