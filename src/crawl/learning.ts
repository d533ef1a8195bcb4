/** Learning during a crawl: waiting links are ranked again, and some judges keep learning. */
import { serialize } from 'node:v8';
import { commit } from './commit.ts';
import type { Equipment } from './equipment.ts';
import { faultOf } from './faults.ts';
import type { Landed } from './landing/landed.ts';
import { type Asked, askedOf, nextVersion } from './model-versions.ts';
import { checkWords, movedLinks } from './returns.ts';
import { asWaiting } from './waiting.ts';

/** If links are handed out in batches: lets the strategy learn and chooses the next batch when it is due. */
export function refill(on: Equipment, now: number): void {
  const { frontier, strategy, faults } = on;
  if (!frontier.wantsRefill(now)) return;
  faults.attempt('strategy', 'at a refill', () => strategy.refill?.());
  rescore(on);
  frontier.refill(now);
}

/**
 * Gives waiting links a new priority if the strategy asks for it. A link on which it fails keeps its priority. Returns
 * how many priorities changed.
 */
export function rescore({ frontier, strategy, faults }: Equipment, isIdle = false): number {
  const some = faults.attempt('strategy', 'at a rerank', () => movedLinks(strategy.reranked?.(isIdle))) ?? [];
  const moved = some.length === 0 ? 0 : frontier.reprioritise(some);
  if (isIdle) return moved;
  if (!faults.attempt('strategy', 'at a rescore', () => strategy.wantsRescore?.())) return moved;
  const rescored = frontier.rescore((link) => {
    const priority = faults.attempt('strategy', link.url, () => strategy.rescore!(asWaiting(link)));
    return Number.isFinite(priority) ? priority! : link.priority;
  });
  return moved + rescored;
}

/** Whether waiting links should be ranked again while there is nothing else to do; never where an order is repeated. */
export const hasIdleWork = ({ strategy, settings, timers, faults }: Equipment): boolean =>
  timers.live &&
  settings.concurrency > 1 &&
  (faults.attempt('strategy', 'at a rerank', () => strategy.isBehind?.()) ?? false);

/** Lets the judge learn from a page; if it has a new model, the next page is judged with it. */
export function learnFrom(landed: Landed, on: Equipment): void {
  const { learner, faults } = on;
  const { page, judgement, notes, task } = landed;
  if (learner === undefined || judgement === undefined) return;
  const learnt = faults.contain('judge', task.url, () => {
    learner.visited(page, judgement, notes);
    return { model: learner.learn() };
  });
  takeUp(learnt?.model, on);
}

/** Adopts what was learnt, or will be; the number of waiting links that move. */
export function takeUp(learnt: unknown, on: Equipment, how: Adopting = {}): Promise<number> | number {
  if (learnt === undefined) return 0;
  if (!(learnt instanceof Promise)) return adopt(learnt, on, how);
  on.learning = learnt
    .then((model) => adopt(model, on, how))
    .catch((error: unknown) => {
      on.faults.note(faultOf('judge', error), 'at a fit');
      return 0;
    })
    .finally(() => {
      on.learning = undefined;
    });
  return on.learning;
}

interface Adopting {
  version?: number;
  /** False if the caller commits before any page can be judged. */
  commits?: boolean;
}

/**
 * Committed immediately, so that after a crash each page's version still names the model that judged it. Returns how many
 * waiting links moved.
 */
export function adopt(
  judgeModel: unknown,
  on: Equipment,
  { version = nextVersion(on.catalogue), commits = true }: Adopting = {},
): number {
  const models = { ...on.models, judge: judgeModel, version };
  const ofLearner = <T>(work: () => T): T | undefined => on.faults.attempt('judge', 'at a new model', work);
  const stored = ofLearner(() => {
    // A model that no judge can be made of would end the crawl in its threads, and each resume of it.
    if (!on.recipe.isOurs) on.recipe.reader(models);
    return serialize(models);
  });
  if (stored === undefined) return 0;
  on.models = models;
  on.catalogue.meta.setPacked('models', stored);
  const news = ofLearner(() => checkWords(on.learner?.news?.()));
  saveVersion(on, { learnt: 'during the crawl', pages: on.statistics.counts.pages, ...(news && { news }) });
  if (news !== undefined) on.tell({ type: 'notice', message: news });
  const scores = ofLearner(() => on.learner?.rejudged?.());
  if (scores) on.faults.attempt('strategy', 'at a new model', () => on.strategy.rejudged?.(scores));
  const moved = scores ? rescore(on) : 0;
  beginReading(on);
  if (commits) commit(on);
  return moved;
}

/** Records the version in use. */
export function saveVersion(
  { catalogue, models, clock, recipe, folder }: Equipment,
  more: object = {},
): void {
  const detail: Asked = { ...askedOf(recipe, folder.topic), ...more };
  catalogue.saveModel({ version: models.version, at: clock(), recipe: recipe.recipe.name, detail });
}

/** From now on, pages are read and judged with the crawl's current models. */
export function beginReading(on: Equipment): void {
  const { folder, recipe, models, settings, urlRules, readers, documents } = on;
  readers.begin({
    topic: folder.topic,
    recipe,
    models,
    options: {
      urlRules,
      use: settings.use,
      forms: settings.forms > 0,
      language: folder.topic.language,
      obeysPageRules: settings.politeness.pageRules === 'obey',
      obeysOptOuts: settings.politeness.optOuts === 'obey',
      kinds: settings.scope.kinds,
      refusesCut: settings.http.oversize === 'refuse',
      warc: settings.archive.warc,
      model: models.version,
      documents: documents && { wanted: documents.wanted, incoming: documents.incoming },
    },
  });
}
