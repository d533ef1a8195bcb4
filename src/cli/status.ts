import { Command, Option } from 'commander';
import { coverageLines } from '../answers/coverage.ts';
import { found } from '../answers/harvest.ts';
import { onSites } from '../answers/sites.ts';
import { type Status, stateText, statusOf } from '../answers/status.ts';
import type { LedgerEntry } from '../archive/records.ts';
import { connect } from '../crawl/connect.ts';
import type { ControlStatus } from '../crawl/control.ts';
import { notBegun, type OpenCrawl, openBegun, startIt } from '../crawl/open.ts';
import { ForageError } from '../errors.ts';
import { typed } from '../suggest.ts';
import { fitted } from './fitted.ts';
import { awaitedText, bytes, count, duration, oneLine, plural, shortened, table } from './format.ts';
import { poorLines } from './poor-lines.ts';
import { asJson, columns, print } from './print.ts';
import { type PlaceOptions, placeOrders, showPlaces, showRounds } from './status-places.ts';
import { underBorder } from './under-border.ts';

export const statusCommand = new Command('status')
  .argument('<crawl>', 'the folder of the crawl')
  .option('--host <name>', 'requests to this host, the pauses between them, and its rules')
  .option('--sites', 'every site with its rates, and whether a re-crawl asks it')
  .option('--directories', 'the same by directory, and names that brought nothing on several sites')
  .addOption(
    new Option('--sort <order>', 'with --sites and --directories').choices(placeOrders).default('relevant'),
  )
  .option('--csv', 'with --sites and --directories: all of them as CSV')
  .option('--rounds', 'what each round of a re-crawl brought')
  .option('--json', 'print one JSON object')
  .action(async (path: string, options: { host?: string } & PlaceOptions) => {
    if (options.sites && options.directories)
      throw new ForageError('USAGE', 'Give --sites or --directories, not both.');
    if (options.csv && !options.sites && !options.directories)
      throw new ForageError('USAGE', '--csv is for --sites and --directories.');
    const crawl = openBegun(path);
    if (crawl?.meta.get('startedAt') === undefined) return tellNotBegun(path, options.json === true);
    if (options.sites || options.directories) return showPlaces(crawl, options);
    if (options.rounds) return showRounds(crawl, options.json === true);
    if (options.host !== undefined) return hostStatus(crawl, options.host, options.json === true);
    const status = statusOf(crawl, await stateOf(path));
    print(options.json ? asJson(status) : fitted(statusText(status)));
  });

/** A crawl too busy to answer whether it is paused is running. */
async function stateOf(path: string): Promise<ControlStatus['state']> {
  const control = await connect(path);
  return control.status().then(
    ({ state }) => state,
    () => 'running',
  );
}

async function tellNotBegun(path: string, json: boolean): Promise<void> {
  const state = await stateOf(path);
  const next = state === 'running' || state === 'paused' ? 'It is being prepared.' : startIt(path);
  print(json ? asJson({ state, folder: path }) : fitted(`${notBegun(path)} ${next}`));
}

const WIDEST_BAR = 40;
/** The columns before the bars, at most. */
const NUMBERS = 30;

function statusText(status: Status): string {
  const { counts } = status;
  const cells = Math.max(1, Math.min(WIDEST_BAR, columns() - NUMBERS));
  const lines = [
    `${status.topic}, with ${status.recipe}, started ${new Date(status.startedAt).toISOString()}`,
    `${found(counts, status.answers.added)}${counts.relevant > 0 ? `, ${onSites(status.sites)}` : ''}, ${bytes(counts.bytes)} in ${duration(counts.elapsedMs)}, ${count(status.waiting)} links waiting`,
    ...(status.isJudged && counts.relevant > 0 ? [status.sentence, ...status.warnings] : []),
    ...coverageLines(status.coverage),
    ...answersText(status.answers),
    ...awaitedText(status.awaited),
    stateText(status),
    ...proxiesText(status),
    ...(status.pool === undefined
      ? []
      : [`Cycle ${status.pool.cycle}: ${count(status.pool.drawn)} seeds drawn from ${status.pool.file}.`]),
    status.language === undefined
      ? 'Pages in any language count: the topic has no "language:".'
      : `Pages in another language than ${status.language} do not count.`,
    ...(status.faults.length === 0
      ? []
      : [
          `Faults: ${status.faults.map((row) => `${row.part} ${count(row.count)}`).join(', ')}; see ${status.faultsLog}`,
        ]),
    ...poorLines(status.poor),
    ...section(
      [
        ['fetched', 'called relevant', ''],
        ...status.harvest.map(({ n, relevant }) => [
          count(n),
          count(relevant),
          '█'.repeat(Math.round((cells * relevant) / Math.max(1, counts.relevant))),
        ]),
      ],
      [0, 1],
    ),
    ...section(
      [
        ['outcome', 'fetched', 'called relevant'],
        ...status.outcomes.map((row) => [row.outcome, count(row.pages), count(row.relevant)]),
      ],
      [1, 2],
    ),
    ...section(
      [['links skipped because', 'links'], ...status.refusals.map((row) => [row.reason, count(row.count)])],
      [1],
    ),
    ...closedText(status),
    ...lastText(status),
    ...section(
      shortened([
        ['host', 'pages', 'called', 'errors', 'read', 'delay'],
        ...status.hosts.map((host) => [
          oneLine(host.name, 50),
          count(host.pages),
          count(host.relevant),
          count(host.errors),
          bytes(host.bytes),
          host.delayMs === undefined ? '' : duration(host.delayMs),
        ]),
      ]),
      [1, 2, 3, 4, 5],
    ),
    ...underBorder(status).flatMap((line, i) => (i === 0 ? ['', line] : [line])),
  ];
  return lines.join('\n');
}

