import { Command } from 'commander';
import { openHandNotes } from '../archive/hand-notes.ts';
import { search } from '../archive/search.ts';
import { notesPath } from '../crawl/folder.ts';
import { openCrawl } from '../crawl/open.ts';
import { ForageError } from '../errors.ts';
import { instead } from '../suggest.ts';
import { oneLine } from './format.ts';
import { asJson, complain, print, styled } from './print.ts';
import { moment, whole } from './values.ts';

interface Options {
  limit: number;
  relevant?: boolean;
  host?: string;
  asOf?: number;
  json?: boolean;
}

export const searchCommand = new Command('search')
  .argument('<crawl>', 'the folder of the crawl')
  .argument('<query...>', 'what to look for')
  .allowUnknownOption() // -word excludes a word
  .option('-n, --limit <n>', 'at most N pages', whole, 10)
  .option('--relevant', 'only pages that were judged relevant')
  .option('--host <name>', 'only pages of this host')
  .option('--as-of <date>', 'the pages as they were then: 2026-11-17 (its end), 2026-11-17T12:00Z', moment)
  .option('--json', 'print one JSON object per line')
  .action((path: string, query: string[], options: Options, command: Command) => {
    const flag = query.find((word) => word.startsWith('--'));
    if (flag !== undefined) {
      const known = command.options.map(({ long }) => long!);
      throw new ForageError('USAGE', `unknown option "${flag}"${instead(flag, known)}`);
    }
    const { db } = openCrawl(path);
    const { hits, understood, isRelaxed, hint } = search(db, query.join(' '), {
      limit: options.limit,
      relevantOnly: options.relevant === true,
      notes: openHandNotes(notesPath(path)),
      ...(options.host === undefined ? {} : { host: options.host }),
      ...(options.asOf === undefined ? {} : { asOf: options.asOf }),
    });
    if (hint !== undefined) complain(hint);
    if (options.json) {
      for (const hit of hits) print(asJson(hit));
      return;
    }
    if (understood !== '') complain(`Looked for: ${understood}`);
    if (isRelaxed) complain('No page has all of it; these have some.');
    if (hits.length === 0) print('Nothing found.');
    for (const hit of hits) {
      print(
        `${styled('bold', oneLine(hit.title || hit.url, 100))}\n  ${hit.url}\n  ${oneLine(hit.snippet, 200)}\n`,
      );
    }
  });
