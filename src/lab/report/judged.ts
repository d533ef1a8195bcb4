/** Human judgements of sampled pages: expected against judged, and how far the judges agree. */
import type { Agreed, AgreedAnyTwo } from '../agreement.ts';
import type { JudgedRow, JudgedTable } from '../judged-table.ts';
import type { Results } from '../results.ts';
import { axisOver } from './axis.ts';
import { judgedChart } from './judged-chart.ts';
import { count } from './markup.ts';
import { decimal, percent, whole } from './number.ts';
import { leftOut } from './rows.ts';
import { type Column, figure, table } from './table.ts';

export function judged({ judged: given, variants }: Results): string {
  if (given === undefined || given.agreement.judges.length === 0) return '';
  const place = new Map(variants.map(({ name }, n) => [name, n]));
  const rows = given.rows.toSorted((a, b) => (place.get(a.variant) ?? 0) - (place.get(b.variant) ?? 0));
  const title = 'Relevant pages, expected and judged';
  const drawn = rows.filter((row) => row.judged !== undefined);
  const x = axisOver('relevant pages among those sampled', [], { from: 0, to: 1, format: percent });
  const note = [
    'Filled circle: judged by most of the people; open square: expected by the recipe’s own judge; bars: 95 % intervals of what these crawls found, not of other topics or webs.',
    'Where the square lies to the right of the circle, the recipe rates its pages higher than people do.',
    leftOut(drawn.length),
  ];
  const expected =
    drawn.length === 0
      ? '<p>No page of a sample has a verdict yet.</p>'
      : figure(
          title,
          judgedChart({ title, x, rows: drawn.map(chartRow) }),
          note.filter((part) => part !== '').join(' '),
          table(columns(rows), rows),
        );
  return `<p>${asked(given)}</p>${expected}${agreement(given)}`;
}

function asked({ sample, agreement: { judges } }: JudgedTable): string {
  return `${count(sample.pages, 'page')} were drawn, ${whole(sample.size)} of each ${sample.perWindow ? 'control window of each recipe' : 'recipe'}${sample.finite ? ' before the correction for few pages' : ''} (seed ${sample.seed}), and ${count(judges.length, 'judge')} did not see which recipe found them. Shares are over the pages of a recipe’s own sample that have a verdict; those where all are unsure, or as many say yes as no, are left out.`;
}

const nameOf = ({ variant, window }: JudgedRow): string =>
  window === undefined ? variant : `${variant}, window ${window}`;

function chartRow(row: JudgedRow) {
  const { judged: people, expected } = row;
  const name = nameOf(row);
  const note = `${name}: judged ${shareText(people)}, expected ${shareText(expected)}`;
  return { name, judged: people!, expected, note };
}

function columns(rows: readonly JudgedRow[]): Column<JudgedRow>[] {
  const shares = [
    ['expected', 'By the judge that steered'],
    ['judged', 'By most of the people'],
    ['related', 'Related to the topic, but not relevant, by most of the people'],
    ['labelled', 'By the labels, on the same pages'],
    ['measured', 'By the judge that measures, on the same pages'],
  ] as const;
  const counted = [
    ['decided', 'with a verdict'],
    ['drawn', 'drawn'],
    ['unsure', 'all unsure'],
    ['split', 'split'],
    ['population', 'pages found'],
  ] as const;
  return [
    { title: 'variant', cell: nameOf },
    ...shares
      .filter(([name]) => rows.some((row) => row[name] !== undefined))
      .flatMap(([name, about]): Column<JudgedRow>[] => [
        {
          title: name,
          about,
          cell: (row) => percent(row[name]?.estimate),
          sort: (row) => row[name]?.estimate,
        },
        { title: '95 % interval', cell: (row) => intervalText(row[name]), sort: (row) => row[name]?.low },
      ]),
    ...(rows.some(({ overJudges }) => overJudges)
      ? [
          {
            title: 'mean of judges ± SD',
            about: "Mean and standard deviation of the judges' own shares of relevant pages",
            cell: ({ overJudges }: JudgedRow) =>
              overJudges === undefined
                ? '–'
                : `${percent(overJudges.mean)} ± ${percent(overJudges.deviation)}`,
            sort: ({ overJudges }: JudgedRow) => overJudges?.mean,
          },
        ]
      : []),
    ...counted.map(
      ([name, title]): Column<JudgedRow> => ({
        title,
        cell: (row) => whole(row[name]),
        sort: (row) => row[name],
      }),
    ),
  ];
}

type Share = JudgedRow['judged'];

const intervalText = (share: Share): string =>
  share === undefined ? '–' : `${percent(share.low)} to ${percent(share.high)}`;

const shareText = (share: Share): string =>
  share === undefined ? 'nothing' : `${percent(share.estimate)} (${intervalText(share)})`;

function agreement({ agreement: { judges, pairs, all, anyTwo } }: JudgedTable): string {
  const people = table(
    [
      { title: 'judge', cell: ({ name }) => name },
      { title: 'pages', cell: ({ pages }) => whole(pages), sort: ({ pages }) => pages },
      { title: 'relevant', cell: ({ relevant }) => whole(relevant), sort: ({ relevant }) => relevant },
      { title: 'related', cell: ({ related }) => whole(related), sort: ({ related }) => related },
      { title: 'unsure', cell: ({ unsure }) => whole(unsure), sort: ({ unsure }) => unsure },
    ],
    judges,
  );
  const agreed = [...pairs, ...(all === undefined ? [] : [all])];
  if (agreed.length === 0) return `<h3>Judges</h3>${people}`;
  const columns: Column<Agreed>[] = [
    { title: 'judges', cell: ({ judges: names }) => names.join(', ') },
    { title: 'pages of all', cell: ({ pages }) => whole(pages), sort: ({ pages }) => pages },
    { title: 'same answer', cell: ({ raw }) => percent(raw), sort: ({ raw }) => raw },
    {
      title: 'kappa',
      about: 'Agreement beyond chance: 1 is full agreement, 0 chance; Cohen’s for two, Fleiss’ for more',
      cell: ({ kappa }) => decimal(kappa),
      sort: ({ kappa }) => kappa,
    },
  ];
  return `<h3>Judges, and how far they agree</h3>${people}${table(columns, agreed)}${anyTwo === undefined ? '' : alphaNote(anyTwo)}`;
}

const alphaNote = ({ pages, answers, alpha }: AgreedAnyTwo): string =>
  `<p>Krippendorff’s alpha is ${decimal(alpha)} over ${count(pages, 'page')} that two or more have judged (${whole(answers)} answers): agreement beyond chance, as kappa, but without the need that everybody has judged a page.</p>`;
