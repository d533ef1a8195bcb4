/**
 * Links by their words: a list of anchors that lead nowhere, and one of anchors that lead on. Chen (CINDI robot,
 * Concordia, 2008), section 4.6. Anchors and entries are compared without stop words and by stems.
 *
 * Left open there, and how it is here: the whole anchor must be an entry of the pruning list ("about", not "about
 * comets"), while an entry of the extracting list need only stand in the anchor. An anchor of stop words alone ("Help",
 * "About us"), of which nothing would be left, keeps them. Texts of several links to the same page are looked at one
 * by one: all must be pruned, one is enough to extract. An empty anchor is in neither list.
 */
import { termReader } from '../text/terms.ts';

export interface AnchorLists {
  prunes(anchor: string): boolean;
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
    prunes: (anchor) => partsOf(anchor).every((part) => pruned.has(form(part))),
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

/** The form in which anchors are compared: stems parted by spaces. */
export function anchorForms(language = 'en'): (anchor: string) => string {
  const without = termReader({ language, stopWords: 'long', limit: maxWords });
  const whole = termReader({ language, stopWords: 'none', limit: maxWords });
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

/** Different texts of links to one page come joined. */
export function partsOf(anchor: string): string[] {
  return anchor.split(' · ');
}

const maxLength = 200;
const maxWords = 30;
const maxRemembered = 20_000;
