/** A study whose crawls run by a virtual clock: separate, deterministic runs, timed by that clock. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { loadPlan } from '../../src/lab/load-plan.ts';
import { measureStudy } from '../../src/lab/measure-study.ts';
import { virtualTime } from '../../src/lab/report/time.ts';
import { runStudy } from '../../src/lab/runner.ts';
import { prepareStudy } from '../../src/lab/schedule.ts';
import { readStudy } from '../../src/lab/study.ts';
import { latencyOf } from '../../src/lab/virtual-time.ts';
import { newFolder, removeFolders } from '../crawl/small-web.ts';
import { type SmallPlan, smallPlan } from './small-plan.ts';

afterAll(removeFolders);

// 1000 × 64.1 is no whole number in floating point, and a clock of a crawl has whole milliseconds.
const time = { order: 'simulated', connections: 4, seconds: [10, 64.1] };

async function studyOf({ path }: SmallPlan): Promise<string> {
  const out = join(newFolder(), 'study');
  const schedule = await prepareStudy(loadPlan(path), out, () => {});
  expect(await runStudy(schedule, { processes: 1 })).toMatchObject({ failed: 0 });
  return out;
}

describe('a study by the clock', () => {
  let small: SmallPlan;
  let out: string;
  beforeAll(async () => {
    small = await smallPlan({ time });
    out = await studyOf(small);
  });

  it('visits the same pages at the same seconds when it is made again', async () => {
    const again = await studyOf(small);
    const { runs } = readStudy(out);
    expect(runs.map(({ run }) => run.id)).toEqual(readStudy(again).runs.map(({ run }) => run.id));
    for (const { run } of runs) {
      const visits = (folder: string): string =>
        readFileSync(join(folder, 'runs', run.id, 'visits.tsv'), 'utf8');
      expect(visits(again)).toBe(visits(out));
    }
  });

  it('starts with the first request, whatever was learnt before, and ends with the last second in the plan', () => {
    for (const { run, visits } of readStudy(out).runs) {
      const seconds = visits.map(({ second }) => second!);
      const [first] = visits;
      const latency = latencyOf(new URL(first!.url).host, 300);
      expect(seconds[0]).toBe(Math.round(latency + first!.bytes / 1000) / 1000);
      expect(seconds).toEqual(seconds.toSorted((a, b) => a - b));
      expect(seconds.at(-1)).toBeLessThanOrEqual(64.1);
      expect(run.stop).toBe('budget-time');
      // A host rests for five seconds after each answer, with or without its examples.
      for (const own of Map.groupBy(visits, ({ url }) => new URL(url).host).values())
        for (const [i, { second }] of own.slice(1).entries())
          expect(second! - own[i]!.second!).toBeGreaterThan(5);
    }
  });

  it('reports what was found by these seconds', () => {
    const data = readStudy(out);
    const results = measureStudy(data);
    for (const { run, visits } of data.runs) {
      const { figures } = results.runs.find(({ id }) => id === run.id)!;
      const within = visits.filter(({ second }) => second! <= 10);
      expect(figures.pagesAfter10s).toBe(within.length);
      expect(figures.foundAfter10s).toBe(within.filter(({ relevant }) => relevant).length);
      expect(figures['pagesAfter64.1s']).toBe(visits.length);
    }
    expect(virtualTime(results)).toContain('The crawl itself ran by this clock');
  });

  it('is made of other runs than a study without a clock, or with another', async () => {
    const plan = parse(readFileSync(small.path, 'utf8'));
    const idsWith = async (over: Record<string, unknown> | undefined): Promise<string[]> => {
      const path = join(small.folder, 'other-plan.yaml');
      writeFileSync(path, stringify({ ...plan, time: over }));
      const { runs } = await prepareStudy(loadPlan(path), join(newFolder(), 'study'), () => {});
      return runs.map(({ id }) => id);
    };
    const ids = [
      ...(await idsWith(time)),
      ...(await idsWith({ ...time, order: 'as-run' })),
      ...(await idsWith({ ...time, connections: 5 })),
      ...(await idsWith({ ...time, delayMs: 1000 })),
      ...(await idsWith({ ...time, latencyMs: 100 })),
      ...(await idsWith({ ...time, bytesPerSecond: 100 })),
      ...(await idsWith({ ...time, seconds: [90] })),
    ];
    expect(ids.slice(0, 2)).toEqual(readStudy(out).runs.map(({ run }) => run.id));
    expect(new Set(ids).size).toBe(ids.length);
    // Without a clock it is only looked at afterwards: the runs stay the same.
    expect(await idsWith({ connections: 9 })).toEqual(await idsWith(undefined));
  });
});

it('a study without a clock writes no seconds', async () => {
  const { runs } = readStudy(await studyOf(await smallPlan({ recipes: ['breadth-first'], pages: 5 })));
  expect(runs[0]!.visits).toHaveLength(5);
  expect(runs[0]!.visits.every((visit) => !('second' in visit))).toBe(true);
});
