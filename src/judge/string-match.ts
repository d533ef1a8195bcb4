/**
 * Weighted string match: the sum of the weights of the topic's terms over their occurrences in the page.
 * García Dorado (Lund, 2008), section on string matching. A term is a word, a phrase, or a combination
 * "a AND b", which counts as often as its rarest part; weights may be negative. The thesis leaves its normaliser
 * open: ours is s / (s + half), so that a page whose sum is `half` scores ½ and counts; a match in the title
 * counts `titleWeight` times. Words are compared by their stems.
 */
import type { Page } from '../page/page.ts';
import { stemmer } from '../text/stem.ts';
import { words } from '../text/tokens.ts';
import type { WeightedTerm } from '../topic/topic.ts';
import type { Judgement, TextJudge } from './judge.ts';

export interface StringMatchSettings {
  /** The sum of weights at which a page scores ½ and counts. */
  half: number;
  /** The same for a few words, such as an anchor. */
  halfOfText: number;
  titleWeight: number;
  language?: string | undefined;
}

export function stringMatch(terms: readonly WeightedTerm[], settings: StringMatchSettings): TextJudge {
  const stem = stemmer(settings.language ?? 'en');
  const stems = (text: string): string[] => words(text).map(stem);
  const phrases = new Phrases();
  const wanted = terms.map(({ term, weight }) => ({
    term,
    weight,
    parts: term.split(/\s+AND\s+/).map((part) => phrases.add(stems(part))),
  }));

  return {
    judge(page: Page): Judgement {
      const inTitle = matches(page.title);
      const inText = matches(page.text);
      let sum = 0;
      const found: { part: number; words: string }[] = [];
      for (const [i, { term, weight }] of wanted.entries()) {
        const title = inTitle[i]!;
        const text = inText[i]!;
        if (title + text === 0) continue;
        const part = weight * (text + settings.titleWeight * title);
        sum += part;
        const place = title > 0 ? `, ×${title} in title` : '';
        found.push({ part, words: `${weight < 0 ? `${minus(weight)} ` : ''}${term} ×${text}${place}` });
      }
      const score = squash(sum, settings.half);
      found.sort((a, b) => Math.abs(b.part) - Math.abs(a.part));
      return { score, relevant: score >= 0.5, why: found.slice(0, 5).map((one) => one.words) };
    },
    scoreText(text) {
      if (text === '') return 0;
      const counts = matches(text);
      let sum = 0;
      for (const [i, { weight }] of wanted.entries()) sum += weight * counts[i]!;
      return squash(sum, settings.halfOfText);
    },
  };

  /** How often each wanted term occurs in a text. */
  function matches(text: string): number[] {
    const counts = phrases.count(stems(text));
    return wanted.map(({ parts }) => Math.min(...parts.map((part) => counts[part]!)));
  }
}

const squash = (sum: number, half: number): number => (sum <= 0 ? 0 : sum / (sum + half));
const minus = (weight: number): string => `−${Math.abs(weight)}`;

/** Counts many phrases in one walk over a text's words. */
class Phrases {
  readonly #start: PhraseNode = { next: new Map() };
  #size = 0;

  /** Answers the phrase's number; the same phrase twice has two. */
  add(phrase: readonly string[]): number {
    let node = this.#start;
    for (const word of phrase) {
      let next = node.next.get(word);
      if (next === undefined) {
        next = { next: new Map() };
        node.next.set(word, next);
      }
      node = next;
    }
    const number = this.#size++;
    if (phrase.length > 0) node.ends = [...(node.ends ?? []), number];
    return number;
  }

  count(text: readonly string[]): Uint32Array {
    const counts = new Uint32Array(this.#size);
    for (let i = 0; i < text.length; i++) {
      let node = this.#start.next.get(text[i]!);
      for (let j = i + 1; node !== undefined; j++) {
        if (node.ends) for (const number of node.ends) counts[number]! += 1;
        if (j >= text.length) break;
        node = node.next.get(text[j]!);
      }
    }
    return counts;
  }
}

interface PhraseNode {
  next: Map<string, PhraseNode>;
  ends?: number[];
}
