import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import type { Crawl } from '../crawl/crawl.ts';
import type { SettingsInput } from '../crawl/settings.ts';
import { loadSettings } from '../crawl/settings-file.ts';
import { checkCrawl, crawl } from '../crawl/start.ts';
import { ForageError } from '../errors.ts';
import { useModules } from '../plugin/load.ts';
import { chooseRecipe } from '../recipe/own-recipe.ts';
import { typed } from '../suggest.ts';
import { loadTopic } from '../topic/load.ts';
import { newTopic, topicText } from '../topic/new-topic.ts';
import type { Topic, WeightedTerm } from '../topic/topic.ts';
import type { Understood } from '../topic/understood.ts';
import { contactOf, contactOption } from './contact.ts';
import { beforeWriting } from './dry-run.ts';
import { defaultViewKind } from './live.ts';
import { overlay } from './overlay.ts';
import { print } from './print.ts';
import { runInTerminal, tellEnd } from './run.ts';
import { keywords, seeds } from './topic-flags.ts';
import { understoodTopic } from './understood-topic.ts';
import { amount, assignment, language, modules, share, whole, words } from './values.ts';

export interface CrawlFlags {
  seed?: string[];
  keywords?: WeightedTerm[];
  language?: string;
  out?: string;
  pool?: string;
  recipe?: string;
  use?: string[];
  set?: Record<string, unknown>;
  web?: string[];
  pages?: number;
  relevant?: number;
  untilYield?: number;
  words?: number;
  seconds?: number;
  bytes?: number;
  depth?: number;
  pagesPerHost?: number;
  concurrency?: number;
  threads?: number;
  delay?: number;
  contact?: string;
  proxy?: string[];
  connectTo?: Record<string, string>;
  allowPrivate?: boolean;
  settings?: string;
  favour?: 'pages' | 'sites';
  seedHosts?: boolean;
  documents?: true | string;
  render?: 'never' | 'auto' | 'always';
  screenshots?: boolean;
  forms?: number;
  json?: boolean;
  quiet?: boolean;
}

export const crawlCommand = new Command('crawl')
  .argument('[topic]', 'the topic file (YAML or JSON), or what you look for in a sentence, with --seed')
  .option('--seed <url|file>', 'a URL to start from, or a file with one per line; may be repeated', seeds)
  .option('--keywords <words>', 'words and phrases, separated by commas; "owl: 3" has a weight', keywords)
  .option('--language <code>', 'two-letter code; pages in another language do not count', language)
  .option('--pool <file>', 'draw the next 200 seeds from this file of URLs whenever the frontier is empty')
  .option('-o, --out <folder>', "folder of the crawl (default: the topic's name)")
  .option('-r, --recipe <name>', 'the recipe to crawl with; see "forage recipes"')
  .option('--use <module>', 'your own module, by path or package name; may be repeated', modules)
  .option('--set <key=value>', 'a setting of the recipe; may be repeated', assignment)
  .option('-w, --web <path...>', 'WARC files or crawl folders that answer instead of the live Web')
  .option('-n, --pages <n>', 'stop after N pages', whole)
  .option('--relevant <n>', 'stop after N relevant pages', whole)
  .option('--until-yield <share>', 'stop when fewer of the last 500 pages are relevant: 2%', share)
  .option('--words <n>', 'stop after N words of relevant pages; 10M is ten million', words)
  .option('--seconds <n>', 'stop after N seconds', amount)
  .option('--bytes <n>', 'stop after N bytes', whole)
  .option('--depth <n>', 'follow links up to N steps from the seeds', amount)
  .option('--pages-per-host <n>', 'at most N pages of one host', whole)
  .addOption(
    new Option('--favour <what>', 'find many relevant pages, or many sites with relevant pages').choices([
      'pages',
      'sites',
    ]),
  )
  .option('--seed-hosts', 'stay on the hosts of the seeds')
  .option('--documents [formats]', 'collect documents, too: all formats, or those of a list such as pdf,docx')
  .addOption(
    new Option(
      '--render <when>',
      'run the scripts of pages in Chromium: of those that need it, or of all',
    ).choices(['never', 'auto', 'always']),
  )
  .option('--screenshots', 'keep a picture of every relevant page that was rendered')
  .option('--forms <n>', "ask each search form up to N times, with the topic's words", amount)
  .option('-c, --concurrency <n>', 'requests in flight, over all hosts', whole)
  .option('--threads <n>', 'threads that parse and judge', amount)
  .option('--delay <ms>', 'at least this many milliseconds between two requests to a host', amount)
  .addOption(contactOption)
  .option('--proxy <url>', 'http://, https:// or socks5:// proxy; may be repeated', modules)
  .option(
    '--connect-to <host=address:port>',
    'connect there instead; *.example.org=…; may be repeated',
    assignment,
  )
  .option('--allow-private', 'allow host names that resolve to private and loopback addresses')
  .option('--settings <file>', 'a YAML file with any settings; flags override it')
  .addOption(new Option('--json', 'print events, one JSON object per line').conflicts('quiet'))
  .option('-q, --quiet', 'print only the summary')
  .action(async (path: string | undefined, options: CrawlFlags) => {
    const use = useModules(options.use);
    const { topic, file } = await topicOf(path, options);
    const out = options.out ?? topic.name;
    const settings = settingsOf(options, use);
    if (!settings.web?.length) settings.http = { ...settings.http, contact: await contactOf(settings) };
    checkCrawl({ topic, out, settings });
    beforeWriting(`crawl for "${topic.title ?? topic.name}" into ${out}`, () => ({ topic, settings }));
    const run = crawl({ topic, out, settings });
    const kind = defaultViewKind(options);
    const writing = file === undefined ? undefined : writeTopic(file, run, out);
    const stop = await runInTerminal(run, kind);
    await writing;
    tellEnd(stop, out, kind);
  });

