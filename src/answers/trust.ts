/** How far a crawl's own word can be trusted, in sentences: at the end of a crawl and in its status. */
import type { JudgedPage } from '../archive/records.ts';
import { askedBy } from '../crawl/model-versions.ts';
import { type OpenCrawl, openCrawl } from '../crawl/open.ts';
import { loadModels } from '../crawl/training/models.ts';
import type { HeldOutOpinion } from '../recipe/validate.ts';
import { typed } from '../suggest.ts';
import { type NoPrecision, type Precision, precisionOf } from './precision.ts';

export interface Trust {
  precision: Precision;
  /** The same as a sentence, with what to type next. */
  sentence: string;
  /** The same without what to type next. */
  figure: string;
  /** What is wrong with the judge or its judgements; empty if nothing is known to be. */
  warnings: string[];
  /** The best pages that the judge did not call relevant. */
  underBorder: JudgedPage[];
}

export function trustOf(crawl: OpenCrawl): Trust {
  const precision = precisionOf(crawl);
  const { path } = crawl.folder;
  return {
    precision,
    sentence: precisionSentence(precision, path),
    figure: precisionFigure(precision),
    warnings: [...unfinished(crawl), ...warningsOf(precision, heldOutOf(crawl), path)],
    underBorder: crawl.read.pagesUnderBorder(UNDER_BORDER),
  };
}

/** "forage judge" was cut off, or is at work: some pages have its judgement, the others the one before. */
function unfinished({ meta, read, folder }: OpenCrawl): string[] {
  const { version } = (meta.getState('judging') as { version: number } | undefined) ?? {};
  if (version === undefined) return [];
  const others = read.judgedByOthers(version);
  return [
    `"forage judge" did not finish: ${pages(others)} ${others === 1 ? 'has' : 'have'} a judgement from before version ${version}, so that figures mix both. Run it again with the same options, or without any to take it back: forage judge ${typed(folder.path)}`,
  ];
}

/** The same of a crawl by its folder. */
export function trustIn(folder: string): Trust {
  const crawl = openCrawl(folder);
  try {
    return trustOf(crawl);
  } finally {
    crawl.db.close();
  }
}

const UNDER_BORDER = 5;

export const precisionSentence = (precision: Precision, folder: string): string =>
  joined(precisionFigure(precision), nextStep(precision, folder));

export const precisionFigure = (precision: Precision): string =>
  joined(figureOf(precision), exampleNote(precision));

const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join(' ');

function figureOf(precision: Precision): string {
  const { called, checked } = precision;
  if ('unknown' in precision)
    return `How many of the pages called relevant are relevant is not known: ${reasons[precision.unknown](precision)}.`;
  const { share, low, high, basis } = precision;
  const figure = `${whole(share)} % of the ${called} pages called relevant are relevant`;
  const interval = `${whole(low)}–${whole(high)} %`;
  switch (basis) {
    case 'examples':
      return `Roughly ${figure}, perhaps anything from ${whole(low)} to ${whole(high)} %: a guess from the examples, no page was checked.`;
    case 'examples and answers':
      return `About ${figure} (${interval}), from ${pages(checked)} checked and the examples.`;
    case 'answers':
      if (checked >= called) return `${figure}: all ${pages(checked)} were checked.`;
      return `About ${figure} (${interval}), from ${pages(checked)} checked.`;
  }
}

function exampleNote({ examples }: Precision): string {
  if (examples === 0) return '';
  const what = examples === 1 ? 'page that is an example' : 'pages that are examples';
  return `Not counted: ${examples} called ${what} of the topic.`;
}

function nextStep(precision: Precision, folder: string): string {
  const { called, checked } = precision;
  const command = `forage check-sample ${typed(folder)}`;
  if ('unknown' in precision && precision.missing !== undefined)
    return `Check ${precision.missing === 1 ? 'it' : 'them'}: ${command} --pages ${precision.missing}`;
  if ('unknown' in precision)
    return called === 0 ? '' : `Check ${called === 1 ? 'it' : `${Math.min(20, called)} of them`}: ${command}`;
  if (precision.basis === 'examples') return `Check 20 pages to know it within about 11 points: ${command}`;
  const isWide = precision.high - precision.low > 0.2;
  return isWide && checked < called ? `Check more to know it better: ${command}` : '';
}

const reasons: Record<NoPrecision['unknown'], (of: NoPrecision) => string> = {
  'nothing called': () => 'the judge called no page relevant',
  'few called': ({ called }) => `${called} ${called === 1 ? 'is' : 'are'} too few for an estimate`,
  'no examples': () =>
    'the topic has no examples of both classes to estimate it from (20 relevant and 100 irrelevant pages would do)',
  'called since': ({ checked, missing = 0 }) =>
    `${checked} were checked, but ${missing} newly called ${missing === 1 ? 'page' : 'pages'} between them in the random order ${missing === 1 ? 'was' : 'were'} not`,
  'unread examples': () =>
    'the crawl did not read the topic’s examples, since its recipe learns nothing from them',
  'few examples': () =>
    'the topic has too few examples to estimate it from (20 relevant and 100 irrelevant pages would do)',
  'alike examples': () => 'relevant and irrelevant examples cannot be told apart by their words',
  'no texts': () => 'the crawl keeps no texts (archive.fullText: false)',
};

export function warningsOf(
  precision: Precision,
  heldOut: readonly HeldOutOpinion[] | undefined,
  folder: string,
): string[] {
  const warnings: string[] = [];
  if ('share' in precision && precision.share < HALF_WRONG) {
    const tune = `Find a better threshold with 30 answers: forage tune ${typed(folder)}`;
    const isSure = precision.high < 0.5;
    warnings.push(
      precision.basis === 'examples'
        ? `Perhaps a poor judge: half or more of the pages it called relevant may be wrong, by the examples alone. ${tune}`
        : `Poor judge: ${isSure ? 'more than half of the pages it called relevant are wrong' : 'half or more of the pages it called relevant may be wrong'}. ${tune}`,
    );
  }
  const known = heldOut?.filter(({ relevant }) => relevant) ?? [];
  const recognised = known.filter(({ called }) => called).length;
  if (known.length > 0 && recognised < FEWEST_RECOGNISED * known.length) {
    const loose =
      'share' in precision && precision.basis === 'examples' ? ', and the share above is loose' : '';
    warnings.push(
      `Poor judge: of ${known.length} relevant examples it had not seen, it recognised ${recognised}. It misses many relevant pages${loose}; add examples or keywords, or lower the threshold.`,
    );
  }
  return warnings;
}

/** Below it, every crawl with a true share under a half was caught; see docs/figures.md. */
const HALF_WRONG = 0.55;
const FEWEST_RECOGNISED = 0.6;

/** The judge on examples it had not seen, with the threshold it has now. */
function heldOutOf({ folder, read, meta }: OpenCrawl): HeldOutOpinion[] | undefined {
  const heldOut = loadModels(folder.path)?.calibration?.heldOut;
  const { version = 1 } = (meta.getState('models') as { version: number } | undefined) ?? {};
  const threshold = askedBy({ read }, version)?.judge.threshold;
  if (typeof threshold !== 'number') return heldOut;
  return heldOut?.map((opinion) => ({ ...opinion, called: opinion.score >= threshold }));
}

const whole = (share: number): number => Math.round(100 * share);
const pages = (n: number): string => `${n} ${n === 1 ? 'page' : 'pages'}`;
