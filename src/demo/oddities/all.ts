/** The oddities of the web in the order they are tried, and all links into them from a site. */
import type { Anchor } from '../draft.ts';
import type { DemoAnswer } from '../response.ts';
import { pathCalendar, queryCalendar } from './calendars.ts';
import { copyDoors } from './copies.ts';
import { errors } from './errors.ts';
import { frames } from './frames.ts';
import { facets, maze } from './mazes.ts';
import type { Door, Oddity, Visit } from './oddity.ts';
import { offLimits } from './off-limits.ts';
import { redirects } from './redirects.ts';
import { softDoors } from './soft-404.ts';
import { wrongTypes } from './wrong-types.ts';

const ODDITIES: readonly Oddity[] = [
  redirects,
  queryCalendar,
  pathCalendar,
  maze,
  facets,
  errors,
  offLimits,
  frames,
  wrongTypes,
];

export function oddAnswer(visit: Visit): DemoAnswer | undefined {
  for (const oddity of ODDITIES) {
    if (!oddity.isOn(visit.site)) continue;
    const answer = oddity.answer(visit);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

export function oddDoors(door: Door): Anchor[] {
  const anchors = [...copyDoors(door), ...softDoors(door)];
  for (const oddity of ODDITIES) if (oddity.isOn(door.site)) anchors.push(...oddity.doors(door));
  return anchors;
}
