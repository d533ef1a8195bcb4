/** The name, meaning and direction of every figure of a study, in the order of the tables. */
import type { Plan } from '../plan.ts';
import type { MeasureInfo } from '../results.ts';
import type { Range } from '../statistics/topic-mean.ts';

/** What a figure can be, so that no interval goes further: 0 to 1 for shares, scores and areas. */
export function rangeOf(name: string): Range {
  if (name === 'normalisedArea') return [Number.NEGATIVE_INFINITY, 1];
  return SHARES.test(name) ? [0, 1] : [0, Number.POSITIVE_INFINITY];
}

const SHARES =
  /^(area|mean(Score|Measured)|(recall|harvest)\d*|f1|\w+(Precision|Recall|F1|Share)|acceptedDocuments)$/;

/** Shares of the reachable pages at which recall is reported. */
export const recallShares = [0.05, 0.1, 0.2, 0.3, 0.5] as const;
export const harvestShares = [0.1, 0.2] as const;

export const recallName = (share: number): string => `recall${Math.round(100 * share)}`;
export const harvestName = (share: number): string => `harvest${Math.round(100 * share)}`;
export const foundAfterName = (seconds: number): string => `foundAfter${seconds}s`;
export const pagesAfterName = (seconds: number): string => `pagesAfter${seconds}s`;

/** Measures that rank variants; the first that a study has is its primary one. */
export function rankingNames({ time }: Plan): string[] {
  const last = Math.max(0, ...time.seconds);
  return [
    'area',
    'acceptedShare',
    'meanScore',
    'normalisedArea',
    'recall10',
    'recall20',
    'harvest10',
    'harvest20',
    'siteRecall',
    'meanMeasured',
    foundAfterName(last),
  ];
}

