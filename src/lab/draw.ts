/**
 * The examples of a repeat: all of the topic's, or so many of them drawn by the repeat's number, without replacement
 * and in the topic's own order. The same repeat of the same topic draws the same ones, whatever recipe runs.
 */
import { Random } from '../learn/random.ts';
import type { Topic } from '../topic/topic.ts';

export function drawExamples(
  topic: Topic,
  sizes: { relevant?: number | undefined; irrelevant?: number | undefined },
  repeat: number,
): Topic {
  const { relevant, irrelevant } = topic.examples;
  return {
    ...topic,
    examples: {
      ...topic.examples,
      relevant: drawn(relevant, sizes.relevant, 2 * repeat),
      irrelevant: drawn(irrelevant, sizes.irrelevant, 2 * repeat + 1),
    },
  };
}

/** So many of a list, by a seed, in the list's order; all where there are no more. */
export function drawn<T>(list: readonly T[], size: number | undefined, seed: number): T[] {
  if (size === undefined || size >= list.length) return [...list];
  const places = new Random(seed).shuffle([...list.keys()]).slice(0, size);
  return places.sort((a, b) => a - b).map((place) => list[place]!);
}
