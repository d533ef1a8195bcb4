/**
 * The last steps before the first page: what the recipe learns or has learnt, under which version it judges, and the
 * seeds, or the state of the last commit.
 */
import { ForageError } from '../errors.ts';
import type { Waiting } from '../strategy/strategy.ts';
import { typed } from '../suggest.ts';
import { commit } from './commit.ts';
import type { Equipment } from './equipment.ts';
import { beginReading, saveVersion } from './learning.ts';
import { askedBy, askedOf, type Change, changeSince, forgetLearning, nextVersion } from './model-versions.ts';
import { FLOOR } from './refusals.ts';
import { canonicalSeeds } from './seeds.ts';
import { recipeInWords } from './settings.ts';
import { learnerOf, strategyOf } from './shared-learning.ts';
import { addSeeds, keepOpen } from './steering.ts';
import { learn, type Training } from './training/lesson.ts';
import { AT_ONCE, politeFetch } from './training/polite-fetch.ts';
import { asWaiting } from './waiting.ts';

/** Trains the recipe before the first page, or loads what it learnt; then creates the strategy. */
export async function learnBefore(
  on: Equipment,
  given: Training | undefined,
  stopAsked: AbortSignal,
): Promise<void> {
  const { folder, settings, web, gate, urlRules, clock, catalogue, recipe, faults } = on;
  const { meta } = catalogue;
  const { web: at, ...training } = given ?? {};
  const asked = at === undefined ? { web, gate } : { web: at, gate: AT_ONCE };
  const keep = on.archive.keepAnswer;
  const parts = { ...asked, urlRules, clock, signal: stopAsked, keep };
  const kept = meta.getState('models') as Equipment['models'] | undefined;
  const { version = 1 } = kept ?? {};
  const former = askedBy(catalogue, version);
  const change = former && changeSince(former, askedOf(recipe, folder.topic));
  const serves = change?.training ? undefined : kept;
  const models =
    serves ??
    (await learn(recipe, {
      topic: folder.topic,
      folder: on.db === undefined ? undefined : folder.path,
      seed: settings.seed,
      frozen: settings.web,
      urlRules,
      use: settings.use,
      tell: (message) => on.tell({ type: 'notice', message }),
      signal: stopAsked,
      fetch: (url) => politeFetch(url, parts),
      ...training,
    }));
  on.models = { ...models, version };
  if (change !== undefined) changeVersion(change, on);
  on.strategy = strategyOf(recipe, on.models, on.part);
  on.learner = learnerOf(recipe, on.models, on.part);
  if (on.strategy.usesInlinks) catalogue.keepBacklinks();
  const ranked = meta.getState('strategy');
  if (ranked !== undefined)
    faults.attempt('strategy', 'at the start', () => on.strategy.restore?.(ranked, waitingLinks(on)));
  const judged = meta.getState('learner');
  if (judged !== undefined) faults.attempt('judge', 'at the start', () => on.learner?.restore?.(judged));
}

function* waitingLinks({ frontier }: Equipment): Generator<Waiting> {
  for (const link of frontier.byArrival()) yield asWaiting(link);
}

/** Topic or recipe differ from the last run: pages from now on are judged under a new version. */
function changeVersion(change: Change, on: Equipment): void {
  const { catalogue, folder } = on;
  const former = on.models.version;
  on.models = { ...on.models, version: nextVersion(catalogue) };
  catalogue.meta.setState('models', on.models);
  saveVersion(on);
  if (change.training) forgetLearning(catalogue.meta);
  const { version } = on.models;
  const message = change.judging
    ? `Topic or recipe changed: pages so far were judged by version ${former}, new ones are judged by version ${version}. To judge all pages by version ${version}: forage judge ${typed(folder.path)}`
    : `The strategy changed: new links are ranked by version ${version}; waiting links keep their priority.`;
  on.tell({ type: 'notice', message });
}

/** A snapshot of a crawl that several machines are at work on would ask the hosts that they ask. */
function checkContinuable(path: string, collected: unknown): void {
  const { isWhole = true, fleet } = (collected ?? {}) as { isWhole?: boolean; fleet?: string };
  if (!isWhole)
    throw new ForageError(
      'CRAWL_FOLDER',
      `${path} is a snapshot of the fleet "${fleet}", taken while it was at work. To continue on this machine, stop the fleet and collect it again: forage fleet stop, forage fleet collect ${typed(path)}`,
    );
}

/** Pages of earlier runs that new ones are compared with. */
const LATEST_TEXTS = 20_000;

/** Queues the seeds, or restores the state of the last commit; then commits for the first time. */
export function begin(on: Equipment): void {
  const { catalogue, clock, frontier, folder, urlRules } = on;
  const { meta } = catalogue;
  const resumed = meta.get('startedAt') !== undefined;
  const seeds = canonicalSeeds(folder.topic.seeds, urlRules);
  on.web.excludes = (host) => on.scope.excludesHost(host);
  if (resumed) {
    checkContinuable(folder.path, meta.get('collected'));
    on.traps.restore(meta.get('traps'));
    on.copies.restore(meta.get('copies'));
    for (const page of on.catalogue.read.latestTexts(LATEST_TEXTS)) on.copies.observe(page);
    if (on.settings.keepOpen.length > 0) keepOpen(on);
    on.frontier.readmit((reason) => reason.startsWith(FLOOR));
    meta.set('stop', null);
    // Those added while it was stopped.
    addSeeds(
      on,
      seeds.filter((url) => frontier.find(url) === undefined),
    );
  } else {
    meta.set('startedAt', clock());
    saveVersion(on);
    addSeeds(on, seeds);
  }
  if (meta.getState('judging') !== undefined)
    on.tell({
      type: 'notice',
      message: `The last "forage judge" did not finish: some pages have its judgement, others the former one. Run it again after the crawl, or go back: forage judge ${typed(folder.path)}`,
    });
  on.traps.keepOpen(on.settings.keepOpen);
  on.copies.keepOpen(on.settings.keepOpen);
  const kind = resumed ? 'resumed' : 'started';
  catalogue.saveEvent({ at: clock(), kind, detail: { recipe: recipeInWords(folder.settings) } });
  beginReading(on);
  commit(on);
}
