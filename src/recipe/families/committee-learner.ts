/**
 * Lets a committee judge go on learning: keeps a sample of the crawled pages and fits the judge to it after 25, 50, 100 …
 * pages, and whenever a page is labelled. A judge of examples of both kinds is fitted again for labels alone. What takes
 * longer than a moment is fitted in another thread.
 *
 * On several machines every learner has about the same sample: pages that one puts into its own are lessons for the
 * others, and of the rest they only learn that there was one more page.
 */
import { z } from 'zod';
import type { CommitteeExample, CommitteeModel } from '../../judge/committee.ts';
import type { Judgement } from '../../judge/judge.ts';
import type { PageEvidence } from '../../judge/page-evidence.ts';
import {
  basisOf,
  type CommitteeLesson,
  type FittedCommittee,
  firstFit,
  fitAndJudge,
} from '../../judge/training/committee.ts';
import { fitApart } from '../../judge/training/fit-apart.ts';
import type { Answer, LabelledPage, VisitedPage } from '../../strategy/strategy.ts';
import type { JudgeLearner } from '../kind.ts';

/** Pages in the sample: enough for stable statistics, and for words that tell pages apart. */
const sampled = 600;

export class CommitteeLearner implements JudgeLearner<CommitteeModel, PageEvidence | undefined> {
  #model: CommitteeModel;
  #examples: CommitteeExample[];
  readonly #seed: number;
  #sample: PageEvidence[] = [];
  /** Of the sample; and each page as JSON, because all of them are saved with every commit. */
  #urls: string[] = [];
  #texts: string[] = [];
  /** How relevant they are, as last judged. */
  #scores: number[] = [];
  #rejudged: ReadonlyMap<string, number> = new Map();
  #changedSides = 0;
  #pages = 0;
  #next = firstFit;
  /** What the fit under way is for: it is due again if the crawl ends before it does. */
  #fitting: { next: number; labels: boolean } | undefined;
  #hasNewLabels = false;
  #changed = false;
  #news: string | undefined;
  /** Collected once somebody has asked for them. */
  #lessons: Lesson[] | undefined;

  constructor(model: CommitteeModel, seed: number) {
    this.#model = model;
    this.#examples = model.examples;
    this.#seed = seed;
  }

  visited({ url }: VisitedPage, judgement: Judgement, evidence: PageEvidence | undefined): void {
    if (evidence === undefined || judgement.excluded !== undefined) return;
    this.#pages += 1;
    this.#changed = true;
    const { length } = this.#sample;
    const place = length < sampled ? length : spread(this.#pages) % this.#pages;
    const isSampled = place < sampled;
    this.#lessons?.push(isSampled ? { url, score: judgement.score, evidence } : {});
    if (isSampled) this.#put(place, url, judgement.score, evidence);
  }

  #put(place: number, url: string, score: number, evidence: PageEvidence): void {
    this.#sample[place] = evidence;
    this.#urls[place] = url;
    this.#texts[place] = JSON.stringify(evidence);
    this.#scores[place] = score;
  }

  label({ url }: Pick<LabelledPage, 'url'>, answer: Answer, evidence: PageEvidence | undefined): undefined {
    this.#lessons?.push({ url, answer, ...(evidence && { evidence }) });
    this.#answered(url, answer, evidence);
  }

