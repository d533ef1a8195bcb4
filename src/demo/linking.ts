/**
 * Where pages link to. Topical locality as on the Web: a page links along WordNet's relations and to its own subject,
 * its site's menu links to whatever the site has, and a share of links is random. Most anchors name the target's word;
 * some say `here` or are images.
 */
import type { Place } from './addresses.ts';
import { addressOf, NOTES } from './addresses.ts';
import type { Atlas } from './atlas.ts';
import { pagesAbout, pagesOfSubject, sectionOf } from './atlas.ts';
import type { Anchor } from './draft.ts';
import type { Random } from './random.ts';
import { Random as Stream } from './random.ts';
import type { Site } from './sites.ts';

/** A link to a page about this synset, preferably on the same site. */
export function linkToSynset(atlas: Atlas, from: number, synset: number, random: Random): Anchor | undefined {
  const pages = pagesAbout(atlas, synset);
  if (pages.length === 0) return undefined;
  let page = pages[random.below(pages.length)]!;
  if (random.chance(0.6)) page = pages.find((other) => atlas.siteOf[other] === atlas.siteOf[from]) ?? page;
  return page === from ? undefined : { to: pageAddress(atlas, page), text: wordOf(atlas, page) };
}

/** Related pages: of the page's own subject, half of them on the same site. */
export function relatedLinks(atlas: Atlas, from: number, count: number, random: Random): Anchor[] {
  const subject = atlas.subjectOf[from]!;
  const section = sectionOf(atlas, from);
  const everywhere = pagesOfSubject(atlas, subject);
  const anchors: Anchor[] = [];
  for (let i = 0; i < count; i++) {
    const page = random.chance(0.5)
      ? section.first + random.below(section.count)
      : everywhere[random.below(everywhere.length)]!;
    if (page !== from) anchors.push(pageLink(atlas, page, random));
  }
  return anchors;
}

/** Links unrelated to the page: popular, advertised or new. */
export function strayLinks(atlas: Atlas, site: Site, count: number, random: Random): Anchor[] {
  const anchors: Anchor[] = [];
  for (let i = 0; i < count; i++) {
    const roll = random.fraction();
    if (roll < 0.01)
      anchors.push({ to: `http://${random.pick(atlas.outskirts.deadHosts)}/`, text: 'An old friend' });
    else if (roll < 0.02) anchors.push(mirrorLink(atlas, random));
    else if (roll < 0.6) anchors.push(pageLink(atlas, random.below(atlas.pageCount), random));
    else if (roll < 0.85 && site.sections.length > 0) {
      const section = random.pick(site.sections);
      anchors.push(pageLink(atlas, section.first + random.below(section.count), random));
    } else anchors.push(homeLink(atlas, random.pick(atlas.sites)));
  }
  return anchors;
}

/** The same on every page of the site: home, the larger sections, the directory of a portal. */
export function menuOf(atlas: Atlas, site: Site): Anchor[] {
  const sections = site.sections.toSorted((a, b) => b.count - a.count).slice(0, 6);
  return [
    { to: addressOf(atlas, { kind: 'home', site }), text: 'Home' },
    ...sections.map((section) => ({
      to: addressOf(atlas, { kind: 'hub', site, section, number: 1 }),
      text: section.title,
    })),
    ...(site.directoryPages > 0
      ? [{ to: addressOf(atlas, { kind: 'directory', site, number: 1 }), text: 'Directory' }]
      : []),
  ];
}

/** Recommended sites: the same on all pages of this site, about half of them on its subject. */
export function friendsOf(atlas: Atlas, site: Site): Anchor[] {
  const random = new Stream(atlas.seed, 31, site.index);
  const own = atlas.sitesOfSubject[site.subject]!;
  const anchors: Anchor[] = [];
  for (let i = random.between(3, 6); i > 0; i--) {
    const friend = random.chance(0.5) && own.length > 0 ? random.pick(own) : random.pick(atlas.sites);
    if (friend !== site) anchors.push(homeLink(atlas, friend));
  }
  const portal = random.pick(atlas.portals);
  if (portal !== site && random.chance(0.6)) anchors.push(homeLink(atlas, portal));
  return anchors;
}

export function footerOf(atlas: Atlas, site: Site): Anchor[] {
  return NOTES.map((note) => ({
    to: addressOf(atlas, { kind: 'note', site, note }),
    text: NOTE_TITLES[note],
  }));
}

export const NOTE_TITLES = { about: 'About us', contact: 'Contact', privacy: 'Privacy' } as const;

export function homeLink(atlas: Atlas, site: Site): Anchor {
  return { to: addressOf(atlas, { kind: 'home', site }), text: site.title };
}

/** A link with its text varied as people write it. */
export function pageLink(atlas: Atlas, page: number, random: Random): Anchor {
  const to = pageAddress(atlas, page);
  const word = wordOf(atlas, page);
  const roll = random.fraction();
  if (roll < 0.06) return { to, text: random.pick(['here', 'read more', 'this page', 'more', 'link']) };
  if (roll < 0.12) return { to, text: word, image: true };
  if (roll < 0.2)
    return { to, text: `${random.pick(['All about', 'Notes on', 'A word on', 'What is'])} ${word}` };
  if (roll < 0.23) return { to, text: word, nofollow: true };
  return { to, text: word };
}

export function wordOf(atlas: Atlas, page: number): string {
  return atlas.lexicon.word(atlas.synsetOf[page]!);
}

/** A page of a mirrored site under the mirror's host name. */
function mirrorLink(atlas: Atlas, random: Random): Anchor {
  const host = random.pick(atlas.outskirts.mirrorHosts);
  const site = atlas.outskirts.mirrors.get(host)!;
  const section = site.sections.length > 0 ? random.pick(site.sections) : undefined;
  if (section === undefined) return { to: `http://${host}/`, text: site.title };
  const page = section.first + random.below(section.count);
  return { to: pageAddress(atlas, page).replace(site.host, host), text: wordOf(atlas, page) };
}

function pageAddress(atlas: Atlas, page: number): string {
  const place: Place = { kind: 'page', site: atlas.sites[atlas.siteOf[page]!]!, page };
  return addressOf(atlas, place);
}
