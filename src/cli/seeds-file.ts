/** Found URLs as a text file: one per line, each with its reasons as a comment. Readable wherever a list of URLs is. */
import { Random } from '../learn/random.ts';
import type { Found } from '../seeds/find.ts';
import type { Seed } from '../seeds/rank.ts';
import type { Topic } from '../topic/topic.ts';
import { oneLine } from './format.ts';

export function listFile({ title }: Topic, { seeds, others }: Found, isForLabelling: boolean): string {
  const head = isForLabelling
    ? `# Pages to label for "${title}", in random order.`
    : `# Seeds for "${title}", best first.`;
  const lines = isForLabelling
    ? // So that the order does not tell the answer.
      new Random(1).shuffle([
        ...seeds.map((seed) => line(seed, 'likely')),
        ...others.map((seed) => line(seed, 'hardly')),
      ])
    : seeds.map((seed) => line(seed, seed.score.toFixed(2)));
  return `${[oneLine(head, 200), ...lines].join('\n')}\n`;
}

const line = ({ url, why }: Seed, mark: string): string =>
  `${url}  # ${oneLine(`${mark}; ${why.join('; ')}`, 200)}`;
