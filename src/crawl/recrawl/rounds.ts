/** Beginning and ending a round. */
import type { Notes } from '../../archive/catalogue.ts';
import type { CrawlDatabase } from '../../archive/database.ts';
import { priorityOutcomes, revisitCandidates } from '../../archive/revisit-candidates.ts';
import { goneSoFar, roundsOf, saveRound } from '../../archive/rounds.ts';
import type { ReturningFrontier } from '../../frontier/frontier.ts';
import { SqliteFrontier } from '../../frontier/sqlite-frontier.ts';
import type { Step } from '../../learn/isotonic.ts';
import { commit } from '../commit.ts';
import type { Equipment } from '../equipment.ts';
import type { StopReason } from '../events.ts';
import type { CrawlFolder } from '../folder.ts';
import { avoidListOf } from './avoid.ts';
import { choosePages } from './choose.ts';
import { modifiedPriority } from './modified.ts';
import { Round, type RoundSettings, type RoundState } from './round.ts';
import { PriorityScale } from './worth.ts';

/** Kept from before the first round, whose priorities are those of links alone. */
interface FirstCrawl {
  lastLink: number;
  scale: readonly Step[];
}

/** The round that the last run did not finish, if there is one. */
export const unfinishedRound = (
  db: CrawlDatabase,
  meta: Notes,
  folder: Pick<CrawlFolder, 'path' | 'settings'>,
): Round | undefined =>
  Round.unfinished(meta, (state) => ({
    avoid: avoidListOf(db, folder),
    modifiedPriority: modifiedPriority(
      db,
      state,
      new PriorityScale((meta.get('firstCrawl') as FirstCrawl).scale),
    ),
  }));

/** Chooses what is asked for again; a round that was not finished goes on instead. */
export function beginRound(on: Equipment, settings: RoundSettings, choose = choosePages): void {
  const { db, catalogue, clock } = on;
  const frontier = returningFrontier(on);
  if (db === undefined) throw new Error('A crawl that is not kept does not come back.');
  if (on.round !== undefined) {
    on.tell({ type: 'notice', message: `Round ${on.round.state.n} was not finished: it goes on.` });
    return;
  }
  const first = firstCrawl(on, frontier);
  frontier.layAside(first.lastLink);
  const avoid = avoidListOf(db, { path: on.folder.path, settings: on.settings });
  const known = [...revisitCandidates(db)];
  const candidates = known.filter(
    ({ relevant, url, host, isSitemap }) => relevant || isSitemap || avoid.refuses(url, host) === undefined,
  );
  const scale = new PriorityScale(first.scale);
  const chosen = choose(candidates, {
    settings,
    now: clock(),
    scale,
    gone: goneSoFar(db),
  });
  const state: RoundState = {
    ...settings,
    n: (roundsOf(db, 1)[0]?.n ?? 0) + 1,
    startedAt: clock(),
    chosen: frontier.reopen(chosen),
    requests: 0,
    newRequests: 0,
    counts: { new: 0, newRelevant: 0, changed: 0, unchanged: 0, moved: 0, gone: 0, unreachable: 0 },
  };
  on.round = new Round(state, avoid, modifiedPriority(db, state, scale));
  catalogue.saveEvent({ at: clock(), kind: 'round', detail: { n: state.n, by: state.by } });
  on.tell({
    type: 'round',
    n: state.n,
    by: state.by,
    known: known.length,
    avoided: known.length - candidates.length,
    chosen: state.chosen,
    ...(settings.budget === undefined ? {} : { budget: settings.budget }),
  });
  commit(on);
}

/** Whether a crawl that stopped for this reason has finished its round. */
export const isOver = (reason: StopReason): boolean =>
  reason !== 'interrupted' && reason !== 'faults' && reason !== 'failed';

/** Pages that were not asked for are done again, and links that were laid aside wait again. */
export function endRound(on: Equipment, stop: StopReason): void {
  const { n, startedAt, by, budget, chosen, requests, counts } = on.round!.state;
  const frontier = returningFrontier(on);
  frontier.closeReopened();
  frontier.takeUp();
  const endedAt = on.clock();
  saveRound(on.db!, { n, startedAt, endedAt, by, budget, chosen, requests, ...counts, stop });
  on.round = undefined;
  Round.forget(on.catalogue.meta);
}

function firstCrawl({ catalogue, db }: Equipment, frontier: ReturningFrontier): FirstCrawl {
  const kept = catalogue.meta.get('firstCrawl') as FirstCrawl | undefined;
  if (kept !== undefined) return kept;
  const scale = PriorityScale.of(priorityOutcomes(db!)).steps;
  const first: FirstCrawl = { lastLink: frontier.lastId, scale };
  catalogue.meta.set('firstCrawl', first);
  return first;
}

function returningFrontier({ frontier }: Equipment): ReturningFrontier {
  if (frontier instanceof SqliteFrontier) return frontier;
  throw new Error('Only a frontier on disk comes back.');
}
