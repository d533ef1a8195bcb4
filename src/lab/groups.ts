/**
 * Groups of a plan: experiments that share webs, topics and settings but are compared separately, such as recipes that
 * get keywords and recipes that get examples. Without groups every recipe is run on every topic and compared with all.
 */
import type { Plan } from './plan.ts';
import type { RunKey, StudyData } from './study.ts';

type Group = Plan['groups'][number];

/** By the name of the variant, of its recipe, or of the entry in the plan that it is swept from. */
export function isOfRecipe(name: string, { variant, recipe }: Pick<RunKey, 'variant' | 'recipe'>): boolean {
  return name === variant || name === recipe || variant.startsWith(`${name} `);
}

function isInGroup({ recipes, topics }: Group, key: Pick<RunKey, 'variant' | 'recipe' | 'topic'>): boolean {
  return (
    recipes.some((name) => isOfRecipe(name, key)) && (topics === undefined || topics.includes(key.topic))
  );
}

export function isPlanned({ groups }: Plan, key: Pick<RunKey, 'variant' | 'recipe' | 'topic'>): boolean {
  return groups.length === 0 || groups.some((group) => isInGroup(group, key));
}

/** The study as if the plan had only this group. */
export function studyOfGroup(data: StudyData, group: Group): StudyData {
  const title = `${data.plan.title ?? data.plan.name}: ${group.name}`;
  return {
    ...data,
    plan: { ...data.plan, title, groups: [] },
    runs: data.runs.filter(({ run }) => isInGroup(group, run)),
    failures: data.failures.filter((failed) => isInGroup(group, failed)),
    topics: data.topics.filter(({ topic }) => group.topics === undefined || group.topics.includes(topic)),
  };
}
