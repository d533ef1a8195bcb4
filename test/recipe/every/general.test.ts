import { holdEveryRecipe } from './recipe.ts';

holdEveryRecipe((name) => !/^(crete|lund|minas|cindi|darmstadt|best-first)\//.test(name));
