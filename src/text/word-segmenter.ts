/**
 * Splits words that are written together, as in host names: "medicineonline" becomes "medicine", "online". Of all ways
 * to split, the one whose words are most probable together, by how often each occurs in given texts (Norvig, "Natural
 * Language Corpus Data", in Beautiful Data, 2009). What is not a known word costs the more the longer it is, so a token
 * of unknown parts stays whole.
 */
const SHORTEST_WORD = 3;
const LONGEST_TOKEN = 64;

export class WordSegmenter {
  readonly #logs: ReadonlyMap<string, number>;
  readonly #longest: number;
  readonly #unknown: number;

  /** How often each word occurs; words of fewer than three letters are ignored. */
  constructor(counts: Iterable<readonly [word: string, count: number]>) {
    const known = [...counts].filter(([word, count]) => word.length >= SHORTEST_WORD && count > 0);
    const total = known.reduce((sum, [, count]) => sum + count, 0);
    this.#logs = new Map(known.map(([word, count]) => [word, Math.log(count / total)]));
    this.#longest = known.reduce((most, [word]) => Math.max(most, word.length), 0);
    this.#unknown = Math.log(10 / Math.max(10, total));
  }

  /** The token itself if it is a word, or has an unknown part. */
  split(token: string): string[] {
    if (this.#logs.has(token) || token.length < 2 * SHORTEST_WORD || token.length > LONGEST_TOKEN)
      return [token];
    // The best split of the first i letters: its log probability, and where its last word starts.
    const best: { log: number; from: number }[] = [{ log: 0, from: 0 }];
    for (let end = 1; end <= token.length; end++) {
      let chosen = { log: Number.NEGATIVE_INFINITY, from: 0 };
      for (let from = Math.max(0, end - Math.max(this.#longest, 1)); from <= end - SHORTEST_WORD; from++) {
        const word = this.#logs.get(token.slice(from, end));
        const before = best[from]!.log;
        if (word !== undefined && before + word > chosen.log) chosen = { log: before + word, from };
      }
      best.push(chosen);
    }
    const whole = this.#unknown - token.length * Math.LN10;
    if (best[token.length]!.log <= whole) return [token];
    const words: string[] = [];
    for (let end = token.length; end > 0; end = best[end]!.from)
      words.push(token.slice(best[end]!.from, end));
    return words.reverse();
  }
}
