/**
 * How well the judges of a study agree: the share of pages with equal answers among those judged, and kappa, which
 * corrects for agreement at random (Cohen's for each pair, Fleiss' for three or more judges). “Unsure” counts as an
 * answer here: leaving it out would make hesitant judges look more in agreement than they are.
 */
import { type HumanJudgement, type Label, labels } from './judgements.ts';
import { pageKey } from './sampling.ts';
import { cohenKappa, fleissKappa } from './statistics/kappa.ts';

export interface Agreement {
  judges: { name: string; pages: number; relevant: number; related: number; unsure: number }[];
  /** Each pair, on the pages that both have judged; pairs without common pages are left out. */
  pairs: Agreed[];
  /** Three or more, on the pages that all have judged; absent if there are none. */
  all?: Agreed;
}

export interface Agreed {
  judges: string[];
  pages: number;
  /** Share of the pages on which all gave the same answer. */
  raw: number;
  /** Absent if all gave one answer to all pages: the agreement at random is then undefined. */
  kappa?: number;
}

export function agreement(judgements: readonly HumanJudgement[]): Agreement {
  const byJudge = new Map<string, Map<string, Label>>();
  for (const judgement of judgements) {
    const said = byJudge.get(judgement.judge) ?? new Map<string, Label>();
    byJudge.set(judgement.judge, said.set(pageKey(judgement), judgement.label));
  }
  const names = [...byJudge.keys()].sort();
  const pairs: Agreed[] = [];
  for (const [i, a] of names.entries())
    for (const b of names.slice(i + 1)) {
      const agreed = agreedOf([a, b], byJudge);
      if (agreed !== undefined) pairs.push(agreed);
    }
  const all = names.length > 2 ? agreedOf(names, byJudge) : undefined;
  return {
    judges: names.map((name) => {
      const said = [...byJudge.get(name)!.values()];
      const times = (label: Label): number => said.filter((one) => one === label).length;
      const counts = { relevant: times('relevant'), related: times('related'), unsure: times('unsure') };
      return { name, pages: said.length, ...counts };
    }),
    pairs,
    ...(all === undefined ? {} : { all }),
  };
}

function agreedOf(
  judges: string[],
  byJudge: ReadonlyMap<string, ReadonlyMap<string, Label>>,
): Agreed | undefined {
  const [first, ...others] = judges.map((name) => byJudge.get(name)!);
  const shared = [...first!.keys()].filter((page) => others.every((other) => other.has(page)));
  if (shared.length === 0) return undefined;
  const answers = [first!, ...others].map((said) => shared.map((page) => said.get(page)!));
  const same = shared.filter((_, i) => answers.every((said) => said[i] === answers[0]![i])).length;
  const kappa =
    answers.length === 2
      ? cohenKappa(answers[0]!, answers[1]!)
      : fleissKappa(
          shared.map((_, i) => labels.map((label) => answers.filter((said) => said[i] === label).length)),
        );
  return {
    judges,
    pages: shared.length,
    raw: same / shared.length,
    ...(Number.isNaN(kappa) ? {} : { kappa }),
  };
}
