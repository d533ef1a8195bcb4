import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'scripts/sources-as-package.js',
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
