import { describe, expect, it } from 'vitest';
import { override } from '../../src/recipe/override.ts';
import { checkRecipe, prepareRecipe } from '../../src/recipe/prepare.ts';
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

  it('say how links wait, and take other ways by their settings', () => {
    const waiting = (name: string, set = {}) => override(findRecipe(name), set).frontier;
    expect(waiting('best-first/page')).toBeUndefined();
    expect(waiting('best-first/page', { 'frontier.merge': 'votes' })).toEqual({ merge: 'votes' });
    expect(() => prepared('best-first/page', { 'frontier.merge': 'bonus' })).toThrow(
      /frontier.merge: give "max"/,
    );
    expect(() => prepared('best-first/page', { 'frontier.margin': 1 })).toThrow(
      /frontier.margin: unknown key/,
    );
    expect(() => prepared('best-first/page', { 'frontir.merge': 'max' })).toThrow(
      /did you mean "frontier.merge"/,
    );
  });

  it('have variants, each with valid settings and chosen by its name', () => {
    for (const { name, variants = {} } of recipes())
      for (const variant of Object.keys(variants)) {
        const found = findRecipe(`${name}@${variant}`);
        expect(found.name).toBe(`${name}@${variant}`);
        expect(() => checkRecipe(found, {}), found.name).not.toThrow();
      }
    const { strategy, frontier } = findRecipe('lund/history-path@HP8');
    expect(strategy).toMatchObject({ kind: 'history-path', cutoff: 30 });
    expect(frontier).toEqual({ merge: 'factor' });
    expect(() => findRecipe('lund/history-path@HP0')).toThrow(/did you mean "lund\/history-path@HP"/);
  });

  it('say what a topic lacks', () => {
    const empty = parseTopic('name: birds\nseeds: [http://example.org/]');
    expect(() => prepareRecipe(findRecipe('best-first/page'), {}, empty)).toThrow(
      /needs keywords.*--keywords/,
    );
  });
});
