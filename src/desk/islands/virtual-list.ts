/**
 * A list of which only the rows in sight are in the document, however long it is. Rows have one height; those that are not
 * there yet are asked for in blocks. A list that would be taller than browsers allow is scaled: the scroll bar then stands
 * for the share of the list.
 */
import { render } from 'preact';
import { el, type VNode } from '../views/el.ts';

export interface VirtualList<Row> {
  root: HTMLElement;
  total: number;
  rowHeight: number;
  /** The first block, if the page brought it. */
  first: readonly Row[] | undefined;
  blockSize: number;
  block(number: number): Promise<readonly Row[]>;
  view(row: Row, index: number): VNode;
}

/** Browsers end an element at about 33 million pixels, some at half of it. */
const TALLEST = 15_000_000;
/** Dragging the scroll bar passes many blocks: those that have gone by are not asked for. */
const ASKED_AT_ONCE = 2;
const SPARE_ROWS = 12;

export interface ListHandle {
  /** Brings a row into sight and gives it the focus. */
  focus(index: number): void;
  /** The first row in sight. */
  top(): number;
  scrollTo(index: number): void;
}

export function virtualList<Row>({
  root,
  total,
  rowHeight,
  first,
  blockSize,
  block,
  view,
}: VirtualList<Row>): ListHandle {
  const blocks = new Map<number, readonly Row[] | 'asked'>();
  if (first !== undefined) blocks.set(0, first);
  const height = Math.min(TALLEST, total * rowHeight);
  let wanted: number | undefined;
  let asked = 0;
  let isWaiting = false;
  root.replaceChildren();
  root.classList.add('virtual');
  root.style.height = `${height}px`;
  document.addEventListener('scroll', soon, { capture: true, passive: true });
  addEventListener('resize', soon);
  paint();
  return {
    top: () => inSight().from,
    scrollTo,
    focus(index) {
      wanted = Math.min(total - 1, Math.max(0, index));
      const { from, to } = inSight();
      if (wanted <= from || wanted >= to - 1) scrollTo(Math.max(0, wanted - 3));
      paint();
    },
  };

  function soon(): void {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      paint();
    });
  }

  function pane(): HTMLElement {
    const own = root.closest<HTMLElement>('.list-pane');
    return own !== null && own.scrollHeight > own.clientHeight ? own : document.documentElement;
  }

  /** The rows in sight, and how far down the list begins to be seen. */
  function inSight(): { from: number; to: number; y: number } {
    const frame = pane();
    const above = frame === document.documentElement ? 0 : frame.getBoundingClientRect().top;
    const y = Math.min(height, Math.max(0, above - root.getBoundingClientRect().top));
    const rows = Math.ceil(frame.clientHeight / rowHeight);
    const from = height < total * rowHeight ? Math.round((y / height) * total) : Math.floor(y / rowHeight);
    return { from: Math.min(from, Math.max(0, total - 1)), to: Math.min(total, from + rows), y };
  }

  function scrollTo(index: number): void {
    const frame = pane();
    const { y } = inSight();
    const target = height < total * rowHeight ? (index / total) * height : index * rowHeight;
    frame.scrollTop += target - y;
  }

  function paint(): void {
    const { from, to, y } = inSight();
    const start = Math.max(0, from - SPARE_ROWS);
    const end = Math.min(total, to + SPARE_ROWS);
    const isScaled = height < total * rowHeight;
    const rows: VNode[] = [];
    for (let i = start; i < end; i++) {
      const row = rowAt(i);
      const top = isScaled ? y + (i - from) * rowHeight : i * rowHeight;
      rows.push(
        el.li(
          {
            key: i,
            'aria-posinset': i + 1,
            'aria-setsize': total,
            style: { top: `${top}px` },
            'data-row': String(i),
          },
          row === undefined ? el.span({ class: 'coming' }, '…') : view(row, i),
        ),
      );
    }
    render(rows, root);
    if (wanted === undefined) return;
    const link = root.querySelector<HTMLElement>(`[data-row="${wanted}"] a`);
    if (link === null) return;
    link.focus({ preventScroll: true });
    wanted = undefined;
  }

  function rowAt(index: number): Row | undefined {
    const number = Math.floor(index / blockSize);
    const known = blocks.get(number);
    if (known === undefined && asked < ASKED_AT_ONCE) {
      blocks.set(number, 'asked');
      asked += 1;
      block(number).then(
        (rows) => {
          asked -= 1;
          blocks.set(number, rows);
          soon();
        },
        () => {
          asked -= 1;
          blocks.delete(number);
        },
      );
    }
    return known === undefined || known === 'asked' ? undefined : known[index % blockSize];
  }
}