/**
 * The topic of the file with the seeds and keywords of the flags added, or one made from a sentence or from the flags
 * alone, and its text as a file to keep.
 */
async function topicOf(
  path: string | undefined,
  { seed = [], keywords = [], language, web = [], pool, quiet, json }: CrawlFlags,
): Promise<{ topic: Topic; file?: string }> {
  const withFlags = (topic: Topic): Topic => ({
    ...topic,
    ...(language === undefined ? {} : { language }),
    seeds: [...topic.seeds, ...seed],
    keywords: [...topic.keywords, ...keywords],
  });
  if (path !== undefined && isSentence(path)) {
    const { topic, understood, text } = await understoodTopic({ text: path, seeds: seed, language });
    if (seed.length === 0 && pool === undefined) throw new ForageError('USAGE', noSeeds(path));
    if (!quiet && !json) print(understoodText(understood));
    return { topic: { ...topic, keywords: [...topic.keywords, ...keywords] }, file: text };
  }
  if (path !== undefined && existsSync(join(path, 'crawl.yaml')))
    throw new ForageError(
      'USAGE',
      `${path} is a crawl, not a topic file. Continue it: forage resume ${typed(path)}`,
    );
  if (path !== undefined) return { topic: withFlags(loadTopic(path)) };
  if (seed.length > 0 || pool !== undefined) {
    const topic = newTopic({ seeds: seed, keywords, language });
    return { topic, file: topicText(topic) };
  }
  const taken = web.find((one) => /\.(ya?ml|json)$/i.test(one));
  throw new ForageError(
    'USAGE',
    taken === undefined
      ? 'Give a topic file ("forage init" writes one), or start without: forage crawl --seed https://example.org/ --keywords "barn owl, pellet"'
      : `--web took ${taken} as one of its files. Put the topic first: forage crawl ${typed(taken)} --web …`,
  );
}

/** No file name that people use: several words, and no such file. */
const isSentence = (text: string): boolean =>
  /\S\s+\S/.test(text) && !/\.(ya?ml|json)$/i.test(text) && !existsSync(text);

const noSeeds = (text: string): string =>
  `A crawl starts somewhere: forage crawl "${text}" --seed https://example.org/`;

function understoodText({ terms }: Understood): string {
  const shown = terms.map(({ term, weight }) => (weight === 1 ? term : `${term} ${weight}`));
  return `Looking for: ${shown.join(', ')}. With where each comes from, to edit: topic.yaml in the crawl's folder.`;
}

/** Beside what the crawl itself needs, the topic as a file to edit and use again. */
async function writeTopic(file: string, run: Crawl, out: string): Promise<void> {
  for await (const { type } of run) {
    if (type !== 'start') continue;
    writeFileSync(join(out, 'topic.yaml'), file);
    return;
  }
}

export function settingsOf(options: CrawlFlags, used: string[]): SettingsInput {
  const recipe = options.recipe === undefined ? undefined : chooseRecipe(options.recipe);
  const { set } = options;
  const file: Record<string, unknown> =
    options.settings === undefined ? {} : loadSettings(options.settings, { recipe, set });
  const flags = {
    use: [...((file.use as string[] | undefined) ?? []), ...used],
    recipe,
    set,
    web: options.web,
    favour: options.favour,
    forms: options.forms,
    concurrency: options.concurrency,
    threads: options.threads,
    documents: typeof options.documents === 'string' ? options.documents.split(',') : options.documents,
    render: { mode: options.render, screenshots: options.screenshots },
    budget: {
      pages: options.pages,
      relevant: options.relevant,
      yield: options.untilYield,
      words: options.words,
      seconds: options.seconds,
      bytes: options.bytes,
      depth: options.depth,
      pagesPerHost: options.pagesPerHost,
    },
    seeds: { pool: options.pool },
    scope: { follow: options.seedHosts ? 'seed-hosts' : undefined },
    politeness: { minDelayMs: options.delay },
    http: {
      contact: options.contact,
      proxy: options.proxy,
      allowPrivate: options.allowPrivate,
      connectTo: options.connectTo,
    },
  };
  return overlay(file, flags) as SettingsInput;
}
