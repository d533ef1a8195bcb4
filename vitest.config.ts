import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'scripts/sources-as-package.js',
    pool: 'forks',
    maxWorkers: '100%',
    // Threads and processes of the tests compile our modules once, not once each.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'forage-test-compile-cache') },
    // Node runs the sources as they are; only the tests themselves are transformed.
    server: { deps: { external: [/\/src\//] } },
    // Against hanging alone: a busy machine may take its time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
