/**
 * Endless URL spaces: `/archive/` has relative links that grow with every step (a/b/a/b/…), `/shop?…` every combination
 * of filters and sort orders. Both answer 200 at any depth.
 */
import { hashText, Random } from '../random.ts';
import { html } from '../response.ts';
import type { Oddity } from './oddity.ts';
import { onSite } from './oddity.ts';

export const maze: Oddity = {
  isOn: (site) => site.manners.faults.has('maze'),

  doors: ({ site }) => [{ to: onSite(site, '/archive/'), text: 'Archive' }],

  answer({ site, path }) {
    if (!/^\/archive\/(?:[a-z]+\/)*$/.test(path) || path.length > 2000) return undefined;
    const depth = path.split('/').length - 3;
    return html(`<!DOCTYPE html><html lang="en"><head><title>Archive – ${site.title}</title></head><body>
<h1>Archive, level ${depth}</h1><p>Older entries are kept further down.</p>
<ul><li><a href="older/">Older</a></li><li><a href="more/">More</a></li><li><a href="older/more/">Much older</a></li></ul>
<p><a href="/">Home</a></p></body></html>
`);
  },
};

export const facets: Oddity = {
  isOn: (site) => site.manners.faults.has('facets'),

  doors: ({ site }) => [{ to: onSite(site, '/shop'), text: 'Shop' }],

  answer({ atlas, site, path }) {
    const [name, query = ''] = path.split('?');
    if (name !== '/shop') return undefined;
    const chosen = new URLSearchParams(query);
    const links = Object.entries(FACETS).flatMap(([facet, values]) =>
      values.map((value) => {
        const next = new URLSearchParams(chosen);
        next.set(facet, value);
        return `<li><a href="/shop?${next.toString().replaceAll('&', '&amp;')}">${facet}: ${value}</a></li>`;
      }),
    );
    const random = new Random(atlas.seed, 67, hashText(path));
    const found = random.below(12);
    return html(`<!DOCTYPE html><html lang="en"><head><title>Shop – ${site.title}</title></head><body>
<h1>Shop</h1><p>${found} articles found.</p><ul>${links.join('\n')}</ul><p><a href="/">Home</a></p></body></html>
`);
  },
};

const FACETS: Record<string, string[]> = {
  colour: ['red', 'green', 'blue', 'black'],
  size: ['s', 'm', 'l', 'xl'],
  sort: ['price', 'name', 'newest'],
  view: ['grid', 'list'],
  page: ['1', '2', '3', '4', '5'],
};
