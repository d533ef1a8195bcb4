/** `forage lab report STUDY|CRAWL…`: measures a study and writes report.html, results.json and the CSV files. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { makeFolder } from '../disk.ts';
import { ForageError } from '../errors.ts';
import { studyOfGroup } from '../lab/groups.ts';
import { judgedTable } from '../lab/judged-table.ts';
import { measureStudy } from '../lab/measure-study.ts';
import { csvFiles } from '../lab/report/csv.ts';
import { type GroupResults, renderReport } from '../lab/report/report.ts';
import { textTables } from '../lab/report/text-tables.ts';
import type { Results } from '../lab/results.ts';
import { readStudy } from '../lab/study.ts';
import { table } from './format.ts';
import { complain, print } from './print.ts';
import { type MeasuringOptions, studyFolder, withMeasures } from './study-folder.ts';

export const reportCommand = withMeasures(
  new Command('report')
    .description(
      'measure the runs of a study, or finished crawls; write report.html, results.json and CSV files',
    )
    .argument('<study...>', 'the folder of the study, or those of finished crawls'),
).action(async (paths: string[], options: MeasuringOptions) => {
  const folder = await studyFolder(paths, options, (line) => complain(line));
  writeReport(folder, (line) => print(line));
});

export function writeReport(folder: string, say: (line: string) => void): void {
  const data = readStudy(folder);
  if (data.runs.length === 0)
    throw new ForageError(
      'CRAWL_FOLDER',
      `${folder} has no runs yet; run its plan first: forage lab PLAN --out ${folder}`,
    );
  const judged = judgedTable(folder, data);
  const results = {
    ...measureStudy(data),
    ...(judged === undefined || judged.agreement.judges.length === 0 ? {} : { judged }),
  };
  const groups = data.plan.groups.map((group) => ({
    name: group.name,
    results: measureStudy(studyOfGroup(data, group)),
  }));
  const written = writeFiles(folder, results, groups);
  for (const { name, results: own } of groups) {
    makeFolder(join(folder, 'groups', name));
    writeFiles(join(folder, 'groups', name), own, []);
    say(`\n${name}${rankingText(own)}`);
  }
  if (groups.length === 0) say(rankingText(results));
  for (const warning of results.warnings) say(`Warning: ${warning}`);
  const more = groups.length === 0 ? '' : `; the same for each group in ${join(folder, 'groups')}`;
  say(`\nWritten: ${written.join(', ')} in ${folder}${more}`);
}

function writeFiles(folder: string, results: Results, groups: readonly GroupResults[]): string[] {
  const tables = [...csvFiles(results), ...textTables(results)];
  writeFileSync(join(folder, 'results.json'), `${JSON.stringify(results)}\n`);
  for (const { name, text } of tables) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'report.html'), renderReport(results, groups));
  return ['report.html', 'results.json', ...tables.map(({ name }) => name)];
}

function rankingText({ rankings, measures }: Results): string {
  const [first] = rankings;
  const measure = measures.find(({ name }) => name === first?.measure);
  if (first === undefined || measure === undefined) return '';
  const number = (value: number): string => value.toFixed(Math.max(3, measure.digits));
  const rows = first.rows.map(({ variant, estimate, low, high, runs }) => [
    variant,
    number(estimate),
    runs === 1 ? '–' : `${number(low)} to ${number(high)}`,
    String(runs),
  ]);
  return `\n${measure.title}, best first\n${table([['recipe', 'mean', '95 % interval', 'runs'], ...rows], [1, 2, 3])}`;
}
