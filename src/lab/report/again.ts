/** The settings of each variant, failures, and how to run the same study again. */
import { stringify } from 'yaml';
import type { Recipe, Spec } from '../../recipe/recipe.ts';
import { recipes } from '../../recipe/registry.ts';
import type { Results, VariantResults } from '../results.ts';
import { escaped, shorten } from './markup.ts';
import { folded, table } from './table.ts';

/**
 * The settings of each variant as run. Runs that did not store their recipe show it as it is now; omitted settings have
 * the defaults of their kinds.
 */
export function settings(results: Results): string {
  const now = new Map(recipes().map((recipe) => [recipe.name, recipe]));
  const recipeOf = ({ recipe, ran }: VariantResults): Recipe | undefined => ran ?? now.get(recipe);
  const rows = table(
    [
      { title: 'variant', cell: ({ name }) => name },
      { title: 'recipe', cell: ({ recipe }) => recipe },
      {
        title: 'set by the plan',
        cell: ({ set }) => listed(Object.entries(set)) || 'nothing',
      },
      {
        title: 'judge that steers',
        cell: (variant) => specText(recipeOf(variant)?.judge ?? { kind: variant.judge }),
      },
      {
        title: 'strategy',
        cell: (variant) => {
          const strategy = recipeOf(variant)?.strategy;
          return strategy ? specText(strategy) : '–';
        },
      },
    ],
    results.variants,
  );
  const used = new Map(
    results.variants.flatMap((variant) => {
      const recipe = recipeOf(variant);
      return recipe === undefined ? [] : [[recipe.name, recipe] as const];
    }),
  );
  const origins = Array.from(
    used.values(),
    ({ name, summary, origin }) =>
      `<dt>${escaped(name)}</dt><dd>${escaped(`${summary} ${origin === '' ? '' : `(${origin})`}`)}</dd>`,
  );
  const about =
    origins.length > 0
      ? folded('What the recipes do, and where they come from', `<dl class="facts">${origins.join('')}</dl>`)
      : '';
  return `${rows}${about}`;
}

function specText({ kind, ...given }: Spec): string {
  const said = listed(Object.entries(given));
  return said === '' ? kind : `${kind} (${said})`;
}

function listed(entries: readonly [name: string, value: unknown][]): string {
  return entries.map(([name, value]) => `${name}: ${shorten(JSON.stringify(value) ?? '', 120)}`).join(', ');
}

export function failures(results: Results): string {
  if (results.failures.length === 0) return '';
  const rows = table(
    [
      { title: 'variant', cell: ({ variant }) => variant },
      { title: 'web', cell: ({ web }) => web },
      { title: 'topic', cell: ({ topic }) => topic },
      { title: 'repeat', cell: ({ repeat }) => String(repeat), sort: ({ repeat }) => repeat },
      { title: 'why', cell: ({ reason }) => reason },
    ],
    results.failures,
  );
  return `<h3>Runs that failed</h3>${rows}`;
}

export function again(results: Results): string {
  const { name, plan } = results.study;
  const folder = /^[\w.+][\w.+-]*$/.test(name) ? name : 'study';
  const commands = `forage lab plan.yaml --out ${folder}\nforage lab report ${folder}`;
  return `<p>Save the plan as <code>plan.yaml</code>. Runs that are in the folder already are not run again. On the same files every run visits the same pages in the same order; only its cost depends on the machine.</p><pre>${escaped(commands)}</pre>${folded('The plan, with every default filled in', `<pre>${escaped(stringify(plan))}</pre>`)}`;
}
