import { Command } from 'commander';
import { type ModelInWords, modelInWords } from '../answers/model.ts';
import { openCrawl } from '../crawl/open.ts';
import type { Told } from '../recipe/kind.ts';
import { asJson, print } from './print.ts';
import { wrapped } from './wrap.ts';

export const modelCommand = new Command('model')
  .argument('<crawl>', 'the folder of the crawl')
  .option('--json', 'print one JSON object')
  .action((path: string, { json }: { json?: boolean }) => {
    const crawl = openCrawl(path);
    const told = modelInWords(crawl);
    crawl.db.close();
    print(json ? asJson(told) : modelText(told));
  });

function modelText({ recipe, versions, judge, strategy, kinds }: ModelInWords): string {
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
