/** What a crawl has learnt, in words: its judge, its strategy, and their versions. */
import type { ModelRecord } from '../archive/records.ts';
import { useModulesOf } from '../crawl/folder.ts';
import type { OpenCrawl } from '../crawl/open.ts';
import { recipeInWords } from '../crawl/settings.ts';
import { loadModels } from '../crawl/training/models.ts';
import { prepareRecipe } from '../recipe/prepare.ts';
import type { Models } from '../recipe/reader.ts';
import { recipeOf } from '../recipe/registry.ts';

export type ModelInWords = ReturnType<typeof modelInWords>;

export function modelInWords({ folder, read, meta }: OpenCrawl) {
  useModulesOf(folder);
  const { recipe, set } = folder.settings;
  const { parts } = prepareRecipe(recipeOf(recipe), set, folder.topic);
  const models = (meta.getState('models') ?? loadModels(folder.path)?.models ?? {}) as Models;
  return {
    recipe: recipeInWords(folder.settings),
    versions: read.models().map(versionOf),
    judge: parts.judge.inWords(folder.topic, models.judge, meta.getState('learner')),
    strategy: parts.strategy.inWords(folder.topic, models.strategy, meta.getState('strategy')),
    kinds: { judge: parts.judge.spec.kind, strategy: parts.strategy.spec.kind },
  };
}

function versionOf({ version, at, detail }: ModelRecord) {
  const { learnt, pages, news } = detail as { learnt?: string; pages?: number; news?: string };
  const how = learnt === undefined ? 'made at the start or by a change' : `learnt ${learnt}`;
  return { version, at, how, ...(pages !== undefined && { pages }), ...(news !== undefined && { news }) };
}
