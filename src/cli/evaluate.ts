/**
 * `forage evaluate CRAWL…`: how good finished crawls are, by relevant pages that they were not given (the evaluator of
 * Batsakis, TU Crete, 2007, section 4.2) or by labels. Examples that a crawl met do not count.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { ForageError } from '../errors.ts';
import { measureStudy } from '../lab/measure-study.ts';
import type { Results } from '../lab/results.ts';
import { readStudy } from '../lab/study.ts';
import { count, percent, table } from './format.ts';
import { writeReport } from './lab-report.ts';
import { complain, print } from './print.ts';
import { type MeasuringOptions, studyOf, withMeasures } from './study-folder.ts';

export const evaluateCommand = withMeasures(
  new Command('evaluate').argument('<crawl...>', 'the folders of the crawls'),
  'write a report and its tables into this folder',
)
  .option('--json', 'print one JSON object')
  .action((paths: string[], options: EvaluateOptions) =>
    evaluate(
      paths,
      options,
      (text) => print(text),
      (text) => complain(text),
    ),
  );

interface EvaluateOptions extends MeasuringOptions {
  json?: boolean;
}

async function evaluate(
  paths: string[],
  options: EvaluateOptions,
  say: (text: string) => void,
  aside: (text: string) => void,
): Promise<void> {
  if (options.positives === undefined && options.labels === undefined)
    throw new ForageError(
      'USAGE',
      'Give --positives (relevant pages that the crawls were not given), --labels (a table of URLs and topics), or both.',
    );
  const scratch = options.out === undefined ? mkdtempSync(join(tmpdir(), 'forage-evaluate-')) : undefined;
  try {
    const folder = await studyOf(paths, scratch ?? options.out!, options, aside);
    const results = measureStudy(readStudy(folder));
    for (const warning of results.warnings.filter(isForCrawls)) aside(`Warning: ${warning}`);
    if (options.json) say(JSON.stringify(evaluationOf(results), undefined, 2));
    else say(evaluationText(results));
    if (options.out !== undefined) writeReport(folder, options.json ? aside : say);
  } finally {
    if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true });
  }
}

/** What is printed has no intervals and no recall. */
const isForCrawls = (warning: string): boolean => !/intervals|permutation|recall/.test(warning);

interface Evaluation {
  crawl: string;
  topic: string;
  recipe: string;
  pages: number;
  /** Pages that the crawl was given, which count for nothing. */
  examplesMet: number;
  /** Pages that are positives themselves, which count. */
  positivesMet?: number | undefined;
  /** By the nearest positive. */
  accepted?: number | undefined;
  harvest?: number | undefined;
  meanSimilarity?: number | undefined;
  /** By labels. */
  relevant?: number | undefined;
  precision?: number | undefined;
  /** Means so far, at up to 200 numbers of visited pages. */
  curve: { visited: number[] } & Partial<
    Record<'accepted' | 'meanMeasured' | 'found' | 'precision', number[] | undefined>
  >;
}

function evaluationOf(results: Results) {
  const { judge } = results.study.plan;
  const positives = results.study.plan.topics.map(({ positives: own }) => own);
  return {
    judge,
    positives: Array.isArray(positives[0]) ? positives[0].length : 0,
    warnings: results.warnings,
    crawls: results.cells.map((cell): Evaluation => {
      const figure = (name: string): number | undefined => cell.figures[name]?.estimate;
      const { visited, accepted, meanMeasured, found, precision } = cell.curve;
      return {
        crawl: cell.variant,
        topic: cell.topic,
        recipe: results.variants.find(({ name }) => name === cell.variant)!.recipe,
        pages: cell.own.box.pages + (figure('examplesMet') ?? 0),
        examplesMet: figure('examplesMet') ?? 0,
        positivesMet: figure('positivesMet'),
        accepted: figure('accepted'),
        harvest: figure('acceptedShare'),
        meanSimilarity: figure('meanMeasured'),
        relevant: found?.at(-1),
        precision: figure('harvest'),
        curve: { visited, accepted, meanMeasured, found, precision },
      };
    }),
  };
}

function evaluationText(results: Results): string {
  const { judge, crawls } = evaluationOf(results);
  const has = (key: keyof Evaluation): boolean => crawls.some((one) => one[key] !== undefined);
  const topics = new Set(crawls.map(({ topic }) => topic)).size;
  const columns: [heading: string, cell: (one: Evaluation) => string][] = [
    ['crawl', ({ crawl }) => crawl],
    ...(topics > 1
      ? [['topic', ({ topic }: Evaluation) => topic] as [string, (one: Evaluation) => string]]
      : []),
    ['pages', ({ pages }) => count(pages)],
    ['examples met', ({ examplesMet }) => count(examplesMet)],
  ];
  if (has('accepted'))
    columns.push(
      ['positives met', ({ positivesMet }) => (positivesMet === undefined ? '–' : count(positivesMet))],
      [`above ${judge.threshold}`, ({ accepted }) => (accepted === undefined ? '–' : count(accepted))],
      ['harvest', ({ harvest }) => (harvest === undefined ? '–' : percent(harvest))],
      ['mean similarity', ({ meanSimilarity }) => meanSimilarity?.toFixed(3) ?? '–'],
    );
  if (has('relevant'))
    columns.push(
      ['relevant by labels', ({ relevant }) => (relevant === undefined ? '–' : count(relevant))],
      ['precision', ({ precision }) => (precision === undefined ? '–' : percent(precision))],
    );
  const right = columns.map((_, i) => i).slice(topics > 1 ? 2 : 1);
  const parts = [
    table(
      [columns.map(([heading]) => heading), ...crawls.map((one) => columns.map(([, cell]) => cell(one)))],
      right,
    ),
  ];
  if (has('accepted')) {
    parts.push(
      curveText(
        `Pages above ${judge.threshold}, after`,
        crawls,
        ({ curve }) => curve.accepted,
        (n) => count(n),
      ),
    );
    parts.push(
      curveText(
        'Mean similarity, after',
        crawls,
        ({ curve }) => curve.meanMeasured,
        (n) => n.toFixed(3),
      ),
    );
  }
  if (has('relevant'))
    parts.push(curveText('Precision by labels, after', crawls, ({ curve }) => curve.precision, percent));
  return parts.join('\n\n');
}

/** At five numbers of pages, up to those of the longest crawl. */
function curveText(
  title: string,
  crawls: readonly Evaluation[],
  of: (one: Evaluation) => number[] | undefined,
  format: (value: number) => string,
): string {
  const most = Math.max(...crawls.map(({ pages }) => pages));
  const steps = [...new Set([0.05, 0.1, 0.25, 0.5, 1].map((share) => Math.max(1, Math.round(share * most))))];
  const at = (one: Evaluation, step: number): string => {
    if (step > one.pages) return '';
    const place = one.curve.visited.findLastIndex((visited) => visited <= step);
    const value = of(one)?.[Math.max(0, place)];
    return value === undefined ? '–' : format(value);
  };
  const rows = crawls.map((one) => [one.crawl, ...steps.map((step) => at(one, step))]);
  return table(
    [[title, ...steps.map((step) => `${count(step)} ${step === 1 ? 'page' : 'pages'}`)], ...rows],
    steps.map((_, i) => i + 1),
  );
}
