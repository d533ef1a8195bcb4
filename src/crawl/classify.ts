/**
 * The judge of a crawl for documents that the crawl did not fetch: read and judged exactly as a fetched page would be,
 * by the models in force. So another crawler, or a person, can use what this one has learnt.
 */
import type { Judgement } from '../judge/judge.ts';
import type { Page } from '../page/page.ts';
import { prepareRecipe } from '../recipe/prepare.ts';
import type { Models } from '../recipe/reader.ts';
import { recipeOf } from '../recipe/registry.ts';
import type { Answered } from '../web/web.ts';
import { useModulesOf } from './folder.ts';
import type { OpenCrawl } from './open.ts';
import { read } from './readers/reading.ts';
import { urlRulesOf } from './settings.ts';
import { loadModels } from './training/models.ts';

export interface DocumentToJudge {
  url: string;
  contentType: string;
  body: Uint8Array;
}

export type Classified =
  | { ok: true; page: Page; judgement: Judgement }
  /** It is no page, or its judge failed. */
  | { ok: false; detail: string };

export interface Classifier {
  /** The version of the models that judge. */
  version: number;
  page(document: DocumentToJudge): Promise<Classified>;
  /** How relevant a short text such as an anchor is, 0..1; undefined if the judge needs a whole page. */
  anchor(text: string): number | undefined;
}

export function classifierOf({ folder, meta }: OpenCrawl): Classifier {
  const { topic, settings } = folder;
  useModulesOf(folder);
  const recipe = prepareRecipe(recipeOf(settings.recipe), settings.set, topic);
  const kept = meta.getState('models') as (Models & { version: number }) | undefined;
  const models: Models = kept ?? loadModels(folder.path)?.models ?? {};
  const version = kept?.version ?? 1;
  const reader = recipe.reader(models);
  const judge = recipe.parts.judge.make(topic, models.judge);
  const options = {
    urlRules: urlRulesOf(settings),
    use: settings.use,
    language: topic.language,
    obeysPageRules: settings.politeness.pageRules === 'obey',
    warc: false,
    model: version,
  };
  return {
    version,
    anchor: (text) => judge.scoreText?.(text),
    async page(document) {
      const { page, judgement, faults } = await read(answerOf(document), reader, options);
      if ('refused' in page)
        return { ok: false, detail: `It cannot be read as a page: ${page.detail ?? page.refused}` };
      if (judgement === undefined) return { ok: false, detail: faults[0]?.message ?? 'It was not judged.' };
      return { ok: true, page, judgement };
    },
  };
}

const answerOf = ({ url, contentType, body }: DocumentToJudge): Answered => ({
  ok: true,
  url,
  startedAt: 0,
  durationMs: 0,
  status: 200,
  statusText: 'OK',
  headers: [['content-type', contentType]],
  requestHeaders: [],
  wire: body,
  body,
});
