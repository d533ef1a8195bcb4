/** From a folder of documents to a corpus: the stages of `grow/`, each told in a line. */
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { Command, Option } from 'commander';
import type { SettingsInput } from '../crawl/settings.ts';
import { loadSettings } from '../crawl/settings-file.ts';
import { ForageError } from '../errors.ts';
import { grow, type ToldStage } from '../grow/grow.ts';
import {
  type GrowInput,
  generalOrders,
  judges,
  linkClassifiers,
  negativeChoices,
  settingsIn,
} from '../grow/settings.ts';
import { GrowInterrupted, type StageName, stageNames } from '../grow/stage.ts';
import { typed } from '../suggest.ts';
import { askYesOrNo } from './ask-yes-or-no.ts';
import { contactOf, contactOption } from './contact.ts';
import { beforeWriting } from './dry-run.ts';
import { count, duration } from './format.ts';
import { onInterruption } from './interruption.ts';
import { overlay } from './overlay.ts';
import { asJson, complain, print, styled } from './print.ts';
import { isInteractive } from './questions.ts';
import { seeds } from './topic-flags.ts';
import { amount, assignment, language, whole, words } from './values.ts';

interface Options {
  seed?: string[];
  out?: string;
  words?: number;
  pages?: number;
  relevant?: number;
  web?: string[];
  language?: string;
  general?: string;
  generalPages?: number;
  generalOrder?: GrowInput['generalOrder'];
  negatives?: GrowInput['negatives'];
  negativePages?: number;
  judge?: GrowInput['judge'];
  links?: GrowInput['links'];
  population?: number;
  generations?: number;
  from?: StageName;
  until?: StageName;
  ask?: boolean;
  contact?: string;
  connectTo?: Record<string, string>;
  allowPrivate?: boolean;
  delay?: number;
  concurrency?: number;
  threads?: number;
  settings?: string;
  randomSeed?: number;
  json?: boolean;
}

export const growCommand = new Command('grow')
  .argument('[documents]', 'folder of documents about the topic; not needed to go on with --out')
  .option('--seed <url|file>', 'a URL to start from, or a file with one per line; may be repeated', seeds)
  .option('-o, --out <folder>', 'folder of all stages (default: the name of the documents, with "-corpus")')
  .option('--words <n>', 'stop after N words of relevant pages; 10M is ten million', words)
  .option('-n, --pages <n>', 'stop after N pages', whole)
  .option('--relevant <n>', 'stop after N relevant pages', whole)
  .option('-w, --web <path...>', 'WARC files or crawl folders that answer instead of the live Web')
  .option('--language <code>', 'language of the corpus (default: that of most documents)', language)
  .option(
    '--general <folder>',
    'a crawl or a folder of texts to take negatives from, instead of a general crawl',
  )
  .option('--general-pages <n>', 'pages of the general crawl (default: 1000)', whole)
  .addOption(new Option('--general-order <order>', 'order of the general crawl').choices(generalOrders))
  .addOption(
    new Option('--negatives <how>', 'which general pages are negatives (default: raw, any)').choices(
      negativeChoices,
    ),
  )
  .option('--negative-pages <n>', 'number of negatives (default: as many as documents)', whole)
  .addOption(new Option('--judge <which>', 'judge of texts (default: adaptive)').choices(judges))
  .addOption(
    new Option('--links <which>', 'classifier of links (default: that of the judge)').choices(
      linkClassifiers,
    ),
  )
  .option('--population <n>', 'evolution: chromosomes in each generation', whole)
  .option('--generations <n>', 'evolution: at most N generations (default: 32)', whole)
  .addOption(new Option('--from <stage>', 'repeat from this stage on').choices(stageNames))
  .addOption(new Option('--until <stage>', 'end after this stage').choices(stageNames))
  .option('--ask', 'ask about twenty pages that look like the topic')
  .option('--random-seed <n>', 'seed of all random numbers (default: 1)', amount)
  .addOption(contactOption)
  .option('--connect-to <host=address:port>', 'connect there instead; may be repeated', assignment)
  .option('--allow-private', 'allow host names that resolve to private and loopback addresses')
  .option('--delay <ms>', 'at least this many milliseconds between two requests to a host', amount)
  .option('-c, --concurrency <n>', 'requests in flight, over all hosts', whole)
  .option('--threads <n>', 'threads that parse and judge', amount)
  .option('--settings <file>', 'a YAML file with settings of the crawls; flags override it')
  .option('--json', 'print one JSON object per stage')
  .action(async (documents: string | undefined, options: Options) => {
    const out = outOf(documents, options);
    const settings = await settingsOf(documents, out, options);
    beforeWriting(`grow a corpus in ${out}`, () => ({
      settings,
      from: options.from,
      until: options.until,
    }));
    await run(settings, out, options);
  });

