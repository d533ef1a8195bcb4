/** `forage seeds find`: seeds for a topic from directories, search engines, crawls and indexes. */
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { SettingsInput } from '../crawl/settings.ts';
import { ForageError } from '../errors.ts';
import { useModules } from '../plugin/load.ts';
import { chooseRecipe } from '../recipe/own-recipe.ts';
import { chosenSources } from '../seeds/chosen.ts';
import { type Found, findSeeds } from '../seeds/find.ts';
import { knownUrls } from '../seeds/known.ts';
import { type QueryKind, queryKinds } from '../seeds/queries.ts';
import type { Seed } from '../seeds/rank.ts';
import { type Reading, withReading } from '../seeds/reading.ts';
import { typed } from '../suggest.ts';
import { readList } from '../topic/list-file.ts';
import { loadTopic } from '../topic/load.ts';
import type { Topic } from '../topic/topic.ts';
import { isAddress } from '../topic/url-list.ts';
import { contactOption } from './contact.ts';
import { NOTHING_ASKED, READER } from './example-texts.ts';
import { count, oneLine, table } from './format.ts';
import { asJson, complain, print } from './print.ts';
import { listFile } from './seeds-file.ts';
import { assignment, modules, whole } from './values.ts';

interface Options {
  directory?: string[];
  category?: string[];
  search?: string[];
  results?: string[];
  crawl?: string[];
  cdx?: string[];
  backlinks?: string[];
  queries?: string[];
  queryBy: QueryKind;
  mostQueries: number;
  first: number;
  seeds: number;
  perSite?: number;
  minLists: number;
  fetch?: number | true;
  recipe?: string;
  set?: Record<string, unknown>;
  known?: string[];
  candidates?: boolean;
  out?: string;
  documents?: string;
  use?: string[];
  web?: string[];
  contact?: string;
  connectTo?: Record<string, string>;
  allowPrivate?: boolean;
  json?: boolean;
}

/** May be repeated, and may be a file with one entry per line. */
function entries(text: string, before: string[] = []): string[] {
  if (!existsSync(text) || !statSync(text).isFile()) return [...before, text];
  const read = readList(text);
  if (!Array.isArray(read)) throw new InvalidArgumentError(`${read.fault}.`);
  return [...before, ...read.map((entry) => entry.text)];
}

export const findCommand = new Command('find')
  .description('find seeds for a topic: in directories, search engines, crawls and indexes')
  .argument('<topic>', 'the topic file (YAML or JSON)')
  .option('--directory <file...>', 'RDF dumps of the Open Directory, or tables of categories and URLs')
  .option(
    '--category <pattern|file>',
    'categories of the directory, such as Top/Science/*/Birds; may be repeated',
    entries,
  )
  .option(
    '--search <engine>',
    'the URL of a SearXNG server, an engine described in YAML, or your own; may be repeated',
    modules,
  )
  .option('--results <file...>', 'saved results: URLs, JSON, CSV or HTML')
  .option('--crawl <folder>', 'a crawl: its search, its hubs, what it cites; may be repeated', modules)
  .option('--cdx <file|url>', 'a CDX index, such as that of Common Crawl; may be repeated', modules)
  .option(
    '--backlinks <source>',
    'who links to the examples: a crawl, WARC files, a list of links; may be repeated',
    modules,
  )
  .option(
    '--queries <query|file>',
    'what to ask search engines, instead of queries made from the topic; may be repeated',
    entries,
  )
  .addOption(
    new Option(
      '--query-by <what>',
      'make queries from terms, from titles of the examples, or as tuples of terms',
    )
      .choices(queryKinds)
      .default('terms'),
  )
  .option('--most-queries <n>', 'at most N queries (of tuples: in each round)', whole, 10)
  .option('--first <n>', 'the first N results of each query', whole, 20)
  .option('-n, --seeds <n>', 'at most N seeds', whole, 200)
  .option('--per-site <n>', 'at most N pages of one site (default: 1; with --candidates all)', whole)
  .option('--min-lists <n>', 'only pages in at least N lists', whole, 1)
  .option('--fetch [n]', 'fetch the best N results (default: as many as seeds) and judge them', whole)
  .option('-r, --recipe <name>', 'the recipe whose judge judges them')
  .option('--set <key=value>', 'a setting of the recipe; may be repeated', assignment)
  .option(
    '--known <crawl|file>',
    'leave out what this crawl has fetched, or what this file lists; may be repeated',
    modules,
  )
  .option('--candidates', 'pages for labelling, likely relevant and not, instead of seeds')
  .option(
    '-o, --out <file>',
    'write the URLs to a file, each with its reasons: a pool for "forage crawl --pool"',
  )
  .option('--documents <file>', 'write documents (PDF and others) to this file; without it they are dropped')
  .option('--use <module>', 'your own module, by path or package name; may be repeated', modules)
  .option('-w, --web <path...>', 'WARC files or crawl folders that answer for examples and --fetch')
  .addOption(contactOption)
  .option('--connect-to <host=address:port>', 'connect there instead; may be repeated', assignment)
  .option('--allow-private', 'allow host names that resolve to private and loopback addresses')
  .option('--json', 'print one JSON object')
  .action(async (path: string, options: Options) => {
    useModules(options.use);
    for (const file of [options.out, options.documents]) if (file !== undefined) checkNew(file);
    const topic = loadTopic(path);
    const found = await find(topic, options);
    if (options.out !== undefined && isAnything(found))
      writeFileSync(options.out, listFile(topic, found, options.candidates === true));
    if (options.documents !== undefined && found.documents.length > 0)
      writeFileSync(options.documents, `${found.documents.join('\n')}\n`);
    print(options.json ? asJson({ topic: topic.name, ...found }, 2) : inWords(found, options));
    if (found.seeds.length === 0) process.exitCode = 3;
  });

