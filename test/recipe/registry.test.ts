import { describe, expect, it } from 'vitest';
import { prepareRecipe, recipes } from '../../src/recipe/registry.ts';
import { parseTopic } from '../../src/topic/load.ts';

const topic = parseTopic('name: birds\nkeywords: [owl]\nseeds: [http://example.org/]');

describe('recipes', () => {
  it('have names of their own and work with their defaults', () => {
    expect(new Set(recipes.map(({ name }) => name)).size).toBe(recipes.length);
    for (const { name } of recipes) expect(() => prepareRecipe(name, {}, topic)).not.toThrow();
  });

  it('are not found under another name, and the error lists them', () => {
    expect(() => prepareRecipe('deep-first', {}, topic)).toThrow(/no recipe "deep-first".*breadth-first/);
  });

  it('refuse a setting that they do not have, or of the wrong kind', () => {
    expect(() => prepareRecipe('best-first/page', { treshold: 0.2 }, topic)).toThrow(
      'unknown setting treshold',
    );
    expect(() => prepareRecipe('best-first/page', { threshold: 'high' }, topic)).toThrow(/threshold/);
  });

  it('say what a topic lacks', () => {
    const empty = parseTopic('name: birds\nseeds: [http://example.org/]');
    expect(() => prepareRecipe('best-first/page', {}, empty)).toThrow(/needs keywords/);
  });
});
