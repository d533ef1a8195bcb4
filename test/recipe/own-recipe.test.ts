/** Recipes of the user's own, written as YAML. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { chooseRecipe, loadRecipe, ownRecipes } from '../../src/recipe/own-recipe.ts';
import { recipeSchema } from '../../src/recipe/recipe.ts';
import { parseYaml } from '../../src/topic/load.ts';
import { crawlOf, page, prose, smallWeb } from '../crawl/small-web.ts';

const folder = mkdtempSync(join(tmpdir(), 'forage-own-recipe-'));
afterAll(() => rmSync(folder, { recursive: true }));

const text = `name: my/comets
summary: two judges, anchors weigh more
judge:
  kind: blend
  judges:
    - { judge: { kind: keyword-cosine }, weight: 1 }
    - { judge: { kind: string-match, half: 2 }, weight: 3 }
strategy: { kind: best-first, anchorShare: 0.9 }
frontier: { merge: latest }
`;
const file = join(folder, 'comets.yaml');
writeFileSync(file, text);

describe('a recipe of the user’s own', () => {
  it('is found by its file, or by its name in the folder of recipes', () => {
    expect(chooseRecipe(file)).toMatchObject({ name: 'my/comets', judge: { kind: 'blend' } });
    mkdirSync(join(folder, 'recipes'));
    writeFileSync(join(folder, 'recipes', 'comets.yml'), text);
    expect(ownRecipes(join(folder, 'recipes')).map(({ name }) => name)).toEqual(['my/comets']);
    expect(ownRecipes(join(folder, 'nowhere'))).toEqual([]);
    expect(() => chooseRecipe('my/unknown')).toThrow(/no recipe "my\/unknown"/);
  });

  it('is reported by line if something is wrong', () => {
    expect(() =>
      parseYaml('name: x y\njudge: svm\nstrategy: best-first\n', 'r', recipeSchema, 'INPUT_INVALID'),
    ).toThrow(/line 1, name/);
    expect(() =>
      parseYaml('name: x\njudge: svm\nstratagem: best-first\n', 'r', recipeSchema, 'INPUT_INVALID'),
    ).toThrow(/stratagem/);
    expect(() => loadRecipe(join(folder, 'none.yaml'))).toThrow(/There is no file/);
  });

  it('crawls like one of ours, and the crawl keeps it whole', async () => {
    const web = await smallWeb({
      'o.test/': page({ '/a': 'rose', '/b': 'comet' }, prose('start')),
      'o.test/a': prose('a'),
      'o.test/b': prose('b'),
    });
    const settings = { recipe: loadRecipe(file), concurrency: 1 };
    const { folder: out } = await crawlOf(web, { seeds: ['http://o.test/'], settings });
    await web.close();
    expect(web.paths()).toEqual(['/robots.txt', '/', '/b', '/a']);
    const kept = readFileSync(join(out, 'crawl.yaml'), 'utf8');
    expect(kept).toMatch(/name: my\/comets/);
    expect(kept).toMatch(/merge: latest/);
    rmSync(out, { recursive: true });
  });
});
