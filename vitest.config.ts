import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that register definitions of their own, change the process, or ask what is registered. */
const alone = [
  'test/docs.test.ts',
  'test/package.test.ts',
  'test/plugin/**/*.test.ts',
  'test/**/plugins.test.ts',
  'test/cli/hostile-output.test.ts',
  'test/crawl/clock.test.ts',
  'test/crawl/faults.test.ts',
  'test/crawl/labels.test.ts',
  'test/crawl/model-versions.test.ts',
  'test/crawl/rejudge.test.ts',
  'test/crawl/robots-tasks.test.ts',
  'test/page/draft.test.ts',
  'test/recipe/every/*.test.ts',
  'test/seeds/sources.test.ts',
  'test/warc/captures.test.ts',
];

/** Long files first, also on a machine that has never run them: none is left over for the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      /\/test\/(recipe\/every|crawl|lab|cli)\//.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
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
    sequence: { sequencer: LongFirst },
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...alone],
          // One process runs many files: starting one for each took a third of the time.
          isolate: false,
        },
      },
    ],
  },
});
