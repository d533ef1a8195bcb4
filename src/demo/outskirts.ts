/**
 * Hosts besides the sites: dead ones, which close the connection, always answer 503, never answer or do not resolve,
 * and mirrors, which serve the pages of another site.
 */
import { Random } from './random.ts';
import type { Site } from './sites.ts';

export interface Outskirts {
  dead: Map<string, Fate>;
  deadHosts: string[];
  mirrors: Map<string, Site>;
  mirrorHosts: string[];
}

export type Fate = 'close' | 'unavailable' | 'hang' | 'unresolved';

export function drawOutskirts(sites: Site[], seed: number): Outskirts {
  const random = new Random(seed, 71);
  const dead = new Map<string, Fate>();
  const bury = (fate: Fate, count: number) => {
    for (let i = 0; i < count; i++) dead.set(`${random.pick(WORDS)}-${1000 + dead.size}.test`, fate);
  };
  const few = Math.max(1, Math.round(sites.length * 0.012));
  bury('close', few);
  bury('unavailable', few);
  bury('unresolved', few);
  bury('hang', 1);
  const mirrors = new Map<string, Site>();
  const open = sites.filter(({ kind, manners }) => kind !== 'portal' && manners.session === 'none');
  for (const site of random.some(open, Math.max(1, Math.round(sites.length * 0.008)))) {
    mirrors.set(`mirror.${site.host.replace(/^(?:www|blog)\./, '')}`, site);
  }
  return { dead, deadHosts: [...dead.keys()], mirrors, mirrorHosts: [...mirrors.keys()] };
}

const WORDS = ['ghost', 'ruin', 'fossil', 'ashes', 'relic', 'shadow', 'stump'];
