/**
 * `forage lab sample STUDY`: draws pages for people to judge, and lets them judge. An existing sample is continued: a
 * larger sample with the same seed contains it, so no judgement is lost.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { startJudgeServer } from '../desk/judge-server.ts';
import { untilDone } from '../desk/local-server.ts';
import { ForageError } from '../errors.ts';
import { JudgementsFile, judgeName, readJudgements } from '../lab/judgements.ts';
import { Judging } from '../lab/judging.ts';
import { PageTexts } from '../lab/page-texts.ts';
import { readSample, type SampleFile, writeSample } from '../lab/sample-file.ts';
import {
  drawSample,
  pageKey,
  type SampledPage,
  type SampleRules,
  sampleSize,
  type Wanted,
} from '../lab/sampling.ts';
import { readStudy, type StudyData } from '../lab/study.ts';
import { typed } from '../suggest.ts';
import { count, table } from './format.ts';
import { judgeInTerminal, type Terminal } from './judge-terminal.ts';
import { cleaned, complain } from './print.ts';
import { type MeasuringOptions, studyFolder, withMeasures } from './study-folder.ts';
import { amount, port, whole } from './values.ts';

export interface SampleOptions {
  size?: number;
  margin?: number;
  confidence?: number;
  finite?: boolean;
  perWindow?: number;
  seed?: number;
  judge?: string;
  serve?: boolean;
  port?: number;
}

export const sampleCommand = withMeasures(
  new Command('sample')
    .description(
      'draw pages of a study, or of finished crawls, for people to judge blind to the recipe; judge them',
    )
    .argument('<study...>', 'the folder of the study, or those of finished crawls'),
)
  .option('--size <n>', 'pages per variant (default: 385, from margin and confidence)', whole)
  .addOption(
    new Option('--margin <points>', 'half the width of the interval, in percentage points (default: 5)')
      .argParser(amount)
      .conflicts('size'),
  )
  .addOption(
    new Option('--confidence <percent>', 'confidence of the interval (default: 95)')
      .argParser(amount)
      .conflicts('size'),
  )
  .addOption(
    new Option('--per-window <n>', 'this many pages from each control window (see "windows" of a plan)')
      .argParser(whole)
      .conflicts(['size', 'margin', 'confidence']),
  )
  .option('--finite', 'fewer pages for variants that found few (finite population correction)')
  .option('--seed <n>', 'seed of the random draw (default: 1)', amount)
  .addOption(new Option('--judge <name>', 'judge in this terminal under this name').conflicts('serve'))
  .option('--serve', 'judge in a browser on this machine, with any number of judges')
  .option('-p, --port <n>', 'with --serve: the port on loopback, 0 for any', port)
  .action(async (paths: string[], options: SampleOptions & MeasuringOptions) => {
    const folder = await studyFolder(paths, options, (line) => complain(line));
    await sampleStudy(folder, options, (text) => process.stdout.write(cleaned(text, false)));
  });

/** The command's work; `say` receives the output. */
export async function sampleStudy(
  folder: string,
  options: SampleOptions,
  say: (text: string) => unknown,
  terminal: Terminal = { input: process.stdin, output: process.stdout },
): Promise<void> {
  const judge = options.judge === undefined ? undefined : judgeName(options.judge);
  const data = readStudy(folder);
  const sample = choose(folder, data, options, say);
  if (judge === undefined && !options.serve) {
    say(
      `\nJudge them:\n  forage lab sample ${typed(folder)} --judge NAME     in the terminal\n  forage lab sample ${typed(folder)} --serve          in a browser\n${next(folder)}`,
    );
    return;
  }
  const texts = new PageTexts((web) => placesOf(folder, data, web));
  const file = new JudgementsFile(folder);
  const topics = new Map(data.topics.map((one) => [`${one.web}\n${one.topic}`, one]));
  const wantedBy = ({ web, topic }: SampledPage): Wanted =>
    topics.get(`${web}\n${topic}`) ?? { title: topic };
  const before = () => readJudgements(folder).judgements;
  try {
    if (judge === undefined) {
      await serve(
        { pages: sample.pages, texts, wantedBy, file, readBefore: before, port: options.port ?? 0 },
        say,
      );
      return void say(next(folder));
    }
    const judging = new Judging(judge, sample.pages, before(), file);
    await judgeInTerminal(judging, texts, wantedBy, terminal);
    const left = sample.pages.length - judging.done;
    say(
      `${judge}: ${count(judging.done)} of ${count(sample.pages.length)} pages judged${left === 0 ? '.' : `; run the same command again for the other ${count(left)}.`}\n${next(folder)}`,
    );
  } finally {
    file.close();
    await texts.close();
  }
}

