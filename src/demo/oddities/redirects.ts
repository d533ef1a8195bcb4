/**
 * Redirects: `/go/<page>` answers 301, 302, 307 or 308 to a page of the site, `/go/<page>/<n>` with n more steps,
 * `/out/<page>` to a page of another site, `/loop/a` and `/loop/b` to each other.
 */
import { addressOf } from '../addresses.ts';
import type { Atlas } from '../atlas.ts';
import { mix } from '../random.ts';
import { redirect } from '../response.ts';
import type { Site } from '../sites.ts';
import type { Oddity } from './oddity.ts';
import { onSite } from './oddity.ts';

export const redirects: Oddity = {
  isOn: (site) => site.manners.faults.has('redirects'),

  doors({ site, random }) {
    return random.chance(0.1) ? [{ to: onSite(site, '/loop/a'), text: 'Members area' }] : [];
  },

  answer({ atlas, site, path }) {
    if (path === '/loop/a') return redirect(302, '/loop/b');
    if (path === '/loop/b') return redirect(302, onSite(site, '/loop/a'));
    const detour = /^\/(go|out)\/([0-9a-z]{1,6})(?:\/([1-9]))?$/.exec(path);
    if (detour === null) return undefined;
    const page = Number.parseInt(detour[2]!, 36);
    if (page >= atlas.pageCount) return undefined;
    const target = atlas.sites[atlas.siteOf[page]!]!;
    if (detour[1] === 'go' && target !== site) return undefined;
    const status = STATUSES[mix(page) % STATUSES.length]!;
    const steps = Number(detour[3] ?? 0);
    if (steps > 0) return redirect(status, `/go/${detour[2]}${steps > 1 ? `/${steps - 1}` : ''}`);
    return redirect(status, addressOf(atlas, { kind: 'page', site: target, page }));
  },
};

const STATUSES = [301, 302, 307, 308];

/** A detour to a page, as a site with redirects links to it. */
export function detourTo(atlas: Atlas, site: Site, page: number, roll: number): string {
  const id = page.toString(36);
  if (atlas.siteOf[page] !== site.index) return onSite(site, `/out/${id}`);
  return onSite(site, roll % 3 === 0 ? `/go/${id}/${1 + (roll % 5)}` : `/go/${id}`);
}
