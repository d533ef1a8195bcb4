/**
 * One rule (Holte 1993, as WEKA's OneR): each feature's values are cut into ranges, each of which (except the last)
 * holds at least `bucket` examples of its majority class. Neighbouring ranges with the same majority are merged. The
 * rule is the feature whose ranges make the fewest mistakes on the training examples.
 */
import { z } from 'zod';
import { type SparseVector, valueAt } from '../text/vectors.ts';
import { checkExamples, checkVector, notFitted } from './examples.ts';
import type { Example, Learner, LearnerRecord, WeightedFeature } from './learner.ts';
import { readSettings, readState } from './learner-record.ts';
import { FeatureReader, type ValueCounts } from './tree-splits.ts';

const settingsSchema = z.strictObject({ bucket: z.number().int().positive().default(6) });

export type OneRSettings = z.input<typeof settingsSchema>;

export class OneR implements Learner {
  readonly kind = 'one-r';
  private readonly settings: z.output<typeof settingsSchema>;
  private rule: Rule | undefined;

  constructor(settings: OneRSettings = {}) {
    this.settings = readSettings(settingsSchema, settings, 'OneR');
  }

  fit(examples: readonly Example[]): void {
    const { features, relevant, other } = checkExamples(examples, 'OneR');
    const prior = relevant / (relevant + other);
    let fewest = Number.POSITIVE_INFINITY;
    new FeatureReader(examples, features).eachFeature([...examples.keys()], (feature, values) => {
      const ranges = rangesOf(values, this.settings.bucket);
      const wrong = ranges.reduce((sum, range) => sum + Math.min(range.relevant, range.other), 0);
      if (wrong >= fewest) return;
      fewest = wrong;
      this.rule = { feature, ranges, prior };
    });
  }

  predict(vector: SparseVector): number {
    if (!this.rule) throw notFitted('OneR');
    checkVector(vector);
    return shareIn(this.rule, vector) - 0.5;
  }

  explain(vector: SparseVector): WeightedFeature[] {
    if (!this.rule) throw notFitted('OneR');
    checkVector(vector);
    const weight = shareIn(this.rule, vector) - this.rule.prior;
    return weight === 0 ? [] : [{ feature: this.rule.feature, weight }];
  }

  toJSON(): LearnerRecord {
    if (!this.rule) throw notFitted('OneR');
    return { kind: this.kind, settings: this.settings, state: { rule: this.rule } };
  }

  static fromJSON(record: LearnerRecord): OneR {
    const made = new OneR(record.settings);
    made.rule = readState(stateSchema, record).rule;
    return made;
  }
}

const rangeSchema = z.object({
  /** Upper limit of the range; the last one is unbounded. */
  upTo: z.number(),
  relevant: z.number().nonnegative(),
  other: z.number().nonnegative(),
});

const stateSchema = z.object({
  rule: z.object({
    feature: z.number().int().nonnegative(),
    ranges: z.array(rangeSchema).min(1),
    prior: z.number(),
  }),
});

type Range = z.output<typeof rangeSchema>;
type Rule = z.output<typeof stateSchema>['rule'];

function rangesOf(values: readonly ValueCounts[], bucket: number): Range[] {
  const ranges: Range[] = [];
  let open: Range | undefined;
  values.forEach((here, i) => {
    open ??= { upTo: here.value, relevant: 0, other: 0 };
    open.relevant += here.relevant;
    open.other += here.other;
    const next = values[i + 1];
    open.upTo = next ? (here.value + next.value) / 2 : Number.MAX_VALUE;
    const full = Math.max(open.relevant, open.other) >= bucket;
    if (next && !(full && isRelevant(next) !== isRelevant(open))) return;
    const last = ranges.at(-1);
    if (last && isRelevant(last) === isRelevant(open)) {
      last.upTo = open.upTo;
      last.relevant += open.relevant;
      last.other += open.other;
    } else {
      ranges.push(open);
    }
    open = undefined;
  });
  return ranges;
}

function isRelevant({ relevant, other }: { relevant: number; other: number }): boolean {
  return relevant > other;
}

function shareIn({ feature, ranges }: Rule, vector: SparseVector): number {
  const value = valueAt(vector, feature);
  const { relevant, other } = ranges.find(({ upTo }) => value <= upTo) ?? ranges.at(-1)!;
  return relevant / (relevant + other);
}
