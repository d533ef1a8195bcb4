import { expect, it } from 'vitest';
import { crashRun } from './crash-run.ts';

it('a crawl that is killed six times ends with the pages of one that was not', async () => {
  const report = await crashRun({ kills: 6, pages: 240, hosts: 6, delayMs: 200, killWithinMs: 700 });
  expect(report.kills).toBe(6);
  expect(report.pages).toBe(240);
  expect(report.lost).toEqual([]);
  expect(report.extra).toEqual([]);
  expect(report.twice).toEqual([]);
  expect(report.misplaced).toEqual([]);
  expect(report.warcRecords).toBeGreaterThanOrEqual(480);
});
