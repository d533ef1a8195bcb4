/** The kinds and the recipes that belong together: those of one thesis, or the general ones. */
import type { JudgeKind, StrategyKind } from './kind.ts';
import type { Recipe } from './recipe.ts';

export interface Family {
  judges: readonly JudgeKind[];
  strategies: readonly StrategyKind[];
  recipes: readonly Recipe[];
}
