/**
 * The main text of a page as Markdown: the blocks that the main text has, each as what it is (heading, paragraph, item
 * of a list, quotation, code, row of a table), with its links. Nothing else of the page is in it, and nothing in the
 * page's text can become Markdown.
 */
import type { Containers } from '../containers.ts';
import { elementNumber } from '../elements.ts';
import type { Block } from '../visible-text.ts';
import { asHeading, asLine, codeBlock, codeSpan, destination, escaped } from './escape.ts';
import { type Box, MarkdownLines } from './lines.ts';
import type { Marks } from './marks.ts';
import { type DataTable, dataTables } from './tables.ts';

export interface Structured {
  text: string;
  blocks: readonly Block[];
  /** 1 for each block of the main text. */
  chosen: Uint8Array;
  tree: Containers;
  marks: Marks;
  /** Of relative links. */
  base: string;
}

export function markdownOf(page: Structured): string {
  const { blocks, chosen, tree, marks } = page;
  const { boxOf, leafOf } = shapesOf(tree);
  const isPlain = (node: number, cell: number): boolean =>
    boxOf[node] === boxOf[cell] && leafOf[node] === leafOf[cell];
  const tableOf = dataTables(blocks, chosen, tree, isPlain);
  const inline = new Inline(page);
  const lines = new MarkdownLines();
  const written = new Set<number | DataTable | undefined>();
  for (let at = 0; at < blocks.length; at++) {
    if (chosen[at] !== 1) continue;
    const block = blocks[at]!;
    const leaf = leafOf[block.node]!;
    const element = tree.elements[leaf]!;
    const boxes = boxesOf(leaf === 0 ? boxOf[block.node]! : boxOf[tree.parents[leaf]!]!, boxOf, tree);
    const level = HEADINGS.indexOf(element) + 1;
    if (level > 0) {
      lines.add(boxes, [`${'#'.repeat(level)} ${asHeading(inline.line(at))}`]);
    } else if (element === PRE) {
      if (!written.has(leaf)) lines.add(boxes, codeBlock(tidyCode(marks.preformatted(leaf))));
      written.add(leaf);
    } else {
      const table = tableOf(block);
      if (table === undefined) lines.add(boxes, inline.paragraph(at));
      else if (!written.has(table)) lines.add(boxes, tableLines(table, inline));
      written.add(table);
    }
  }
  return lines.toString();
}

const BLOCKQUOTE = elementNumber('blockquote');
const LI = elementNumber('li');
const OL = elementNumber('ol');
const PRE = elementNumber('pre');
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(elementNumber);

/** Deeper quotations and lists are written as if they were not. */
const MOST_BOXES = 10;

interface Shapes {
  /** The innermost quotation or item at or above each container, 0 if none. */
  boxOf: Int32Array;
  /** The innermost heading or preformatted text. */
  leafOf: Int32Array;
}

function shapesOf({ parents, elements }: Containers): Shapes {
  const boxOf = new Int32Array(parents.length);
  const leafOf = new Int32Array(parents.length);
  const depths = new Uint8Array(parents.length);
  for (let node = 1; node < parents.length; node++) {
    const parent = parents[node]!;
    const element = elements[node]!;
    boxOf[node] = boxOf[parent]!;
    depths[node] = depths[parent]!;
    // Preformatted text keeps all that is in it.
    const leaf = leafOf[parent]!;
    leafOf[node] = elements[leaf] !== PRE && (element === PRE || HEADINGS.includes(element)) ? node : leaf;
    if ((element === LI || element === BLOCKQUOTE) && depths[node]! < MOST_BOXES) {
      boxOf[node] = node;
      depths[node]! += 1;
    }
  }
  return { boxOf, leafOf };
}

/** From the outermost. */
function boxesOf(innermost: number, boxOf: Int32Array, { parents, elements }: Containers): Box[] {
  const boxes: Box[] = [];
  for (let node = innermost; node > 0; node = boxOf[parents[node]!]!) {
    const list = parents[node]!;
    boxes.push(
      elements[node] === LI ? { node, list: { node: list, isOrdered: elements[list] === OL } } : { node },
    );
  }
  return boxes.reverse();
}

function tableLines({ rows, hasHead }: DataTable, inline: Inline): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const written = rows.map((row) =>
    line(row.map((blocks) => blocks.map((at) => inline.line(at, true)).join(' '))),
  );
  const width = rows[0]!.length;
  const rule = line(Array.from({ length: width }, () => '---'));
  return hasHead
    ? [written[0]!, rule, ...written.slice(1)]
    : [line(Array.from({ length: width }, () => '')), rule, ...written];
}

const tidyCode = (code: string): string =>
  code
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
    .replace(/^\n+/, '')
    .trimEnd();

/** The text of one block with its links and code. Blocks are asked for in the order of the page. */
class Inline {
  readonly #page: Structured;
  #nextLink = 0;
  #nextCode = 0;

  constructor(page: Structured) {
    this.#page = page;
  }

  paragraph(at: number): string[] {
    const lines = this.#written(at, '\n', false)
      .split('\n')
      .map((line) => asLine(line.trim()))
      .filter((line) => line !== '');
    return lines.map((line, n) => (n + 1 < lines.length ? `${line}\\` : line));
  }

  /** Line breaks are spaces; `inCell`: a bar would end the cell, in code too. */
  line(at: number, inCell = false): string {
    return this.#written(at, ' ', inCell).trim();
  }

  #written(at: number, lineBreak: string, inCell: boolean): string {
    const { text, blocks, marks, base } = this.#page;
    const { start, end } = blocks[at]!;
    while (this.#nextLink < marks.links.length && marks.links[this.#nextLink]!.end <= start) this.#nextLink++;
    let out = '';
    let place = start;
    for (let next = this.#nextLink; next < marks.links.length; next++) {
      const link = marks.links[next]!;
      if (link.start >= end) break;
      const [from, to] = [Math.max(link.start, start), Math.min(link.end, end)];
      const words = text.slice(from, to);
      const target = destination(link.href, base);
      if (words.trim() === '' || target === undefined) continue;
      const first = from + words.length - words.trimStart().length;
      const past = from + words.trimEnd().length;
      out += this.#withCode(place, first, lineBreak, inCell);
      out += `[${this.#withCode(first, past, ' ', inCell)}](${target})`;
      place = past;
    }
    return out + this.#withCode(place, end, lineBreak, inCell);
  }

  #withCode(start: number, end: number, lineBreak: string, inCell: boolean): string {
    const { text, marks } = this.#page;
    const plain = (from: number, to: number): string =>
      escaped(text.slice(from, to)).replaceAll('\n', lineBreak);
    while (this.#nextCode < marks.code.length && marks.code[this.#nextCode]!.end <= start) this.#nextCode++;
    let out = '';
    let place = start;
    for (let next = this.#nextCode; next < marks.code.length; next++) {
      const span = marks.code[next]!;
      if (span.start >= end) break;
      const [from, to] = [Math.max(span.start, start), Math.min(span.end, end)];
      const words = text.slice(from, to);
      if (words.trim() === '') continue;
      const first = from + words.length - words.trimStart().length;
      const past = from + words.trimEnd().length;
      const code = codeSpan(text.slice(first, past).replaceAll('\n', ' '));
      out += plain(place, first) + (inCell ? code.replaceAll('|', '\\|') : code);
      place = past;
    }
    return out + plain(place, end);
  }
}
