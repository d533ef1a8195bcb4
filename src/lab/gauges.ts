/**
 * What is measured on a visited page besides its label: the score of the plan's judge, and how well a trigram model of
 * relevant pages predicts its words (Darmstadt). Both learn from the topic's positives, otherwise from all of its
 * examples, whatever a repeat gave to the recipe, so that a page has the same figure in all runs of a topic.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gatherExamples } from '../crawl/training/examples.ts';
import { learn } from '../crawl/training/lesson.ts';
import { ForageError } from '../errors.ts';
import type { Judgement } from '../judge/judge.ts';
import { pageText } from '../judge/page-text.ts';
import { sentencesOf } from '../judge/perplexity.ts';
import { LanguageModel } from '../learn/language-model.ts';
import type { Page } from '../page/page.ts';
import { prepareRecipe } from '../recipe/prepare.ts';
import type { Spec } from '../recipe/recipe.ts';
import type { Topic } from '../topic/topic.ts';
import type { Web } from '../web/web.ts';
import type { Visited } from './study.ts';

export interface GaugeSpec {
  judge?: Spec | undefined;
  perplexity: boolean;
}

export type Gauged = Pick<Visited, 'measured' | 'perplexity'>;

export interface Gauges {
  /** Of the page with this digest; `page` is called only if it was not measured before. */
  of(digest: string, page: () => Promise<Page | undefined>): Promise<Gauged>;
  /** Why something is not measured. */
  notes: string[];
}

export async function openGauges(
  spec: GaugeSpec,
  topic: Topic,
  web: Web,
  files: readonly string[],
): Promise<Gauges> {
  const notes: string[] = [];
  const judge = spec.judge && (await told(judgeOf(spec.judge, topic, web, files)));
  const model = spec.perplexity ? await told(modelOf(topic, web)) : undefined;
  const known = new Map<string, Gauged>();
  return {
    notes,
    async of(digest, read) {
      const before = known.get(digest);
      if (before !== undefined) return before;
      const page = await read();
      const gauged = page === undefined ? {} : gauge(page, judge, model);
      known.set(digest, gauged);
      return gauged;
    },
  };

  /** A measure that fails does not stop the run. */
  async function told<T>(making: Promise<T>): Promise<T | undefined> {
    try {
      return await making;
    } catch (error) {
      if (!(error instanceof ForageError)) throw error;
      notes.push(`${topic.name}: a measure is missing. ${error.message}`);
      return undefined;
    }
  }
}

function gauge(
  page: Page,
  judge: ((page: Page) => Judgement) | undefined,
  model: LanguageModel | undefined,
): Gauged {
  const gauged: Gauged = {};
  if (judge !== undefined) {
    const { score, relevant } = judge(page);
    gauged.measured = { score, relevant };
  }
  const sentences = model === undefined ? [] : sentencesOf(pageText(page), MAX_WORDS);
  if (sentences.length > 0) {
    const perplexity = model!.perplexity(sentences);
    // If every word of a page is unknown, the figure without unknown words is undefined.
    if (Number.isFinite(perplexity.withoutUnknown)) gauged.perplexity = perplexity;
  }
  return gauged;
}

/** Maximum words read per page, the same as in the recipe that uses perplexity. */
const MAX_WORDS = 1000;
const ORDER = 3;

async function judgeOf(
  judge: Spec,
  topic: Topic,
  web: Web,
  files: readonly string[],
): Promise<(page: Page) => Judgement> {
  const about = { summary: '', description: '', origin: '' };
  const recipe = { name: `the measure ${judge.kind}`, ...about, judge, strategy: { kind: 'breadth-first' } };
  const prepared = prepareRecipe(recipe, {}, topic);
  const folder = mkdtempSync(join(tmpdir(), 'forage-lab-'));
  try {
    const fetch = (url: string) => web.fetch({ url });
    const models = await learn(prepared, { topic, folder, seed: 1, frozen: files, fetch, tell() {} });
    return prepared.reader(models).judge;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function modelOf(topic: Topic, web: Web): Promise<LanguageModel> {
  const examples = await gatherExamples(
    { relevant: topic.examples.relevant, irrelevant: [] },
    { fetch: (url) => web.fetch({ url }), tell() {} },
  );
  const sentences = examples.flatMap(({ page }) => sentencesOf(pageText(page), MAX_WORDS));
  if (sentences.length === 0)
    throw new ForageError('TOPIC_INVALID', 'Perplexity needs relevant examples with words in them.');
  return LanguageModel.fit(sentences, ORDER);
}
