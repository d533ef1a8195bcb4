import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const readers = new URL('../src/crawl/readers/readers.ts', import.meta.url).href;
const script = `import('${readers}').then(async ({ startReaders }) => {
  await startReaders(1).close();
  console.log('started');
})`;

it.each([[['--max-old-space-size=600', '-e']], [['--max-old-space-size=600', '--input-type=module', '-e']]])(
  'threads start in a program that was given flags of V8: %j',
  async (flags) => {
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, script]);
    expect(stdout).toBe('started\n');
  },
);
