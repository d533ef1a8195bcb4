/**
 * How a site treats its visitors: its robots.txt, its pace, its codings and its faults. Drawn for each
 * site alone; the first sites of the list take one of each kind, so that every manner exists in every web.
 */
import { Random } from './random.ts';

export interface Manners {
  robots: RobotsKind;
}

export type RobotsKind = 'none' | 'empty' | 'allow-all';

export function drawManners(index: number, seed: number): Manners {
  const random = new Random(seed, 13, index);
  return { robots: random.pick(['none', 'empty', 'allow-all'] as const) };
}
