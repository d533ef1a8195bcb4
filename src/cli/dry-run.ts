/**
 * `--dry-run`: a command does everything up to its first write, so that all that can be wrong is found, says what it would
 * do, and ends. Each command that writes calls `beforeWriting` at that place.
 */
import { CommanderError } from 'commander';
import { asJson, print } from './print.ts';

let isDry = false;
let isJson = false;

/** Set once for a command, before it runs. */
export function setDryRun(on: boolean, json: boolean): void {
  isDry = on;
  isJson = json;
}

/**
 * `would`: the end of a sentence that begins with "It would". `details` are asked for in a dry run alone, and may throw
 * what is wrong. Returns unless it is one.
 */
export function beforeWriting(would: string, detailsOf: () => object = () => ({})): void {
  if (!isDry) return;
  const details = detailsOf();
  if (isJson) print(asJson({ dryRun: true, would, ...details }));
  else {
    print(`Nothing was written. It would ${would}.`);
    for (const [name, value] of Object.entries(details))
      if (value !== undefined) print(`  ${name}: ${typeof value === 'string' ? value : asJson(value)}`);
  }
  throw new CommanderError(0, 'forage.dryRun', '');
}
