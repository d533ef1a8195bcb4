/**
 * Kinds: the judges and strategies that recipes combine. A kind defines its settings, what it needs from a topic, how
 * it learns from the topic's examples, and how to create the judge or strategy.
 *
 * Training happens once, before the first page of the crawl; its result is plain JSON, stored in the crawl's folder and
 * passed to every thread. Judges and measures run in the reader threads, strategies in the loop.
 */
import type { z } from 'zod';
import type { Judge, Judgement } from '../judge/judge.ts';
import type { Page } from '../page/page.ts';
import type {
  Answer,
  Knowledge,
  LabelEffect,
  LabelledPage,
  Place,
  Strategy,
  VisitedPage,
} from '../strategy/strategy.ts';
import type { Topic } from '../topic/topic.ts';
import type { Lesson } from './lesson.ts';
import type { Need } from './needs.ts';

// Kinds with different settings and models are in one list; each checks its settings and makes its own model.
// biome-ignore lint/suspicious/noExplicitAny: a kind is only ever called with what it made itself
export interface JudgeKind<Settings = any, Model = any, Notes = any> extends KindParts<Settings, Model> {
  make(given: Given<Settings, Model>): Judge;
  /** False if the topic gives it nothing to judge by: then pages are collected, not judged. Default: true. */
  judges?(topic: Topic): boolean;
  /** For a judge that keeps learning during the crawl: runs in the loop, beside the judges in the threads. */
  learner?(given: Given<Settings, Model>): JudgeLearner<Model, Notes> | undefined;
  /** What the learner needs of a page's words; runs where the page is read. Plain data and typed arrays. */
  notes?(
    given: Given<Settings, Model> & { judge: Judge },
  ): ((page: Page, judgement: Judgement) => Notes) | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: a learner only ever gets the notes of its own kind
export interface JudgeLearner<Model = unknown, Notes = any> {
  /** Called for every page that landed and was judged, in order, with the notes of the judge's kind. */
  visited(page: VisitedPage, judgement: Judgement, notes: Notes): void;
  /**
   * Called after each page: a new model for later pages, as plain JSON; undefined if nothing changes. What takes longer
   * than some milliseconds is promised and made elsewhere: the crawl goes on with the old model until then, and waits
   * for it only if it fetches one page at a time, so that its order is the same every time.
   */
  learn(): Model | Promise<Model> | undefined;
  /**
   * A person's answer about a page that was judged, in the order of the answers; also those given while the crawl was
   * stopped. `notes` are absent if the page cannot be read again. `learn` is called after it.
   */
  label?(page: LabelledPage, answer: Answer, notes: Notes | undefined): LabelEffect | undefined;
  /** How good guides pages seen before are by the model that was learnt last, by URL: for the strategy. */
  rejudged?(): ReadonlyMap<string, number>;
  /** How many pages seen before, or of a sample of them, the model that was learnt last calls otherwise. */
  changedSides?(): number;
  /** What to tell the user about the model that was learnt last. */
  news?(): string | undefined;
  /** Stored with each commit and passed back on resume; plain data and typed arrays. */
  save?(): unknown;
  restore?(saved: unknown): void;
  /**
   * For a crawl on several machines, where one learner of each process sees the pages of all its parts, and one of them
   * all fits: the pages and labels it was given since the last call, as plain JSON.
   */
  lessons?(): readonly unknown[];
  /** One lesson of another process, which may be anything; what does not fit is passed over. */
  learnFrom?(lesson: unknown): void;
  /** A model that another process fitted, with how good guides pages seen before are by it. */
  adopted?(model: Model, guides: ReadonlyMap<string, number>): void;
}

/** `S`: what the strategy measures on a page and its links. */
// biome-ignore lint/suspicious/noExplicitAny: a kind is only ever called with what it made itself
export interface StrategyKind<Settings = any, Model = any, S extends object = any>
  extends KindParts<Settings, Model> {
  /** `place`: in one part of a larger crawl, if there is `knowledge`. */
  make(given: Given<Settings, Model> & { place?: Place | undefined }): Strategy<S>;
  /** What the strategies of all parts of one crawl learn together. Without it, each part learns by itself. */
  knowledge?(given: Given<Settings, Model>): Knowledge;
  /** Runs where the page is read, on every page that was parsed. Absent if there is nothing to measure. */
  measure?(given: Given<Settings, Model> & { judge: Judge }): Measure<S>;
}

export type Measure<S extends object = object> = (page: Page, judgement: Judgement) => S;

export interface KindParts<Settings, Model> {
  name: string;
  /** One line: what it does. */
  summary: string;
  /** A strict object of settings, each with a default and a description. */
  settings: z.ZodObject & z.ZodType<Settings>;
  needs(settings: Settings): readonly Need[];
  /** Learns from the examples; the result is plain JSON. */
  train?(lesson: Lesson, settings: Settings): Model | Promise<Model>;
  /** Whether there is anything to learn with these settings and this topic; by default always if there is `train`. */
  learns?(settings: Settings, topic?: Topic): boolean;
  /** Settings that do not affect training: what was learnt with other values stays valid. */
  untrained?: readonly (keyof Settings & string)[];
  /** What was learnt, for people to read. `state`: what the learner or the strategy saved last, if anything. */
  inWords?(given: Given<Settings, Model>, state: unknown): readonly Told[];
}

/** A heading with lines below it. */
export interface Told {
  title: string;
  lines: readonly string[];
}

export interface Given<Settings, Model> {
  topic: Topic;
  settings: Settings;
  /** What `train` returned; undefined if the kind does not learn. */
  model: Model;
}
