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
  readonly #filesOf: (web: string) => string[];
  readonly #webs = new Map<string, Promise<FrozenWeb>>();

  /** `filesOf` returns the WARC files or folders of a web by its name in the plan. */
  constructor(filesOf: (web: string) => string[]) {
    this.#filesOf = filesOf;
  }

  async read(page: SampledPage): Promise<ShownPage> {
    const web = await this.#open(page.web);
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

  #open(name: string): Promise<FrozenWeb> {
    const known = this.#webs.get(name);
    if (known !== undefined) return known;
    const opening = openFrozenWeb(this.#filesOf(name));
    this.#webs.set(name, opening);
    return opening;
  }
}

/** Characters; nobody reads more to decide what a page is about. */
const maxShown = 100_000;
