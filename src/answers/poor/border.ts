/** Pages that nearly count, and pages that have nothing of the topic. */
import { typed } from '../../suggest.ts';
import { count } from '../numbers.ts';
import type { Explain } from './explanation.ts';

export const underThreshold: Explain = ({ misses, threshold, folder }) => {
  if (threshold === undefined) return undefined;
  const near = misses
    .filter(({ score = 0, margin = 0 }) => margin < 0 && score >= threshold / 2)
    .sort((a, b) => b.score! - a.score!);
  const [best] = near;
  if (best === undefined) return undefined;
  return {
    what: `${count(near.length)} ${near.length === 1 ? 'page scores' : 'pages score'} at least half of the threshold ${threshold} without reaching it; the best has ${best.score!.toFixed(3)}: ${best.url}`,
    next: `see what a lower threshold would change: forage judge ${typed(folder)} --threshold ${+(threshold / 2).toPrecision(2)} --dry-run`,
  };
};

/** Fewer are no reason. */
const SHARE = 0.8;

export const offTopic: Explain = ({ misses, counts, folder, topic }) => {
  const nothing = misses.filter(({ score }) => score === 0).length;
  if (nothing === 0 || nothing < SHARE * misses.length) return undefined;
  const words = topic.keywords.filter(({ weight }) => weight > 0);
  const of = words.length > 0 ? 'contain none of the keywords' : 'have nothing in common with the topic';
  return {
    what: `${count(nothing)} of the ${count(counts.pages)} pages read score 0: they ${of}.`,
    next: `start closer to the topic (forage seeds add ${typed(folder)} URL, then forage resume ${typed(folder)}), or add keywords that such pages use and judge again: forage judge ${typed(folder)} --topic TOPIC`,
  };
};
