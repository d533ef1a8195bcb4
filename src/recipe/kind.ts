/**
 * Kinds: the judges and strategies that recipes are made of. A kind knows its settings, what a topic must have
 * for it, how it learns from the topic's examples, and how to make the working thing.
 *
 * Learning happens once, before the first page of the crawl; its result is plain JSON, kept in the crawl's folder
 * and given to every thread. Judges and measures work in the threads that read pages, strategies in the loop.
 */
import type { z } from 'zod';
import type { Judge, Judgement } from '../judge/judge.ts';
import type { Page } from '../page/page.ts';
import type { Strategy, VisitedPage } from '../strategy/strategy.ts';
import type { Topic } from '../topic/topic.ts';
import type { Lesson } from './lesson.ts';
import type { Need } from './needs.ts';

// Kinds of all settings and models stand in one list; each checks its settings and makes its own model.
// biome-ignore lint/suspicious/noExplicitAny: a kind is only ever called with what it made itself
export interface JudgeKind<Settings = any, Model = any> extends KindParts<Settings, Model> {
  make(given: Given<Settings, Model>): Judge;
  /** For a judge that goes on learning during the crawl: works in the loop, beside the judges of the threads. */
  learner?(given: Given<Settings, Model>): JudgeLearner<Model>;
}

export interface JudgeLearner<Model = unknown> {
  /** Every page that landed and was judged, in order. */
  visited(page: VisitedPage, judgement: Judgement): void;
  /** Asked after each page: a new model for the pages to come, as plain JSON; undefined where nothing is to change. */
  learn(): Model | undefined;
  /** Stored with each commit and given back on resume; plain data and typed arrays. */
  save?(): unknown;
  restore?(saved: unknown): void;
}

/** `S`: what the strategy wants to know of a page and its links. */
// biome-ignore lint/suspicious/noExplicitAny: a kind is only ever called with what it made itself
export interface StrategyKind<Settings = any, Model = any, S extends object = any>
  extends KindParts<Settings, Model> {
  make(given: Given<Settings, Model>): Strategy<S>;
  /** Works where the page is read, on every page that was parsed. Absent where there is nothing to measure. */
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
  /** Learns from the examples; what comes out is plain JSON. */
  train?(lesson: Lesson, settings: Settings): Model | Promise<Model>;
  /** Whether there is anything to learn with these settings and this topic; always, where this is left out and `train` is there. */
  learns?(settings: Settings, topic?: Topic): boolean;
  /** Settings that training does not look at: what was learnt with others of these serves as well. */
  untrained?: readonly (keyof Settings & string)[];
}

export interface Given<Settings, Model> {
  topic: Topic;
  settings: Settings;
  /** What `train` made; undefined where the kind has nothing to learn. */
  model: Model;
}
