/** What a crawl learns while it runs: waiting links ranked again, and a judge that goes on learning. */
import { commit } from './commit.ts';
import type { Equipment } from './equipment.ts';
import type { Landed } from './landing/landed.ts';
import { type Asked, askedOf, nextVersion } from './model-versions.ts';
import { asWaiting } from './waiting.ts';

/** Where links are handed out in batches: lets the strategy learn and chooses the next batch when it is time. */
export function refill(on: Equipment, now: number): void {
  const { frontier, strategy, faults } = on;
  if (!frontier.wantsRefill(now)) return;
  faults.attempt('strategy', 'at a refill', () => strategy.refill?.());
  rescore(on);
  frontier.refill(now);
}

/** Gives waiting links a new priority where the strategy asks for it. A link that it fails on keeps its own. */
export function rescore({ frontier, strategy, faults }: Equipment): void {
  if (!faults.attempt('strategy', 'at a rescore', () => strategy.wantsRescore?.())) return;
  frontier.rescore((link) => {
    const priority = faults.attempt('strategy', link.url, () => strategy.rescore!(asWaiting(link)));
    return Number.isFinite(priority) ? priority! : link.priority;
  });
}

/** Lets the judge learn from a page; where it has a new model, the next page is judged by it. */
export function learnFrom(landed: Landed, on: Equipment): void {
  const { learner, faults } = on;
  const { page, judgement, task } = landed;
  if (learner === undefined || judgement === undefined) return;
  const model = faults.contain('judge', task.url, () => {
    learner.visited(page, judgement);
    return learner.learn();
  });
  if (model !== undefined) adopt(model, on);
}

/** Committed at once: after a crash the pages are judged again by the model that judged them. */
export function adopt(judgeModel: unknown, on: Equipment): void {
  on.models = { ...on.models, judge: judgeModel, version: nextVersion(on.catalogue) };
  on.catalogue.meta.setState('models', on.models);
  saveVersion(on, { learnt: 'during the crawl', pages: on.statistics.counts.pages });
  beginReading(on);
  commit(on);
}

/** Says what the version in use is. */
export function saveVersion(
  { catalogue, models, clock, recipe, folder }: Equipment,
  more: object = {},
): void {
  const detail: Asked = { ...askedOf(recipe, folder.topic), ...more };
  catalogue.saveModel({ version: models.version, at: clock(), recipe: recipe.recipe.name, detail });
}

/** Pages are read and judged by what the crawl has now. */
export function beginReading(on: Equipment): void {
  const { folder, recipe, models, settings, urlRules, readers } = on;
  readers.begin({
    topic: folder.topic,
    recipe,
    models,
    options: {
      urlRules,
      use: settings.use,
      language: folder.topic.language,
      obeysPageRules: settings.politeness.pageRules === 'obey',
      warc: settings.archive.warc,
      model: models.version,
    },
  });
}
