/**
 * The texts of sampled pages, read from the study's frozen webs: title and main text, as shown to a judge. A page whose
 * bytes differ from those sampled is not shown, since the judgement would be about another page.
 */
import { pageOf } from '../crawl/readers/reading.ts';
import { type FrozenWeb, openFrozenWeb } from '../frozen/frozen.ts';
import type { SampledPage } from './sampling.ts';

export type ShownPage =
  | { ok: true; title: string; text: string /** Only the first part of the text is shown. */; isCut: boolean }
  | { ok: false; problem: string };

export class PageTexts {
  readonly #placesOf: (web: string) => string[][];
  readonly #webs = new Map<string, Promise<FrozenWeb>>();

  /** `placesOf` returns where a web may be found by its name in the plan: lists of WARC files or folders, in order. */
  constructor(placesOf: (web: string) => string[][]) {
    this.#placesOf = placesOf;
  }

  /** From the first place that has the page as it was sampled. */
  async read(page: SampledPage): Promise<ShownPage> {
    let shown: ShownPage = { ok: false, problem: 'The page was not stored by the crawl.' };
    for (const place of this.#placesOf(page.web)) {
      shown = await this.#readFrom(await this.#open(place), page);
      if (shown.ok) return shown;
    }
    return shown;
  }

  async #readFrom(web: FrozenWeb, page: SampledPage): Promise<ShownPage> {
    const answer = await web.fetch({ url: page.url });
    if (!answer.ok) return { ok: false, problem: `The page cannot be read: ${answer.detail}` };
    const read = await pageOf(answer, { urlRules: {} });
    if ('refused' in read) return { ok: false, problem: `The page cannot be read: ${read.detail}` };
    if (read.digest !== page.digest)
      return { ok: false, problem: 'The frozen web now has different bytes under this URL.' };
    const text = read.mainText.trim();
    return {
      ok: true,
      title: read.title,
      text: text.slice(0, maxShown),
      isCut: text.length > maxShown || read.truncated !== undefined,
    };
  }

  async close(): Promise<void> {
    for (const opening of this.#webs.values()) await opening.then((web) => web.close()).catch(() => {});
  }

  #open(place: string[]): Promise<FrozenWeb> {
    const key = JSON.stringify(place);
    const opening = this.#webs.get(key) ?? openFrozenWeb(place);
    this.#webs.set(key, opening);
    return opening;
  }
}

/** Characters; nobody reads more to decide what a page is about. */
const maxShown = 100_000;
