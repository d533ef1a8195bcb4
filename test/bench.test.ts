import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('the benchmark of the engine crawls all its pages and ends with one JSON object', async () => {
  const script = fileURLToPath(new URL('../bench/crawl.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--pages', '40', '--rounds', '1']);
  const result = JSON.parse(stdout.trim().split('\n').at(-1)!);
  expect(result).toMatchObject({ pages: 40, rounds: [{ forage: { pagesPerSecond: expect.any(Number) } }] });
  expect(result.ratio).toBeGreaterThan(0);
});
