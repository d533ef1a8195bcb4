/** The command line: one file per command, errors as sentences. */
import { Command, CommanderError } from 'commander';
import { type ErrorCode, ForageError } from '../errors.ts';
import { crawlCommand } from './crawl.ts';
import { demoCommand } from './demo.ts';
import { evaluateCommand } from './evaluate.ts';
import { exportCommand } from './export.ts';
import { followCommand } from './follow.ts';
import { goCommand } from './go.ts';
import { judgeCommand } from './judge.ts';
import { labCommand } from './lab.ts';
import { modelCommand } from './model.ts';
import { pauseCommand } from './pause.ts';
import { recipesCommand } from './recipes.ts';
import { replayCommand } from './replay.ts';
import { resumeCommand } from './resume.ts';
import { searchCommand } from './search.ts';
import { seedsCommand } from './seeds.ts';
import { setCommand } from './set.ts';
import { showCommand } from './show.ts';
import { statusCommand } from './status.ts';
import { stopCommand } from './stop.ts';
import { topicCommand } from './topic.ts';

const program = new Command('forage')
  .description(
    'A focused web crawler: give it a topic, and it finds pages about that topic on the Web and skips the rest.',
  )
  .version('0.1.0')
  .showHelpAfterError('(forage --help lists the commands)')
  .enablePositionalOptions() // each command reads its own options, also one below another
  .exitOverride();

for (const command of [
  demoCommand,
  crawlCommand,
  resumeCommand,
  judgeCommand,
  statusCommand,
  modelCommand,
  followCommand,
  setCommand,
  seedsCommand,
  pauseCommand,
  goCommand,
  stopCommand,
  searchCommand,
  showCommand,
  exportCommand,
  replayCommand,
  recipesCommand,
  topicCommand,
  evaluateCommand,
  labCommand,
]) {
  program.addCommand(command.exitOverride());
}

/** Usage errors exit with 2, all others with 1. */
const MISTYPED: ReadonlySet<ErrorCode> = new Set(['USAGE', 'RECIPE_UNKNOWN', 'CONTACT_MISSING']);

/** Answers the exit code; what is not the user's to mend is thrown. */
export async function run(args: readonly string[]): Promise<number> {
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof ForageError)) throw error;
    console.error(error.message);
    return MISTYPED.has(error.code) ? 2 : 1;
  }
}
