/**
 * What rendering has brought so far, by host and URL template: pages made by one script are alike, so a few of them
 * tell whether the rest needs a browser. Plain data, so that a resumed crawl knows it, too.
 */
import { urlTemplate } from '../url/template.ts';
import { hostOf } from '../url/url.ts';
import type { Outline } from './needs-scripts.ts';

interface Tally {
  seen: number;
  renders: number;
  /** Renders that brought text or links. */
  gains: number;
}

/** Renders of pages that did not look empty, before a host is believed to need none. */
const FRUITLESS_PROBES = 3;
/** A page with less text than this share of its host's pages is looked at. */
const FAR_BELOW = 0.2;
/** Templates kept in memory. */
const MOST_TEMPLATES = 10_000;

export class RenderHabits {
  readonly #templates = new Map<string, Tally>();
  readonly #hosts = new Map<string, { pages: number; text: number; probes: number; gains: number }>();

  #hasLearnt = false;

  /** Why a page is to be rendered; undefined if it is not. */
  wants(url: string, outline: Outline): string | undefined {
    const template = this.#templateOf(url);
    const host = this.#hostOf(url);
    template.seen += 1;
    const usualText = host.pages === 0 ? 0 : host.text / host.pages;
    const isFarBelow = host.pages >= 5 && outline.text < FAR_BELOW * usualText;
    host.pages += 1;
    host.text += outline.text;
    if (outline.emptyFor !== undefined) return isHopeless(template) ? undefined : outline.emptyFor;
    if (outline.scripts === 0) return undefined;
    if (template.gains > 0 && 3 * template.gains >= template.renders) return 'others like it gained by it';
    if (template.renders > 0)
      return isProbe(template) && host.gains > 0 ? 'to see whether it still gains nothing' : undefined;
    if (isFarBelow) return 'far less text than other pages of its host';
    return host.gains > 0 || host.probes < FRUITLESS_PROBES ? 'the first of its kind' : undefined;
  }

  /** What a render has brought; one that failed has brought nothing. */
  learn(url: string, plain: Outline, gained: boolean): void {
    const template = this.#templateOf(url);
    this.#hasLearnt = true;
    template.renders += 1;
    if (gained) template.gains += 1;
    if (plain.emptyFor !== undefined) return;
    const host = this.#hostOf(url);
    host.probes += 1;
    if (gained) host.gains += 1;
  }

  /** Plain JSON; undefined if nothing was learnt since the last call. */
  save(): unknown {
    if (!this.#hasLearnt) return undefined;
    this.#hasLearnt = false;
    return { templates: [...this.#templates], hosts: [...this.#hosts] };
  }

  restore(saved: unknown): void {
    const { templates = [], hosts = [] } = (saved ?? {}) as {
      templates?: [string, Tally][];
      hosts?: [string, never][];
    };
    for (const [key, record] of templates) this.#templates.set(key, record);
    for (const [key, record] of hosts) this.#hosts.set(key, record);
  }

  #templateOf(url: string): Tally {
    const host = hostOf(url);
    const key = `${host} ${urlTemplate(url.slice(url.indexOf(host) + host.length)).shape}`;
    return entry(this.#templates, key, () => ({ seen: 0, renders: 0, gains: 0 }));
  }

  #hostOf(url: string): { pages: number; text: number; probes: number; gains: number } {
    return entry(this.#hosts, hostOf(url), () => ({ pages: 0, text: 0, probes: 0, gains: 0 }));
  }
}

/** Empty with and without a browser, three times: from then on every tenth is tried. */
const isHopeless = ({ seen, renders, gains }: Tally): boolean =>
  renders >= 3 && gains === 0 && seen % 10 !== 0;

/** The 4th, 16th, 64th … */
const isProbe = ({ seen }: Tally): boolean => seen >= 4 && Number.isInteger(Math.log2(seen) / 2);

function entry<T>(map: Map<string, T>, key: string, make: () => T): T {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  if (map.size >= MOST_TEMPLATES) map.delete(map.keys().next().value!);
  map.set(key, made);
  return made;
}
