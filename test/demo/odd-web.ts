/** One web for the tests of oddities, and a way to find a site with a given oddity. */
import type { Fault, Manners } from '../../src/demo/manners.ts';
import type { Site } from '../../src/demo/sites.ts';
import { createDemoWeb } from '../../src/demo/web.ts';

export const web = createDemoWeb({ pages: 6000, hosts: 200, seed: 8 });
export const { atlas } = web;
/** A site with these manners that answers at once, so that a test is about one thing. */
export function siteWith(wanted: (manners: Manners) => boolean): Site {
  const found = atlas.sites.find(
    ({ manners, sections }) =>
      wanted(manners) && manners.perSecond === 0 && manners.slowMs === 0 && sections.length > 0,
  );
  if (found === undefined) throw new Error('no site with these manners');
  return found;
}
export const faulty = (fault: Fault) => siteWith(({ faults }) => faults.has(fault));
