import { expect, it } from 'vitest';
import { StudyBar } from '../../src/cli/study-bar.ts';

it('prints a line every ten seconds where the output is not a terminal', () => {
  let now = 0;
  const written: string[] = [];
  const bar = new StudyBar({ write: (text) => written.push(text) }, () => now);
  const progress = { done: 1, failed: 0, all: 12, pages: 2300, secondsLeft: 90 };
  for (now = 0; now < 20_000; now += 1000) bar.show(progress);
  bar.clear();
  expect(written).toEqual(['1 of 12 runs, 2,300 pages of those in progress, about 1 min 30 s left\n']);
});
