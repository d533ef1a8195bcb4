/** Sites and directories of a crawl with their rates and what a re-crawl makes of them, and its rounds. */
import { csvLine } from '../archive/export/csv.ts';
import { type PlaceStatistics, placeStatistics, ratesOf } from '../archive/place-statistics.ts';
import { roundsOf } from '../archive/rounds.ts';
import type { OpenCrawl } from '../crawl/open.ts';
import { handVerdicts } from '../crawl/open-documents.ts';
import { namedDirectories, verdictOf } from '../crawl/recrawl/avoid.ts';
import { count, duration, oneLine, percent, table } from './format.ts';
import { asJson, print } from './print.ts';

export const placeOrders = ['relevant', 'pages', 'rate', 'documents', 'references', 'name'] as const;

export interface PlaceOptions {
  sites?: boolean;
  directories?: boolean;
  rounds?: boolean;
  sort: (typeof placeOrders)[number];
  csv?: boolean;
  json?: boolean;
}

const MOST_ROWS = 50;
const MOST_NAMES = 20;

export function showPlaces(crawl: OpenCrawl, options: PlaceOptions): void {
  const all = placeStatistics(crawl.db, {
    references: true,
    verdicts: handVerdicts(crawl.folder.path),
  });
  const rule = crawl.folder.settings.recrawl;
  const isWanted = ({ path }: PlaceStatistics): boolean => (path === '/') === (options.sites === true);
  const rows = all
    .filter(isWanted)
    .sort(ORDERS[options.sort])
    .map((place) => ({ ...place, ...ratesOf(place), avoided: verdictOf(place, rule) }));
  const names = options.sites ? [] : namedDirectories(all, rule);
  if (options.json) return print(asJson(options.sites ? rows : { directories: rows, names }));
  if (options.csv) return print(csvOf(rows).trimEnd());
  const shown = rows.slice(0, MOST_ROWS);
  print(
    table(
      [
        [options.sites ? 'site' : 'directory', ...HEADINGS],
        ...shown.map((row) => [
          oneLine(options.sites ? row.host : row.host + row.path, 60),
          count(row.pages),
          count(row.relevant),
          percent(row.prr),
          count(row.documents),
          row.documents === 0 ? '' : row.ddr.toFixed(2),
          row.adr === undefined ? '' : percent(row.adr),
          count(row.references),
          new Date(row.lastVisit).toISOString().slice(0, 10),
          row.avoided === undefined ? 'is asked' : `is avoided: ${row.avoided}`,
        ]),
      ],
      [1, 2, 3, 4, 5, 6, 7],
    ),
  );
  if (rows.length > shown.length) print(`… and ${count(rows.length - shown.length)} more: --csv has all`);
  if (names.length > 0) print(`\n${namesTable(names.slice(0, MOST_NAMES))}`);
}

const HEADINGS = [
  'pages',
  'relevant',
  'PRR',
  'documents',
  'DDR',
  'ADR',
  'references',
  'last visit',
  're-crawl',
];

function namesTable(names: ReturnType<typeof namedDirectories>): string {
  return table(
    [
      ['directory name', 'sites', 'pages', 'documents', ''],
      ...names.map(({ name, sites, pages, documents, by, isStop }) => [
        oneLine(name, 40),
        count(sites),
        count(pages),
        count(documents),
        `${isStop ? 'is avoided on all sites' : 'candidate'}: nothing ${by === 'pages' ? 'relevant' : 'accepted'}`,
      ]),
    ],
    [1, 2, 3],
  );
}

type Row = PlaceStatistics & ReturnType<typeof ratesOf> & { avoided: string | undefined };

const iso = (ms: number): string => new Date(ms).toISOString();

const COLUMNS: [name: string, value: (row: Row) => string | number | undefined][] = [
  ['host', ({ host }) => host],
  ['path', ({ path }) => path],
  ['pages', ({ pages }) => pages],
  ['relevant', ({ relevant }) => relevant],
  ['page_relevancy_rate', ({ prr }) => prr],
  ['documents', ({ documents }) => documents],
  ['document_download_rate', ({ ddr }) => ddr],
  ['accepted', ({ accepted }) => accepted],
  ['accepted_document_rate', ({ adr }) => adr],
  ['references', ({ references }) => references],
  ['entrance', ({ entrance }) => entrance],
  ['first_visit', ({ firstVisit }) => iso(firstVisit)],
  ['last_visit', ({ lastVisit }) => iso(lastVisit)],
  ['avoided_because', ({ avoided }) => avoided],
];

function csvOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => csvLine(COLUMNS.map(([, value]) => value(row))));
  return [csvLine(COLUMNS.map(([name]) => name)), ...lines].join('');
}

type Order = (a: PlaceStatistics, b: PlaceStatistics) => number;

const byName: Order = (a, b) => (a.host + a.path < b.host + b.path ? -1 : 1);
const most =
  (value: (place: PlaceStatistics) => number): Order =>
  (a, b) =>
    value(b) - value(a) || b.pages - a.pages || byName(a, b);

const ORDERS: Record<PlaceOptions['sort'], Order> = {
  relevant: most(({ relevant }) => relevant),
  pages: most(({ pages }) => pages),
  rate: most((place) => ratesOf(place).prr),
  documents: most(({ documents }) => documents),
  references: most(({ references }) => references),
  name: byName,
};

export function showRounds({ db }: OpenCrawl, json: boolean): void {
  const rounds = roundsOf(db);
  if (json) return print(asJson(rounds));
  if (rounds.length === 0) return print('The crawl has not come back yet: forage recrawl CRAWL');
  print(
    table(
      [
        [
          'round',
          'began',
          'took',
          'requests',
          'new',
          'relevant',
          'changed',
          'unchanged',
          'moved',
          'gone',
          'out of reach',
        ],
        ...rounds.map((round) => [
          String(round.n),
          iso(round.startedAt).slice(0, 16).replace('T', ' '),
          duration(round.endedAt - round.startedAt),
          count(round.requests),
          count(round.new),
          count(round.newRelevant),
          count(round.changed),
          count(round.unchanged),
          count(round.moved),
          count(round.gone),
          count(round.unreachable),
        ]),
      ],
      [0, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    ),
  );
}
