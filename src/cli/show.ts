import { Command } from 'commander';
import { whyCut } from '../answers/cut.ts';
import type { Label, PageLink, PageRecord } from '../archive/records.ts';
import { findPage } from '../crawl/find-page.ts';
import { type OpenCrawl, openCrawl } from '../crawl/open.ts';
import { MarkdownPages, withFrontMatter } from '../crawl/page-markdown.ts';
import { ForageError } from '../errors.ts';
import type { KnownLink } from '../frontier/frontier.ts';
import { FrontierReader } from '../frontier/frontier-reader.ts';
import { bytes, duration, oneLine, table } from './format.ts';
import { asJson, print } from './print.ts';

export const showCommand = new Command('show')
  .argument('<crawl>', 'the folder of the crawl')
  .argument('<url>', 'the URL of the page')
  .option('--text', 'print its text')
  .option('--markdown', 'print its text as Markdown, with its metadata')
  .option('--json', 'print one JSON object')
  .action(async (path: string, url: string, options: Options) => {
    const crawl = openCrawl(path);
    const page = pageAt(crawl, url);
    const text = crawl.read.textOf(page.id)?.text ?? '';
    if (options.text) return print(text);
    if (options.markdown) return print(await markdownOf(crawl, page));
    const frontier = new FrontierReader(crawl.db);
    const steps = crawl.read.pathTo(page.id).map((step) => ({ ...step, link: linkOf(frontier, step.link) }));
    const links = crawl.read.linksOf(page.id);
    const labels = crawl.read.labelsOf([page.id]);
    if (options.json) return print(asJson({ page, labels, path: steps, links }));
    print(`${oneLine(page.title ?? '', 100) || '(no title)'}\n${page.url}\n`);
    print(table(facts(page, labels)));
    print('\nHow the crawl got here:');
    for (const [i, step] of steps.entries()) {
      const { anchor, priority, why } = step.link;
      const by =
        i === 0 && !step.via
          ? 'seed'
          : `by "${oneLine(anchor, 50)}", priority ${priority.toFixed(3)}${why ? ` (${why})` : ''}`;
      print(
        `  ${' '.repeat(i)}${step.url}\n  ${' '.repeat(i)}  ${by}${step.score === undefined ? '' : `; scored ${step.score.toFixed(3)}`}`,
      );
    }
    print(`\n${links.length} links:`);
    print(table([['priority', 'state', 'because', 'anchor', 'URL'], ...links.map(linkRow)], [0]));
  });

interface Options {
  text?: boolean;
  markdown?: boolean;
  json?: boolean;
}

async function markdownOf(crawl: OpenCrawl, page: PageRecord): Promise<string> {
  const reader = new MarkdownPages(crawl);
  try {
    return withFrontMatter(page, (await reader.of(page)).markdown).trimEnd();
  } finally {
    reader.close();
  }
}

function pageAt({ read }: OpenCrawl, url: string): PageRecord {
  const page = findPage(read, url);
  if (page !== undefined) return page;
  throw new ForageError(
    'USAGE',
    `The crawl did not fetch ${url}. "forage search" finds pages by their words.`,
  );
}

/** The link that led to a page, as stored in the frontier. */
function linkOf(frontier: FrontierReader, id: number): Pick<KnownLink, 'anchor' | 'priority' | 'why'> {
  const { anchor = '', priority = 0, why = null } = frontier.link(id) ?? {};
  return { anchor, priority, why };
}

/** What the judge found beside its score. */
const foundBy = ({ findings = {} }: PageRecord): string | undefined =>
  Object.entries(findings)
    .filter(([, value]) => typeof value === 'number')
    .map(([name, value]) => `${name} ${value.toFixed(3)}`)
    .join(', ') || undefined;

/** Each person's answer, in the order in which they were given; the last yes or no counts. */
const saidOf = (labels: readonly Label[]): string | undefined =>
  labels
    .map(
      ({ label, by, at }) => `${label.replace('-', ' ')} (${by}, ${new Date(at).toISOString().slice(0, 10)})`,
    )
    .join('; ') || undefined;

function facts(page: PageRecord, labels: readonly Label[]): string[][] {
  const rows: [string, string | undefined][] = [
    ['outcome', page.outcome],
    [
      'score',
      page.score === undefined
        ? undefined
        : `${page.score.toFixed(3)}, ${page.called ? 'relevant' : 'not relevant'}`,
    ],
    ['people said', saidOf(labels)],
    ['why', page.why.join('; ') || undefined],
    ['found', foundBy(page)],
    [
      'fetched',
      `${new Date(page.fetchedAt).toISOString()} as number ${page.n}, ${page.depth} links from a seed`,
    ],
    [
      'answer',
      page.status === undefined
        ? undefined
        : `${page.status}, ${page.contentType ?? 'no content type'}, ${bytes(page.wireBytes ?? 0)} in ${duration(page.durationMs ?? 0)}`,
    ],
    ['only a part', whyCut(page.truncated)],
    ['language', page.language],
    ['authors', page.about?.authors?.join('; ')],
    ['published', page.about?.published],
    ['modified', page.about?.modified],
    ['site', page.about?.siteName],
    ['type', page.about?.type],
    ['description', page.about?.description],
    ['canonical', page.about?.canonical],
    ['redirects to', page.target],
    ['archive', page.warc ? `${page.warc.file} at ${page.warc.offset}` : undefined],
  ];
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [[`  ${name}`, oneLine(value, 120)]]));
}

function linkRow(link: PageLink): string[] {
  const state =
    link.fate ??
    (link.state === 'refused' ? `refused: ${link.reason}` : link.state === 'done' ? 'fetched' : link.state);
  return [
    link.priority?.toFixed(3) ?? '',
    oneLine(state ?? '', 40),
    oneLine((link.state === 'waiting' ? link.reason : undefined) ?? link.why ?? '', 50),
    oneLine(link.anchor, 40),
    oneLine(link.url ?? '', 90),
  ];
}
