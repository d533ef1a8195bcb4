/** One small chart per topic with a shared legend, and a table of the same curves for each. */
import type { CellResults, Results, TopicResults } from '../results.ts';
import type { Axis } from './axis.ts';
import { castOf } from './cast.ts';
import { interpolate } from './interpolate.ts';
import { type Line, legend, lineChart } from './line-chart.ts';
import { escaped } from './markup.ts';
import { folded, table } from './table.ts';

export interface Panels {
  title: string;
  note: string;
  /** A curve of a variant on a topic; undefined if there is none. */
  curve: (cell: CellResults, topic: TopicResults) => PanelCurve | undefined;
  /** Reference lines. */
  references?: (topic: TopicResults) => (Line & { curve: PanelCurve })[];
  x: (topic: TopicResults, curves: readonly PanelCurve[]) => Axis;
  y: (topic: TopicResults, curves: readonly PanelCurve[]) => Axis;
  /** Where the table samples the curves. */
  columns: (topic: TopicResults, x: Axis) => { title: string; x: number }[];
  format: (value: number) => string;
}

export interface PanelCurve {
  x: readonly number[];
  y: readonly number[];
}

/** Empty if no topic has a curve. */
export function topicPanels(results: Results, panels: Panels): string {
  const { penOf } = castOf(results);
  const cells = new Map(results.cells.map((cell) => [keyOf(cell, cell.variant), cell]));
  const charts: string[] = [];
  const tables: string[] = [];
  const shown = new Map<string, Line>();
  for (const topic of results.topics) {
    const drawn = results.variants.flatMap(({ name }) => {
      const cell = cells.get(keyOf(topic, name));
      const curve = cell && panels.curve(cell, topic);
      return curve && curve.x.length > 0 ? [{ name, curve, points: pointsOf(curve), pen: penOf(name) }] : [];
    });
    if (drawn.length === 0) continue;
    const all = [...(panels.references?.(topic) ?? []), ...drawn];
    for (const line of all) shown.set(line.name, line);
    const curves = all.map(({ curve }) => curve);
    const x = panels.x(topic, curves);
    const y = panels.y(topic, curves);
    const title = topicTitle(results, topic);
    const chart = lineChart({ title: `${panels.title}: ${title}`, x, y, lines: all, small: true });
    charts.push(`<div class="panel"><h3>${escaped(title)}</h3>${chart}</div>`);
    const columns = panels.columns(topic, x).map((column) => ({
      title: column.title,
      cell: ({ curve }: { curve: PanelCurve }) => panels.format(interpolate(curve.x, curve.y, column.x)),
      sort: ({ curve }: { curve: PanelCurve }) => interpolate(curve.x, curve.y, column.x),
    }));
    const name = { title: 'variant', cell: (line: { name: string }) => line.name };
    tables.push(`<h3>${escaped(title)}</h3>${table([name, ...columns], all)}`);
  }
  if (charts.length === 0) return '';
  const order = [...shown.values()].filter(({ pen }) => pen);
  return `<figure><figcaption>${escaped(panels.title)}</figcaption><p class="note">${escaped(panels.note)}</p><div class="legend">${legend(order, shown.size - order.length)}</div><div class="panels">${charts.join('')}</div>${folded('As tables', tables.join(''))}</figure>`;
}

/** With the web's name if there are several. */
export function topicTitle(results: Results, { web, topic, title }: TopicResults): string {
  const several = new Set(results.topics.map((other) => other.web)).size > 1;
  const name = title === '' ? topic : title;
  return several ? `${name} (${web})` : name;
}

export const pointsOf = ({ x, y }: PanelCurve): [number, number][] => x.map((value, n) => [value, y[n]!]);
const keyOf = ({ web, topic }: { web: string; topic: string }, variant: string): string =>
  JSON.stringify([web, topic, variant]);
