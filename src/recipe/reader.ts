/** What is done with a page where it is read: it is judged, and what the strategy wants to know of it is measured. */
import { hash } from 'node:crypto';
import { type Judgement, judgementOf } from '../judge/judge.ts';
import type { Page } from '../page/page.ts';
import type { Topic } from '../topic/topic.ts';
import type { JudgePart, StrategyPart } from './parts.ts';

/** What was learnt, as plain JSON. */
export interface Models {
  judge?: unknown;
  strategy?: unknown;
}

export interface PageReader {
  judge(page: Page): Judgement;
  /** What the strategy's kind measures; for the strategy alone. */
  measure(page: Page, judgement: Judgement): object;
}

/** What was made of pages in earlier crawls, by who made it. */
export type MadeBefore = (maker: string) => {
  get(page: Page): unknown;
  set(page: Page, made: unknown): void;
};

/** Made once a thread. */
export function pageReader(
  judge: JudgePart,
  strategy: StrategyPart,
  topic: Topic,
  models: Models,
  before?: MadeBefore,
): PageReader {
  const judges = judge.make(topic, models.judge);
  const measure = strategy.measure(topic, models.strategy, judges) ?? (() => NOTHING);
  const judged = (page: Page): Judgement => judgementOf(judges.judge(page));
  if (before === undefined) return { judge: judged, measure };
  const judgeId = idOf([judge.spec, topic, models.judge]);
  const measureId = idOf([judgeId, strategy.spec.kind, strategy.measuredBy, models.strategy]);
  return {
    judge: once(judged, before(judgeId)),
    measure: strategy.measuredBy === undefined ? measure : once(measure, before(measureId)),
  };
}

const NOTHING = Object.freeze({});

const idOf = (maker: unknown): string => hash('sha256', JSON.stringify(maker));

function once<Rest extends unknown[], Made>(
  make: (page: Page, ...rest: Rest) => Made,
  known: ReturnType<MadeBefore>,
): (page: Page, ...rest: Rest) => Made {
  return (page, ...rest) => {
    const before = known.get(page) as Made | undefined;
    if (before !== undefined) return before;
    const made = make(page, ...rest);
    known.set(page, made);
    return made;
  };
}