function find(topic: Topic, options: Options): Promise<Found> {
  const { contact = process.env.FORAGE_CONTACT, connectTo, allowPrivate, queryBy } = options;
  const http = {
    ...(contact ? { contact } : {}),
    ...(connectTo === undefined ? {} : { connectTo }),
    ...(allowPrivate === undefined ? {} : { allowPrivate }),
  };
  const sources = chosenSources({ ...options, categories: options.category });
  const isKnown = knownUrls(topic, options.known ?? [], options.candidates === true);
  const fetch = options.fetch === true ? options.seeds : (options.fetch ?? 0);
  const work = (reading?: Reading): Promise<Found> =>
    findSeeds({
      topic,
      sources,
      queries: { given: options.queries, by: queryBy, most: options.mostQueries, first: options.first },
      limit: options.seeds,
      perSite: options.perSite ?? (options.candidates ? Number.POSITIVE_INFINITY : 1),
      minLists: options.minLists,
      isKnown,
      http,
      reading,
      fetch,
      others: options.candidates === true,
      seed: 1,
      tell: complain,
    });
  const { relevant, irrelevant } = topic.examples;
  const readsExamples = relevant.length > 0 && (queryBy !== 'terms' || topic.keywords.length === 0);
  if (queryBy === 'titles' && relevant.length === 0)
    throw new ForageError(
      'TOPIC_INVALID',
      'Queries from titles need example documents: add "examples:" with "relevant:" to the topic file.',
    );
  if (fetch === 0 && !readsExamples) return work();
  const fetches = fetch > 0 || [...relevant, ...irrelevant].some(isAddress);
  if (fetches && options.web === undefined && !contact)
    throw new ForageError(
      'CONTACT_MISSING',
      'Fetching pages needs a contact: pass --contact you@example.org or set FORAGE_CONTACT. To read from an archive instead, pass it with --web.',
    );
  const recipe =
    options.recipe !== undefined
      ? chooseRecipe(options.recipe)
      : fetch > 0 && topic.keywords.length > 0
        ? undefined
        : READER;
  const settings: SettingsInput = {
    ...(recipe === undefined ? {} : { recipe }),
    ...(options.set === undefined ? {} : { set: options.set }),
    ...(options.web === undefined ? {} : { web: options.web }),
    http,
    threads: 0,
  };
  const web = fetches ? undefined : NOTHING_ASKED;
  return withReading({ topic, settings, web, readsExamples, tell: complain }, work);
}

function checkNew(path: string): void {
  if (existsSync(path))
    throw new ForageError('USAGE', `${path} already exists; give another name, or delete it first.`);
}

/** An empty file would only stand in the way of the next try. */
const isAnything = ({ seeds, others }: Found): boolean => seeds.length + others.length > 0;

const SHOWN = 20;

function inWords(found: Found, { out, candidates, documents }: Options): string {
  const { sources, queries, seeds, others, fetched } = found;
  const rows = sources.map(({ name, lists, entries, newPages, requests, failed }) => [
    oneLine(name, 40),
    count(lists),
    count(entries),
    count(newPages),
    requests === 0 ? '' : count(requests),
    failed === undefined ? '' : oneLine(`left out: ${failed}`, 100),
  ]);
  const leftOut = [
    ...(found.known > 0 ? [`${count(found.known)} known`] : []),
    ...(found.documents.length > 0 && documents === undefined
      ? [`${count(found.documents.length)} documents`]
      : []),
  ];
  const shown = seeds.slice(0, SHOWN);
  return [
    ...(queries.length === 0
      ? []
      : [
          `${count(queries.length)} queries: ${oneLine(queries.slice(0, 5).join(' | '), 150)}${queries.length > 5 ? ' …' : ''}`,
          '',
        ]),
    table([['source', 'lists', 'entries', 'new pages', 'requests', ''], ...rows], [1, 2, 3, 4]),
    '',
    `${count(found.pages)} pages, ${count(found.inTwoLists)} of them in two lists or more, on ${count(found.sites)} sites.${leftOut.length > 0 ? ` Left out: ${leftOut.join(', ')}.` : ''}`,
    ...(fetched === undefined
      ? []
      : [
          `${count(fetched.asked)} pages were fetched and judged; ${count(fetched.unread)} could not be read, ${count(fetched.irrelevant)} are not relevant.`,
        ]),
    ...(candidates ? [`${count(others.length)} pages about other things.`] : []),
    '',
    ...shown.flatMap(shownSeed),
    ...(seeds.length > shown.length ? [`… and ${count(seeds.length - shown.length)} more.`] : []),
    ...(seeds.length === 0
      ? ['No seeds were found. Try other sources, more queries or wider categories.']
      : []),
    ...(out === undefined || !isAnything(found)
      ? []
      : [
          '',
          `${count(seeds.length + others.length)} URLs written to ${out}.${candidates ? '' : ` Start from them: forage crawl TOPIC --pool ${typed(out)}`}`,
        ]),
  ].join('\n');
}

const shownSeed = ({ url, title, score, moreOfSite, why }: Seed, i: number): string[] => [
  `${String(i + 1).padStart(3)}  ${score.toFixed(2)}  ${url}${title === '' ? '' : `  ${oneLine(title, 60)}`}`,
  `           ${oneLine([...why, ...(moreOfSite > 0 ? [`${count(moreOfSite)} more of its site`] : [])].join('; '), 160)}`,
];
