/** Proposes a threshold from answers about pages over the range of scores. */
import { Command } from 'commander';
import { latestLabels } from '../answers/called-pages.ts';
import { drawOverScores, judgedPages } from '../answers/draw.ts';
import { type ScoreHistogram, scoreHistogram } from '../answers/score-histogram.ts';
import { type NoProposal, type Proposal, proposeThreshold } from '../answers/threshold.ts';
import { connect } from '../crawl/connect.ts';
import { askedBy } from '../crawl/model-versions.ts';
import { type OpenCrawl, openCrawl } from '../crawl/open.ts';
import { ForageError } from '../errors.ts';
import { typed } from '../suggest.ts';
import { ask, personName } from './ask-pages.ts';
import { count, table } from './format.ts';
import { asJson, print } from './print.ts';
import { whole } from './values.ts';

interface Options {
  pages: number;
  answers?: string;
  by?: string;
  json?: boolean;
}

export const tuneCommand = new Command('tune')
  .argument('<crawl>', 'the folder of the crawl, running or not')
  .option('-n, --pages <n>', 'number of pages to answer about', whole, 30)
  .option('--answers <file>', 'take the answers from a file: URL, tab, and yes, no or unsure on each line')
  .option('--by <name>', 'who answers (default: your user name)')
  .option('--json', 'print one JSON object')
  .action(async (path: string, { pages, answers, by, json }: Options) => {
    const control = await connect(path);
    const crawl = openCrawl(path);
    const border = thresholdOf(crawl);
    const judged = judgedPages(crawl);
    const histogram = scoreHistogram(judged);
    if (!json) print(histogramText(histogram, border));
    const drawn = drawOverScores(crawl, pages);
    const asking = { crawl, control, drawn, by: personName(by) };
    const asked = await ask(asking, answers, `forage tune ${typed(path)}`);
    crawl.db.close();
    if (!asked) return;
    const after = openCrawl(path);
    const said = [...latestLabels(after)].filter(([, { label }]) => label !== 'unsure');
    after.db.close();
    const scoreOf = new Map(judged.map(({ id, score }) => [id, score]));
    const scored = said.flatMap(([page, { label }]) => {
      const score = scoreOf.get(page);
      return score === undefined ? [] : [{ score, relevant: label === 'relevant' }];
    });
    const proposal = proposeThreshold(
      judged.map(({ score }) => score),
      scored,
    );
    if (json) return print(asJson({ border, histogram, answers: scored.length, proposal }));
    print(`\n${proposalText(proposal, scored.length, path)}`);
  });

/** Of the judge that judges now; throws if it has none that can be set. */
function thresholdOf({ read, meta, folder }: OpenCrawl): number | undefined {
  const { version = 1 } = (meta.getState('models') as { version: number } | undefined) ?? {};
  const judge = askedBy({ read }, version)?.judge;
  if (judge !== undefined && !('threshold' in judge))
    throw new ForageError(
      'USAGE',
      `The judge "${judge.kind}" has no threshold to tune. To judge with another one: forage judge ${typed(folder.path)} --set judge=svm`,
    );
  return typeof judge?.threshold === 'number' ? judge.threshold : undefined;
}

const BAR_WIDTH = 40;

function histogramText({ bins, valleys }: ScoreHistogram, border: number | undefined): string {
  const most = Math.max(1, ...bins.map(({ pages }) => pages));
  const rows = bins.map(({ from, to, pages, called }) => {
    const width = pages === 0 ? 0 : Math.max(1, Math.round((BAR_WIDTH * pages) / most));
    const full = Math.round((width * called) / Math.max(1, pages));
    const holds = (score: number): boolean => score >= from && score < to;
    const marks = [
      ...(border !== undefined && holds(border) ? ['◂ threshold'] : []),
      ...(valleys.some(holds) ? ['◂ valley'] : []),
    ];
    return [
      `${from.toFixed(3)}–${to.toFixed(3)}`,
      count(pages),
      `${'█'.repeat(full)}${'░'.repeat(width - full)} ${marks.join(' ')}`,
    ];
  });
  return [table([['score', 'pages', ''], ...rows.reverse()], [1]), '', '█ called relevant  ░ not'].join('\n');
}

const REASONS: Record<NoProposal, (answers: number) => string> = {
  'few answers': (answers) =>
    `${answers} answers are too few to propose a threshold; give at least 10, better 30.`,
  'one answer only': () =>
    'All answers are the same: there is no border between them. Answer about more pages.',
  'scores say nothing': () =>
    'Relevant pages do not have higher scores than others, so no threshold helps. Use another recipe, or more examples.',
};

function proposalText(proposal: Proposal | NoProposal, answers: number, path: string): string {
  if (typeof proposal === 'string') return REASONS[proposal](answers);
  const { threshold, called, precision, recall, precisionDoubt, recallDoubt } = proposal;
  const all = [...proposal.others, proposal].sort((a, b) => a.threshold - b.threshold);
  const rows = all.map((point) => [
    point.threshold === threshold ? '▸' : '',
    String(point.threshold),
    count(point.called),
    percent(point.precision),
    percent(point.recall),
  ]);
  return [
    `From ${answers} answers: with the threshold ${threshold}, ${count(called)} pages are called relevant. About ${percent(precision)} of them are (${range(precisionDoubt)}), and about ${percent(recall)} of all relevant pages that were crawled are among them (${range(recallDoubt)}).`,
    '',
    table([['', 'threshold', 'called', 'of them relevant', 'of all relevant'], ...rows], [1, 2, 3, 4]),
    '',
    `  forage judge ${typed(path)} --threshold ${threshold}    judge the stored pages by it, without fetching`,
  ].join('\n');
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;
const range = ({ low, high }: { low: number; high: number }): string =>
  `${Math.round(100 * low)}–${Math.round(100 * high)} %`;
