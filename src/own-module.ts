/**
 * The URL of a module of this project that is started rather than imported (a thread, a process), whether the
 * sources run as they are or as the published build: `ownModule('./thread', import.meta.url)`.
 */
export function ownModule(path: string, from: string): URL {
  return new URL(`${path}${from.endsWith('.ts') ? '.ts' : '.js'}`, from);
}

/**
 * Flags for a thread: those of the program, which it inherits if none are given. A list of its own may not hold flags of
 * V8 (`--max-old-space-size`), so one is given only where `--input-type` says how the program's own text is read.
 */
export const threadFlags = (): string[] | undefined =>
  process.execArgv.some((flag) => flag.startsWith('--input-type')) ? [] : undefined;

/** Flags for a process that crawls: why, says `bin/forage.js`. */
export const crawlFlags: readonly string[] = ['--single-threaded-gc'];
