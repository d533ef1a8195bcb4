/**
 * Paths that robots.txt disallows: `/private/`, `/staff/` and `/cgi-bin/search`. The pages exist and answer, so that
 * the server's log shows who fetched them.
 */
import { html } from '../response.ts';
import type { Oddity } from './oddity.ts';
import { onSite } from './oddity.ts';

const KINDS = new Set(['directories', 'wildcards', 'groups']);

export const offLimits: Oddity = {
  isOn: (site) => KINDS.has(site.manners.robots),

  doors({ site, random }) {
    if (!random.chance(0.5)) return [];
    const path = random.pick([
      '/private/',
      '/staff/',
      '/cgi-bin/search?q=all',
      '/private/open',
      '/list?sort=name',
    ]);
    return [{ to: onSite(site, path), text: random.pick(['Members', 'Search', 'Intern', 'Sorted']) }];
  },

  answer({ site, path }) {
    if (!/^\/(?:private\/(?:\d{1,2}|open)?|staff\/|cgi-bin\/search\?q=\w*|list\?sort=\w*)$/.test(path))
      return undefined;
    const next = (Number(/\d+$/.exec(path)?.[0] ?? 0) + 1) % 50;
    return html(`<!DOCTYPE html><html lang="en"><head><title>Not for robots – ${site.title}</title></head><body>
<p>This part is for people.</p><a href="/private/${next}">Next</a> <a href="/staff/">Staff</a> <a href="/">Home</a></body></html>
`);
  },
};
