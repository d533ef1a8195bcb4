import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'scripts/sources-as-package.js',
    pool: 'forks',
    maxWorkers: '100%',
    // Against hanging alone: a busy machine may take its time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