export function catalogue({ time }: Plan): MeasureInfo[] {
  const percent = (share: number): string => `${Math.round(100 * share)} %`;
  return [
    {
      name: 'area',
      title: 'area under the recall curve',
      meaning:
        'Mean recall over all steps, up to the reachable pages or the budget; 1 would mean finding everything at once.',
      unit: '',
      better: 'higher',
      group: 'labels',
      digits: 3,
    },
    {
      name: 'normalisedArea',
      title: 'area between breadth-first and the oracle',
      meaning: 'The same with breadth-first as 0 and the oracle as 1; below 0 is worse than breadth-first.',
      unit: '',
      better: 'higher',
      group: 'labels',
      digits: 3,
    },
    ...recallShares.map((share) =>
      labelled(
        recallName(share),
        `recall after ${percent(share)}`,
        `Relevant pages found after ${percent(share)} of the reachable pages, as a share of all that can be found.`,
      ),
    ),
    labelled(
      'recall',
      'recall at the end',
      'Relevant pages found by the whole run, as a share of all that can be found.',
    ),
    ...harvestShares.map((share) =>
      labelled(
        harvestName(share),
        `harvest over the first ${percent(share)}`,
        `Relevant pages found by then, divided by ${percent(share)} of the reachable pages.`,
      ),
    ),
    labelled(
      'harvest',
      'harvest rate',
      'Share of relevant pages among all visited ones: precision of the crawl.',
    ),
    labelled('f1', 'F1 of the crawl', 'Harmonic mean of harvest rate and recall at the end of the run.'),
    {
      name: 'pagesPerRelevant',
      title: 'pages visited per relevant page retrieved',
      meaning:
        'Pages visited up to the last relevant page that its own judge retrieves at its best threshold, divided by the number retrieved.',
      unit: 'pages',
      better: 'lower',
      group: 'labels',
      digits: 1,
    },
    {
      name: 'pagesToHalf',
      title: 'pages to half of the relevant ones',
      meaning: 'Pages visited until half of all relevant pages had been found; absent if they never were.',
      unit: 'pages',
      better: 'lower',
      group: 'labels',
      digits: 0,
    },
    labelled(
      'siteRecall',
      'target recall of sites',
      'Hosts with a relevant page found, of all hosts with one, after 20 % of the reachable pages or at the end of a shorter run.',
    ),
    {
      name: 'domains',
      title: 'relevant domains found',
      meaning: 'Registrable domains with at least one relevant page found, at the same step.',
      unit: '',
      better: 'higher',
      group: 'labels',
      digits: 0,
    },
    labelled(
      'targetRecall',
      'target recall of drawn sites',
      'Share of the target sites of which any page was visited, at the end of the run.',
    ),
    labelled(
      'judgedPrecision',
      'precision of its own judge',
      "Relevant pages among those that the recipe's judge accepted.",
    ),
    labelled(
      'judgedRecall',
      'recall of its own judge',
      "Relevant pages that the recipe's judge accepted, as a share of all that can be found.",
    ),
    labelled('judgedF1', 'F1 of its own judge', 'Harmonic mean of the two.'),
    labelled(
      'bestF1',
      'best F1 over all thresholds',
      'F1 of its own judge at the best threshold, chosen using the labels.',
    ),
    {
      name: 'acceptedShare',
      title: 'pages accepted by the measuring judge',
      meaning:
        "Share of visited pages that the study's judge accepts; by default pages whose cosine with the nearest positive (otherwise example) is above 0.75.",
      unit: '%',
      better: 'higher',
      group: 'judge',
      digits: 1,
    },
    {
      name: 'accepted',
      title: 'number of accepted pages',
      meaning: 'The same as a count.',
      unit: 'pages',
      better: 'higher',
      group: 'judge',
      digits: 0,
    },
    {
      name: 'positivesMet',
      title: 'positives met',
      meaning:
        'Visited pages that the measures learn from: each is accepted, since nothing is more like it than itself.',
      unit: 'pages',
      better: 'neither',
      group: 'judge',
      digits: 0,
    },
    {
      name: 'meanMeasured',
      title: 'mean score by the measuring judge',
      meaning: 'By default the mean cosine with the nearest positive, otherwise example.',
      unit: '',
      better: 'higher',
      group: 'judge',
      digits: 3,
    },
    {
      name: 'averageRank',
      title: 'average rank by the measuring judge',
      meaning: 'Mean rank of its pages among the pages of all runs of the topic, best first.',
      unit: '',
      better: 'lower',
      group: 'judge',
      digits: 1,
    },
    {
      name: 'meanScore',
      title: 'mean own score',
      meaning: "Mean of the recipe's own scores; not comparable between recipes with different judges.",
      unit: '',
      better: 'neither',
      group: 'score',
      digits: 3,
    },
    {
      name: 'judgedShare',
      title: 'pages accepted by its own judge',
      meaning: "Share of visited pages that the recipe's own judge accepts.",
      unit: '%',
      better: 'neither',
      group: 'score',
      digits: 1,
    },
    {
      name: 'examplesMet',
      title: 'examples met',
      meaning: 'Visited pages that the recipe was given to learn from. They count in no measure.',
      unit: 'pages',
      better: 'neither',
      group: 'score',
      digits: 0,
    },
    {
      name: 'meanDepth',
      title: 'mean depth',
      meaning: 'Links between a page and the seeds, as the crawl followed them; mean over all visited pages.',
      unit: '',
      better: 'neither',
      group: 'score',
      digits: 2,
    },
    {
      name: 'documentLinks',
      title: 'documents discovered',
      meaning:
        'Different URLs in links of visited pages that end like that of a PDF, PostScript, Word or similar document.',
      unit: 'pages',
      better: 'neither',
      group: 'score',
      digits: 0,
    },
    {
      name: 'documents',
      title: 'documents downloaded',
      meaning:
        'Visited pages that were read as PDF, or whose URL ends like that of a PDF, PostScript, Word or similar document.',
      unit: 'pages',
      better: 'neither',
      group: 'score',
      digits: 0,
    },
    {
      name: 'acceptedDocuments',
      title: 'accepted documents',
      meaning: 'Share of these that count: by label, otherwise by the measuring judge, otherwise by its own.',
      unit: '%',
      better: 'higher',
      group: 'score',
      digits: 1,
    },
    ...(['with', 'without'] as const).map(
      (which): MeasureInfo => ({
        name: which === 'with' ? 'perplexity' : 'perplexityKnown',
        title: `perplexity ${which} unknown words`,
        meaning: `How poorly a language model of the positives (otherwise the relevant examples) predicts all visited pages, ${which} words that are not in them.`,
        unit: '',
        better: 'lower',
        group: 'text',
        digits: 1,
      }),
    ),
    ...time.seconds.flatMap((seconds): MeasureInfo[] => [
      {
        name: foundAfterName(seconds),
        title: `relevant pages after ${inWords(seconds)}`,
        meaning: `In virtual time, with ${time.connections} connections and ${time.delayMs / 1000} s between two pages of a host; by label, otherwise by the measuring judge.`,
        unit: 'pages',
        better: 'higher',
        group: 'time',
        digits: 0,
      },
      {
        name: pagesAfterName(seconds),
        title: `pages after ${inWords(seconds)}`,
        meaning: 'All pages in the same virtual time.',
        unit: 'pages',
        better: 'neither',
        group: 'time',
        digits: 0,
      },
    ]),
    cost(
      'pagesPerSecond',
      'pages per second',
      'Pages per second of wall-clock time, including startup.',
      'pages/s',
      'higher',
    ),
    cost(
      'megabytesPerSecond',
      'megabytes per second',
      'Size of the visited pages as transferred, per second of wall-clock time.',
      'MB/s',
      'higher',
    ),
    cost('cpuMsPerPage', 'CPU time per page', 'Of the process that ran it.', 'ms', 'lower'),
    cost('peakMemoryMb', 'peak memory', 'Of the process that ran it.', 'MB', 'lower'),
  ];
}

function labelled(name: string, title: string, meaning: string): MeasureInfo {
  return { name, title, meaning, unit: '%', better: 'higher', group: 'labels', digits: 1 };
}

function cost(
  name: string,
  title: string,
  meaning: string,
  unit: string,
  better: MeasureInfo['better'],
): MeasureInfo {
  return { name, title, meaning, unit, better, group: 'cost', digits: 1 };
}

function inWords(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
