/** Where the command starts. */
import { watchOutput } from './interruption.ts';
import { complain } from './print.ts';
import { run } from './program.ts';

watchOutput();
try {
  const code = await run(process.argv.slice(2));
  if (code !== 0) process.exitCode = code;
} catch (error) {
  // A fault of ours. Its message may quote a page, so it is printed like everything else.
  complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(1);
}
