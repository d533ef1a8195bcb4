/**
 * How lines are distinguished: first by dashes and markers, so that black and white print is enough, then by colour.
 * The colours are those of Okabe and Ito (2008), which are safe for the common colour vision deficiencies, without the
 * yellow and the light blue that are too pale for thin lines on white.
 */
import { at } from './axis.ts';

export interface Pen {
  colour: string;
  /** As `stroke-dasharray`; empty for a solid line. */
  dash: string;
  width: number;
  marker: 'circle' | 'square' | 'triangle' | 'diamond' | 'cross' | 'plus' | 'none';
}

/** For the best recipes, in order of rank. */
export const pens: readonly Pen[] = [
  { colour: '#0072B2', dash: '', width: 2, marker: 'circle' },
  { colour: '#D55E00', dash: '9 4', width: 2, marker: 'square' },
  { colour: '#009E73', dash: '4 3', width: 2, marker: 'triangle' },
  { colour: '#CC79A7', dash: '12 3 2 3', width: 2, marker: 'diamond' },
  { colour: '#E69F00', dash: '2 3', width: 2, marker: 'cross' },
  { colour: '#5D3A9B', dash: '16 4', width: 2, marker: 'plus' },
];

/** The references, always drawn. */
export const oraclePen: Pen = { colour: '#000', dash: '', width: 2.6, marker: 'none' };
export const breadthFirstPen: Pen = { colour: '#000', dash: '2 4', width: 2.6, marker: 'none' };
/** All the others. */
export const greyPen: Pen = { colour: '#b8b8b8', dash: '', width: 0.9, marker: 'none' };

export function stroke(pen: Pen): string {
  const dash = pen.dash === '' ? '' : ` stroke-dasharray="${pen.dash}"`;
  return `fill="none" stroke="${pen.colour}" stroke-width="${pen.width}" stroke-linejoin="round"${dash}`;
}

export function marker(pen: Pen, x: number, y: number, size = 4): string {
  const path = outlines[pen.marker](size);
  if (path === '') return '';
  const filled = pen.marker !== 'cross' && pen.marker !== 'plus';
  return `<path transform="translate(${at(x)} ${at(y)})" d="${path}" fill="${filled ? '#fff' : 'none'}" stroke="${pen.colour}" stroke-width="1.8"/>`;
}

const outlines: Record<Pen['marker'], (r: number) => string> = {
  circle: (r) => `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
  square: (r) => `M${-r} ${-r}h${2 * r}v${2 * r}h${-2 * r}z`,
  triangle: (r) => `M0 ${-r - 1}l${r + 1} ${2 * r}h${-2 * r - 2}z`,
  diamond: (r) => `M0 ${-r - 1}l${r + 1} ${r + 1}l${-r - 1} ${r + 1}l${-r - 1} ${-r - 1}z`,
  cross: (r) => `M${-r} ${-r}l${2 * r} ${2 * r}M${-r} ${r}l${2 * r} ${-2 * r}`,
  plus: (r) => `M0 ${-r - 1}v${2 * r + 2}M${-r - 1} 0h${2 * r + 2}`,
  none: () => '',
};
