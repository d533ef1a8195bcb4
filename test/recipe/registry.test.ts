import { describe, expect, it } from 'vitest';
import { prepareRecipe } from '../../src/recipe/prepare.ts';
import { findRecipe, recipes } from '../../src/recipe/registry.ts';
import { parseTopic } from '../../src/topic/load.ts';

const topic = parseTopic('name: birds\nkeywords: [owl]\nseeds: [http://example.org/]');
const prepared = (name: string, set: Record<string, unknown>) => prepareRecipe(findRecipe(name), set, topic);

describe('recipes', () => {
  it('have names of their own', () => {
    expect(new Set(recipes().map(({ name }) => name)).size).toBe(recipes().length);
  });

  it('are not found under another name, and the error suggests one', () => {
    expect(() => findRecipe('deep-first')).toThrow(/no recipe "deep-first"; did you mean "depth-first"\?/);
  });

  it('refuse a setting that they do not have, or of the wrong kind', () => {
    expect(() => prepared('best-first/page', { treshold: 0.2 })).toThrow(
      'unknown setting "treshold"; did you mean "threshold"?',
    );
    expect(() => prepared('best-first/page', { 'strategy.threshold': 0.2 })).toThrow('unknown setting');
    expect(() => prepared('best-first/page', { threshold: 'high' })).toThrow(/threshold/);
    expect(() => prepared('best-first/page', { judge: 'oracle' })).toThrow(/no judge "oracle".*string-match/);
  });

  it('take the settings of their judge, their strategy, and of another judge that is named', () => {
    const { recipe } = prepared('best-first/page', { judge: 'string-match', half: 3, anchorShare: 0.25 });
    expect(recipe.judge).toMatchObject({ kind: 'string-match', half: 3, titleWeight: 3 });
    expect(recipe.strategy).toMatchObject({ kind: 'best-first', anchorShare: 0.25 });
  });

  it('say what a topic lacks', () => {
    const empty = parseTopic('name: birds\nseeds: [http://example.org/]');
    expect(() => prepareRecipe(findRecipe('best-first/page'), {}, empty)).toThrow(
      /needs keywords.*forage topic terms/,
    );
  });
});
