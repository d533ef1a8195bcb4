/** A crawl with what a user defined: in the loop and in threads, with settings, with faults, and resumed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type CrawlEvent, crawl, resume, type SettingsInput } from '../../src/index.ts';
import { project } from '../plugin/project.ts';
import {
  look,
  optionsFor,
  outcomesOf,
  page,
  pagesOf,
  removeFolders,
  type SmallWeb,
  smallWeb,
} from './small-web.ts';

let web: SmallWeb;
beforeAll(async () => {
  web = await smallWeb({
    'o.test/': page({ '/data.owl': 'the owl file', '/a?x=1': 'with x', '/b': 'plain' }, 'start comet'),
    'o.test/data.owl': { headers: { 'content-type': 'application/x-owl' }, body: 'OWL barn owl>/barn' },
    'o.test/bad.owl': { headers: { 'content-type': 'application/x-owl' }, body: 'OWL broken' },
    'o.test/barn': page({ '/bad.owl': 'broken' }, 'comet in the barn'),
    'o.test/a?x=1': page([], 'with a parameter'),
    'o.test/b': page([], 'nothing else'),
  });
});
afterAll(async () => {
  await web.close();
  removeFolders();
});

const files = {
  'reader.ts': `import { defineReader } from 'forage-crawler';
export default defineReader({
  name: 'owl',
  accepts: ({ contentType }) => contentType === 'application/x-owl',
  read({ bytes }) {
    const [text, url] = new TextDecoder().decode(bytes).split('>');
    if (url === undefined) throw new Error('an owl file without an owl');
    return { text, links: [{ url, anchor: 'barn' }] };
  },
});`,
  'filter.ts': `import { defineFilter, z } from 'forage-crawler';
export default defineFilter({
  name: 'no-parameters',
  settings: z.object({ but: z.array(z.string()).default([]) }),
  make: ({ settings }) => ({
    refuses: ({ url }) => [...new URL(url).searchParams.keys()].find((key) => !settings.but.includes(key)),
  }),
});`,
  'sink.ts': `import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineSink, z } from 'forage-crawler';
export default defineSink({
  name: 'seen',
  settings: z.object({ file: z.string() }),
  open: ({ folder, settings }) => ({
    accept: ({ sequence, url, kind }) => appendFileSync(join(folder, settings.file), \`\${sequence} \${kind} \${url}\\n\`),
  }),
});`,
  'judge.ts': `import { isMainThread } from 'node:worker_threads';
import { defineJudge, defineRecipe, defineStrategy, z } from 'forage-crawler';
export const judge = defineJudge({
  name: 'where',
  settings: z.object({ score: z.number().min(0).max(1).default(0.75) }),
  make: ({ settings }) => ({
    judge: () => ({ ...settings, relevant: true, why: [isMainThread ? 'in the loop' : 'in a thread'] }),
  }),
});
export const strategy = defineStrategy({
  name: 'last-letter',
  measure: () => ({ links }) => ({ letters: links.map(({ url }) => url.charCodeAt(url.length - 1)) }),
  make: () => ({
    *visit({ page, signals }) {
      for (const link of page.links) yield { link, priority: signals.letters[link.position] };
    },
  }),
});
export const recipe = defineRecipe({ name: 'last-letter', judge: 'where', strategy: 'last-letter' });`,
};

const folder = project(files);
const of = (...names: string[]): string[] => names.map((name) => join(folder, name));
const options = (settings: SettingsInput) =>
  optionsFor(web, { seeds: ['http://o.test/'], settings: { concurrency: 1, ...settings } });

async function eventsOf(run: ReturnType<typeof crawl>): Promise<CrawlEvent[]> {
  const events: CrawlEvent[] = [];
  for await (const event of run) events.push(event);
  await run.finished;
  return events;
}

describe.each([0, 2])('with %i threads', (threads) => {
  it('a judge and a strategy of a module order the crawl', async () => {
    const given = options({ threads, use: of('judge.ts'), recipe: 'last-letter' });
    await crawl(given).finished;
    // By the last letter: data.owl (l, not read), b, a?x=1 (1).
    expect(pagesOf(given.out).map(({ url, score }) => [url, score])).toEqual([
      ['http://o.test/', 0.75],
      ['http://o.test/data.owl', undefined],
      ['http://o.test/b', 0.75],
      ['http://o.test/a?x=1', 0.75],
    ]);
    const [first] = pagesOf(given.out);
    expect(first!.why).toEqual([threads === 0 ? 'in the loop' : 'in a thread']);
  });

  it('a page format is read, its links are followed, and what it fails on costs that page', async () => {
    const given = options({ threads, use: of('reader.ts') });
    const events = await eventsOf(crawl(given));
    expect(outcomesOf(given.out)).toMatchObject({
      'http://o.test/data.owl': 'page',
      'http://o.test/barn': 'page',
      'http://o.test/bad.owl': 'refused: parse-error',
      'http://o.test/b': 'page',
    });
    expect(look(given.out, (read) => read.pageByUrl('http://o.test/data.owl'))).toMatchObject({
      kind: 'owl',
    });
    const faults = events.filter((event) => event.type === 'fault');
    expect(faults).toEqual([
      { type: 'fault', part: 'reader', url: 'http://o.test/bad.owl', message: 'an owl file without an owl' },
    ]);
    expect(readFileSync(join(given.out, 'faults.log'), 'utf8')).toContain('reader.ts:7');
  });
});

describe('filters and sinks', () => {
  it('are active without being named if all settings have defaults', async () => {
    const given = options({ use: of('filter.ts', 'sink.ts') });
    const events = await eventsOf(crawl(given));
    expect(look(given.out, (read) => read.countsByRefusal())).toContainEqual({
      reason: 'filter no-parameters: x',
      count: 1,
    });
    const notices = events.flatMap((event) => (event.type === 'notice' ? [event.message] : []));
    expect(notices.filter((message) => message.includes('not active'))).toEqual([
      'The sink "seen" is not active: name it under "sinks:" with its settings.',
    ]);
  });

  it('get the settings that they are named with', async () => {
    const given = options({
      use: of('filter.ts', 'sink.ts', 'reader.ts'),
      filters: [{ kind: 'no-parameters', but: ['x'] }],
      sinks: [{ kind: 'seen', file: 'seen.txt' }],
    });
    await crawl(given).finished;
    expect(outcomesOf(given.out)).toHaveProperty(['http://o.test/a?x=1']);
    const seen = readFileSync(join(given.out, 'seen.txt'), 'utf8').trim().split('\n');
    expect(seen.map((line) => line.slice(2)).sort()).toEqual([
      'html http://o.test/',
      'html http://o.test/a?x=1',
      'html http://o.test/b',
      'html http://o.test/barn',
      'owl http://o.test/data.owl',
    ]);
  });

  it.each<[string, SettingsInput, RegExp]>([
    [
      'a name',
      { filters: ['no-parameter'] },
      /filters\.0: There is no filter "no-parameter"; did you mean "no-parameters"\?/,
    ],
    [
      'a setting',
      { sinks: [{ kind: 'seen', fiel: 'x' }] },
      /sinks\.0: Settings of "seen": .*fiel: unknown key; did you mean "file"\?/,
    ],
  ])('are refused before a folder is created if %s is misspelt', (_, settings, message) => {
    const given = options({ use: of('filter.ts', 'sink.ts'), ...settings });
    expect(() => crawl(given)).toThrow(message);
    expect(existsSync(given.out)).toBe(false);
  });
});

it('modules of topic, recipe and settings are kept together, as paths, and a resumed crawl loads them', async () => {
  const given = options({
    use: of('reader.ts'),
    recipe: { name: 'mine', use: of('judge.ts'), judge: 'where', strategy: 'last-letter' },
    budget: { pages: 1 },
  });
  const topic = { ...given.topic, use: of('filter.ts') };
  await crawl({ ...given, topic }).finished;
  const { settings } = parse(readFileSync(join(given.out, 'crawl.yaml'), 'utf8'));
  expect(settings.use).toEqual(of('reader.ts', 'filter.ts', 'judge.ts'));
  await resume(given.out, { budget: { pages: 100 } }).finished;
  expect(outcomesOf(given.out)).toMatchObject({
    'http://o.test/data.owl': 'page',
    'http://o.test/barn': 'page',
  });
  expect(outcomesOf(given.out)).not.toHaveProperty(['http://o.test/a?x=1']);
});
