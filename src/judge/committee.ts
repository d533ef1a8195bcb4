/**
 * A committee of two views of a page: its words, by a linear SVM (`text-view.ts`), and the topic's keywords, by how much
 * more of them it has than the pages around it (`keyword-view.ts`). Together they work with whatever a topic has: example
 * pages of both kinds, relevant ones alone, or keywords alone; `training/committee.ts` fits them, and fits them again as
 * a crawl meets pages. Ours.
 *
 * The text's distance from the border is put on the scale of the keywords (standard deviations of pages that are not
 * relevant), both are added with weights, and a logistic curve makes a probability of the sum.
 */
import { z } from 'zod';
import { ForageError } from '../errors.ts';
import { packedNumbers } from '../learn/learner-record.ts';
import { type Sigmoid, sigmoidAt, sigmoidSchema } from '../learn/platt.ts';
import type { Page } from '../page/page.ts';
import type { SparseVector } from '../text/vectors.ts';
import type { WeightedTerm } from '../topic/topic.ts';
import type { Opinion, TextJudge } from './judge.ts';
import { type KeywordViewModel, keywordParts, keywordScore } from './keyword-view.ts';
import { EvidenceReader, type KeywordEvidence, type PageEvidence } from './page-evidence.ts';
import { counted, reasons, type ScorePart, signed } from './reasons.ts';
import { productOf, type TextSpace, TextVectors } from './text-view.ts';

/** Plain JSON. */
export interface CommitteeModel {
  /** What it is fitted to: examples of both kinds, relevant examples alone, or keywords alone. */
  basis: 'both' | 'relevant' | 'keywords';
  language: string;
  /** The keywords, or the words of the title in their place. */
  keywords: WeightedTerm[];
  fromTitle?: boolean | undefined;
  view: KeywordViewModel;
  text?: TextModel | undefined;
  /** Weights of both views in the sum, and what makes a standard score of it. */
  mix: { keywords: number; text: number; mean: number; deviation: number };
  curve: Sigmoid;
  /**
   * If links are to be ranked by another curve. Whether a page counts depends on how much of what is crawled is relevant;
   * the best pages should stand out whatever that is.
   */
  guide?: Sigmoid | undefined;
  /** Before any page is crawled, for relevant examples alone: likeness to them is averaged with the keywords. */
  likeness?: LikenessModel | undefined;
  /** What was given, by the topic or by labels: later fits start from it. */
  examples: CommitteeExample[];
  /** Pages of the crawl that it was fitted to. */
  pages: number;
  /** How the last fit went, in a sentence. */
  said?: string | undefined;
}

export interface CommitteeExample {
  url: string;
  evidence: PageEvidence;
  relevant: boolean;
  /** By a person, during the crawl. */
  isLabelled?: boolean;
}

export interface TextModel {
  space: TextSpace;
  /** Packed. */
  weights: unknown;
  intercept: number;
  /** Of distances from the border, over pages that are not relevant. */
  mean: number;
  deviation: number;
}

export interface LikenessModel {
  space: TextSpace;
  /** Of the words that the examples share, packed. */
  weights: unknown;
  /** Of the likeness of each example to the others. */
  median: number;
}

/** What both views say, and their sum. */
export interface Votes {
  keywords: number;
  text: number | undefined;
  sum: number;
  probability: number;
  /** How good its links should be. */
  guide: number;
}

export class Committee {
  readonly model: CommitteeModel;
  readonly #reader: EvidenceReader;
  readonly #vectors: TextVectors | undefined;
  readonly #weights: Float64Array | undefined;
  readonly #alike: { vectors: TextVectors; weights: Float64Array; median: number } | undefined;

