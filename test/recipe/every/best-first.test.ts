import { holdEveryRecipe } from './recipe.ts';

holdEveryRecipe((name) => name.startsWith('best-first/'));
