/** A reader thread whose documents never end, and in which some pages crash it or keep it forever. */
import { read } from '../../src/crawl/readers/reading.ts';
import { makeReader, serve } from '../../src/crawl/readers/thread.ts';

serve({
  makeReader,
  async read(answer, reader, options, begins) {
    const made = await reader;
    begins();
    if (answer.url.endsWith('/crash'))
      process.nextTick(() => {
        throw new Error('crashed by this page');
      });
    if (/\.pdf$|crash$/.test(answer.url)) return new Promise(() => {});
    // Blocks the thread without keeping a core busy.
    if (answer.url.endsWith('/stuck')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    return read(answer, made!, options);
  },
});
