/** What rejudging changed: scores before and after, and the pages that became relevant or irrelevant. */

export interface JudgementFigures {
  /** Pages with a judgement, without duplicates. */
  pages: number;
  /** Pages with the same bytes as another; never relevant. */
  duplicates: number;
  /** Pages that kept their judgement because the new one failed. */
  faults: number;
  relevant: { before: number; after: number };
  becameRelevant: Changed;
  becameIrrelevant: Changed;
  /** Ten ranges of scores each: 0 to 0.1, … 0.9 to 1. */
  histogram: { before: Bucket[]; after: Bucket[] };
}

export interface Changed {
  pages: number;
  /** Those whose score changed most, then those with the highest scores. */
  examples: ChangedPage[];
}

export interface ChangedPage {
  url: string;
  title: string;
  /** Absent if the page had no judgement because its judge had failed. */
  before: number | undefined;
  after: number;
}

export interface Bucket {
  pages: number;
  relevant: number;
}

/** The part of a judgement that the figures need. */
export interface Verdict {
  score?: number | undefined;
  relevant: boolean;
}

const BUCKETS = 10;
const EXAMPLES = 3;

export class Figures implements JudgementFigures {
  pages = 0;
  duplicates = 0;
  faults = 0;
  readonly relevant = { before: 0, after: 0 };
  readonly becameRelevant: Changed = { pages: 0, examples: [] };
  readonly becameIrrelevant: Changed = { pages: 0, examples: [] };
  readonly histogram = { before: buckets(), after: buckets() };

  count(page: { url: string; title?: string | undefined }, before: Verdict, after: Verdict): void {
    this.pages += 1;
    for (const [when, { score, relevant }] of [['before', before] as const, ['after', after] as const]) {
      if (relevant) this.relevant[when] += 1;
      if (score === undefined) continue;
      const bucket = this.histogram[when][Math.min(BUCKETS - 1, Math.floor(BUCKETS * score))]!;
      bucket.pages += 1;
      if (relevant) bucket.relevant += 1;
    }
    if (before.relevant === after.relevant || after.score === undefined) return;
    const changed = after.relevant ? this.becameRelevant : this.becameIrrelevant;
    const { url, title = '' } = page;
    changed.pages += 1;
    changed.examples.push({ url, title, before: before.score, after: after.score });
    changed.examples.sort(mostChanged);
    changed.examples.length = Math.min(EXAMPLES, changed.examples.length);
  }
}

const buckets = (): Bucket[] => Array.from({ length: BUCKETS }, () => ({ pages: 0, relevant: 0 }));

/** The same three regardless of the order in which threads answer. */
function mostChanged(a: ChangedPage, b: ChangedPage): number {
  return distance(b) - distance(a) || b.after - a.after || (a.url < b.url ? -1 : 1);
}

const distance = ({ before = 0, after }: ChangedPage): number => Math.abs(after - before);
