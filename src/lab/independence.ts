/**
 * Whether a measure is independent of what it measures. A crawl that is steered by the model that also counts its
 * relevant pages finds what that model likes: such figures say how well the recipe obeys its judge, not how well it
 * finds what people want. Labels are independent of every recipe, since none sees them.
 */
import type { Plan } from './plan.ts';
import type { Variant } from './variants.ts';

export function dependenceWarnings(plan: Plan, variants: readonly Variant[], unlabelled: string[]): string[] {
  const warnings: string[] = [];
  const told = (measure: string, kind: string, what: string): void => {
    const steered = variants.filter((variant) => steeringKinds(variant).has(kind)).map(({ name }) => name);
    if (steered.length > 0)
      warnings.push(
        `The measure is not independent: ${measure} is the same model that steers ${steered.join(', ')}. ${what}`,
      );
  };
  const better = 'Give the web labels, or the plan another "judge:".';
  if (unlabelled.length > 0)
    told(
      `the judge "${plan.judge.kind}", which counts the relevant pages on ${unlabelled.join(', ')},`,
      plan.judge.kind,
      better,
    );
  else if (plan.measures.includes('judge'))
    told(
      `the judge "${plan.judge.kind}"`,
      plan.judge.kind,
      'Its scores do not compare these with the others; the labels do.',
    );
  if (plan.measures.includes('perplexity'))
    told('perplexity', 'perplexity', 'Perplexity does not compare these with the others.');
  return warnings;
}

/** All kinds of judges and strategies in a recipe, including nested ones, with the variant's own settings. */
export function steeringKinds({ recipe, set }: Pick<Variant, 'recipe' | 'set'>): Set<string> {
  const kinds = new Set<string>();
  const judge = typeof set.judge === 'string' ? { kind: set.judge } : recipe.judge;
  const strategy = typeof set.strategy === 'string' ? { kind: set.strategy } : recipe.strategy;
  gather([judge, strategy, set]);
  return kinds;

  function gather(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    const { kind } = value as { kind?: unknown };
    if (typeof kind === 'string') kinds.add(kind);
    for (const inner of Object.values(value)) gather(inner);
  }
}
