/**
 * Lines of Markdown, with what stands before each: `> ` for every quotation around it, a marker or its width for every
 * item of a list. A list is tight, and one that follows another directly takes the other marker, or both would be one.
 */

/** Something that holds blocks. */
export interface Box {
  /** Its container. */
  node: number;
  /** The list of an item; absent for a quotation. */
  list?: { node: number; isOrdered: boolean };
}

interface List {
  delimiter: string;
  items: number;
}

export class MarkdownLines {
  readonly #lines: string[] = [];
  readonly #lists = new Map<number, List>();
  /** How wide the marker of an item is that has begun. */
  readonly #widths = new Map<number, number>();
  #before: readonly Box[] = [];

  /** One block, in the boxes around it from the outermost. */
  add(boxes: readonly Box[], lines: readonly string[]): void {
    const before = this.#before;
    let common = 0;
    while (common < before.length && before[common]!.node === boxes[common]?.node) common++;
    if (this.#lines.length > 0 && !isTight(before, boxes, common))
      this.#lines.push(this.#prefix(boxes.slice(0, common)).trimEnd());
    for (let at = common; at < boxes.length; at++) this.#startList(boxes[at]!, before[at], at === common);
    const first = boxes.map((box) => this.#firstMark(box)).join('');
    const rest = this.#prefix(boxes);
    for (const [at, line] of lines.entries()) this.#lines.push(`${at === 0 ? first : rest}${line}`.trimEnd());
    this.#before = boxes;
  }

  toString(): string {
    return this.#lines.length === 0 ? '' : `${this.#lines.join('\n')}\n`;
  }

  #startList({ list }: Box, beside: Box | undefined, isBeside: boolean): void {
    if (list === undefined || this.#lists.has(list.node)) return;
    const [usual, other] = list.isOrdered ? ['.', ')'] : ['-', '*'];
    const neighbour = isBeside ? beside?.list : undefined;
    const taken = neighbour === undefined ? undefined : this.#lists.get(neighbour.node)?.delimiter;
    this.#lists.set(list.node, { delimiter: taken === usual ? other! : usual!, items: 0 });
  }

  #firstMark(box: Box): string {
    if (box.list === undefined || this.#widths.has(box.node)) return this.#prefix([box]);
    const list = this.#lists.get(box.list.node)!;
    list.items += 1;
    const marker = box.list.isOrdered ? `${list.items}${list.delimiter} ` : `${list.delimiter} `;
    this.#widths.set(box.node, marker.length);
    return marker;
  }

  #prefix(boxes: readonly Box[]): string {
    return boxes
      .map(({ node, list }) => (list === undefined ? '> ' : ' '.repeat(this.#widths.get(node) ?? 0)))
      .join('');
  }
}

/** The next item of a list, or the first of one inside of the item before it. */
function isTight(before: readonly Box[], boxes: readonly Box[], common: number): boolean {
  const list = boxes[common]?.list;
  if (list === undefined) return false;
  const beside = before[common];
  return beside === undefined ? before[common - 1]?.list !== undefined : beside.list?.node === list.node;
}
