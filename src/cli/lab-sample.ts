/**
 * `forage lab sample STUDY`: draws the pages that people are to judge, and lets them judge. A sample that is there is
 * gone on with: a larger one of the same seed holds it, so nothing that was said is in vain.
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
import type { Plan } from '../lab/plan.ts';
import { readSample, type SampleFile, writeSample } from '../lab/sample-file.ts';
import { drawSample, pageKey, type SampledPage, type SampleRules, sampleSize } from '../lab/sampling.ts';
import { readStudy, type StudyData } from '../lab/study.ts';
import { count, table } from './format.ts';
import { judgeInTerminal, type Terminal } from './judge-terminal.ts';
import { amount, port, whole } from './values.ts';

export interface SampleOptions {
  size?: number;
  margin?: number;
  confidence?: number;
  finite?: boolean;
  seed?: number;
  judge?: string;
  serve?: boolean;
  port?: number;
}

export const sampleCommand = new Command('sample')
  .description('draw pages of a study for people to judge, blind to the recipe, and judge them')
  .argument('<study>', 'the folder of the study')
  .option('--size <n>', 'pages of each variant (default: 385, by margin and confidence)', whole)
  .addOption(
    new Option('--margin <points>', 'half the width of the interval, in percentage points (default: 5)')
      .argParser(amount)
      .conflicts('size'),
  )
  .addOption(
    new Option('--confidence <percent>', 'of the interval (default: 95)').argParser(amount).conflicts('size'),
  )
  .option('--finite', 'fewer pages of a variant that found few (finite population correction)')
  .option('--seed <n>', 'for the draw (default: 1)', amount)
  .addOption(new Option('--judge <name>', 'judge in this terminal under this name').conflicts('serve'))
  .option('--serve', 'judge in a browser on this machine, any number of judges')
  .option('-p, --port <n>', 'with --serve: the port on loopback, 0 for any', port)
  .action((folder: string, options: SampleOptions) =>
    sampleStudy(folder, options, process.stdout.write.bind(process.stdout)),
  );

/** What the command does; `say` is given what it prints. */
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
      `\nJudge them:\n  forage lab sample ${folder} --judge NAME     in the terminal\n  forage lab sample ${folder} --serve          in a browser\nThen:\n  forage lab judgements ${folder}\n`,
    );
    return;
  }
  const texts = new PageTexts((web) => filesOf(folder, data.plan, web));
  const file = new JudgementsFile(folder);
  const titles = new Map(data.topics.map(({ web, topic, title }) => [`${web}\n${topic}`, title]));
  const titleOf = ({ web, topic }: SampledPage): string => titles.get(`${web}\n${topic}`) ?? topic;
  const before = () => readJudgements(folder).judgements;
  try {
    if (judge === undefined) {
      await serve(
        { pages: sample.pages, texts, titleOf, file, readBefore: before, port: options.port ?? 0 },
        say,
      );
      return;
    }
    const judging = new Judging(judge, sample.pages, before(), file);
    await judgeInTerminal(judging, texts, titleOf, terminal);
    const left = sample.pages.length - judging.done;
    say(
      `${judge}: ${count(judging.done)} of ${count(sample.pages.length)} pages judged${left === 0 ? '.' : `; the same command goes on with the other ${count(left)}.`}\n`,
    );
  } finally {
    file.close();
    await texts.close();
  }
}

/** The sample that is there where nothing else was asked for; else one that is drawn now and written. */
function choose(
  folder: string,
  data: StudyData,
  options: SampleOptions,
  say: (text: string) => unknown,
): SampleFile {
  const existing = readSample(folder);
  const rules = rulesOf(options, existing);
  const asksToDraw = [options.size, options.margin, options.confidence, options.finite, options.seed].some(
    (option) => option !== undefined,
  );
  if (existing !== undefined && !asksToDraw && (options.judge !== undefined || options.serve))
    return existing;
  if (existing !== undefined && existing.seed !== rules.seed && readJudgements(folder).judgements.length > 0)
    throw new ForageError(
      'USAGE',
      `Pages of the sample with the seed ${existing.seed} are judged already. Leave --seed out to go on with it, or move ${join(folder, 'sample.json')} away to begin another.`,
    );
  const { draws, pages } = drawSample(data, rules);
  if (pages.length === 0)
    throw new ForageError(
      'CRAWL_FOLDER',
      `${folder} holds no pages yet; let its runs be made first: forage lab.`,
    );
  const sample = { ...rules, pages };
  writeSample(folder, sample);
  const judged = new Set(readJudgements(folder).judgements.map(pageKey));
  const known = pages.filter((page) => judged.has(pageKey(page))).length;
  const rows = draws.map((draw) => [draw.variant, count(draw.population), count(draw.pages.length)]);
  say(`${table([['recipe', 'pages found', 'drawn'], ...rows], [1, 2])}\n\n`);
  say(
    `${join(folder, 'sample.json')}: ${count(pages.length)} different pages to judge, mixed and without the recipes' names${known === 0 ? '' : `; ${count(known)} of them are judged`}.\n`,
  );
  return sample;
}

function rulesOf(options: SampleOptions, existing: SampleRules | undefined): SampleRules {
  const { margin = 5, confidence = 95 } = options;
  if (!(margin > 0 && margin < 50))
    throw new ForageError('USAGE', `A margin of ${margin} points; give one above 0 and below 50.`);
  if (!(confidence >= 50 && confidence < 100))
    throw new ForageError('USAGE', `A confidence of ${confidence} %; give one from 50 up and below 100.`);
  if (options.seed !== undefined && !Number.isSafeInteger(options.seed))
    throw new ForageError('USAGE', `A seed of ${options.seed}; give a whole number.`);
  const isByMargin = options.margin !== undefined || options.confidence !== undefined;
  const computed = sampleSize({ margin: margin / 100, confidence: confidence / 100 });
  return {
    seed: options.seed ?? existing?.seed ?? 1,
    size: options.size ?? (isByMargin ? computed : (existing?.size ?? computed)),
    finite: options.finite ?? existing?.finite ?? false,
  };
}

async function serve(
  parts: Parameters<typeof startJudgeServer>[0],
  say: (text: string) => unknown,
): Promise<void> {
  const server = await startJudgeServer(parts);
  await untilDone(server, () => {
    say(`Open this address in a browser on this machine:\n  ${server.url}\n`);
    say('Every answer is kept at once. “End for everybody” ends it, and Ctrl-C.\n');
  });
}

/** A web that the study itself holds, wherever its folder was moved to, comes first. */
function filesOf(folder: string, plan: Plan, name: string): string[] {
  const own = join(folder, 'webs', name);
  const web = plan.webs.find((one) => one.name === name);
  if (web === undefined)
    throw new ForageError(
      'INPUT_INVALID',
      `The plan of ${folder} has no web ${name}; draw the sample again: forage lab sample ${folder} --size N`,
    );
  return existsSync(own) ? [own] : [web.files].flat();
}
