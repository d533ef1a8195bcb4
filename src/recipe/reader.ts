/** What is done with a page where it is read: it is judged, and what the strategy wants to know of it is measured. */
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

/** Made once a thread. */
export function pageReader(
  judge: JudgePart,
  strategy: StrategyPart,
  topic: Topic,
  models: Models,
): PageReader {
  const judges = judge.make(topic, models.judge);
  const measure = strategy.measure(topic, models.strategy, judges) ?? (() => NOTHING);
  return { judge: (page) => judgementOf(judges.judge(page)), measure };
}

const NOTHING = Object.freeze({});
