/**
 * Which tables of a page are tables: rows of cells that each hold a short text. Others lay out a page, and their blocks
 * are paragraphs.
 */
import type { Containers } from '../containers.ts';
import { elementNumber } from '../elements.ts';
import type { Block } from '../visible-text.ts';

export interface DataTable {
  /** The blocks of each cell, by number; rows without any are left out. */
  rows: number[][][];
  /** The first row names the columns. */
  hasHead: boolean;
}

const MOST_COLUMNS = 50;
const MOST_WORDS = 60;
const MOST_BLOCKS = 3;

const CAPTION = elementNumber('caption');
const TABLE = elementNumber('table');
const TR = elementNumber('tr');
const TD = elementNumber('td');
const TH = elementNumber('th');

/**
 * For each block the table of data that it is in, undefined if none. `chosen`: the blocks that count; `isPlain`: there
 * is no list, quotation, heading or code between a container and the cell around it.
 */
export function dataTables(
  blocks: readonly Block[],
  chosen: Uint8Array,
  tree: Containers,
  isPlain: (node: number, cell: number) => boolean,
): (block: Block) => DataTable | undefined {
  const { tableOf, cellOf, columnOf, isOuter } = placesIn(tree);
  const found = new Map<number, Rows>();
  for (let at = 0; at < blocks.length; at++) {
    const { node, words } = blocks[at]!;
    const table = tableOf[node]!;
    if (table === 0 || chosen[at] !== 1) continue;
    const cell = cellOf[node]!;
    const rows = found.get(table) ?? new Rows(isOuter[table] === 0);
    found.set(table, rows);
    if (cell < table || !isPlain(node, cell)) rows.isData = false;
    if (rows.isData) rows.add(at, words, tree.parents[cell]!, columnOf[cell]!, tree.elements[cell] === TH);
  }
  const tables = new Map<number, DataTable>();
  for (const [table, rows] of found) {
    const data = rows.finish();
    if (data !== undefined) tables.set(table, data);
  }
  return ({ node }) => tables.get(tableOf[node]!);
}

class Rows {
  isData: boolean;
  readonly #rows = new Map<number, { blocks: number[]; words: number }[]>();
  readonly #columns = new Set<number>();
  #hasHead: boolean | undefined;

  constructor(isData: boolean) {
    this.isData = isData;
  }

  add(block: number, words: number, row: number, column: number, isHead: boolean): void {
    const cells = this.#rows.get(row) ?? [];
    this.#rows.set(row, cells);
    if (this.#rows.size === 1) this.#hasHead = isHead && this.#hasHead !== false;
    const cell = cells[column] ?? { blocks: [], words: 0 };
    cell.blocks.push(block);
    cell.words += words;
    this.#columns.add(column);
    if (column < 0 || column >= MOST_COLUMNS || cell.words > MOST_WORDS || cell.blocks.length > MOST_BLOCKS)
      this.isData = false;
    else cells[column] = cell;
  }

  finish(): DataTable | undefined {
    if (!this.isData || this.#rows.size < 2 || this.#columns.size < 2) return undefined;
    const width = Math.max(...this.#columns) + 1;
    const rows = [...this.#rows.values()].map((cells) =>
      Array.from({ length: width }, (_, column) => cells[column]?.blocks ?? []),
    );
    return { rows, hasHead: this.#hasHead === true };
  }
}

interface Places {
  /** For each container, the table and the cell it is in, or itself; 0 if none. A caption is in neither. */
  tableOf: Int32Array;
  cellOf: Int32Array;
  /** Of a cell; -1 if it is in no row. */
  columnOf: Int32Array;
  /** Holds another table. */
  isOuter: Uint8Array;
}

function placesIn({ parents, elements }: Containers): Places {
  const count = parents.length;
  const tableOf = new Int32Array(count);
  const cellOf = new Int32Array(count);
  const columnOf = new Int32Array(count).fill(-1);
  const cells = new Int32Array(count);
  const isOuter = new Uint8Array(count);
  for (let node = 1; node < count; node++) {
    const parent = parents[node]!;
    const element = elements[node]!;
    tableOf[node] = element === CAPTION ? 0 : tableOf[parent]!;
    cellOf[node] = element === CAPTION ? 0 : cellOf[parent]!;
    if (element === TABLE) {
      isOuter[tableOf[node]!] = 1;
      tableOf[node] = node;
    } else if (element === TD || element === TH) {
      cellOf[node] = node;
      if (elements[parent] === TR) columnOf[node] = cells[parent]!++;
    }
  }
  return { tableOf, cellOf, columnOf, isOuter };
}
