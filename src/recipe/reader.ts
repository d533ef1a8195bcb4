/** What is done with a page where it is read: it is judged, and what the strategy wants to know of it is measured. */
import { hash } from 'node:crypto';
import type { Judgement } from '../judge/judge.ts';
import type { Page } from '../page/page.ts';
import type { Topic } from '../topic/topic.ts';
import type { JudgePart, StrategyPart } from './parts.ts';

/** What was learnt, as plain JSON. */
export interface Models {
  judge?: unknown;
  strategy?: unknown;
}

/** What a judge has said of pages in earlier crawls; a judge is told by its settings, its topic and what it learnt. */
export type JudgedBy = (judge: string) => {
  get(page: Page): Judgement | undefined;
  set(page: Page, judgement: Judgement): void;
};

/** Made once a thread. */
export function pageReader(
  judge: JudgePart,
  strategy: StrategyPart,
  topic: Topic,
  models: Models,
  judgedBy?: JudgedBy,
): (page: Page) => Judgement {
  const judges = judge.make(topic, models.judge);
  const judgeId = judgedBy && hash('sha256', JSON.stringify([judge.spec, topic, models.judge]));
  const judged = once((page) => judges.judge(page), judgeId === undefined ? undefined : judgedBy!(judgeId));
  const measure = strategy.measure(topic, models.strategy, judges);
  if (measure === undefined) return judged;
  const measured = (page: Page): Judgement => {
    const judgement = judged(page);
    return { ...judgement, signals: { ...judgement.signals, ...measure(page, judgement) } };
  };
  if (judgeId === undefined || strategy.measuredBy === undefined) return measured;
  const by = [judgeId, strategy.spec.kind, strategy.measuredBy, models.strategy];
  return once(measured, judgedBy!(hash('sha256', JSON.stringify(by))));
}

function once(
  judge: (page: Page) => Judgement,
  known: ReturnType<JudgedBy> | undefined,
): (page: Page) => Judgement {
  if (known === undefined) return judge;
  return (page) => {
    const before = known.get(page);
    if (before !== undefined) return before;
    const judgement = judge(page);
    known.set(page, judgement);
    return judgement;
  };
}
