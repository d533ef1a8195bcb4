/** What runs in the browser imports nothing of the server but types. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const desk = fileURLToPath(new URL('../../src/desk', import.meta.url));

it('views and islands import each other and Preact, and of everything else types alone', () => {
  const files = globSync('{views,islands}/*.ts', { cwd: desk });
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    const source = readFileSync(join(desk, file), 'utf8');
    for (const [, names, from] of source.matchAll(/^import (.+?) from '([^']+)';$/gms)) {
      if (names!.startsWith('type ')) continue;
      expect(from, file).toMatch(/^(preact|\.\/[\w-]+\.ts|\.\.\/views\/[\w-]+\.ts)$/);
    }
    expect(source, file).not.toMatch(/innerHTML|insertAdjacentHTML|document\.write|\beval\(/);
  }
});
