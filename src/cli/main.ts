/** Where the command starts. */
import { run } from './program.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0); // the reading end of the pipe was closed
  throw error;
});

const code = await run(process.argv.slice(2));
if (code !== 0) process.exitCode = code;
