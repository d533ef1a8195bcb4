/**
 * Reads a plan and checks all of it before anything runs: names that refer to each other, files that must exist,
 * recipes and their settings. Every fault is reported with its line. Paths become absolute.
 */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { addFault, addFaults, check } from '../check.ts';
import { settingsSchema } from '../crawl/settings.ts';
import { ForageError } from '../errors.ts';
import { withModules } from '../plugin/load.ts';
import { judgePart } from '../recipe/parts.ts';
import { checkRecipe } from '../recipe/prepare.ts';
import { instead } from '../suggest.ts';
import { loadTopic, parseYaml } from '../topic/load.ts';
import { readText } from '../topic/text-file.ts';
import type { Topic } from '../topic/topic.ts';
import { demoTopicNames } from './demo-web.ts';
import { isOfRecipe } from './groups.ts';
import { readLabels } from './labels.ts';
import { type Plan, planSchema } from './plan.ts';
import { crawlSettings } from './run-settings.ts';
import { type Variant, variantsOf } from './variants.ts';

/** Stands for the demonstration web instead of files. */
export const DEMO = 'demo';

export interface LoadedPlan {
  /** With every default filled in and absolute paths. */
  plan: Plan;
  variants: Variant[];
  /** By index in `plan.topics`; undefined for those of the demonstration web, which is not made yet. */
  topics: (Topic | undefined)[];
}

/** `used`: modules that the user named elsewhere, loaded. */
export function loadPlan(path: string, used: readonly string[] = []): LoadedPlan {
  const folder = dirname(resolve(path));
  let variants: Variant[] = [];
  const schema = planSchema
    .transform((plan) => ({ ...withPaths(plan, folder), use: [...new Set([...plan.use, ...used])] }))
    .superRefine((plan, context) => {
      const fault = (path: (string | number)[], text: string): void => addFault(context, { path, text });
      checkWebs(plan, fault);
      checkTopics(plan, fault);
      variants = checkRecipes(plan, folder, context);
      checkGroups(plan, variants, fault);
      checkSettings(plan, context, fault);
    });
  const plan = parseYaml(readText(path), path, z.preprocess(withModules(folder), schema), 'INPUT_INVALID');
  const topics = plan.topics.map((topic) => (isDemo(plan, topic.web) ? undefined : loadTopic(topic.file)));
  checkNames(plan, topics);
  checkLabels(plan, topics);
  checkGroupTopics(plan, topics);
  return { plan, variants, topics };
}

const isDemo = (plan: Plan, web: string): boolean =>
  plan.webs.some(({ name, files }) => name === web && files === DEMO);

