/** `forage lab judgements STUDY`: how well the judges agree, and expected against judged relevance. */
import { Command } from 'commander';
import { ForageError } from '../errors.ts';
import type { Agreed, AgreedAnyTwo } from '../lab/agreement.ts';
import { type JudgedRow, type JudgedTable, judgedTable } from '../lab/judged-table.ts';
import type { Interval } from '../lab/statistics/interval.ts';
import { readStudy } from '../lab/study.ts';
import { typed } from '../suggest.ts';
import { count, percent, plural, table } from './format.ts';
import { asJson, print } from './print.ts';

export const judgementsCommand = new Command('judgements')
  .description("people's judgements of the sampled pages: agreement, and expected against judged relevance")
  .argument('<study>', 'the folder of the study')
  .option('--json', 'one JSON object')
  .action((folder: string, { json }: { json?: boolean }) => {
    const judged = judgedTable(folder, readStudy(folder));
    if (judged === undefined)
      throw new ForageError(
        'CRAWL_FOLDER',
        `No pages of ${folder} have been sampled yet: forage lab sample ${typed(folder)}`,
      );
    print(json ? asJson(judged, 2) : judgementsText(judged));
  });

export function judgementsText({ sample, agreement, rows, damaged }: JudgedTable): string {
  const { judges, pairs, all, anyTwo } = agreement;
  const parts = [
    `${count(sample.pages)} pages, ${count(sample.size)} of each ${sample.perWindow ? 'control window of each recipe' : 'recipe'}${sample.finite ? ' before the correction for few pages' : ''}, seed ${sample.seed}`,
  ];
  if (damaged.length > 0)
    parts.push(`Unreadable lines of judgements.jsonl, which are ignored: ${damaged.join(', ')}`);
  if (judges.length === 0) return [...parts, 'None of them has been judged yet.'].join('\n\n');
  const people = judges.map(({ name, pages, relevant, related, unsure }) => [
    name,
    ...[pages, relevant, related, unsure].map(count),
  ]);
  parts.push(table([['judge', 'pages', 'relevant', 'related', 'unsure'], ...people], [1, 2, 3, 4]));
  const agreed = [...pairs, ...(all === undefined ? [] : [all])].map(agreedCells);
  if (agreed.length > 0)
    parts.push(table([['judges', 'pages of all', 'same answer', 'kappa'], ...agreed], [1, 2, 3]));
  if (anyTwo !== undefined) parts.push(alphaText(anyTwo));
  parts.push(judgedText(rows));
  return parts.join('\n\n');
}

const agreedCells = ({ judges, pages, raw, kappa }: Agreed): string[] => [
  `${judges.join(', ')} ${judges.length > 2 ? '(Fleiss)' : '(Cohen)'}`,
  count(pages),
  percent(raw),
  kappa === undefined ? '–' : kappa.toFixed(3),
];

const alphaText = ({ pages, answers, alpha }: AgreedAnyTwo): string =>
  `Krippendorff's alpha: ${alpha === undefined ? '–' : alpha.toFixed(3)}, over ${plural(pages, 'page')} that two or more have judged (${count(answers)} answers)`;

function judgedText(rows: readonly JudgedRow[]): string {
  const has = (key: 'labelled' | 'measured' | 'related' | 'overJudges' | 'window'): boolean =>
    rows.some((row) => row[key] !== undefined);
  const columns: Heading[] = [
    ['recipe', ({ variant }) => variant],
    ...(has('window') ? [['window', ({ window }: JudgedRow) => String(window)] as Heading] : []),
    ['expected', ({ expected }) => shareCell(expected)],
    ['judged', ({ judged }) => shareCell(judged)],
  ];
  if (has('related')) columns.push(['related', ({ related }) => shareCell(related)]);
  if (has('overJudges')) columns.push(['mean of judges ± SD', ({ overJudges }) => deviationCell(overJudges)]);
  if (has('labelled')) columns.push(['by labels', ({ labelled }) => shareCell(labelled)]);
  if (has('measured')) columns.push(['by the measuring judge', ({ measured }) => shareCell(measured)]);
  columns.push(
    ['pages', ({ decided, drawn }) => `${count(decided)} of ${count(drawn)}`],
    ['unsure', ({ unsure }) => count(unsure)],
    ['split', ({ split }) => count(split)],
  );
  const cells = rows.map((row) => columns.map(([, cell]) => cell(row)));
  const right = columns.map((_, i) => i).slice(1);
  return `${table([columns.map(([heading]) => heading), ...cells], right)}

Share of relevant pages with 95 % intervals: expected by the recipe's own judge, and judged by the majority of people.
Both over the pages of the recipe's own sample that have a verdict; pages with ties or only unsure answers are left out.`;
}

type Heading = [heading: string, cell: (row: JudgedRow) => string];

const deviationCell = (over: JudgedRow['overJudges']): string =>
  over === undefined ? '–' : `${percent(over.mean)} ± ${(100 * over.deviation).toFixed(1)}`;

function shareCell(share: Interval | undefined): string {
  if (share === undefined) return '–';
  const { estimate, low, high } = share;
  return `${percent(estimate)} (${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)})`;
}
