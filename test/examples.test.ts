/** Every example runs as a user would run it: a process of its own, offline, with the output it promises. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { loadTopic } from '../src/index.ts';

const folder = fileURLToPath(new URL('../examples/', import.meta.url));

const promised: [name: string, lines: RegExp[]][] = [
  ['crawl-a-topic.ts', [/^\d+ relevant of 150 pages; stopped: the budget of 150 pages is used up$/m]],
  ['stop-and-resume.ts', [/^Stopped \(interrupted\) with/m, /^Went on to 100 pages .*; fetched twice: 0$/m]],
  ['crawl-a-frozen-web.ts', [/^Same recipe, same order: yes$/m, /^Another recipe, same order: no$/m]],
  [
    'search-and-export.ts',
    [/^The way to the best: http/m, /^[1-9]\d* pages as CSV$/m, /^[1-9]\d* pages as WARC$/m],
  ],
  [
    'crawl-with-plugins.ts',
    [
      /^1\.00 {2}https:\/\/zoo\.test\/barn\.md {2}Barn owl$/m,
      /^3 relevant of 4 pages$/m,
      /^The sink wrote 3 lines$/m,
      /^skipped: 1 for "filter few-parameters: 4 parameters"$/m,
      /^- \[All owls\]\(https:\/\/zoo\.test\/list\?page=1\)$/m,
    ],
  ],
  ['custom-web.ts', [/^3 of 5 pages are about owls; stopped: the frontier is empty/m]],
];

test('every example is among those that are run here', () => {
  const programs = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  expect(programs.sort()).toEqual(promised.map(([name]) => name).sort());
});

test.each(promised)('%s ends well and prints what it promises', async (name, lines) => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [`${folder}${name}`]);
  for (const line of lines) expect(stdout).toMatch(line);
  expect(stderr).toBe('');
});

test('the topic file of the examples is a topic with seeds', () => {
  expect(loadTopic(`${folder}topics/birds.yaml`).seeds).toHaveLength(4);
});
