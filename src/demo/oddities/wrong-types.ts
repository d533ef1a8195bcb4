/**
 * Wrong content types: an image served as a page (`/pictures/plan-<n>.html`), and, in `delivery.ts`, pages served as
 * plain text or without a type.
 */
import { respond } from '../response.ts';
import type { Oddity } from './oddity.ts';
import { onSite } from './oddity.ts';

export const wrongTypes: Oddity = {
  isOn: (site) => site.manners.faults.has('wrong-types'),

  doors({ site, random }) {
    return random.chance(0.3)
      ? [{ to: onSite(site, `/pictures/plan-${random.below(20)}.html`), text: 'Plan of the house' }]
      : [];
  },

  answer({ path }) {
    if (!/^\/pictures\/plan-\d{1,2}\.html$/.test(path)) return undefined;
    return respond(200, 'text/html; charset=utf-8', PICTURE);
  },
};

/** An image of one grey pixel. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);