/** A table after a blank line; nothing if it has only its heading. */
const section = (rows: string[][], right: number[]): string[] =>
  rows.length > 1 ? ['', table(rows, right)] : [];

function proxiesText({ proxies, state }: Status): string[] {
  if (proxies.length === 0) return [];
  const isLive = state === 'running' || state === 'paused';
  const ailing = isLive ? proxies.filter(({ leftOutUntil = 0 }) => leftOutUntil > Date.now()) : [];
  return [
    `${count(proxies.length)} ${proxies.length === 1 ? 'proxy' : 'proxies'}: ${proxies.map(({ proxy, connections, failures }) => `${proxy} (${count(connections)} connections, ${count(failures)} failures)`).join(', ')}.`,
    ...ailing.map(
      ({ proxy, leftOutUntil, why }) =>
        `${proxy} is left out until ${new Date(leftOutUntil!).toISOString()}: ${why}`,
    ),
  ];
}

function closedText({ closed, folder }: Status): string[] {
  if (closed.length === 0) return [];
  const rows = closed.map(({ space, why, requests, relevant }) => [
    oneLine(space, 60),
    CLOSED[why],
    count(requests),
    count(relevant),
  ]);
  return [
    '',
    table([['closed for what it brought', 'because', 'requests', 'relevant'], ...rows], [2, 3]),
    `To fetch from one again: forage set ${typed(folder)} keepOpen+='${closed[0]!.space}'`,
  ];
}

function lastText({ last, folder }: Status): string[] {
  if (last.length === 0) return [];
  const rows = last.map(({ space, why, requests, copies }) => [
    oneLine(space, 60),
    LAST[why],
    count(requests),
    count(copies),
  ]);
  return [
    '',
    table([['fetched last or not at all', 'because', 'requests', 'known before'], ...rows], [2, 3]),
    `To fetch one like all others: forage set ${typed(folder)} keepOpen+='${last[0]!.space}'`,
  ];
}

const LAST = {
  copies: 'copies: not fetched where the page is known',
  'likely-copies': 'probably copies: last',
  'nothing-new-so-far': 'nothing new so far: last',
  'known-lists': 'lists of known pages: last',
} as const;

const CLOSED = {
  'nothing-new': 'nothing new',
  'nothing-relevant': 'nothing relevant for long',
  'dead-end': 'a dead end',
} as const;

function answersText({ relevant, irrelevant, againstJudge }: OpenCrawlAnswers): string[] {
  if (relevant + irrelevant === 0) return [];
  return [
    `People answered about ${plural(relevant + irrelevant, 'page')}: ${count(relevant)} relevant, ${count(irrelevant)} not. Their answers count; the judge says otherwise about ${count(againstJudge)}.`,
  ];
}

type OpenCrawlAnswers = ReturnType<OpenCrawl['read']['answerCounts']>;

function hostStatus({ read, folder }: OpenCrawl, name: string, json: boolean): void {
  const host = read.host(name);
  if (host === undefined)
    throw new ForageError(
      'USAGE',
      `The crawl has no host "${name}". What it has: forage status ${typed(folder.path)} --sites`,
    );
  const ledger = read.ledgerOf(name);
  const directories = read.directoriesOf(name, 10);
  if (json) return print(asJson({ host, ledger, directories }));
  print(
    fitted(
      `${host.name}: ${count(host.pages)} pages, ${count(host.relevant)} relevant, ${count(host.fetches)} requests, ${count(host.errors)} errors, ${bytes(host.bytes)}\n`,
    ),
  );
  print(
    table(
      [
        ['directory', 'pages', 'relevant'],
        ...directories.map((row) => [row.path, count(row.pages), count(row.relevant)]),
      ],
      [1, 2],
    ),
  );
  print(
    `\n${table([['when', 'what', 'after a pause of', 'status', 'took', 'bytes', 'note'], ...ledger.map(ledgerRow)], [2, 3, 4, 5])}`,
  );
  if (host.robotsText) print(`\nrobots.txt in force:\n${host.robotsText.slice(0, 4000).trimEnd()}`);
}

const ledgerRow = (entry: LedgerEntry): string[] => [
  new Date(entry.at).toISOString().slice(11, 23),
  entry.kind,
  entry.waitedMs === undefined ? '' : duration(entry.waitedMs),
  entry.status === undefined ? '' : String(entry.status),
  entry.durationMs === undefined ? '' : duration(entry.durationMs),
  entry.bytes === undefined ? '' : bytes(entry.bytes),
  oneLine(entry.note ?? '', 70),
];
