/**
 * URLs of the demonstration web: from a place to its URL and back. The URL contains the page's number in base 36, so
 * that no table of URLs is needed; a URL is valid only if it is exactly the one the place would get.
 */
import type { Atlas } from './atlas.ts';
import { hubPages, sectionOf } from './atlas.ts';
import { mix } from './random.ts';
import type { Section, Site } from './sites.ts';

export type Place =
  | { kind: 'page'; site: Site; page: number }
  | { kind: 'home'; site: Site }
  | { kind: 'hub'; site: Site; section: Section; number: number }
  | { kind: 'directory'; site: Site; number: number }
  | { kind: 'note'; site: Site; note: Note };

export type Note = (typeof NOTES)[number];
export const NOTES = ['about', 'contact', 'privacy'] as const;

export type Shape = 'article' | 'diary' | 'glossary' | 'list' | 'text' | 'pdf';

export function addressOf(atlas: Atlas, place: Place): string {
  return `http://${place.site.host}${pathOf(atlas, place)}`;
}

function pathOf(atlas: Atlas, place: Place): string {
  switch (place.kind) {
    case 'home':
      return '/';
    case 'page':
      return pagePath(atlas, place.site, place.page);
    case 'hub':
      return hubPath(place.site, place.section, place.number);
    case 'directory':
      return place.number === 1 ? '/directory/' : `/directory/${place.number}.html`;
    case 'note':
      return `/${place.note}.html`;
  }
}

/** The place that a path (with its query) names on a site. */
export function placeAt(atlas: Atlas, site: Site, path: string): Place | undefined {
  const candidate = readPath(atlas, site, path);
  return candidate !== undefined && pathOf(atlas, candidate) === path ? candidate : undefined;
}

export function shapeOf(atlas: Atlas, page: number): Shape {
  const roll = mix(atlas.seed, 23, page) % 100;
  const diary = atlas.sites[atlas.siteOf[page]!]!.kind === 'diary';
  if (roll < 3) return 'pdf';
  if (roll < 5) return 'text';
  if (roll < 15) return 'glossary';
  if (roll < 27) return 'list';
  return diary || roll < 35 ? 'diary' : 'article';
}

function slugOf(atlas: Atlas, page: number): string {
  const word = atlas.lexicon.word(atlas.synsetOf[page]!);
  const slug = word
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return slug === '' ? 'page' : slug;
}

function pagePath(atlas: Atlas, site: Site, page: number): string {
  const id = page.toString(36);
  const slug = slugOf(atlas, page);
  const shape = shapeOf(atlas, page);
  if (shape === 'pdf') return `/papers/${slug}-${id}.pdf`;
  if (shape === 'text') return `/notes/${slug}-${id}.txt`;
  const section = sectionOf(atlas, page).slug;
  switch (site.style) {
    case 'plain':
      return `/${section}/${slug}-${id}`;
    case 'html':
      return `/${section}/${slug}-${id}.html`;
    case 'query':
      return `/article.php?id=${id}`;
    case 'tilde':
      return `/~${site.index.toString(36)}${section.slice(0, 3)}/${slug}_${id}.htm`;
    case 'wiki':
      return `/wiki/${slug.replaceAll('-', '_')}_${id}`;
    case 'dated': {
      const day = mix(atlas.seed, 29, page) % (14 * 12);
      return `/${2011 + Math.floor(day / 12)}/${String((day % 12) + 1).padStart(2, '0')}/${slug}-${id}/`;
    }
  }
}

function hubPath(site: Site, section: Section, number: number): string {
  if (number === 1) return `/${section.slug}/`;
  return site.template % 2 === 0 ? `/${section.slug}/?page=${number}` : `/${section.slug}/page/${number}/`;
}

function readPath(atlas: Atlas, site: Site, path: string): Place | undefined {
  if (path === '/') return { kind: 'home', site };
  const hub = /^\/([a-z]+(?:-\d+)?)\/(?:\?page=(\d{1,5})|page\/(\d{1,5})\/)?$/.exec(path);
  if (hub !== null) {
    const number = Number(hub[2] ?? hub[3] ?? 1);
    const section = site.sections.find(({ slug }) => slug === hub[1]);
    if (section !== undefined) {
      return number >= 1 && number <= hubPages(section) ? { kind: 'hub', site, section, number } : undefined;
    }
  }
  const directory = /^\/directory\/(?:(\d{1,5})\.html)?$/.exec(path);
  if (directory !== null) {
    const number = Number(directory[1] ?? 1);
    return number >= 1 && number <= site.directoryPages ? { kind: 'directory', site, number } : undefined;
  }
  const note = NOTES.find((name) => path === `/${name}.html`);
  if (note !== undefined) return { kind: 'note', site, note };
  const id = /[-_=]([0-9a-z]{1,6})(?:\/|\.[a-z]+)?$/.exec(path);
  if (id === null) return undefined;
  const page = Number.parseInt(id[1]!, 36);
  return page < atlas.pageCount && atlas.siteOf[page] === site.index
    ? { kind: 'page', site, page }
    : undefined;
}
