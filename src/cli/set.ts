import { resolve } from 'node:path';
import { Command } from 'commander';
import { changeable, changedSettings } from '../crawl/changes.ts';
import { connect } from '../crawl/connect.ts';
import { openFolder } from '../crawl/folder.ts';
import { ForageError } from '../errors.ts';
import { beforeWriting } from './dry-run.ts';
import { table } from './format.ts';
import { asJson, print } from './print.ts';
import { assignment } from './values.ts';

export const setCommand = new Command('set')
  .argument('<crawl>', 'the folder of the crawl')
  .argument('<key=value...>', 'the value as YAML; "null" for the default; key+=value adds to a list')
  .option('--json', 'print one JSON object')
  .addHelpText('after', `\nSettings that can be changed:\n${table(Object.entries(changeable))}`)
  .action(async (path: string, assignments: string[], options: { json?: boolean }) => {
    const asked = assignments.reduce<Record<string, unknown>>((before, text) => assigned(text, before), {});
    // The crawl may have another working directory.
    if (typeof asked[POOL] === 'string') asked[POOL] = resolve(asked[POOL]);
    const control = await connect(path);
    beforeWriting(`change settings of ${path}`, () => changedSettings(openFolder(path), asked).changes);
    const { changes, inForce } = await control.set(asked);
    if (options.json) return print(asJson({ changes, inForce }));
    for (const [key, { from, to }] of Object.entries(changes)) print(`${key}: ${shown(from)} → ${shown(to)}`);
    print(inForce === 'now' ? 'In force now.' : 'The crawl is not running: in force at the next resume.');
  });

const POOL = 'seeds.pool';

function assigned(text: string, before: Record<string, unknown>): Record<string, unknown> {
  try {
    return assignment(text, before);
  } catch (error) {
    throw new ForageError('USAGE', `"${text}": ${(error as Error).message}`);
  }
}

const shown = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));
