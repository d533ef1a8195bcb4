/** How well a language model of relevant pages predicts the visited text; lower is closer to the topic. */
import type { PerplexityPoint, Results } from '../results.ts';
import { axisOver } from './axis.ts';
import { bytes, decimal, percent, whole } from './number.ts';
import { type Panels, topicPanels } from './topic-panels.ts';

export function perplexity(results: Results): string {
  const kinds: [title: string, of: (point: PerplexityPoint) => number][] = [
    ['Perplexity with unknown words, topic by topic', ({ withUnknown }) => withUnknown],
    ['Perplexity without unknown words, topic by topic', ({ withoutUnknown }) => withoutUnknown],
    ['Share of unknown words, topic by topic', ({ unknownShare }) => unknownShare],
  ];
  const { windows } = results.study.plan;
  return kinds
    .map(([title, of], index) => topicPanels(results, panelsOf(title, of, index === 2, windows)))
    .join('');
}

function panelsOf(
  title: string,
  of: (point: PerplexityPoint) => number,
  share: boolean,
  { of: unit }: Results['study']['plan']['windows'],
): Panels {
  const format = share ? (value: number) => percent(value) : decimal;
  const amount = (value: number): string => (unit === 'bytes' ? bytes(2 ** value) : whole(2 ** value));
  return {
    title,
    note: `In windows of equal size that end there: the 1st, 2nd, 4th, 8th … of the crawl by ${unit}. Each window by itself.`,
    curve: ({ perplexity: points }) =>
      points && { x: points.map(({ at }) => Math.log2(at)), y: points.map(of) },
    x: (_, curves) => ({
      ...axisOver(
        `${unit} visited (each step doubles them)`,
        curves.flatMap(({ x }) => [...x]).filter((value) => value >= 0),
        { ticks: 7 },
      ),
      format: amount,
    }),
    y: (_, curves) =>
      axisOver(
        share ? 'unknown words' : 'perplexity',
        curves.flatMap(({ y }) => [...y]),
        share ? { from: 0, format: (value) => percent(value) } : {},
      ),
    columns: (_, { ticks }) =>
      ticks.map((tick) => ({ title: unit === 'bytes' ? amount(tick) : `${amount(tick)} pages`, x: tick })),
    format,
  };
}