  #answered(url: string, answer: Answer, evidence: PageEvidence | undefined): void {
    const others = this.#examples.filter((example) => example.url !== url);
    const given = this.#examples.find((example) => example.url === url && !example.isLabelled);
    const relevant = answer === 'yes';
    if (answer === 'unsure') this.#examples = given === undefined ? others : this.#examples;
    else if (evidence !== undefined)
      this.#examples = [...others, { url, evidence, relevant, isLabelled: true }];
    this.#hasNewLabels = true;
    this.#changed = true;
  }

  learn(): CommitteeModel | Promise<CommitteeModel> | undefined {
    if (this.#fitting !== undefined || !(this.#hasNewLabels || this.#isDue())) return undefined;
    const due = { next: this.#next, labels: this.#hasNewLabels };
    while (this.#next <= this.#pages) this.#next *= 2;
    this.#changed = true;
    this.#hasNewLabels = false;
    const { keywords, fromTitle, language } = this.#model;
    const examples = this.#examples;
    const basis = basisOf(examples);
    const before = { urls: [...this.#urls], scores: [...this.#scores] };
    const lesson: CommitteeLesson = {
      keywords,
      fromTitle,
      language,
      examples,
      crawled: this.#sample,
      pages: this.#pages,
      before: this.#model,
      seed: this.#seed,
    };
    if (basis === 'keywords') return this.#took(fitAndJudge(lesson), before);
    this.#fitting = due;
    return fitApart(lesson)
      .then((fitted) => this.#took(fitted, before))
      .finally(() => {
        this.#fitting = undefined;
      });
  }

  /** Pages change nothing where there are examples of both kinds. */
  #isDue(): boolean {
    return this.#pages >= this.#next && basisOf(this.#examples) !== 'both';
  }

  news(): string | undefined {
    return this.#news;
  }

  changedSides(): number {
    return this.#changedSides;
  }

  rejudged(): ReadonlyMap<string, number> {
    return this.#rejudged;
  }

  lessons(): Lesson[] {
    const lessons = this.#lessons ?? [];
    this.#lessons = [];
    return lessons;
  }

  learnFrom(lesson: unknown): void {
    const read = lessonSchema.safeParse(lesson);
    if (!read.success) return;
    const { url, score, answer, evidence } = read.data;
    if (url !== undefined && answer !== undefined) return this.#answered(url, answer, evidence);
    this.#pages += 1;
    this.#changed = true;
    if (url === undefined || score === undefined || evidence === undefined) return;
    const { length } = this.#sample;
    this.#put(length < sampled ? length : spread(this.#pages) % sampled, url, score, evidence);
  }

  adopted(model: CommitteeModel, guides: ReadonlyMap<string, number>): void {
    this.#model = model;
    this.#rejudged = guides;
    this.#news = model.said;
    while (this.#next <= Math.max(this.#pages, model.pages)) this.#next *= 2;
    this.#changed = true;
  }

  save(): Saved | undefined {
    if (!this.#changed) return undefined;
    this.#changed = false;
    const labelled = this.#examples.filter(({ isLabelled }) => isLabelled);
    return {
      sample: `[${this.#texts.join(',')}]`,
      more: JSON.stringify([this.#urls, this.#scores, labelled]),
      pages: this.#pages,
      next: this.#fitting?.next ?? this.#next,
      hasNewLabels: this.#hasNewLabels || (this.#fitting?.labels ?? false),
    };
  }

  restore(saved: unknown): void {
    const { sample, more, pages, next, hasNewLabels } = saved as Saved;
    this.#sample = JSON.parse(sample) as PageEvidence[];
    this.#texts = this.#sample.map((evidence) => JSON.stringify(evidence));
    const [urls, scores, labelled] = JSON.parse(more) as [string[], number[], CommitteeExample[]];
    this.#urls = urls;
    this.#scores = scores;
    const names = new Set(labelled.map(({ url }) => url));
    this.#examples = [...this.#model.examples.filter(({ url }) => !names.has(url)), ...labelled];
    this.#pages = pages;
    this.#next = next;
    this.#hasNewLabels = hasNewLabels;
  }

  #took({ model, probabilities, guides }: FittedCommittee, { urls, scores }: Sampled): CommitteeModel {
    this.#model = model;
    this.#changed = true;
    this.#rejudged = new Map(urls.map((url, i) => [url, guides[i]!]));
    const scored = new Map(urls.map((url, i) => [url, probabilities[i]!]));
    const { length } = probabilities.filter((probability, i) => probability >= 0.5 !== scores[i]! >= 0.5);
    this.#changedSides = length;
    for (const [i, url] of this.#urls.entries()) this.#scores[i] = scored.get(url) ?? this.#scores[i]!;
    this.#news = model.said;
    return model;
  }
}

const evidenceSchema = z.object({
  counts: z.array(z.number().min(0)).max(10_000),
  words: z.number().min(0),
  roots: z.number().min(0),
  cosine: z.number().min(-1).max(1.001),
  text: z.string().max(1_000_000),
  title: z.string().max(100_000),
  address: z.string().max(100_000),
});

/** A page, in the sample or not, or an answer about one. */
const lessonSchema = z.object({
  url: z.string().max(8192).optional(),
  score: z.number().min(0).max(1).optional(),
  answer: z.enum(['yes', 'no', 'unsure']).optional(),
  evidence: evidenceSchema.optional(),
});

type Lesson = z.output<typeof lessonSchema>;

interface Sampled {
  urls: string[];
  scores: number[];
}

interface Saved {
  sample: string;
  /** Of the sample: addresses and scores; and what was labelled. */
  more: string;
  pages: number;
  next: number;
  hasNewLabels: boolean;
}

/** The same places on every run, spread like random numbers (the finaliser of MurmurHash3). */
function spread(n: number): number {
  let h = Math.imul(n ^ (n >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