  constructor(model: CommitteeModel) {
    this.model = model;
    const { basis, text, likeness, keywords, language } = model;
    this.#reader = new EvidenceReader(keywords, language, basis !== 'both');
    this.#vectors = text && new TextVectors(text.space);
    this.#weights = text && unpacked(text.weights);
    this.#alike = likeness && {
      vectors: new TextVectors(likeness.space),
      weights: unpacked(likeness.weights),
      median: likeness.median,
    };
  }

  /** `terms`: of its text, if they are at hand. */
  ofEvidence(
    evidence: PageEvidence,
    terms?: readonly string[],
  ): Votes & { vector: SparseVector | undefined } {
    const vector = this.#vectors?.ofEvidence(evidence, terms);
    return { ...this.#votes(evidence, vector, this.#alike?.vectors.ofEvidence(evidence, terms)), vector };
  }

  ofPage(page: Page): Votes & { evidence: PageEvidence; vector: SparseVector | undefined } {
    const evidence = this.#reader.read(page);
    return { ...this.ofEvidence(evidence, this.#reader.terms), evidence };
  }

  /** How much a short text speaks for the topic: above 0 for, below 0 against. */
  ofText(text: string): number {
    const { basis } = this.model;
    if (this.#alike !== undefined) {
      const { weights, vectors, median } = this.#alike;
      return productOf(weights, vectors.ofText(text)) / median + this.#reader.shareOf(text);
    }
    if (basis === 'keywords' || this.#vectors === undefined) return 2 * this.#reader.shareOf(text);
    const evidence = productOf(this.#weights!, this.#vectors.ofText(text));
    return basis === 'both' ? evidence : evidence + this.#reader.shareOf(text);
  }

  /** The words that speak most for or against a page, the strongest first. */
  textParts({ indices, values }: SparseVector): (ScorePart & { name: string })[] {
    const { text, mix } = this.model;
    const scale = mix.text / text!.deviation / mix.deviation;
    const strongest: { value: number; feature: number }[] = [];
    let least = leastNamed;
    for (let i = 0; i < indices.length; i++) {
      const feature = indices[i]!;
      const value = scale * this.#weights![feature]! * values[i]!;
      if (Math.abs(value) <= least) continue;
      const after = strongest.findLastIndex((one) => Math.abs(one.value) >= Math.abs(value));
      strongest.splice(after + 1, 0, { value, feature });
      if (strongest.length > mostWords) strongest.pop();
      if (strongest.length === mostWords) least = Math.abs(strongest.at(-1)!.value);
    }
    return strongest.map(({ value, feature }) => ({ value, name: this.#vectors!.nameOf(feature) }));
  }

  #votes(
    evidence: KeywordEvidence,
    vector: SparseVector | undefined,
    likeVector: SparseVector | undefined,
  ): Votes {
    const { basis, view, text, mix, curve, guide } = this.model;
    const keywords = keywordScore(evidence, view);
    const own =
      vector && clip((productOf(this.#weights!, vector) + text!.intercept - text!.mean) / text!.deviation);
    const sum = (mix.keywords * keywords + mix.text * (own ?? 0) - mix.mean) / mix.deviation;
    // By keywords alone, a page without any of them is not a doubtful case.
    const isEmpty = basis === 'keywords' && evidence.counts.every((count) => count === 0);
    const early = view.pages === 0 && text === undefined ? byCosine(evidence) : undefined;
    const by = (sigmoid: Sigmoid): number => {
      const byViews = isEmpty ? 0 : (early ?? sigmoidAt(sigmoid, sum));
      return likeVector === undefined ? byViews : this.#withLikeness(byViews, likeVector);
    };
    const probability = by(curve);
    return { keywords, text: own, sum, probability, guide: guide === undefined ? probability : by(guide) };
  }

  #withLikeness(byViews: number, vector: SparseVector): number {
    const { weights, median } = this.#alike!;
    const alike = 1 / (1 + Math.exp(-10 * (productOf(weights, vector) / median - 0.9)));
    return this.model.keywords.length === 0 ? alike : (byViews + alike) / 2;
  }
}

export interface CommitteeJudge extends TextJudge {
  /** What it reads of a page; known of the one that was judged last. */
  evidenceOf(page: Page): PageEvidence;
}

export function committeeJudge(model: unknown, { threshold }: { threshold: number }): CommitteeJudge {
  const committee = new Committee(checkedModel(model));
  const { keywords, view, mix } = committee.model;
  let last: { page: Page; evidence: PageEvidence } | undefined;
  return {
    judge(page: Page): Opinion {
      const votes = committee.ofPage(page);
      const { probability: score, guide, evidence, vector } = votes;
      last = { page, evidence };
      return {
        score,
        relevant: score >= threshold,
        border: threshold,
        guide,
        why: why(votes, evidence, vector),
      };
    },
    scoreText: (text) => (1 + Math.tanh(committee.ofText(text))) / 2,
    evidenceOf: (page) => (last?.page === page ? last.evidence : committee.ofPage(page).evidence),
  };

  /** Parts that add up to the sum of both views. */
  function why(votes: Votes, evidence: KeywordEvidence, vector: SparseVector | undefined): string[] {
    const unit = mix.deviation;
    const found = keywordParts(evidence, view)
      .map((part, i) => ({
        value: (mix.keywords * part) / unit,
        word: keywords[i]!.term,
        count: evidence.counts[i]!,
      }))
      .filter(({ count }) => count > 0);
    const named = found.reduce((sum, { value }) => sum + value, 0);
    const usual = (mix.keywords * votes.keywords) / unit - named;
    const text = (mix.text * (votes.text ?? 0)) / unit;
    return [
      ...(mix.keywords === 0 ? [] : reasons(found, counted)),
      ...(mix.keywords === 0 ? [] : [`${signed(usual)} for what pages usually have of the keywords`]),
      ...(vector === undefined || mix.text === 0
        ? []
        : [
            `${signed(text)} for its text; most by ${committee
              .textParts(vector)
              .map(({ name, value }) => `${name} ${signed(value)}`)
              .join(', ')}`,
          ]),
      ...(committee.model.likeness === undefined ? [] : ['and likeness to the relevant examples']),
    ];
  }
}

export function checkedModel(model: unknown): CommitteeModel {
  const read = modelSchema.safeParse(model);
  if (read.success) return read.data as unknown as CommitteeModel;
  throw new ForageError(
    'MODEL_INVALID',
    'What the judge learnt is missing or damaged; start the crawl again to train it.',
  );
}

/** Before there is a background; ½ where the judge `keyword-cosine` has its threshold. */
function byCosine({ cosine }: KeywordEvidence): number {
  return cosine ** 2 / (cosine ** 2 + cosineBorder ** 2);
}
const cosineBorder = 0.08;

const unpacked = (packed: unknown): Float64Array => packedNumbers.parse(packed);
const clip = (score: number): number => Math.min(8, Math.max(-3, score));

const leastNamed = 0.005;
const mostWords = 5;

const modelSchema = z.looseObject({
  basis: z.enum(['both', 'relevant', 'keywords']),
  view: z.looseObject({ weights: z.array(z.number()) }),
  mix: z.object({ keywords: z.number(), text: z.number(), mean: z.number(), deviation: z.number() }),
  curve: sigmoidSchema,
  guide: sigmoidSchema.optional(),
});
