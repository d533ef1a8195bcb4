import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { stringify } from 'yaml';
import { linksBetweenJudgedPages, linksWithoutAnchor } from '../archive/judged-links.ts';
import { type OpenCrawl, openCrawl } from '../crawl/open.ts';
import { unwritable } from '../disk.ts';
import { ForageError } from '../errors.ts';
import {
  type AnchorProposal,
  type JudgedLink,
  proposeAnchors,
  type Rate,
} from '../strategy/anchor-proposals.ts';
import { count, oneLine, percent } from './format.ts';
import { print } from './print.ts';
import { whole } from './values.ts';

interface Options {
  out?: string;
  minLinks: number;
  limit: number;
}

export const anchorsCommand = new Command('anchors')
  .description('propose lists of anchors to prune and to extract, from links between judged pages of crawls')
  .argument('<crawl...>', 'folders of crawls of the topic')
  .option('-o, --out <file>', 'write the lists to a file instead of printing them')
  .option('--min-links <n>', 'leave out anchors with fewer followed links', whole, 5)
  .option('-n, --limit <n>', 'at most N anchors per list', whole, 100)
  .action((paths: string[], options: Options) => {
    const crawls = paths.map(openCrawl);
    const { language } = crawls[0]!.folder.topic;
    const proposals = proposeAnchors(
      (function* () {
        for (const crawl of crawls) yield* judgedLinks(crawl);
      })(),
      { language, minLinks: options.minLinks, limit: options.limit },
    );
    const textless = crawls.map(({ db }) => linksWithoutAnchor(db));
    for (const { db } of crawls) db.close();
    const { prune, extract, fromRelevant, fromOthers } = proposals;
    if (fromRelevant.links + fromOthers.links === 0)
      throw new ForageError(
        'INPUT_INVALID',
        `No link of ${paths.join(', ')} is between two judged pages; give a crawl of a few hundred pages.`,
      );
    const text = [
      `# Proposed from ${paths.join(', ')}; delete what does not fit, then copy into the topic file.`,
      '# After each anchor: the followed links with it, how many of them led to a relevant page or to one that links',
      '# to relevant pages, and G², which exceeds 6.6 at random in one of a hundred cases.',
      `# ${withoutText(textless)}; the alternative text of a picture counts as text.`,
      'anchors:',
      `  # From relevant pages ${usual(fromRelevant)}.`,
      list('prune', prune),
      `  # From other pages ${usual(fromOthers)}.`,
      list('extract', extract),
      '',
    ].join('\n');
    if (options.out === undefined) {
      print(text.trimEnd());
      return;
    }
    writeNew(options.out, text);
    print(`${options.out}: ${prune.length} anchors to prune, ${extract.length} to extract.`);
  });

/** Links between pages that were read and judged; a page found to lead to relevant ones counts as a success. */
function* judgedLinks({ db }: OpenCrawl): Iterable<JudgedLink> {
  for (const { anchor, fromRelevant, toRelevant, toWhy } of linksBetweenJudgedPages(db))
    yield { anchor, fromRelevant, succeeded: toRelevant || toWhy.some((why) => why.startsWith('layer 2')) };
}

function withoutText(crawls: readonly ReturnType<typeof linksWithoutAnchor>[]): string {
  const links = crawls.reduce((sum, one) => sum + one.links, 0);
  const without = crawls.reduce((sum, one) => sum + one.without, 0);
  return `${count(without)} of ${count(links)} links have no text (${percent(without / Math.max(1, links))})`;
}

function usual({ links, succeeded }: Rate): string {
  return `${count(succeeded)} of ${count(links)} links did (${percent(succeeded / Math.max(1, links))})`;
}

function list(key: string, proposals: readonly AnchorProposal[]): string {
  if (proposals.length === 0) return `  ${key}: []`;
  const lines = proposals.map(({ anchor, links, succeeded, gSquared }) => {
    const quoted = stringify(oneLine(anchor, 80), { lineWidth: 0 }).trim();
    return `    - ${quoted}  # ${count(links)} links, ${count(succeeded)} led on, G² ${gSquared.toFixed(1)}`;
  });
  return [`  ${key}:`, ...lines].join('\n');
}

function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unwritable(path, error);
    throw new ForageError('USAGE', `${path} already exists; give --out a new name.`);
  }
}
