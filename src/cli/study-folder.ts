/**
 * The folder that a lab command works on: a study, or finished crawls, of which a study is made first. The options say
 * what crawls are measured by; a study has that in its plan.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { ForageError } from '../errors.ts';
import { studyCrawls } from '../lab/crawl-study.ts';
import { amount, modules } from './values.ts';

export interface MeasuringOptions {
  positives?: string[];
  threshold?: number;
  labels?: string;
  label?: string;
  perplexity?: boolean;
  targets?: string;
  window?: { of: 'pages' | 'bytes'; unit: number };
  web?: string[];
  out?: string;
}

/** Where a study of crawls goes unless --out says otherwise. */
const FOLDER = 'evaluation';

export function withMeasures(
  command: Command,
  out = `folder of the study made of crawls (default: ${FOLDER})`,
): Command {
  return command
    .option(
      '--positives <source>',
      'relevant pages that the crawls were not given: a URL, file, folder, list of URLs or topic file; may be repeated',
      modules,
    )
    .option(
      '--threshold <n>',
      'a page counts if its similarity to the nearest positive is above this (default: 0.75)',
      amount,
    )
    .option('--labels <file>', 'a table of URLs and their topics (TSV)')
    .option('--label <name>', "the topic's name in the labels (default: its own)")
    .option('--perplexity', 'also measure how poorly a language model of the positives predicts the pages')
    .option(
      '--targets <file>',
      'sites that the crawls should reach, one per line: measures the share reached',
    )
    .option('--window <size>', 'size of a control window: 1000 (pages), 50MB, 1GB', windowSize)
    .option('--web <path>', 'WARC files in which positives are looked up, too; may be repeated', modules)
    .option('-o, --out <folder>', out);
}

function windowSize(text: string): MeasuringOptions['window'] {
  const [, digits, unit] = /^(\d+)(kB|MB|GB)?$/i.exec(text.trim()) ?? [];
  if (Number(digits) > 0)
    return unit === undefined
      ? { of: 'pages', unit: Number(digits) }
      : { of: 'bytes', unit: Number(digits) * BYTES[unit.toLowerCase() as keyof typeof BYTES] };
  throw new InvalidArgumentError('Give a number of pages, or of bytes such as 50MB or 1GB.');
}

const BYTES = { kb: 1e3, mb: 1e6, gb: 1e9 };

export async function studyFolder(
  paths: readonly string[],
  options: MeasuringOptions,
  say: (line: string) => unknown,
): Promise<string> {
  const studies = paths.filter((path) => existsSync(join(path, 'study.json')));
  const other = paths.find((path) => !studies.includes(path) && !existsSync(join(path, 'crawl.yaml')));
  if (other !== undefined)
    throw new ForageError(
      'CRAWL_FOLDER',
      `${other} is neither a study nor a crawl. Create a study: forage lab plan.yaml --out ${other}`,
    );
  if (studies.length === 0) return await studyOf(paths, options.out ?? FOLDER, options, say);
  if (paths.length > 1)
    throw new ForageError('USAGE', `Give one study or any number of crawls; ${studies[0]} is a study.`);
  const { positives, labels, perplexity, threshold } = options;
  if ([positives, labels, perplexity, threshold].some((option) => option !== undefined))
    throw new ForageError(
      'USAGE',
      `${paths[0]} is a study, whose plan says what it is measured by. --positives, --labels, --perplexity and --threshold are for crawls.`,
    );
  return paths[0]!;
}

/** Made of crawls, in `folder`. */
export async function studyOf(
  paths: readonly string[],
  folder: string,
  { positives, threshold = 0.75, labels, label, perplexity, targets, window, web }: MeasuringOptions,
  say: (line: string) => unknown,
): Promise<string> {
  if (perplexity && positives === undefined)
    throw new ForageError('USAGE', '--perplexity needs --positives: a language model is made of them.');
  if (threshold > 1)
    throw new ForageError('USAGE', `--threshold ${threshold} is out of range: give a number from 0 to 1.`);
  await studyCrawls(paths, folder, {
    positives,
    labels,
    label,
    perplexity,
    targets,
    windows: window,
    webs: web,
    judge: { kind: 'nearest-example', threshold },
    tell: say,
    progress: (pages, of) => say(`${of}: ${pages.toLocaleString('en-GB')} pages measured`),
  });
  return folder;
}
