/**
 * A recipe puts a judge and a strategy together under a name. Judges are made in the threads that read pages,
 * the strategy in the loop, each from the same topic and settings.
 */
import type { z } from 'zod';
import type { Judge } from '../judge/judge.ts';
import type { Strategy } from '../strategy/strategy.ts';
import type { Topic } from '../topic/topic.ts';

export interface Recipe<Settings = unknown> {
  name: string;
  /** One line for the list. */
  summary: string;
  /** How it works, a few sentences. */
  description: string;
  /** Author, year, place: where it comes from. */
  origin: string;
  needs: readonly Need[];
  settings: z.ZodType<Settings>;
  judge(topic: Topic, settings: Settings): Judge;
  strategy(topic: Topic, settings: Settings): Strategy;
}

/** What a topic must have for a recipe to work. */
export type Need = 'keywords' | 'examples' | 'genre' | 'content';
