/** Counts many phrases in one walk over a text's words. */
export class Phrases {
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