function withPaths(plan: Plan, folder: string): Plan {
  const from = (path: string): string => resolve(folder, path);
  const fromOrUrl = (source: string): string => (/^https?:\/\//i.test(source) ? source : from(source));
  return {
    ...plan,
    webs: plan.webs.map((web) => ({
      ...web,
      files: web.files === DEMO ? DEMO : [web.files].flat().map(from),
      ...(web.labels === undefined ? {} : { labels: from(web.labels) }),
    })),
    topics: plan.topics.map((topic) => ({
      ...topic,
      ...(isDemo(plan, topic.web) ? {} : { file: from(topic.file) }),
      ...(Array.isArray(topic.positives) ? { positives: topic.positives.map(fromOrUrl) } : {}),
      ...(topic.targets?.sites ? { targets: { ...topic.targets, sites: from(topic.targets.sites) } } : {}),
    })),
    recipes: plan.recipes.map((recipe) => {
      const name = typeof recipe === 'string' ? recipe : recipe.recipe;
      if (!/\.ya?ml$/.test(name)) return recipe;
      return typeof recipe === 'string' ? from(name) : { ...recipe, recipe: from(name) };
    }),
  };
}

type AddFault = (path: (string | number)[], text: string) => void;

function checkWebs(plan: Plan, fault: AddFault): void {
  for (const [i, web] of plan.webs.entries()) {
    if (plan.webs.findIndex(({ name }) => name === web.name) < i)
      fault(['webs', i, 'name'], `another web has the name ${web.name}; give each its own name`);
    if (web.files === DEMO) {
      if (web.labels !== undefined)
        fault(['webs', i, 'labels'], 'the demonstration web has its own labels; remove this');
      continue;
    }
    if (web.demo !== undefined)
      fault(['webs', i, 'demo'], `only a web with "files: ${DEMO}" uses this; remove it`);
    for (const path of [web.files].flat())
      if (!existsSync(path)) fault(['webs', i, 'files'], `${path} does not exist`);
    if (web.labels !== undefined && !existsSync(web.labels))
      fault(['webs', i, 'labels'], `${web.labels} does not exist`);
  }
}

function checkTopics(plan: Plan, fault: AddFault): void {
  for (const [i, { web, file, positives, targets }] of plan.topics.entries()) {
    if (targets?.sites !== undefined && !existsSync(targets.sites))
      fault(['topics', i, 'targets', 'sites'], `${targets.sites} does not exist`);
    if (Array.isArray(positives))
      for (const source of positives)
        if (!/^https?:/i.test(source) && !existsSync(source))
          fault(['topics', i, 'positives'], `${source} does not exist`);
    if (!plan.webs.some(({ name }) => name === web)) {
      const there = plan.webs.map(({ name }) => name);
      fault(['topics', i, 'web'], `no web is called "${web}"${instead(web, there)}`);
    } else if (isDemo(plan, web)) {
      const names = demoTopicNames(plan.webs.find(({ name }) => name === web)?.demo?.kind);
      if (!names.includes(file))
        fault(['topics', i, 'file'], `the demonstration web has no topic "${file}"${instead(file, names)}`);
    } else if (!existsSync(file)) {
      fault(['topics', i, 'file'], `${file} does not exist`);
    }
  }
}

function checkRecipes(plan: Plan, folder: string, context: z.RefinementCtx): Variant[] {
  const variants: Variant[] = [];
  for (const [place, recipe] of plan.recipes.entries()) {
    const swept = typeof recipe === 'string' ? {} : recipe.sweep;
    addFaults(
      context,
      () => {
        for (const variant of variantsOf(recipe, folder)) {
          // What a topic lacks is reported by that topic's run.
          checkRecipe(variant.recipe, variant.set);
          if (variants.some(({ name }) => name === variant.name))
            throw new ForageError(
              'INPUT_INVALID',
              `two have the name "${variant.name}"; rename one with "as:"`,
            );
          variants.push(variant);
        }
      },
      ([part, key, ...rest]) =>
        part === 'set'
          ? ['recipes', place, key! in swept ? 'sweep' : 'set', key!, ...rest]
          : ['recipes', place],
    );
  }
  return variants;
}

function checkSettings(plan: Plan, context: z.RefinementCtx, fault: AddFault): void {
  const result = check(settingsSchema, crawlSettings(plan, { recipe: 'breadth-first', set: {}, seed: 1 }));
  if (!result.ok) for (const { path, text } of result.faults) fault(['settings', ...path], text);
  for (const key of ['recipe', 'use', 'set', 'web', 'seed'])
    if (key in plan.settings) fault(['settings', key], 'a plan has its own key for this; remove it here');
  const { threads, archive } = plan.settings as { threads?: unknown; archive?: { warc?: unknown } };
  if (threads !== undefined && threads !== 1)
    fault(
      ['settings', 'threads'],
      'a run has one reader thread, and several runs run at a time; remove this',
    );
  if (archive?.warc === true)
    fault(['settings', 'archive', 'warc'], 'a run writes no archive, the frozen web is one; remove this');
  addFaults(
    context,
    () => judgePart(plan.judge),
    (path) => ['judge', ...path],
  );
}

function checkGroups({ groups }: Plan, variants: readonly Variant[], fault: AddFault): void {
  const keys = variants.map(({ name, recipe }) => ({ variant: name, recipe: recipe.name }));
  const there = keys.map(({ variant }) => variant);
  for (const [i, { name, recipes }] of groups.entries()) {
    if (groups.findIndex((other) => other.name === name) < i)
      fault(['groups', i, 'name'], `another group has the name ${name}; give each its own name`);
    for (const [place, recipe] of recipes.entries())
      if (!keys.some((key) => isOfRecipe(recipe, key)))
        fault(['groups', i, 'recipes', place], `the plan has no recipe "${recipe}"${instead(recipe, there)}`);
  }
}

/** A topic whose label no page has would be measured as if nothing were relevant. */
function checkLabels({ webs, topics: planned }: Plan, topics: readonly (Topic | undefined)[]): void {
  for (const { name, labels: path } of webs) {
    if (path === undefined) continue;
    const there = [...new Set([...readLabels(path).values()].flat())].sort();
    for (const [i, { web, file, label = topics[i]?.name ?? file }] of planned.entries())
      if (web === name && !there.includes(label))
        throw new ForageError(
          'INPUT_INVALID',
          `${path} labels no page as "${label}"${instead(label, there, there.length > 20 ? path : undefined)}. Name the topic as the labels do, with "label:" in the plan.`,
        );
  }
}

/** Names of topics are known once their files are read. */
function checkGroupTopics(plan: Plan, topics: readonly (Topic | undefined)[]): void {
  const there = plan.topics.map(({ file }, i) => topics[i]?.name ?? file);
  for (const { name, topics: asked = [] } of plan.groups)
    for (const topic of asked)
      if (!there.includes(topic))
        throw new ForageError(
          'INPUT_INVALID',
          `The group ${name} has the topic "${topic}", which is not in the plan${instead(topic, there)}`,
        );
}

function checkNames(plan: Plan, topics: (Topic | undefined)[]): void {
  const seen = new Set<string>();
  for (const [i, { web, file }] of plan.topics.entries()) {
    const key = `${web}/${topics[i]?.name ?? file}`;
    if (seen.has(key))
      throw new ForageError('INPUT_INVALID', `The plan has the topic ${key} twice; remove one of them.`);
    seen.add(key);
  }
}
