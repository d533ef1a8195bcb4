/**
 * How good a judge is on the pages that its crawl met, at their own share of relevant ones: precision, recall, F1 and
 * accuracy, from labels of pages that were drawn at random. Each label stands for the pages of its stratum (a layer of
 * scores, and the judge's side) in proportion, so that layers of which many pages were asked about do not count more. The
 * intervals (90 %) are those of shares drawn for each stratum from what its answers leave open (Beta, from a uniform prior):
 * three answers that agree do not make a share certain.
 */
import type { JudgedPage, Label } from '../archive/records.ts';
import { Random } from '../learn/random.ts';
import { layersOf } from './draw.ts';
import { count } from './numbers.ts';

export interface JudgeQuality {
  precision: Estimate;
  recall: Estimate;
  f1: Estimate;
  accuracy: Estimate;
  /** Labels it rests on, and pages of strata without any, which are left out. */
  labels: number;
  leftOut: number;
  sentence: string;
}

export interface Estimate {
  share: number;
  low: number;
  high: number;
}

interface Stratum {
  pages: number;
  called: boolean;
  answers: boolean[];
}

const FEWEST_LABELS = 10;
const DRAWS = 400;
/** Without most of the pages the figures would be those of something else. */
const MOST_LEFT_OUT = 0.2;

/** Undefined if there are too few labels, or none about too many of the pages. `pages`: best first. */
export function judgeQuality(
  pages: readonly JudgedPage[],
  labels: ReadonlyMap<number, Pick<Label, 'label' | 'drawn'>>,
): JudgeQuality | undefined {
  const strata = strataOf(pages, labels);
  const known = strata.filter(({ answers }) => answers.length > 0);
  const asked = known.reduce((sum, { answers }) => sum + answers.length, 0);
  const leftOut = strata.reduce((sum, { pages: n, answers }) => sum + (answers.length === 0 ? n : 0), 0);
  if (asked < FEWEST_LABELS || leftOut > MOST_LEFT_OUT * pages.length) return undefined;
  const random = new Random(1);
  const again = Array.from({ length: DRAWS }, () =>
    measured(known, (answers) => likelyShare(answers, random)),
  );
  const own = measured(known, (answers) => answers.filter(Boolean).length / answers.length);
  const estimate = (key: keyof typeof own): Estimate => {
    const sorted = again.map((one) => one[key]).sort((a, b) => a - b);
    return {
      share: own[key],
      low: Math.min(own[key], sorted[Math.floor(0.05 * DRAWS)]!),
      high: Math.max(own[key], sorted[Math.ceil(0.95 * DRAWS) - 1]!),
    };
  };
  const quality = {
    precision: estimate('precision'),
    recall: estimate('recall'),
    f1: estimate('f1'),
    accuracy: estimate('accuracy'),
  };
  return { ...quality, labels: asked, leftOut, sentence: sentenceOf(quality.recall, asked) };
}

function strataOf(
  pages: readonly JudgedPage[],
  labels: ReadonlyMap<number, Pick<Label, 'label' | 'drawn'>>,
): Stratum[] {
  return layersOf(pages).flatMap((layer) =>
    [true, false].flatMap((called) => {
      const own = layer.filter((page) => page.called === called);
      if (own.length === 0) return [];
      const answers = own.flatMap(({ id }) => {
        const { label, drawn } = labels.get(id) ?? {};
        // Pages that somebody chose say nothing about the others.
        return label === undefined || label === 'unsure' || drawn === 'chosen' ? [] : [label === 'relevant'];
      });
      return [{ pages: own.length, called, answers }];
    }),
  );
}

/** Beta(yes + 1, no + 1): the place of the (yes + 1)-th of as many random numbers as there are answers, and one more. */
function likelyShare(answers: readonly boolean[], random: Random): number {
  const numbers = Array.from({ length: answers.length + 1 }, () => random.next()).sort((a, b) => a - b);
  return numbers[answers.filter(Boolean).length]!;
}

function measured(
  strata: readonly Stratum[],
  shareOf: (answers: readonly boolean[]) => number,
): Record<'precision' | 'recall' | 'f1' | 'accuracy', number> {
  const sums = { right: 0, wrong: 0, missed: 0, rejected: 0 };
  for (const { pages, called, answers } of strata) {
    const relevant = pages * shareOf(answers);
    sums[called ? 'right' : 'missed'] += relevant;
    sums[called ? 'wrong' : 'rejected'] += pages - relevant;
  }
  const { right, wrong, missed, rejected } = sums;
  const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
  return {
    precision: ratio(right, right + wrong),
    recall: ratio(right, right + missed),
    f1: ratio(2 * right, 2 * right + wrong + missed),
    accuracy: ratio(right + rejected, right + wrong + missed + rejected),
  };
}

const sentenceOf = ({ share, low, high }: Estimate, labels: number): string =>
  `It finds about ${whole(share)} % (${whole(low)}–${whole(high)} %) of the relevant pages that the crawl met, by ${count(labels)} pages drawn at random.`;

const whole = (share: number): number => Math.round(100 * share);
