/**
 * A reader thread whose documents never end, in which some pages crash it, end it or keep it forever, and whose pages tell in
 * their titles how many judges were made before they were read.
 */
import { read } from '../../src/crawl/readers/reading.ts';
import { makeReader, serve } from '../../src/crawl/readers/thread.ts';

let judges = 0;

serve({
  makeReader(task) {
    judges += 1;
    return makeReader(task);
  },
  async read(answer, reader, options, begins) {
    const made = await reader;
    begins();
    if (answer.url.endsWith('/crash'))
      process.nextTick(() => {
        throw new Error('crashed by this page');
      });
    if (answer.url.endsWith('/exit')) process.exit(3);
    if (/\.pdf$|crash$/.test(answer.url)) return new Promise(() => {});
    // Blocks the thread without keeping a core busy.
    if (answer.url.endsWith('/stuck')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    const reading = await read(answer, made!, options);
    if (answer.url.endsWith('/judges') && 'title' in reading.page) reading.page.title = `${judges}`;
    return reading;
  },
});
