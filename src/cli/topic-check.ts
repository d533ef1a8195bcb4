import { Command } from 'commander';
import { checkTopic, type TopicCheck } from '../answers/topic/check.ts';
import { missingFor } from '../answers/topic/readiness.ts';
import { ForageError } from '../errors.ts';
import { useModules } from '../plugin/load.ts';
import { needs } from '../recipe/needs.ts';
import { chooseRecipe } from '../recipe/own-recipe.ts';
import { recipeOf } from '../recipe/registry.ts';
import { typed } from '../suggest.ts';
import { loadTopic } from '../topic/load.ts';
import { print } from './print.ts';

export const checkCommand = new Command('check')
  .description(
    'check a topic file and everything it names: what a crawl would find, and what recipes still need',
  )
  .argument('<topic>', 'the topic file (YAML or JSON)')
  .option('-w, --web <path...>', 'WARC files or crawl folders: whether the seeds are in them')
  .option('-r, --recipe <name>', 'whether the topic has what this recipe needs')
  .action(async (path: string, options: { web?: string[]; recipe?: string }) => {
    const topic = loadTopic(path);
    useModules(topic.use);
    const { web } = options;
    const recipe = options.recipe === undefined ? undefined : recipeOf(chooseRecipe(options.recipe));
    const found = await checkTopic(topic, web === undefined ? {} : { web });
    print(`${path} is a topic: ${topic.name} (${topic.title})`);
    for (const line of [found.has.join(', '), ...found.hints, ...(recipe ? [] : readiness(found, path))])
      print(`  ${line}`);
    const missing = recipe === undefined ? [] : missingFor(recipe, topic);
    const faults = [
      ...found.faults,
      ...missing.map(
        (need) => `Recipe "${recipe!.name}" ${needs[need].lacks(topic).replaceAll('TOPIC', path)}`,
      ),
    ];
    if (faults.length > 0) throw new ForageError('TOPIC_INVALID', faults.join('\n'));
    if (recipe !== undefined) print(`  It has what ${recipe.name} needs.`);
  });

function readiness({ recipes: { ready, lacking } }: TopicCheck, path: string): string[] {
  const some = (names: string[]): string => `${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}`;
  return [
    `Ready for ${ready.length} recipes: ${some(ready)}`,
    ...lacking.map(({ need, recipes }) => `${recipes.length} others need ${need}: ${some(recipes)}`),
    ...(lacking.length > 0
      ? [`What to do for one of them: forage topic check ${typed(path)} --recipe NAME`]
      : []),
  ];
}
