/**
 * Line styles, the same in every chart: the best recipes have distinct pens, breadth-first and the oracle are black,
 * the rest grey.
 */
import type { Results, VariantResults } from '../results.ts';
import { breadthFirstPen, type Pen, pens } from './pen.ts';

export interface Cast {
  penOf: (variant: string) => Pen | undefined;
  /** The variant that is plain breadth-first. */
  breadthFirst: string | undefined;
}

export function castOf(results: Results): Cast {
  const breadthFirst = results.variants.find(isBreadthFirst)?.name;
  const drawn = new Map<string, Pen>();
  if (breadthFirst !== undefined) drawn.set(breadthFirst, breadthFirstPen);
  for (const { name } of results.variants) {
    const pen = pens[drawn.size - (breadthFirst === undefined ? 0 : 1)];
    if (pen && !drawn.has(name)) drawn.set(name, pen);
  }
  return { penOf: (variant) => drawn.get(variant), breadthFirst };
}

function isBreadthFirst({ recipe, set }: VariantResults): boolean {
  return recipe === 'breadth-first' && Object.keys(set).length === 0;
}
