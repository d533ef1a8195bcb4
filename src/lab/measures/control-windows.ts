/**
 * Control points as windows (the Darmstadt thesis, section 6.5: samples from the 1st, 2nd, 4th … 64th gigabyte): a crawl
 * is cut into units of equal size, by pages or by bytes, and the 1st, 2nd, 4th, 8th … unit is a window. What happens
 * late in a crawl shows in its last window, where a figure over all pages so far would smooth it away.
 */
import type { Plan } from '../plan.ts';
import type { ControlWindow } from '../results.ts';
import type { Visited } from '../study.ts';

/** Without a unit in the plan, the last window is the end of the crawl. */
const PARTS = 64;

export function controlWindows(visits: readonly Visited[], { of, unit }: Plan['windows']): ControlWindow[] {
  const sizes = visits.map(({ bytes }) => (of === 'bytes' ? bytes : 1));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const width = unit ?? Math.max(1, total / PARTS);
  const windows: ControlWindow[] = [];
  let soFar = 0;
  let place = 0;
  for (let n = 1; n * width <= total; n *= 2) {
    // A page belongs to the unit that it begins in.
    while (place < visits.length && soFar < (n - 1) * width) soFar += sizes[place++]!;
    const from = place;
    while (place < visits.length && soFar < n * width) soFar += sizes[place++]!;
    if (place > from) windows.push({ n, at: Math.round(n * width), from, to: place });
  }
  return windows;
}
