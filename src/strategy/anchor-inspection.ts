/**
 * Links by anchor text: a list of anchors that lead nowhere, and one of anchors worth following. Chen (CINDI robot,
 * Concordia, 2008), section 4.2.2. Anchors and entries are compared by stem, without stop words.
 *
 * Decided here, where the thesis is silent: the whole anchor must equal an entry of the pruning list ("about", not
 * "about comets"), except for the name of its site ("About Wikipedia" on en.wikipedia.org), while an entry of the
 * extracting list may occur anywhere in the anchor. An anchor of only stop words ("Help", "About us") keeps them, since
 * nothing else would be left. If several links lead to the same page, their texts are checked one by one: all must
 * match to prune, one is enough to extract. An empty anchor matches neither list.
 */
import { termReader } from '../text/terms.ts';

export interface AnchorLists {
  /** `site`: the site's own name, which does not count as a word of the anchor. */
  prunes(anchor: string, site?: string): boolean;
  extracts(anchor: string): boolean;
}

export function anchorLists(
  lists: { prune: readonly string[]; extract: readonly string[] },
  language?: string | undefined,
): AnchorLists {
  const form = anchorForms(language);
  const pruned = new Set(lists.prune.map(form));
  const extracted = new Set(lists.extract.map(form));
  pruned.delete('');
  extracted.delete('');
  const longest = Math.max(0, ...[...extracted].map((entry) => entry.split(' ').length));
  return {
    prunes: (anchor, site = '') =>
      partsOf(anchor).every((part) => pruned.has(form(part)) || pruned.has(form(without(part, site)))),
    extracts: (anchor) => extracted.size > 0 && partsOf(anchor).some((part) => holds(form(part))),
  };

  function holds(text: string): boolean {
    if (text === '') return false;
    const words = text.split(' ');
    for (let start = 0; start < words.length; start++) {
      let run = '';
      for (let end = start; end < Math.min(words.length, start + longest); end++) {
        run = end === start ? words[end]! : `${run} ${words[end]}`;
        if (extracted.has(run)) return true;
      }
    }
    return false;
  }
}

/** The anchor less the name of its site. */
function without(anchor: string, site: string): string {
  if (site === '' || !anchor.toLowerCase().includes(site)) return '';
  return anchor
    .split(/\s+/)
    .filter((word) => word.toLowerCase() !== site)
    .join(' ');
}

/** The normal form for comparing anchors: stems separated by spaces. */
export function anchorForms(language = 'en'): (anchor: string) => string {
  const without = termReader({ language, stopWords: 'long', numbers: true, limit: maxWords });
  const whole = termReader({ language, stopWords: 'none', numbers: true, limit: maxWords });
  const known = new Map<string, string>();
  return (anchor) => {
    const text = anchor.slice(0, maxLength);
    let form = known.get(text);
    if (form === undefined) {
      const terms = without(text);
      form = (terms.length > 0 ? terms : whole(text)).join(' ');
      if (known.size >= maxRemembered) known.clear();
      known.set(text, form);
    }
    return form;
  };
}

/** Different texts of links to one page arrive joined. */
export function partsOf(anchor: string): string[] {
  return anchor.split(' · ');
}

const maxLength = 200;
const maxWords = 30;
const maxRemembered = 20_000;
