/** Formats a figure and its interval as its measure requires. */
import type { Estimate, MeasureInfo, Results } from '../results.ts';
import { known } from './number.ts';

export function figureText({ unit, digits }: MeasureInfo, value: number | undefined): string {
  if (!known(value)) return '–';
  const text = (unit === '%' ? 100 * value : value).toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const signed = text.replace('-', '−');
  return unit === '%' ? `${signed} %` : signed;
}

/** "0.812 (0.780 to 0.843)". */
export function estimateText(measure: MeasureInfo, estimate: Estimate | undefined): string {
  if (!estimate) return '–';
  const figure = figureText(measure, estimate.estimate);
  return estimate.runs === 1 ? figure : `${figure} (${intervalText(measure, estimate)})`;
}

/** A single run has no interval. */
export function intervalText(measure: MeasureInfo, { low, high, runs }: Estimate): string {
  if (runs === 1) return '–';
  return `${figureText(measure, low)} to ${figureText(measure, high)}`;
}

/** With the unit, if the number does not include it. */
export function titleWithUnit({ title, unit }: MeasureInfo): string {
  return unit === '' || unit === '%' || title.includes(unit) ? title : `${title}, ${unit}`;
}

/** The title of a measure; a name without an entry stands for itself. */
export function measureOf({ measures }: Results, name: string): MeasureInfo {
  const found = measures.find((measure) => measure.name === name);
  return found ?? { name, title: name, meaning: '', unit: '', better: 'neither', group: 'labels', digits: 3 };
}