function outOf(documents: string | undefined, { out }: Options): string {
  if (out !== undefined) return out;
  if (documents !== undefined) return `${basename(resolve(documents))}-corpus`;
  throw new ForageError(
    'USAGE',
    'Give a folder of documents, or --out with the folder of an earlier run: forage grow my-documents --seed https://example.org/ --words 1M',
  );
}

/** Those of an earlier run in the same folder, overridden by flags. */
async function settingsOf(documents: string | undefined, out: string, options: Options): Promise<GrowInput> {
  const known = settingsIn(out);
  if (documents === undefined && known === undefined)
    throw new ForageError('USAGE', `${out} has no grow.yaml: give the folder of documents, too.`);
  if (documents !== undefined && !existsSync(documents))
    throw new ForageError(
      'FILE_UNREADABLE',
      `There is no folder ${documents}. Name one with documents that are what you look for: text, HTML, PDF, Word.`,
    );
  if (options.seed === undefined && known === undefined)
    throw new ForageError('USAGE', 'Give one or more pages to start from: --seed https://example.org/');
  const { population, generations, pages, relevant } = options;
  const budget = { words: options.words, pages, relevant };
  const hasBudget = Object.values(budget).some((one) => one !== undefined);
  if (!hasBudget && known === undefined)
    throw new ForageError('USAGE', 'Say when it is enough: --words 1M, --pages 5000 or --relevant 1000');
  const asked = overlay(known ?? {}, {
    documents: documents === undefined ? undefined : resolve(documents),
    seeds: options.seed,
    web: options.web?.map((path) => resolve(path)),
    language: options.language,
    general: options.general === undefined ? undefined : resolve(options.general),
    generalPages: options.generalPages,
    generalOrder: options.generalOrder,
    negatives: options.negatives,
    negativePages: options.negativePages,
    judge: options.judge,
    links: options.links,
    evolution: { population, generations },
    seed: options.randomSeed,
    crawl: crawlSettings(options),
  }) as GrowInput;
  if (hasBudget) asked.budget = Object.fromEntries(Object.entries(budget).filter(([, n]) => n !== undefined));
  if ((asked.web?.length ?? 0) === 0) {
    const crawl = asked.crawl as SettingsInput;
    crawl.http = { ...crawl.http, contact: await contactOf(crawl) };
  }
  return asked;
}

function crawlSettings(options: Options): Record<string, unknown> {
  const file = options.settings === undefined ? {} : loadSettings(options.settings, {});
  return overlay(file, {
    concurrency: options.concurrency,
    threads: options.threads,
    politeness: { minDelayMs: options.delay },
    http: { contact: options.contact, allowPrivate: options.allowPrivate, connectTo: options.connectTo },
  }) as Record<string, unknown>;
}

async function run(settings: GrowInput, out: string, options: Options): Promise<void> {
  const abort = new AbortController();
  const unhook = onInterruption((reason) => {
    complain(`Stopping: ${reason}. Press Ctrl-C again to stop immediately.`);
    abort.abort();
  });
  const line = growBar(process.stderr);
  try {
    await grow({
      settings,
      out,
      from: options.from,
      until: options.until,
      ask: options.ask && isInteractive() ? askYesOrNo : undefined,
      signal: abort.signal,
      progress: (what, done, of) => line.show(what, done, of),
      tell(message) {
        line.clear();
        complain(message);
      },
      stage(told) {
        line.clear();
        if (options.json) print(asJson(told));
        else print(stageLines(told));
      },
    });
    if (!options.json) print(`\nEverything is in ${out}; report.md has these lines.`);
  } catch (error) {
    if (!(error instanceof GrowInterrupted)) throw error;
    complain(`Not finished. The same command goes on: forage grow --out ${typed(out)}`);
    process.exitCode ??= 130;
  } finally {
    line.clear();
    unhook();
  }
}

function stageLines({ name, line, notes = [], kept, ms, folder }: ToldStage): string {
  const number = stageNames.indexOf(name) + 1;
  const time = kept ? 'kept' : duration(ms);
  return [
    `${styled('bold', `${number} ${name}`)}  ${line}  ${styled('dim', `(${time}, ${basename(folder)}/)`)}`,
    ...notes.map((note) => `  ${note}`),
  ].join('\n');
}

const CELLS = 24;
const EVERY_MS = 100;

/** One line at the bottom of a terminal; nothing elsewhere. */
function growBar(out: NodeJS.WriteStream) {
  let shownAt = Number.NEGATIVE_INFINITY;
  let isShown = false;
  return {
    show(what: string, done: number, of: number): void {
      if (!out.isTTY || performance.now() - shownAt < EVERY_MS) return;
      shownAt = performance.now();
      isShown = true;
      const full = Math.min(CELLS, Math.floor((CELLS * done) / Math.max(1, of)));
      const bar = '█'.repeat(full) + '░'.repeat(CELLS - full);
      out.write(`\r${bar} ${count(done)} of ${count(of)} ${what}\x1b[K`);
    },
    clear(): void {
      if (isShown) out.write('\r\x1b[K');
      isShown = false;
    },
  };
}
