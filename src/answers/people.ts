/** Who labelled pages of a crawl, and how well they agree on those that several of them labelled. */
import { type Label, labels } from '../archive/records.ts';
import type { OpenCrawl } from '../crawl/open.ts';
import { type Agreed, type AgreedAnyTwo, agreedAnyTwo, agreedPairs } from '../lab/statistics/agreed.ts';
import { count, percent } from './numbers.ts';

export interface People {
  people: { name: string; labels: number; relevant: number; unsure: number }[];
  /** Each pair, on the pages that both labelled. */
  pairs: Agreed[];
  /** On every page that two or more labelled; absent if there is none. */
  anyTwo?: AgreedAnyTwo;
  /** Pages on which one said relevant and another not; a third answer decides, or the latest. */
  disputed: number[];
  sentence: string;
}

const SHOWN_DISPUTED = 100;

export function peopleOf({ read }: Pick<OpenCrawl, 'read'>): People {
  const byPerson = new Map<string, Map<number, Label['label']>>();
  const said = new Map<number, Set<Label['label']>>();
  for (const { by, page, label } of read.labels()) {
    const own = byPerson.get(by) ?? new Map<number, Label['label']>();
    byPerson.set(by, own.set(page, label));
    said.set(page, (said.get(page) ?? new Set()).add(label));
  }
  const pairs = agreedPairs(byPerson, labels);
  const anyTwo = agreedAnyTwo(byPerson, labels);
  const disputed = [...said].flatMap(([page, answers]) =>
    answers.has('relevant') && answers.has('not-relevant') ? [page] : [],
  );
  const people = [...byPerson].map(([name, answers]) => {
    const times = (label: Label['label']): number =>
      [...answers.values()].filter((one) => one === label).length;
    return { name, labels: answers.size, relevant: times('relevant'), unsure: times('unsure') };
  });
  return {
    people,
    pairs,
    ...(anyTwo === undefined ? {} : { anyTwo }),
    disputed: disputed.slice(0, SHOWN_DISPUTED),
    sentence: sentenceOf(people, pairs, anyTwo?.alpha, disputed.length),
  };
}

function sentenceOf(
  people: People['people'],
  pairs: readonly Agreed[],
  alpha: number | undefined,
  disputed: number,
): string {
  if (people.length < 2)
    return people.length === 0 ? 'Nobody has labelled a page yet.' : `All labels are by ${people[0]!.name}.`;
  const [first] = pairs;
  if (first === undefined) return `${count(people.length)} people labelled, no two of them the same page.`;
  const kappa = first.kappa === undefined ? '' : ` (kappa ${first.kappa.toFixed(2)})`;
  const agreed =
    pairs.length === 1
      ? `${first.judges.join(' and ')} agree on ${percent(first.raw)} of ${pages(first.pages)}${kappa}.`
      : `${count(people.length)} people agree, pair by pair, on ${percent(Math.min(...pairs.map(({ raw }) => raw)))} to ${percent(Math.max(...pairs.map(({ raw }) => raw)))} of the pages that both labelled${alpha === undefined ? '' : ` (Krippendorff's alpha ${alpha.toFixed(2)})`}.`;
  return disputed === 0 ? agreed : `${agreed} On ${pages(disputed)} one says relevant and another not.`;
}

const pages = (n: number): string => `${count(n)} ${n === 1 ? 'page' : 'pages'}`;