const next = (folder: string): string => `Then:\n  forage lab judgements ${typed(folder)}\n`;

/** The existing sample if the options allow it; otherwise a new one, which is written. */
function choose(
  folder: string,
  data: StudyData,
  options: SampleOptions,
  say: (text: string) => unknown,
): SampleFile {
  const existing = readSample(folder);
  const rules = rulesOf(options, existing);
  const { size, margin, confidence, perWindow, finite, seed } = options;
  const asksToDraw = [size, margin, confidence, perWindow, finite, seed].some(
    (option) => option !== undefined,
  );
  if (existing !== undefined && !asksToDraw && (options.judge !== undefined || options.serve))
    return existing;
  if (existing !== undefined && existing.seed !== rules.seed && readJudgements(folder).judgements.length > 0)
    throw new ForageError(
      'USAGE',
      `Pages of the sample with seed ${existing.seed} have already been judged. Omit --seed to continue with it, or move ${join(folder, 'sample.json')} away to start another.`,
    );
  const { draws, pages } = drawSample(data, rules);
  if (pages.length === 0)
    throw new ForageError(
      'CRAWL_FOLDER',
      `${folder} has no pages yet; run its plan first: forage lab PLAN --out ${folder}`,
    );
  const sample = { ...rules, pages };
  writeSample(folder, sample);
  const judged = new Set(readJudgements(folder).judgements.map(pageKey));
  const known = pages.filter((page) => judged.has(pageKey(page))).length;
  const rows = draws.map(({ variant, window, population, pages: own }) => [
    variant,
    ...(window === undefined ? [] : [String(window)]),
    count(population),
    count(own.length),
  ]);
  const heading = ['recipe', ...(rules.perWindow ? ['window'] : []), 'pages found', 'drawn'];
  say(`${table([heading, ...rows], [1, 2, 3])}\n\n`);
  say(
    `${join(folder, 'sample.json')}: ${count(pages.length)} different pages to judge, shuffled and without the recipes' names${known === 0 ? '' : `; ${count(known)} of them are judged`}.\n`,
  );
  return sample;
}

function rulesOf(options: SampleOptions, existing: SampleRules | undefined): SampleRules {
  const { margin = 5, confidence = 95 } = options;
  if (!(margin > 0 && margin < 50))
    throw new ForageError('USAGE', `--margin ${margin} is out of range: give a number above 0 and below 50.`);
  if (!(confidence >= 50 && confidence < 100))
    throw new ForageError(
      'USAGE',
      `--confidence ${confidence} is out of range: give a number from 50 to below 100.`,
    );
  if (options.seed !== undefined && !Number.isSafeInteger(options.seed))
    throw new ForageError('USAGE', `--seed ${options.seed} is not valid: give a whole number.`);
  const isByMargin = options.margin !== undefined || options.confidence !== undefined;
  const computed = sampleSize({ margin: margin / 100, confidence: confidence / 100 });
  return {
    seed: options.seed ?? existing?.seed ?? 1,
    size: options.perWindow ?? options.size ?? (isByMargin ? computed : (existing?.size ?? computed)),
    perWindow: options.perWindow !== undefined || (!asksForSize(options) && existing?.perWindow === true),
    finite: options.finite ?? existing?.finite ?? false,
  };
}

/** Of one sample for each recipe. */
const asksForSize = ({ size, margin, confidence }: SampleOptions): boolean =>
  [size, margin, confidence].some((option) => option !== undefined);

async function serve(
  parts: Parameters<typeof startJudgeServer>[0],
  say: (text: string) => unknown,
): Promise<void> {
  const server = await startJudgeServer(parts);
  await untilDone(server, () => {
    say(`Open this URL in a browser on this machine:\n  ${server.url}\n`);
    say('Every answer is saved immediately. End with “End for everybody” or Ctrl-C.\n');
  });
}

/**
 * Where a page of the web may be, each of them a list of files. A web stored inside the study comes first, so that the
 * study's folder can be moved. Two crawls may have stored different bytes under one URL, so each is asked.
 */
function placesOf(folder: string, { plan, crawls }: StudyData, name: string): string[][] {
  if (crawls !== undefined) return crawls.map(({ pages }) => pages).filter(({ length }) => length > 0);
  const own = join(folder, 'webs', name);
  const web = plan.webs.find((one) => one.name === name);
  if (web === undefined)
    throw new ForageError(
      'INPUT_INVALID',
      `The plan of ${folder} has no web ${name}; draw the sample again: forage lab sample ${typed(folder)} --size N`,
    );
  return [existsSync(own) ? [own] : [web.files].flat()];
}
