/**
 * What is set before the program is loaded. Code that was compiled, and stripped of its types, is kept for the next
 * start. And a crawl has little to remember and much to throw away: letting the heap grow to four times what is alive
 * before all of it is looked through saves a twentieth of the processor time, and takes no more memory in all. Young
 * objects are cleared away by the thread that made them: the processors are busy with other threads of ours, and help
 * cost a fortieth more than it gave.
 */
import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

export function tune(): void {
  enableCompileCache();
  setFlagsFromString('--heap-growing-percent=300');
  setFlagsFromString('--no-parallel-scavenge');
}
