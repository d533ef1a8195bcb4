/** What is done with a page in the thread that reads it: it is judged and measured for the strategy. */
import { atOnce } from '../at-once.ts';
import { type Judgement, judgementOf } from '../judge/judge.ts';
import { requiredTerms } from '../judge/required-terms.ts';
import type { Page } from '../page/page.ts';
import { frozen } from '../plugin/frozen.ts';
import { areOurs } from '../plugin/registry.ts';
import type { Topic } from '../topic/topic.ts';
import type { JudgePart, StrategyPart } from './parts.ts';

/** What was learnt, as plain JSON. */
export interface Models {
  judge?: unknown;
  strategy?: unknown;
}

export interface PageReader {
  judge(page: Page): Judgement;
  /** The measurements of the strategy's kind; only for the strategy. */
  measure(page: Page, judgement: Judgement): object;
  /** For the judge's learner; undefined if it has none. */
  notes(page: Page, judgement: Judgement): unknown;
}

/** Made once per thread. */
export function pageReader(
  judge: JudgePart,
  strategy: StrategyPart,
  topic: Topic,
  models: Models,
): PageReader {
  const judges = judge.make(topic, models.judge);
  const measure = strategy.measure(topic, models.strategy, judges) ?? (() => NOTHING);
  const notes = judge.notes(topic, models.judge, judges) ?? (() => undefined);
  const collected = judge.judges(topic) ? NOTHING : { unjudged: true as const };
  const lacks = requiredTerms(topic);
  const given = areOurs(judge.spec, strategy.spec) ? (page: Page) => page : frozen<Page>;
  return {
    judge: (page) =>
      counted({ ...judgementOf(atOnce(judges.judge(given(page)))), ...collected }, lacks(page)),
    measure: (page, judgement) => signalsOf(atOnce(measure(page, judgement))),
    notes: (page, judgement) => atOnce(notes(page, judgement)),
  };
}

/** A page that lacks required terms keeps its score, and its links keep their value. */
function counted(judgement: Judgement, [lacking]: readonly string[]): Judgement {
  if (lacking === undefined || !judgement.relevant) return judgement;
  return { ...judgement, relevant: false, excluded: lacking, why: [lacking, ...judgement.why] };
}

function signalsOf(measured: unknown): object {
  if (typeof measured !== 'object' || measured === null)
    throw new TypeError(`A measure must return an object, not ${String(measured)}.`);
  return measured;
}

const NOTHING = Object.freeze({});
