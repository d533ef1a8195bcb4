/**
 * The vocabulary of the reference figures: runs of letters in a minimum number of documents, most frequent first. 4,259
 * words of 20news share the frequency at which the list is cut, and which of them stay changes single figures by up to
 * 0.01. The reference sorted the words by name and then their frequencies with numpy's quicksort, which is not stable;
 * the same steps here select the same words.
 */
import { words } from '../src/text/tokens.ts';
import { Vocabulary } from '../src/text/vocabulary.ts';

export function referenceVocabulary(
  texts: readonly string[],
  minDocuments: number,
  limit: number,
): Vocabulary {
  const all = new Vocabulary();
  for (const text of texts) all.learn(words(text, { lettersOnly: true }));
  const { documents, terms } = all.toJSON();
  const byName = terms.filter(([, held]) => held >= minDocuments).sort(([a], [b]) => (a < b ? -1 : 1));
  if (byName.length <= limit) return Vocabulary.fromJSON({ documents, terms: byName });
  const order = unstableOrder(Float64Array.from(byName, ([, , occurrences]) => -occurrences));
  return Vocabulary.fromJSON({ documents, terms: Array.from(order.subarray(0, limit), (i) => byName[i]!) });
}

/** Quicksort by the median of three, the smaller part first, insertion sort for parts of up to 16. */
function unstableOrder(keys: Float64Array): Uint32Array {
  const order = Uint32Array.from(keys, (_, i) => i);
  const key = (at: number) => keys[order[at]!]!;
  const swap = (i: number, j: number) => {
    const kept = order[i]!;
    order[i] = order[j]!;
    order[j] = kept;
  };
  const waiting: [from: number, to: number][] = [[0, keys.length - 1]];
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    let [from, to] = part;
    while (to - from > 16) {
      const middle = from + ((to - from) >> 1);
      if (key(middle) < key(from)) swap(middle, from);
      if (key(to) < key(middle)) swap(to, middle);
      if (key(middle) < key(from)) swap(middle, from);
      const pivot = key(middle);
      let i = from;
      let j = to - 1;
      swap(middle, j);
      for (;;) {
        do i += 1;
        while (key(i) < pivot);
        do j -= 1;
        while (pivot < key(j));
        if (i >= j) break;
        swap(i, j);
      }
      swap(i, to - 1);
      if (i - from < to - i) {
        waiting.push([i + 1, to]);
        to = i - 1;
      } else {
        waiting.push([from, i - 1]);
        from = i + 1;
      }
    }
    for (let i = from + 1; i <= to; i++) {
      const moved = order[i]!;
      let j = i;
      for (; j > from && keys[moved]! < key(j - 1); j--) order[j] = order[j - 1]!;
      order[j] = moved;
    }
  }
  return order;
}
