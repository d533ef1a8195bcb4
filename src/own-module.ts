/**
 * The URL of a module of this project that is started rather than imported (a thread, a process), whether the
 * sources run as they are or as the published build: `ownModule('./pdf-worker', import.meta.url)`.
 */
export function ownModule(path: string, from: string): URL {
  return new URL(`${path}${from.endsWith('.ts') ? '.ts' : '.js'}`, from);
}

/** Flags for a thread: those of the program, without what says how its own text (`node -e`) is read. */
export const threadFlags = (): string[] =>
  process.execArgv.filter((flag) => !flag.startsWith('--input-type'));
