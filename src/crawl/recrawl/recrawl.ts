/** Coming back: a round of requests for pages that a crawl has, and for what is new on them. */
import { Crawl } from '../crawl.ts';
import { openFolder, useModulesOf } from '../folder.ts';
import { openCrawl } from '../open.ts';
import { type Given, openEquipment } from '../opening.ts';
import type { choosePages } from './choose.ts';
import { DAY_MS } from './rates.ts';
import type { RoundSettings } from './round.ts';
import { beginRound } from './rounds.ts';

export type RecrawlOptions = { [Key in keyof RoundSettings]?: RoundSettings[Key] | undefined } & {
  /** Your own order instead of `by`: which of the pages to ask for, each with its priority. */
  choose?: typeof choosePages | undefined;
} & Pick<Given, 'web' | 'clock'>;

/** Starts immediately; ends when the round is over. */
export function recrawl(path: string, options: RecrawlOptions = {}): Crawl {
  const { by = 'change', due = false, everyMs = 7 * DAY_MS, budget, choose, ...given } = options;
  const folder = openFolder(path);
  openCrawl(path).db.close();
  useModulesOf(folder);
  return new Crawl(path, async (owner) => {
    const on = await openEquipment(folder, () => folder, given, owner);
    beginRound(on, { by, due, everyMs, budget }, choose);
    return on;
  });
}
