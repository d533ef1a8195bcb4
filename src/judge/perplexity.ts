/**
 * Perplexity: how well a trigram language model of the relevant examples predicts a page's words. The crawler of Remus
 * and Biemann ranks links by it; the Darmstadt thesis compares itself with that crawler and evaluates crawls by
 * perplexity, with and without words that are not in the examples. It does not specify the smoothing; ours is modified
 * Kneser–Ney.
 *
 * The score is r / (r + p), where p is the page's perplexity and r the median perplexity of held-out examples: a page
 * as predictable as an unseen example scores ½, and less predictable pages approach 0. Only the first `maxWords` words
 * of pages and examples are read. A text without words scores 0.
 */
import { z } from 'zod';
import { ForageError } from '../errors.ts';
import { LanguageModel } from '../learn/language-model.ts';
import { eachSentence } from '../text/sentences.ts';
import { words } from '../text/tokens.ts';
import type { Opinion, TextJudge } from './judge.ts';
import { pageText } from './page-text.ts';
import type { LabelledText } from './training/learnt.ts';

export interface PerplexitySettings {
  threshold: number;
  /** Whether words that are not in the examples count. */
  unknownWords: boolean;
  maxWords: number;
}

/** Plain JSON, made by `trainPerplexity`. */
export interface PerplexityModel {
  language: unknown;
  /** Median perplexity of held-out examples. */
  reference: number;
}

export function perplexityJudge(model: unknown, settings: PerplexitySettings): TextJudge {
  const { language, reference } = restored(model);
  return {
    judge(page): Opinion {
      const sentences = sentencesOf(pageText(page), settings.maxWords);
      if (sentences.length === 0) return { score: 0, relevant: false, why: ['no words'] };
      const measured = language.perplexity(sentences);
      const perplexity = settings.unknownWords ? measured.withUnknown : measured.withoutUnknown;
      const score = scoreOf(perplexity, reference);
      const unknown = Math.round((100 * measured.unknown) / measured.words);
      const why = [
        `perplexity ${perplexity.toFixed(0)}, of examples ${reference.toFixed(0)}`,
        `${unknown} % unknown words`,
      ];
      return { score, relevant: score >= settings.threshold, border: settings.threshold, why };
    },
    scoreText: (text) =>
      scoreOf(perplexityOf(language, sentencesOf(text, settings.maxWords), settings.unknownWords), reference),
  };
}

/** The model, and each text's score from a model that has not seen it; NaN for the only relevant one. */
export function trainPerplexity(
  texts: readonly LabelledText[],
  { order, unknownWords, maxWords }: Omit<PerplexitySettings, 'threshold'> & { order: number },
): { model: PerplexityModel; scores: number[] } {
  const all = texts.map(({ text }) => sentencesOf(text, maxWords));
  const relevant = [...texts.keys()].filter((i) => texts[i]!.relevant && all[i]!.length > 0);
  const modelOf = (places: readonly number[]): LanguageModel =>
    LanguageModel.fit(
      places.flatMap((i) => all[i]!),
      order,
    );
  const language = modelOf(relevant);
  const perplexities = all.map((sentences) => perplexityOf(language, sentences, unknownWords));
  const folds = relevant.length > 1 ? Math.min(5, relevant.length) : 0;
  for (let fold = 0; fold < folds; fold++) {
    const model = modelOf(relevant.filter((_, place) => place % folds !== fold));
    for (let place = fold; place < relevant.length; place += folds) {
      const i = relevant[place]!;
      perplexities[i] = perplexityOf(model, all[i]!, unknownWords);
    }
  }
  const reference =
    folds > 0 ? median(relevant.map((i) => perplexities[i]!)) : ofHalves(all[relevant[0]!]!, order);
  return {
    model: { language: JSON.parse(JSON.stringify(language)) as unknown, reference },
    scores: perplexities.map((one, i) =>
      folds === 0 && texts[i]!.relevant ? Number.NaN : scoreOf(one, reference),
    ),
  };
}

const scoreOf = (perplexity: number, reference: number): number => reference / (reference + perplexity);

/** Infinite if there is nothing to predict. */
function perplexityOf(
  model: LanguageModel,
  sentences: readonly (readonly string[])[],
  unknownWords: boolean,
): number {
  if (sentences.length === 0) return Number.POSITIVE_INFINITY;
  const { withUnknown, withoutUnknown } = model.perplexity(sentences);
  return unknownWords ? withUnknown : withoutUnknown;
}

/** The words of a text's sentences, limited to a number of words. */
export function sentencesOf(text: string, maxWords: number): string[][] {
  const found: string[][] = [];
  let left = maxWords;
  eachSentence(text, (start, end) => {
    const sentence = words(text.slice(start, end));
    if (sentence.length === 0) return true;
    if (sentence.length > left) sentence.length = left;
    found.push(sentence);
    left -= sentence.length;
    return left > 0;
  });
  return found;
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** For a single example: how well its first half predicts its second. */
function ofHalves(sentences: readonly string[][], order: number): number {
  const middle = Math.ceil(sentences.length / 2);
  const model = LanguageModel.fit(sentences.slice(0, middle), order);
  return model.perplexity(sentences.length > 1 ? sentences.slice(middle) : sentences).withUnknown;
}

function restored(model: unknown): { language: LanguageModel; reference: number } {
  const read = modelSchema.safeParse(model);
  if (!read.success) {
    throw new ForageError(
      'MODEL_INVALID',
      'What the judge learnt is missing or damaged; start the crawl again to train it.',
    );
  }
  return { ...read.data, language: LanguageModel.fromJSON(read.data.language) };
}

const modelSchema = z.object({ language: z.unknown(), reference: z.number().positive() });
