/**
 * How a command that works for a while is ended from outside: by Ctrl-C or SIGTERM, by a closed terminal (SIGHUP), or
 * because nobody reads its output any more. It gets one call to end cleanly; a second Ctrl-C ends the process at once.
 *
 * Exit codes: 0 after a clean end that was asked for (Ctrl-C, SIGTERM), 128 + the signal's number otherwise, as shells
 * have it: 129 terminal closed, 130 and 143 ended at once, 141 output closed. A supervisor that restarts on failure
 * restarts a crawl whose log reader went away, and leaves alone one that it stopped itself.
 */
import { constants } from 'node:os';
import { complain } from './print.ts';

type Cause = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGPIPE';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** A start script or npm passes Ctrl-C on although the terminal has sent it to all its processes. */
const SAME_KEY_MS = 300;

let outputClosed: (() => void) | undefined;

/** Calls `end` at the first interruption, with the reason in words. Returns how to stop listening. */
export function onInterruption(end: (reason: string) => void): () => void {
  let endedAt: number | undefined;
  const interrupt = (cause: Cause): void => {
    const now = performance.now();
    if (endedAt === undefined) {
      endedAt = now;
      if (!isAskedFor(cause)) process.exitCode = codeOf(cause);
      end(REASONS[cause]);
    } else if (isAskedFor(cause) && now - endedAt > SAME_KEY_MS) process.exit(codeOf(cause));
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  outputClosed = () => interrupt('SIGPIPE');
  return () => {
    for (const signal of SIGNALS) process.off(signal, interrupt);
    outputClosed = undefined;
  };
}

/** For a command that serves until somebody ends it. */
export const untilInterrupted = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });

const REASONS: Record<Cause, string> = {
  SIGINT: 'stopped by the user',
  SIGTERM: 'stopped by the user',
  SIGHUP: 'its terminal was closed',
  SIGPIPE: 'its output was closed',
};

const isAskedFor = (cause: Cause): boolean => cause === 'SIGINT' || cause === 'SIGTERM';
const codeOf = (cause: Cause): number => 128 + constants.signals[cause];

/**
 * Without this, a closed pipe is an uncaught error. A command that only prints has nothing left to do: `export | head`
 * ends with 0, as it did what was wanted.
 */
export function watchOutput(): void {
  for (const out of [process.stdout, process.stderr])
    out.on('error', (error: NodeJS.ErrnoException) => {
      const isClosed = ['EPIPE', 'ECONNRESET', 'EIO'].includes(error.code ?? '');
      if (isClosed && outputClosed !== undefined) return outputClosed();
      if (isClosed) process.exit(process.exitCode ?? 0);
      complain(`The output cannot be written: ${error.message}`);
      process.exit(1);
    });
}
