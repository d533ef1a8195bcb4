/**
 * Kills a crawl a hundred times at random moments, resumes it each time, and compares it with an undisturbed crawl: no
 * page lost, none twice, every WARC file intact for another reader. `npm run crash -- --kills 20` is shorter.
 */
import { parseArgs } from 'node:util';
import { crashRun } from '../test/crawl/crash-run.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '100' }, pages: { type: 'string', default: '4000' } },
});
const report = await crashRun({
  kills: Number(values.kills),
  pages: Number(values.pages),
  hosts: 20,
  delayMs: 500,
  killWithinMs: 900,
  tell: (line) => console.log(line),
});
console.log(JSON.stringify(report));
