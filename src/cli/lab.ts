/**
 * `forage lab PLAN`: runs what is missing of a plan, prints each run as it ends, and writes the report. Ctrl-C drops
 * the runs in progress; the same command continues.
 */
import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { ForageError } from '../errors.ts';
import { loadPlan } from '../lab/load-plan.ts';
import { type RunnerEvent, runStudy } from '../lab/runner.ts';
import { prepareStudy } from '../lab/schedule.ts';
import { useModules } from '../plugin/load.ts';
import { nearest, typed } from '../suggest.ts';
import { onInterruption } from './interruption.ts';
import { judgementsCommand } from './lab-judgements.ts';
import { reportCommand, writeReport } from './lab-report.ts';
import { sampleCommand } from './lab-sample.ts';
import { RunTable } from './lab-table.ts';
import { complain, print } from './print.ts';
import { StudyBar } from './study-bar.ts';
import { modules, whole } from './values.ts';

interface Options {
  out?: string;
  processes?: number;
  use?: string[];
  report: boolean;
}

export const labCommand = new Command('lab')
  .argument('[plan]', 'the plan (YAML)')
  .option('-o, --out <folder>', "folder of the study (default: the plan's name)")
  .option('-j, --processes <n>', 'concurrent runs (default: number of cores)', whole)
  .option('--use <module>', 'your own module that recipes need; may be repeated', modules)
  .option('--no-report', 'do not write a report at the end')
  .enablePositionalOptions()
  .allowExcessArguments() // "lab reprot STUDY" is a misspelt command
  .action(async (path: string | undefined, options: Options, command: Command) => {
    if (path === undefined)
      throw new ForageError('USAGE', 'A plan is missing: forage lab plan.yaml --out study. See docs/lab.md.');
    if (command.args.length > 1 || !existsSync(path)) {
      const known = command.commands.map((one) => one.name());
      const meant = nearest(path, known);
      if (meant !== undefined)
        throw new ForageError('USAGE', `There is no command "lab ${path}"; did you mean "lab ${meant}"?`);
      if (command.args.length > 1)
        throw new ForageError('USAGE', `One plan at a time: forage lab ${typed(path)}`);
    }
    await labStudy(path, options);
  })
  .addCommand(reportCommand)
  .addCommand(sampleCommand)
  .addCommand(judgementsCommand);

async function labStudy(path: string, options: Options): Promise<void> {
  const loaded = loadPlan(path, useModules(options.use));
  const folder = options.out ?? loaded.plan.name;
  const schedule = await prepareStudy(loaded, folder, (text) => complain(text));
  for (const warning of schedule.warnings) complain(`Warning: ${warning}`);
  const bar = new StudyBar(process.stderr);
  const table = new RunTable(schedule);
  const say = (line: string): void => {
    bar.clear();
    print(line);
  };
  const onEvent = (event: RunnerEvent): void => {
    if (event.type === 'progress') return bar.show(event);
    if (event.type === 'done') for (const line of table.linesFor(event.job)) say(line);
    else {
      const what = event.job.kind === 'run' ? event.job.id : `reachable pages of ${event.job.web}`;
      say(`  ${what}: ${event.reason}`);
    }
  };
  const { stop, end: unhook } = stopOnInterrupt();
  try {
    const { processes } = options;
    const end = await runStudy(schedule, { processes, signal: stop, onEvent });
    bar.clear();
    const made = end.done - end.before;
    print(
      `\n${made} run${made === 1 ? '' : 's'} made${end.before > 0 ? `, ${end.before} there before` : ''}${end.failed > 0 ? `, ${end.failed} failed` : ''}, of ${end.all}.`,
    );
    if (end.interrupted) {
      print(`Stopped. Continue: forage lab ${typed(path)} --out ${typed(folder)}`);
      process.exitCode ??= 130;
      return;
    }
    if (options.report && end.done > 0) writeReport(folder, (line) => print(line));
    if (end.failed > 0) process.exitCode = 1;
  } finally {
    unhook();
  }
}

function stopOnInterrupt(): { stop: AbortSignal; end: () => void } {
  const stopping = new AbortController();
  const end = onInterruption(() => {
    complain('\nStopping; runs that have ended are kept. Press Ctrl-C again to stop immediately.');
    stopping.abort();
  });
  return { stop: stopping.signal, end };
}
