/**
 * How well the judges of a study agree: the share of pages with equal answers among those judged, and kappa, which
 * corrects for agreement at random (Cohen's for each pair, Fleiss' for three or more judges), and Krippendorff's alpha,
 * which does not need everybody's answer to a page. “Unsure” counts as an answer here: leaving it out would make hesitant
 * judges look more in agreement than they are.
 */
import { type HumanJudgement, type Label, labels } from './judgements.ts';
import { pageKey } from './sampling.ts';
import { type Agreed, type AgreedAnyTwo, agreedAnyTwo, agreedOf, agreedPairs } from './statistics/agreed.ts';

export type { Agreed, AgreedAnyTwo };

export interface Agreement {
  judges: { name: string; pages: number; relevant: number; related: number; unsure: number }[];
  /** Each pair, on the pages that both have judged; pairs without common pages are left out. */
  pairs: Agreed[];
  /** Three or more, on the pages that all have judged; absent if there are none. */
  all?: Agreed;
  /** On every page that two or more have judged; absent if there is none. */
  anyTwo?: AgreedAnyTwo;
}

export function agreement(judgements: readonly HumanJudgement[]): Agreement {
  const byJudge = new Map<string, Map<string, Label>>();
  for (const judgement of judgements) {
    const said = byJudge.get(judgement.judge) ?? new Map<string, Label>();
    byJudge.set(judgement.judge, said.set(pageKey(judgement), judgement.label));
  }
  const names = [...byJudge.keys()].sort();
  const all = names.length > 2 ? agreedOf(names, byJudge, labels) : undefined;
  const anyTwo = agreedAnyTwo(byJudge, labels);
  return {
    judges: names.map((name) => {
      const said = [...byJudge.get(name)!.values()];
      const times = (label: Label): number => said.filter((one) => one === label).length;
      const counts = { relevant: times('relevant'), related: times('related'), unsure: times('unsure') };
      return { name, pages: said.length, ...counts };
    }),
    pairs: agreedPairs(byJudge, labels),
    ...(all === undefined ? {} : { all }),
    ...(anyTwo === undefined ? {} : { anyTwo }),
  };
}
