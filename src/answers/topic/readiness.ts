/** Which recipes a topic is ready for, and what the others lack. */
import { needs } from '../../recipe/needs.ts';
import { judgePart, strategyPart } from '../../recipe/parts.ts';
import type { Recipe } from '../../recipe/recipe.ts';
import { recipes } from '../../recipe/registry.ts';
import type { Topic } from '../../topic/topic.ts';

export interface Readiness {
  ready: string[];
  /** By what is missing: the recipes that need it, and how to get it. */
  lacking: { need: string; recipes: string[]; how: string }[];
}

export function readinessOf(topic: Topic): Readiness {
  const ready: string[] = [];
  const lacking = new Map<string, Readiness['lacking'][number]>();
  for (const recipe of recipes()) {
    const missing = missingFor(recipe, topic);
    if (missing.length === 0) ready.push(recipe.name);
    for (const need of missing) {
      const known = lacking.get(need) ?? { need, recipes: [], how: needs[need].lacks(topic) };
      known.recipes.push(recipe.name);
      lacking.set(need, known);
    }
  }
  return { ready, lacking: [...lacking.values()] };
}

/** What a recipe needs and a topic does not have. */
export const missingFor = ({ judge, strategy }: Recipe, topic: Topic): (keyof typeof needs)[] =>
  [...new Set([...judgePart(judge, topic).needs, ...strategyPart(strategy, topic).needs])].filter(
    (need) => !needs[need].has(topic),
  );
