/**
 * Makes a judge or a strategy from its spec: the kind found by name, its settings checked, every default filled in.
 * Kinds that contain other judges (a blend, a chain) use this for them.
 */
import type { z } from 'zod';
import { check } from '../check.ts';
import { ForageError } from '../errors.ts';
import type { Judge, Judgement } from '../judge/judge.ts';
import type { Page } from '../page/page.ts';
import { answered, learnt, made } from '../plugin/made.ts';
import { areOurs, find } from '../plugin/registry.ts';
import type { Knowledge, Place, Strategy } from '../strategy/strategy.ts';
import type { Topic } from '../topic/topic.ts';
import type { JudgeKind, JudgeLearner, Measure, StrategyKind, Told } from './kind.ts';
import type { Lesson } from './lesson.ts';
import { type Need, needs } from './needs.ts';
import type { Spec } from './recipe.ts';

export interface JudgePart {
  needs: readonly Need[];
  /** With every default filled in. */
  spec: Spec;
  learns: boolean;
  /** The settings that affect training. */
  trainedBy: Spec;
  train(lesson: Lesson): Promise<unknown>;
  /** What was learnt, for people to read. */
  inWords(topic: Topic, model: unknown, state: unknown): readonly Told[];
  make(topic: Topic, model: unknown): Judge;
  /** False if it has nothing to judge by. */
  judges(topic: Topic): boolean;
  learner(topic: Topic, model: unknown): JudgeLearner | undefined;
  notes(topic: Topic, model: unknown, judge: Judge): NotesOn | undefined;
}

export type NotesOn = (page: Page, judgement: Judgement) => unknown;

/** What a judge has beyond what strategies have, too. */
type OfJudges = 'make' | 'judges' | 'learner' | 'notes';

export interface StrategyPart extends Omit<JudgePart, OfJudges> {
  make(topic: Topic, model: unknown, place?: Place): Strategy;
  knowledge(topic: Topic, model: unknown): Knowledge | undefined;
  measure(topic: Topic, model: unknown, judge: Judge): Measure | undefined;
}

export const judgeKind = (name: string): JudgeKind => find('judge', name);
export const strategyKind = (name: string): StrategyKind => find('strategy', name);

/** With a topic it knows better whether there is anything to learn. */
export function judgePart(spec: Spec, topic?: Topic): JudgePart {
  const kind = judgeKind(spec.kind);
  const { settings, part, ask } = partOf('judge', kind, spec, topic);
  return {
    ...part,
    make: (topic, model) => made('judge', kind, 'judge', () => kind.make({ topic, settings, model })),
    judges: (topic) => ask(() => kind.judges?.(topic)) ?? true,
    learner: (topic, model) => ask(() => kind.learner?.({ topic, settings, model })),
    notes: (topic, model, judge) => ask(() => kind.notes?.({ topic, settings, model, judge })),
  };
}

export function strategyPart(spec: Spec, topic?: Topic): StrategyPart {
  const kind = strategyKind(spec.kind);
  const { settings, part, ask } = partOf('strategy', kind, spec, topic);
  return {
    ...part,
    make: (topic, model, place) =>
      made('strategy', kind, 'visit', () => kind.make({ topic, settings, model, place })),
    knowledge: (topic, model) => ask(() => kind.knowledge?.({ topic, settings, model })),
    measure: (topic, model, judge) => ask(() => kind.measure?.({ topic, settings, model, judge })),
  };
}

function partOf(
  sort: 'judge' | 'strategy',
  kind: JudgeKind | StrategyKind,
  spec: Spec,
  topic: Topic | undefined,
) {
  const settings = settingsOf(kind, spec);
  const isOurs = areOurs({ kind: kind.name });
  // What breaks down in ours is a bug, and keeps its stack.
  const ask = <T>(work: () => T): T => (isOurs ? work() : answered(sort, kind, work));
  const decisive = Object.entries(settings).filter(([name]) => !kind.untrained?.includes(name));
  const part: Omit<JudgePart, OfJudges> = {
    needs: ask(() => knownNeeds(kind.needs(settings))),
    spec: { ...settings, kind: kind.name },
    trainedBy: { ...Object.fromEntries(decisive), kind: kind.name },
    learns: kind.train !== undefined && (kind.learns?.(settings, topic) ?? true),
    train: async (lesson) => {
      const model = await kind.train?.(lesson, settings);
      return isOurs ? model : learnt(sort, kind, model);
    },
    inWords: (topic, model, state) => kind.inWords?.({ topic, settings, model }, state) ?? [],
  };
  return { settings, part, ask };
}

function knownNeeds(given: readonly Need[]): readonly Need[] {
  if (Array.isArray(given) && given.every((need) => Object.hasOwn(needs, need))) return given;
  throw new TypeError(`"needs" must return a list of: ${Object.keys(needs).join(', ')}`);
}

/** The settings of a kind from a spec, checked, with every default filled in. */
export function settingsOf(
  kind: { name: string; settings: z.ZodObject },
  { kind: _, ...given }: Spec,
): Record<string, unknown> {
  const result = check(kind.settings, given);
  if (result.ok) return result.data as Record<string, unknown>;
  const { faults } = result;
  const told = faults.map(({ path, text }) => `${path.join('.')}: ${text}`).join('; ');
  throw new ForageError('USAGE', `Settings of "${kind.name}": ${told}`, { faults });
}
