import { Command } from 'commander';
import { openFolder } from '../crawl/folder.ts';
import { labelPages, type PagesLabelled, type UrlAnswer } from '../crawl/label-pages.ts';
import { urlRulesOf } from '../crawl/settings.ts';
import { ForageError } from '../errors.ts';
import { typed } from '../suggest.ts';
import { answerOf, readAnswers } from './answers-file.ts';
import { personName } from './ask-pages.ts';
import { beforeWriting } from './dry-run.ts';
import { count, plural } from './format.ts';
import { asJson, complain, print } from './print.ts';

interface Options {
  answers?: string;
  by?: string;
  json?: boolean;
}

export const labelCommand = new Command('label')
  .argument('<crawl>', 'the folder of the crawl, running or not')
  .argument('[url]', 'the URL of a page that was fetched')
  .argument('[answer]', 'yes, no or unsure; unsure takes back an earlier answer')
  .option(
    '--answers <file>',
    'take URLs and answers from a file: URL, tab, and yes, no or unsure on each line',
  )
  .option('--by <name>', 'who answers (default: your user name)')
  .option('--json', 'print one JSON object')
  .action(async (path: string, url: string | undefined, word: string | undefined, options: Options) => {
    const answers = answersFrom(path, url, word, options.answers);
    openFolder(path);
    beforeWriting(`keep ${plural(answers.length, 'answer')} in ${path}`, () => ({ answers }));
    const labelled = await labelPages(path, answers, { by: personName(options.by) });
    if (labelled.kept === 0 && labelled.unknown.length > 0) throw nothingKnown(labelled.unknown, path);
    if (options.json) return print(asJson(labelled));
    print(labelledText(labelled));
    if (labelled.unknown.length > 0)
      complain(`Not pages of this crawl, so nothing was kept about them: ${named(labelled.unknown)}`);
  });

function answersFrom(
  path: string,
  url: string | undefined,
  word: string | undefined,
  file: string | undefined,
): UrlAnswer[] {
  if (file !== undefined && url === undefined) {
    const rules = urlRulesOf(openFolder(path).settings);
    return Array.from(readAnswers(file, rules), ([url, answer]) => ({ url, answer }));
  }
  const answer = word === undefined ? undefined : answerOf(word);
  if (url !== undefined && answer !== undefined && file === undefined) return [{ url, answer }];
  throw new ForageError(
    'USAGE',
    `Write a URL and yes, no or unsure: forage label ${typed(path)} URL yes. Or name a file of them: forage label ${typed(path)} --answers FILE`,
  );
}

export function labelledText({ kept, changed, inForce, linksMoved, pagesChanged }: PagesLabelled): string {
  const effects = [
    ...(linksMoved === undefined ? [] : [`${plural(linksMoved, 'waiting link')} moved`]),
    ...(pagesChanged === undefined
      ? []
      : [`${plural(pagesChanged, 'stored page')} would change sides if judged again ("forage judge")`]),
  ];
  return [
    `${plural(kept, 'answer')} kept; ${plural(changed, 'page')} changed sides by ${kept === 1 ? 'it' : 'them'}.`,
    ...(effects.length === 0 ? [] : [`What the recipe learnt: ${effects.join(', ')}.`]),
    ...(inForce === 'now' ? [] : ['A recipe that learns from answers gets them at the next resume.']),
  ].join('\n');
}

const nothingKnown = (urls: readonly string[], path: string): ForageError =>
  new ForageError(
    'USAGE',
    `The crawl has no page at ${named(urls)}. "forage search ${typed(path)} WORDS" finds pages by their words.`,
  );

const NAMED = 5;

const named = (urls: readonly string[]): string =>
  urls.slice(0, NAMED).join(', ') + (urls.length > NAMED ? ` and ${count(urls.length - NAMED)} more` : '');
