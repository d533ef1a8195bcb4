/**
 * The main tables as Markdown and LaTeX, to be pasted into a text: the ranking with its intervals, the primary measure
 * topic by topic, and every measure of every variant. LaTeX needs the package booktabs.
 */
import type { Results } from '../results.ts';
import type { CsvFile } from './csv.ts';
import { estimateText, figureText, intervalText, measureOf, titleWithUnit } from './figure-text.ts';
import { topicTitle } from './topic-panels.ts';

interface TextTable {
  title: string;
  head: string[];
  /** The first cell of a row is a name, the others are figures. */
  rows: string[][];
}

export function textTables(results: Results): CsvFile[] {
  const tables = [ranking(results), byTopic(results), everyMeasure(results)].filter(
    ({ rows }) => rows.length > 0,
  );
  return [
    { name: 'tables.md', text: tables.map(markdown).join('\n') },
    { name: 'tables.tex', text: tables.map(latex).join('\n') },
  ];
}

function ranking(results: Results): TextTable {
  const [first] = results.rankings;
  const measure = measureOf(results, results.primary);
  return {
    title: `Ranking by ${titleWithUnit(measure)}`,
    head: ['variant', 'mean', '95 % interval', 'topics', 'runs'],
    rows: (first?.rows ?? []).map((row) => [
      row.variant,
      figureText(measure, row.estimate),
      intervalText(measure, row),
      String(row.topics),
      String(row.runs),
    ]),
  };
}

function byTopic(results: Results): TextTable {
  const measure = measureOf(results, results.primary);
  return {
    title: `${titleWithUnit(measure)}, topic by topic`,
    head: ['variant', ...results.topics.map((topic) => topicTitle(results, topic))],
    rows: results.variants.map(({ name }) => [
      name,
      ...results.topics.map(({ web, topic }) => {
        const cell = results.cells.find(
          (one) => one.variant === name && one.web === web && one.topic === topic,
        );
        return figureText(measure, cell?.figures[results.primary]?.estimate);
      }),
    ]),
  };
}

/** One line per measure, one column per variant: measures are many, variants few. */
function everyMeasure(results: Results): TextTable {
  return {
    title: 'Every measure, means over topics with 95 % intervals',
    head: ['measure', ...results.variants.map(({ name }) => name)],
    rows: results.measures.map((measure) => [
      titleWithUnit(measure),
      ...results.variants.map(({ figures }) => estimateText(measure, figures[measure.name])),
    ]),
  };
}

function markdown({ title, head, rows }: TextTable): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = `|${head.map((_, i) => (i === 0 ? '---' : '--:')).join('|')}|`;
  return `**${title}**\n\n${[line(head), rule, ...rows.map(line)].join('\n')}\n`;
}

function latex({ title, head, rows }: TextTable): string {
  const line = (cells: readonly string[]): string => `  ${cells.map(texText).join(' & ')} \\\\`;
  return `\\begin{table}
\\caption{${texText(title)}}
\\begin{tabular}{l${'r'.repeat(head.length - 1)}}
  \\toprule
${line(head)}
  \\midrule
${rows.map(line).join('\n')}
  \\bottomrule
\\end{tabular}
\\end{table}
`;
}

const texText = (text: string): string =>
  text
    .replaceAll('\\', '\\textbackslash ')
    .replace(/[&%$#_{}]/g, (sign) => `\\${sign}`)
    .replaceAll('~', '\\textasciitilde ')
    .replaceAll('^', '\\textasciicircum ')
    .replaceAll('–', '--')
    .replaceAll('−', '$-$')
    .replaceAll('±', '$\\pm$');
