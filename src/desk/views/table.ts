/** A table that scrolls where there is no room for it, by keys as well. */
import { el, type VNode } from './el.ts';

/** Columns by name, with the class of their heads. */
export const scrollingTable = (
  label: string,
  columns: readonly [name: string, className?: string | undefined][],
  rows: readonly VNode[],
): VNode =>
  el.div(
    { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': label },
    el.table(
      null,
      el.thead(
        null,
        el.tr(null, ...columns.map(([name, className]) => el.th({ scope: 'col', class: className }, name))),
      ),
      el.tbody(null, ...rows),
    ),
  );
