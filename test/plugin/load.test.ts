/** How modules are found, and what is said of one that cannot be used: file, line, and what to do. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { useModule } from '../../src/plugin/load.ts';
import { find } from '../../src/plugin/registry.ts';
import { loadRecipe } from '../../src/recipe/own-recipe.ts';
import { loadTopic } from '../../src/topic/load.ts';
import { removeFolders } from '../crawl/small-web.ts';
import { project } from './project.ts';

afterAll(removeFolders);

const judge = (name: string): string => `import { defineJudge, z } from 'forage-crawler';
export default defineJudge({
  name: '${name}',
  settings: z.object({ most: z.number().default(3) }),
  make: ({ settings }) => ({ judge: () => ({ score: 1 / settings.most, relevant: true, why: [] }) }),
});
`;

describe('a module is found', () => {
  const folder = project({ 'lib/one.ts': judge('found/one') });

  it.each([
    './lib/one.ts',
    'lib/one.ts',
    join(folder, 'lib/one.ts'),
    pathToFileURL(join(folder, 'lib/one.ts')).href,
  ])('by %s', (specifier) => {
    expect(useModule(specifier, folder)).toBe(join(folder, 'lib/one.ts'));
    expect(find('judge', 'found/one').summary).toBe('');
  });

  it('as a package, beside the file that names it', () => {
    const place = join(folder, 'node_modules', 'forage-owls');
    mkdirSync(place);
    writeFileSync(
      join(place, 'package.json'),
      '{ "name": "forage-owls", "type": "module", "exports": "./main.js" }',
    );
    writeFileSync(join(place, 'main.js'), judge('found/owls'));
    expect(useModule('forage-owls', folder)).toBe(join(place, 'main.js'));
  });

  it('not as an ES module in a project of CommonJS, as `npm init` makes it', () => {
    const folder = project({ 'package.json': '{ "type": "commonjs" }', 'one.ts': judge('found/never') });
    const use = () => useModule('one.ts', folder);
    expect(use).toThrow(/one\.ts is an ES module, and .*package\.json does not have "type": "module"/);
    expect(use).toThrow(/npm pkg set type=module$/);
  });

  it('written as CommonJS', () => {
    const text = `const { defineJudge } = require('forage-crawler');
module.exports = defineJudge({ name: 'found/common', make: () => ({}) });`;
    useModule('common.cjs', project({ 'common.cjs': text }));
    expect(find('judge', 'found/common').forage).toBe('judge');
  });
});

describe('the error for', () => {
  const folder = project({
    'good.ts': judge('said/good'),
    'taken.ts': judge('svm'),
    'nothing.ts': 'export const answer = 42;\n',
    'broken.ts': 'import { defineJudge } from "forage-crawler";\nexport const a: number = ;\n',
    'broken.mjs': 'export const a = 1;\n\nconst b = = 2;\n',
    'enum.ts': 'export enum Owl { Barn }\n',
    'throws.ts': '\nconst owl: any = undefined;\nexport const a = owl.name;\n',
    'throws-nothing.ts': 'throw null;\nexport const a = 1;\n',
    'waits.ts': 'export const a = await 1;\n',
    'lost.ts': 'import { a } from "not-there";\nexport const b = a;\n',
    'bad-judge.ts':
      "import { defineJudge } from 'forage-crawler';\nexport default defineJudge({ name: 'x' } as any);\n",
  });
  const at = (name: string): string => join(folder, name);

  it.each([
    ['a missing file', './god.ts', `There is no file ${at('god.ts')}; did you mean "good.ts"?`],
    [
      'a missing package',
      'forage-gulls',
      /no package "forage-gulls".*npm install forage-gulls.*\.\/forage-gulls\.ts/,
    ],
    [
      'a name that is taken',
      'taken.ts',
      /taken\.ts: the judge "svm" is already defined.*Give yours another name/,
    ],
    ['no definitions', 'nothing.ts', /nothing\.ts defines nothing: export what defineJudge/],
    [
      'a syntax error',
      'broken.ts',
      `${at('broken.ts')}:2 cannot be loaded: SyntaxError: Expression expected.`,
    ],
    [
      'a syntax error in JavaScript',
      'broken.mjs',
      /broken\.mjs:3 cannot be loaded: SyntaxError: Unexpected token '='\./,
    ],
    ['syntax that is not erased', 'enum.ts', /enum\.ts:1 cannot be loaded: .*enum is not supported/],
    ['an error at its top level', 'throws.ts', /throws\.ts:3 cannot be loaded: TypeError: .*'name'/],
    [
      'null thrown at its top level',
      'throws-nothing.ts',
      /throws-nothing\.ts cannot be loaded: Error: null\./,
    ],
    ['an await at its top level', 'waits.ts', /waits\.ts uses "await" at its top level; move/],
    [
      'a package that it lacks',
      'lost.ts',
      /lost\.ts cannot be loaded: .*'not-there'.* npm install not-there$/,
    ],
    [
      'a wrong definition',
      'bad-judge.ts',
      /bad-judge\.ts:2 cannot be loaded: The judge "x": the function "make"/,
    ],
  ])('%s', async (_, specifier, message) => {
    await import('../../src/recipe/registry.ts');
    const use = () => useModule(specifier, folder);
    expect(use).toThrow(message);
    expect(use).toThrow(expect.objectContaining({ code: 'PLUGIN_INVALID' }));
  });
});

describe('a file with use:', () => {
  it('is resolved from its own folder, and a fault is reported with its line', () => {
    const folder = project({
      'judges/rare.ts': judge('rare'),
      'topics/owls.yaml': 'name: owls\nuse: [../judges/rare.ts]\nkeywords: [owl]\n',
      'topics/gulls.yaml':
        'name: gulls\nkeywords: [gull]\nuse:\n  - ../judges/rare.ts\n  - ../judges/rarer.ts\n',
    });
    expect(loadTopic(join(folder, 'topics/owls.yaml')).use).toEqual([join(folder, 'judges/rare.ts')]);
    expect(() => loadTopic(join(folder, 'topics/gulls.yaml'))).toThrow(
      /gulls\.yaml is not valid:\n {2}line 5, use\.1: There is no file .*rarer\.ts; did you mean "rare\.ts"\?/,
    );
  });

  it('knows the kinds of the module: a misspelt setting has a suggestion, what is left out its default', () => {
    const recipe = (settings: string): string =>
      `name: mine\nuse: ./rare.ts\njudge: { kind: rare-two${settings} }\nstrategy: breadth-first\n`;
    const folder = project({
      'rare.ts': judge('rare-two'),
      'good.yaml': recipe(', most: 5'),
      'bad.yaml': recipe(', mots: 5'),
    });
    expect(loadRecipe(join(folder, 'good.yaml'))).toMatchObject({ judge: { kind: 'rare-two', most: 5 } });
    expect(() => loadRecipe(join(folder, 'bad.yaml'))).toThrow(
      /line 3, judge\.mots: unknown key; did you mean "most"\?/,
    );
    expect(find('judge', 'rare-two').settings.parse({})).toEqual({ most: 3 });
  });
});
