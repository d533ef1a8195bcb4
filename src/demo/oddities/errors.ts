/** Dead links: `/missing/<n>` answers 404, `/gone/<n>` 410, `/broken/<n>` 500. */
import { html } from '../response.ts';
import type { Oddity } from './oddity.ts';
import { onSite } from './oddity.ts';

export const errors: Oddity = {
  isOn: (site) => site.manners.faults.has('rotten'),

  doors({ site, random }) {
    if (!random.chance(0.4)) return [];
    const [path, text] = random.pick(DOORS);
    return [{ to: onSite(site, `/${path}/${random.below(500)}`), text: text! }];
  },

  answer({ path }) {
    const match = /^\/(missing|gone|broken)\/\d{1,6}$/.exec(path);
    if (match === null) return undefined;
    const [status, title] = ANSWERS[match[1]!]!;
    return html(
      `<!DOCTYPE html><html><head><title>${status} ${title}</title></head><body><h1>${title}</h1></body></html>\n`,
      status,
    );
  },
};

const DOORS = [
  ['missing', 'Old news'],
  ['gone', 'Last summer'],
  ['broken', 'Guest book'],
];

const ANSWERS: Record<string, [status: number, title: string]> = {
  missing: [404, 'Not Found'],
  gone: [410, 'Gone'],
  broken: [500, 'Internal Server Error'],
};
