/**
 * The examples of a repeat: all of the topic's, or a number of them drawn with the repeat as seed, without replacement
 * and in the topic's order. The same repeat of the same topic draws the same examples for every recipe.
 */
import { Random } from '../learn/random.ts';
import type { Topic } from '../topic/topic.ts';

export function drawExamples(
  topic: Topic,
  sizes: Partial<Record<'relevant' | 'irrelevant' | 'genre', number | undefined>>,
  repeat: number,
): Topic {
  const { relevant, irrelevant, genre } = topic.examples;
  return {
    ...topic,
    examples: {
      ...topic.examples,
      relevant: drawn(relevant, sizes.relevant, 2 * repeat),
      irrelevant: drawn(irrelevant, sizes.irrelevant, 2 * repeat + 1),
      ...(genre === undefined ? {} : { genre: drawn(genre, sizes.genre, 2 * repeat) }),
    },
  };
}

/** Where there is nothing to draw from: every repeat has the same examples. */
export function drawWarnings(
  { name, examples }: Topic,
  sizes: Partial<Record<'relevant' | 'irrelevant' | 'genre', number | undefined>>,
): string[] {
  return (['relevant', 'irrelevant', 'genre'] as const).flatMap((kind) => {
    const { length = 0 } = examples[kind] ?? [];
    const size = sizes[kind];
    if (size === undefined || length === 0 || size < length) return [];
    return [`${name}: every repeat has all of its ${length} ${kind} examples, as the plan draws ${size}.`];
  });
}

/** `size` elements of a list, drawn by a seed, in the list's order; all if there are no more. */
export function drawn<T>(list: readonly T[], size: number | undefined, seed: number): T[] {
  if (size === undefined || size >= list.length) return [...list];
  const places = new Random(seed).shuffle([...list.keys()]).slice(0, size);
  return places.sort((a, b) => a - b).map((place) => list[place]!);
}
