import { Command } from 'commander';
import type { ModelRecord } from '../archive/records.ts';
import { openCrawl } from '../crawl/open.ts';
import { loadModels } from '../crawl/training/models.ts';
import type { Told } from '../recipe/kind.ts';
import { prepareRecipe } from '../recipe/prepare.ts';
import type { Models } from '../recipe/reader.ts';
import { recipeOf } from '../recipe/registry.ts';
import { asJson, print } from './print.ts';
import { wrapped } from './wrap.ts';

export const modelCommand = new Command('model')
  .argument('<crawl>', 'the folder of the crawl')
  .option('--json', 'print one JSON object')
  .action((path: string, { json }: { json?: boolean }) => {
    const told = modelOf(path);
    print(json ? asJson(told) : modelText(told));
  });

function modelOf(path: string) {
  const { folder, read, meta, db } = openCrawl(path);
  const { recipe, set } = folder.settings;
  const { parts } = prepareRecipe(recipeOf(recipe), set, folder.topic);
  const models = (meta.getState('models') ?? loadModels(path)?.models ?? {}) as Models;
  const told = {
    recipe,
    versions: read.models().map(versionOf),
    judge: parts.judge.inWords(folder.topic, models.judge, meta.getState('learner')),
    strategy: parts.strategy.inWords(folder.topic, models.strategy, meta.getState('strategy')),
    kinds: { judge: parts.judge.spec.kind, strategy: parts.strategy.spec.kind },
  };
  db.close();
  return told;
}

function versionOf({ version, at, detail }: ModelRecord) {
  const { learnt, pages, news } = detail as { learnt?: string; pages?: number; news?: string };
  const how = learnt === undefined ? 'made at the start or by a change' : `learnt ${learnt}`;
  return { version, at, how, ...(pages !== undefined && { pages }), ...(news !== undefined && { news }) };
}

function modelText({ recipe, versions, judge, strategy, kinds }: ReturnType<typeof modelOf>): string {
  const lines = [`Recipe ${recipe}`, '', 'Versions'];
  for (const { version, at, how, pages, news } of versions) {
    const when = pages === undefined ? '' : ` after ${pages} pages`;
    lines.push(`  ${version}  ${new Date(at).toISOString()}  ${how}${when}`);
    if (news !== undefined) lines.push(...wrapped(news, 92).map((line) => `     ${line}`));
  }
  for (const [part, told] of [
    [`Judge ${kinds.judge}`, judge],
    [`Strategy ${kinds.strategy}`, strategy],
  ] as const)
    lines.push('', part, ...(told.length === 0 ? ['  nothing to show'] : told.flatMap(sectionText)));
  return lines.join('\n');
}

const sectionText = ({ title, lines }: Told): string[] => [
  `  ${title}`,
  ...lines.flatMap((line) => wrapped(line, 96)).map((line) => `    ${line}`),
];
