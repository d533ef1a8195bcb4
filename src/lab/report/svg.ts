/** The frame of every chart: a size, a title and a description for screen readers. */
import { escaped } from './markup.ts';

export const chartWidth = 960;

/** Scales with the page; never wider than it. */
export function svg(
  height: number,
  title: string,
  description: string,
  content: string,
  width = chartWidth,
): string {
  const name = escaped(description === '' ? title : `${title}. ${description}`);
  return `<svg class="chart" viewBox="0 0 ${width} ${Math.ceil(height)}" role="img" aria-label="${name}" xmlns="http://www.w3.org/2000/svg">${content}</svg>`;
}
