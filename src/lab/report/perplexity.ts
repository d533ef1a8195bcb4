/** How well a language model of the relevant examples predicts the visited text; lower is closer to the topic. */
import type { PerplexityPoint, Results } from '../results.ts';
import { axisOver } from './axis.ts';
import { decimal, percent, whole } from './number.ts';
import { type Panels, topicPanels } from './topic-panels.ts';

export function perplexity(results: Results): string {
  const kinds: [title: string, of: (point: PerplexityPoint) => number][] = [
    ['Perplexity with unknown words, topic by topic', ({ withUnknown }) => withUnknown],
    ['Perplexity without unknown words, topic by topic', ({ withoutUnknown }) => withoutUnknown],
    ['Share of unknown words, topic by topic', ({ unknownShare }) => unknownShare],
  ];
  return kinds.map(([title, of], index) => topicPanels(results, panelsOf(title, of, index === 2))).join('');
}

function panelsOf(title: string, of: (point: PerplexityPoint) => number, share: boolean): Panels {
  const format = share ? (value: number) => percent(value) : decimal;
  return {
    title,
    note: 'At 1/64, 1/32 … of the pages, all pages up to there together.',
    curve: ({ perplexity: points }) =>
      points && { x: points.map(({ visited }) => Math.log2(visited)), y: points.map(of) },
    x: (_, curves) => ({
      ...axisOver(
        'pages visited (each step doubles them)',
        curves.flatMap(({ x }) => [...x]).filter((value) => value >= 0),
        { ticks: 7 },
      ),
      format: (value) => whole(2 ** value),
    }),
    y: (_, curves) =>
      axisOver(
        share ? 'unknown words' : 'perplexity',
        curves.flatMap(({ y }) => [...y]),
        share ? { from: 0, format: (value) => percent(value) } : {},
      ),
    columns: (_, { ticks }) => ticks.map((tick) => ({ title: `${whole(2 ** tick)} pages`, x: tick })),
    format,
  };
}
