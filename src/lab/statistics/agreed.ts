/** How often several people gave the same answers, and how much more often than at random. */
import { cohenKappa, fleissKappa } from './kappa.ts';
import { krippendorffAlpha } from './krippendorff.ts';

export interface Agreed {
  judges: string[];
  pages: number;
  /** Share of the pages on which all gave the same answer. */
  raw: number;
  /** Absent if all gave one answer to all pages: the agreement at random is then undefined. */
  kappa?: number;
}

/** Over all pages that two or more have judged: nobody has to have judged all of them. */
export interface AgreedAnyTwo {
  pages: number;
  /** To these pages, by all judges together. */
  answers: number;
  /** Krippendorff's; absent if all answers are the same. */
  alpha?: number;
}

/** By judge and page; undefined if there is no page that all of them have judged. */
export function agreedOf<Page, Label>(
  judges: string[],
  byJudge: ReadonlyMap<string, ReadonlyMap<Page, Label>>,
  labels: readonly Label[],
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

/** Undefined if no two have judged the same page. */
export function agreedAnyTwo<Page, Label>(
  byJudge: ReadonlyMap<string, ReadonlyMap<Page, Label>>,
  labels: readonly Label[],
): AgreedAnyTwo | undefined {
  const answers = new Map<Page, Label[]>();
  for (const said of byJudge.values())
    for (const [page, label] of said) answers.set(page, [...(answers.get(page) ?? []), label]);
  const compared = [...answers.values()].filter((given) => given.length > 1);
  if (compared.length === 0) return undefined;
  const alpha = krippendorffAlpha(
    compared.map((given) => labels.map((label) => given.filter((one) => one === label).length)),
  );
  return {
    pages: compared.length,
    answers: compared.reduce((sum, given) => sum + given.length, 0),
    ...(Number.isNaN(alpha) ? {} : { alpha }),
  };
}

/** Each pair that has judged a page in common. */
export function agreedPairs<Page, Label>(
  byJudge: ReadonlyMap<string, ReadonlyMap<Page, Label>>,
  labels: readonly Label[],
): Agreed[] {
  const names = [...byJudge.keys()].sort();
  return names.flatMap((a, i) => names.slice(i + 1).flatMap((b) => agreedOf([a, b], byJudge, labels) ?? []));
}
