/** Every figure of every variant, by kind of measure, then topic by topic. */
import type { MeasureInfo, Results, TopicResults, VariantResults } from '../results.ts';
import { estimateText, figureText, measureOf, titleWithUnit } from './figure-text.ts';
import { escaped } from './markup.ts';
import { folded, table } from './table.ts';
import { topicTitle } from './topic-panels.ts';

export function figures(results: Results): string {
  const groups = Object.entries(titles).map(([group, title]) => {
    const measures = results.measures.filter(
      (measure) => measure.group === group && results.variants.some(({ figures }) => measure.name in figures),
    );
    if (measures.length === 0) return '';
    const columns = measures.map((measure) => ({
      title: titleWithUnit(measure),
      about: measure.meaning,
      cell: ({ figures }: VariantResults) => estimateText(measure, figures[measure.name]),
      sort: ({ figures }: VariantResults) => figures[measure.name]?.estimate,
    }));
    const rows = table([{ title: 'variant', cell: ({ name }) => name }, ...columns], results.variants);
    return folded(title, `${rows}${meanings(measures)}`);
  });
  return groups.join('');
}

/** By the primary measure at a glance, then every measure of each topic. */
export function topicTables(results: Results): string {
  return `${primaryByTopic(results)}${everyMeasure(results)}`;
}

/** One row per variant, one column per topic. */
function primaryByTopic(results: Results): string {
  const measure = measureOf(results, results.primary);
  const figureOf = ({ name }: VariantResults, topic: TopicResults): number | undefined =>
    results.cells.find(
      (cell) => cell.variant === name && cell.web === topic.web && cell.topic === topic.topic,
    )?.figures[results.primary]?.estimate;
  const columns = results.topics.map((topic) => ({
    title: topicTitle(results, topic),
    cell: (variant: VariantResults) => figureText(measure, figureOf(variant, topic)),
    sort: (variant: VariantResults) => figureOf(variant, topic),
  }));
  const mean = {
    title: 'all topics',
    cell: ({ figures }: VariantResults) => estimateText(measure, figures[results.primary]),
    sort: ({ figures }: VariantResults) => figures[results.primary]?.estimate,
  };
  const rows = table([{ title: 'variant', cell: ({ name }) => name }, ...columns, mean], results.variants);
  return `<h3>${escaped(titleWithUnit(measure))}</h3>${rows}<h3>Every measure</h3>`;
}

function everyMeasure(results: Results): string {
  return results.topics
    .map((topic) => {
      const cells = results.cells.filter(({ web, topic: name }) => web === topic.web && name === topic.topic);
      const rows = results.variants.flatMap(
        ({ name }) => cells.find(({ variant }) => variant === name) ?? [],
      );
      const measures = results.measures.filter(({ name }) => rows.some(({ figures }) => name in figures));
      if (rows.length === 0 || measures.length === 0) return '';
      const several = rows.some(({ repeats }) => repeats > 1);
      const columns = measures.map((measure) => ({
        title: titleWithUnit(measure),
        about: measure.meaning,
        cell: ({ figures }: (typeof rows)[number]) =>
          several
            ? estimateText(measure, figures[measure.name])
            : figureText(measure, figures[measure.name]?.estimate),
        sort: ({ figures }: (typeof rows)[number]) => figures[measure.name]?.estimate,
      }));
      const content = table([{ title: 'variant', cell: ({ variant }) => variant }, ...columns], rows);
      return folded(topicTitle(results, topic), content);
    })
    .join('');
}

function meanings(measures: readonly MeasureInfo[]): string {
  const terms = measures.map(
    ({ title, meaning }) => `<dt>${escaped(title)}</dt><dd>${escaped(meaning)}</dd>`,
  );
  return `<dl class="facts">${terms.join('')}</dl>`;
}

const titles: Record<MeasureInfo['group'], string> = {
  labels: 'By labels',
  judge: 'By the measuring judge',
  score: "By each recipe's own scores",
  text: 'By the text',
  time: 'By virtual time',
  cost: 'What it cost',
};
