import { availableParallelism, tmpdir } from 'node:os';
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
  'test/crawl/careless.test.ts',
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

/**
 * Long files first, also on a machine that has never run them: none is left over for the end. Files that share a
 * process follow each other: between two of them, one that runs alone would end it.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      /\/test\/((recipe|crawl|lab|cli|fleet|render|desk|grow)\/|[a-z]+\.test)/.test(moduleId);
    const rank = (file: TestSpecification): number =>
      file.project.name === 'alone' ? 0 : isLong(file) ? 1 : 2;
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    globalSetup: 'scripts/sources-as-package.js',
    pool: 'forks',
    // Many tests wait for a server, a delay or a process: one more than there are cores keeps these busy.
    maxWorkers: availableParallelism() + 1,
    // Threads and processes of the tests compile our modules once, not once each.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'forage-test-compile-cache') },
    // Node runs the sources as they are; only the tests themselves are transformed.
    server: { deps: { external: [/\/src\//] } },
    // Against hanging alone: a busy machine may take its time.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 120_000 } },
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
