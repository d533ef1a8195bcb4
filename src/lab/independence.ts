/**
 * Whether a measure is independent of what it measures. A crawl that is steered by the model that also counts its
 * relevant pages finds what that model likes: such figures say how well the recipe obeys its judge, not how well it
 * finds what people want. The same holds, to a lesser degree, if two models of different kinds learn from the same
 * pages. Labels are independent of every recipe, since none sees them.
 */
import { checkRecipe } from '../recipe/prepare.ts';
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
  const taught = sameLesson(plan, variants, unlabelled);
  return taught === undefined ? warnings : [...warnings, taught];
}

/** Measures that learn from the examples that recipes learn from. */
function sameLesson(plan: Plan, variants: readonly Variant[], unlabelled: string[]): string | undefined {
  const topics = plan.topics.filter(({ positives }) => positives === undefined);
  const judged = topics.filter(({ web }) => unlabelled.includes(web) || plan.measures.includes('judge'));
  const measures = [
    ...(judged.length > 0 ? [`the judge "${plan.judge.kind}"`] : []),
    ...(topics.length > 0 && plan.measures.includes('perplexity') ? ['perplexity'] : []),
  ];
  const learners = variants.filter(learnsBefore).map(({ name }) => name);
  if (measures.length === 0 || learners.length === 0) return undefined;
  const [some, all] = [judged.length || topics.length, plan.topics.length];
  const where = some === all ? '' : ` on ${some} of ${all} topics`;
  return `${sentence(measures.join(' and '))} ${measures.length === 1 ? 'learns' : 'learn'}${where} from the same example pages as ${learners.join(', ')}: such figures favour recipes that stay near the examples. Give the topics "positives:" of their own, or a number of examples to hold back.`;
}

function learnsBefore({ recipe, set }: Variant): boolean {
  const { judge, strategy } = checkRecipe(recipe, set);
  return judge.learns || strategy.learns;
}

const sentence = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

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
