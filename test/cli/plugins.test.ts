/** The commands with a user's modules: named by path, listed beside ours, kept with the crawl. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { page, removeFolders, type SmallWeb, smallWeb } from '../crawl/small-web.ts';
import { project } from '../plugin/project.ts';
import { forage } from './forage.ts';
import { forageHere } from './forage-here.ts';

const cwd = project({
  'owls.ts': `import { defineExporter, defineJudge, defineRecipe, writeOut, z } from 'forage-crawler';
export const judge = defineJudge({
  name: 'long-titles',
  summary: 'pages with long titles',
  settings: z.object({ letters: z.int().default(5).describe('a title this long counts') }),
  make: ({ settings: { letters } }) => ({
    judge: ({ title }) => {
      const score = Math.min(1, title.length / letters / 2);
      return { score, relevant: title.length >= letters, why: [title] };
    },
  }),
});
export const recipe = defineRecipe({
  name: 'long-titles-first',
  summary: 'links of pages with long titles',
  judge: 'long-titles',
  strategy: 'best-first',
});
export const forgetful = defineExporter({ name: 'forgetful', export: async () => undefined as never });
export const exporter = defineExporter({
  name: 'urls',
  async export(crawl, target, options) {
    const urls = [...crawl.pages(options)].map(({ url }) => url + '\\n');
    await writeOut(target, urls);
    return urls.length;
  },
});
`,
  'topic.yaml': 'name: owls\nkeywords: [owl]\nseeds: ["http://o.test/"]\n',
  'settings/inline.yaml':
    'recipe:\n  name: mine\n  use: [../owls.ts]\n  judge: { kind: long-titles, leters: 1 }\n  strategy: random\n',
  'settings/bad.yaml': 'use: ../owls.ts\nrecipe: long-titles-first\nset:\n  leters: 3\n',
});
const run = (...args: string[]) => forageHere(args, { cwd });
/** In a process that has met the module nowhere else. */
const alone = (...args: string[]) => forage(args, { cwd });

let web: SmallWeb;
beforeAll(async () => {
  web = await smallWeb({
    'o.test/': page({ '/long': 'long', '/x': 'short' }, 'a long title'),
    'o.test/long': page([], 'another long title'),
    'o.test/x': '<title>x</title>',
  });
  writeFileSync(
    join(cwd, 'settings/web.json'),
    JSON.stringify({ ...web.settings, threads: 1, concurrency: 1 }),
  );
});
afterAll(async () => {
  await web.close();
  removeFolders();
});

describe('recipes --use', () => {
  it('lists recipes and kinds of a module beside ours, with settings and where they come from', async () => {
    expect((await run('recipes', '--use', './owls.ts')).out).toMatch(
      /^long-titles-first +owls\.ts +links of pages with long titles$/m,
    );
    const { out, err } = await run('recipes', '--kinds', '--use', 'owls.ts');
    expect(err).toBe('');
    expect(out).toContain('  keyword-cosine: cosine of');
    expect(out).toMatch(
      /^ {2}long-titles \(owls\.ts\): pages with long titles\n {4}letters=5 +a title this long counts$/m,
    );
    expect(out).toMatch(/^Export formats\n\n {2}jsonl: [\s\S]+^ {2}urls \(owls\.ts\): $/m);
  });

  it('says what is wrong with a module and ends with 1', async () => {
    expect(await run('recipes', '--use', './owl.ts')).toEqual({
      code: 1,
      out: '',
      err: 'There is no file owl.ts; did you mean "owls.ts"?\n',
    });
  });
});

describe('crawl --use', () => {
  it('reports a misspelt setting of a user’s kind, with its line in a file', async () => {
    const flag = await run(
      'crawl',
      'topic.yaml',
      '--use',
      './owls.ts',
      '--recipe',
      'long-titles-first',
      '--set',
      'leters=3',
      '--contact',
      'a@b.org',
    );
    expect(flag.err).toContain('unknown setting "leters"; did you mean "letters"?');
    const file = await alone('crawl', 'topic.yaml', '--settings', 'settings/bad.yaml');
    expect(file.err).toMatch(
      /bad\.yaml is not valid:\n {2}line 4, set\.leters: unknown setting "leters"; did you mean "letters"\?/,
    );
    const inline = await alone('crawl', 'topic.yaml', '--settings', 'settings/inline.yaml');
    expect(inline.err).toMatch(/line 4, recipe\.judge\.leters: unknown key; did you mean "letters"\?/);
  });

  it('keeps the module with the crawl: it is resumed and exported from another folder', async () => {
    const crawled = await run(
      'crawl',
      'topic.yaml',
      '--use',
      './owls.ts',
      '--recipe',
      'long-titles-first',
      '--settings',
      'settings/web.json',
      '--out',
      'crawl',
      '--pages',
      '1',
      '--quiet',
    );
    expect(crawled).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(join(cwd, 'crawl/crawl.yaml'), 'utf8')).toContain(join(cwd, 'owls.ts'));
    mkdirSync(join(cwd, 'elsewhere'));
    const elsewhere = { cwd: join(cwd, 'elsewhere') };
    const resumed = await forage(['resume', '../crawl', '--pages', '10', '--quiet'], elsewhere);
    expect(resumed).toMatchObject({ code: 0, err: '' });
    const exported = await forage(['export', '../crawl', '--format', 'urls', '--relevant'], elsewhere);
    expect(exported).toEqual({ code: 0, err: '', out: 'http://o.test/\nhttp://o.test/long\n' });
    expect(await forage(['export', '../crawl', '--format', 'forgetful'], elsewhere)).toEqual({
      code: 1,
      err: 'The exporter "forgetful" must return how many it has written, not undefined.\n',
      out: '',
    });
    const model = await forage(['model', '../crawl'], elsewhere);
    expect(model).toMatchObject({ code: 0, err: '' });
    expect(model.out).toContain('Judge long-titles\n');
  });

  it('says where a module that has moved is named', async () => {
    renameSync(join(cwd, 'owls.ts'), join(cwd, 'birds.ts'));
    try {
      for (const args of [
        ['resume', 'crawl'],
        ['judge', 'crawl'],
        ['set', 'crawl', 'budget.pages=5'],
        ['model', 'crawl'],
      ]) {
        const { code, err } = await alone(...args);
        expect([code, err], args[0]).toEqual([
          1,
          expect.stringContaining(
            'crawl/crawl.yaml: settings.use: There is no file owls.ts; there are: birds.ts',
          ),
        ]);
      }
    } finally {
      renameSync(join(cwd, 'birds.ts'), join(cwd, 'owls.ts'));
    }
  });

  it('names a recipe of the user’s own, and what was set for one, wherever a crawl is described', async () => {
    writeFileSync(
      join(cwd, 'own.yaml'),
      'name: own-order\njudge: { kind: keyword-cosine }\nstrategy: { kind: breadth-first }\n',
    );
    const crawl = (out: string, ...more: string[]) =>
      run('crawl', 'topic.yaml', '--settings', 'settings/web.json', '--out', out, '--pages', '1', ...more);
    const own = await crawl('own', '--recipe', 'own.yaml');
    expect(own.out).toContain('with own-order into own');
    expect((await run('status', 'own')).out).toContain('owls, with own-order, started');
    expect((await run('model', 'own')).out).toContain('Recipe own-order\n');
    await crawl('set', '--use', './owls.ts', '--set', 'judge=long-titles', '--set', 'letters=3');
    expect((await run('status', 'set')).out).toContain(
      'owls, with adaptive (judge=long-titles, letters=3), started',
    );
  });
});
