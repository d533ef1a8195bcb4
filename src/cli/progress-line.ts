/** One line at the bottom of a terminal that says how far a task is; nothing if standard error is not a terminal. */
const EVERY_MS = 100;

export function progressLine(what: string, out: NodeJS.WriteStream = process.stderr) {
  let shownAt = Number.NEGATIVE_INFINITY;
  let isShown = false;
  return {
    show(done: number, of: number): void {
      if (!out.isTTY || performance.now() - shownAt < EVERY_MS) return;
      shownAt = performance.now();
      isShown = true;
      out.write(`\r${what}: ${Math.floor((100 * done) / Math.max(1, of))} %\x1b[K`);
    },
    clear(): void {
      if (isShown) out.write('\r\x1b[K');
      isShown = false;
    },
  };
}
