/** The true label of every place, and how many places have each. */
import type { Place } from './addresses.ts';
import type { Atlas } from './atlas.ts';
import { hubPages } from './atlas.ts';
import { isClosed } from './manners.ts';

/** As an index into the list of subjects. */
export function labelOf(atlas: Atlas, place: Place): number {
  switch (place.kind) {
    case 'page':
      return atlas.subjectOf[place.page]!;
    case 'hub':
      return place.section.subject;
    case 'home':
      return place.site.subject;
    default:
      return atlas.general;
  }
}

/** All places, and by subject those that robots.txt allows. */
export function countPlaces(atlas: Atlas): { size: number; relevant: Map<string, number> } {
  let size = 0;
  const relevant = new Map<string, number>();
  for (const site of atlas.sites) {
    const add = (subject: number, count: number) => {
      size += count;
      if (isClosed(site)) return;
      const { name } = atlas.subjects[subject]!;
      relevant.set(name, (relevant.get(name) ?? 0) + count);
    };
    add(site.subject, 1);
    add(atlas.general, site.directoryPages);
    for (const section of site.sections) add(section.subject, section.count + hubPages(section));
  }
  return { size, relevant };
}
