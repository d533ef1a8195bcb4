/**
 * One judge's way through a sample: always a page that this judge has not judged yet, back on request, with every
 * answer written to the file immediately. It shows nothing itself; terminal and web page both use it.
 */
import type { HumanJudgement, JudgementsFile, Label } from './judgements.ts';
import { pageKey, type SampledPage } from './sampling.ts';

export class Judging {
  readonly judge: string;
  readonly pages: readonly SampledPage[];
  readonly #file: JudgementsFile;
  readonly #said = new Map<string, Label>();

  /** `before` may contain judgements of others; they are ignored. */
  constructor(
    judge: string,
    pages: readonly SampledPage[],
    before: readonly HumanJudgement[],
    file: JudgementsFile,
  ) {
    this.judge = judge;
    this.pages = pages;
    this.#file = file;
    const sampled = new Set(pages.map(pageKey));
    for (const judgement of before)
      if (judgement.judge === judge && sampled.has(pageKey(judgement)))
        this.#said.set(pageKey(judgement), judgement.label);
  }

  /** How many of the pages are judged. */
  get done(): number {
    return this.#said.size;
  }

  labelOf(place: number): Label | undefined {
    const page = this.pages[place];
    return page === undefined ? undefined : this.#said.get(pageKey(page));
  }

  /** The next page without a judgement after this place, then from the start; undefined if all have one. */
  nextOpen(after = -1): number | undefined {
    for (let step = 1; step <= this.pages.length; step++) {
      const place = (after + step) % this.pages.length;
      if (this.labelOf(place) === undefined) return place;
    }
    return undefined;
  }

  say(place: number, label: Label): void {
    const page = this.pages[place];
    if (page === undefined) throw new RangeError(`There is no page ${place} in the sample.`);
    this.#file.add({ ...page, judge: this.judge, label, at: new Date().toISOString() });
    this.#said.set(pageKey(page), label);
  }
}
