/**
 * Topics that a user of the demonstration might search for: one per subject, with keywords and with off-topic seeds a
 * few links away from it.
 */
import { splitAddress } from './address.ts';
import type { Place } from './addresses.ts';
import { addressOf, placeAt } from './addresses.ts';
import type { Atlas } from './atlas.ts';
import { anchorsOf } from './draft.ts';
import type { Keyword } from './keywords.ts';
import { keywordsOfSubjects } from './keywords.ts';
import { labelOf } from './labels.ts';
import { isClosed } from './manners.ts';
import { Random } from './random.ts';
import { draftOf } from './shapes.ts';
import type { Site } from './sites.ts';

export interface DemoTopic {
  /** The subject's name: `birds`. */
  name: string;
  title: string;
  keywords: Keyword[];
  seeds: string[];
}

export function topicsOf(atlas: Atlas): DemoTopic[] {
  const keywords = keywordsOfSubjects(atlas);
  return atlas.subjects.slice(0, atlas.general).map(({ name, title }, place) => ({
    name,
    title,
    keywords: keywords[place]!,
    seeds: seedsOf(atlas, place),
  }));
}

/** Two portals, a page of a portal's directory and the home page of a site about something else. */
function seedsOf(atlas: Atlas, subject: number): string[] {
  const random = new Random(atlas.seed, 59, subject);
  const portals = atlas.portals;
  const others = atlas.sites.filter((site) => site.subject !== subject && isEasyToVisit(site));
  const draws: (() => Place)[] = [
    () => ({ kind: 'home', site: random.pick(portals) }),
    () => ({ kind: 'home', site: random.pick(portals) }),
    () => {
      const site = random.pick(portals);
      return { kind: 'directory', site, number: random.between(1, site.directoryPages) };
    },
    () => ({ kind: 'home', site: random.pick(others) }),
  ];
  const seeds: string[] = [];
  for (const draw of draws) {
    let best: { address: string; near: number } | undefined;
    for (let attempt = 0; attempt < 12 && best?.near !== 0; attempt++) {
      const place = draw();
      const address = addressOf(atlas, place);
      if (seeds.includes(address)) continue;
      const near = linksInto(atlas, place, subject);
      if (best === undefined || near < best.near) best = { address, near };
    }
    if (best !== undefined) seeds.push(best.address);
  }
  return seeds;
}

function isEasyToVisit(site: Site): boolean {
  const { slowMs, perSecond, crawlDelay, faults } = site.manners;
  return (
    site.kind !== 'portal' && !isClosed(site) && slowMs + perSecond + crawlDelay === 0 && faults.size === 0
  );
}

function linksInto(atlas: Atlas, place: Place, subject: number): number {
  let count = 0;
  for (const { to } of anchorsOf(draftOf(atlas, place))) {
    const { host, path } = splitAddress(to)!;
    const site = atlas.siteOfHost.get(host);
    const target = site === undefined ? undefined : placeAt(atlas, site, path);
    if (target !== undefined && labelOf(atlas, target) === subject) count++;
  }
  return count;
}
