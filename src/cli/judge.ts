/** Judges the stored pages of a crawl again and shows what changes. */
import { Command, Option } from 'commander';
import { type Trust, trustIn } from '../answers/trust.ts';
import { type JudgeAgainOptions, type JudgedAgain, judgeAgain } from '../crawl/rejudge.ts';
import type { Bucket, Changed } from '../crawl/rejudge-figures.ts';
import { chooseRecipe } from '../recipe/own-recipe.ts';
import { typed } from '../suggest.ts';
import { loadTopic } from '../topic/load.ts';
import { count, duration, oneLine, plural } from './format.ts';
import { onInterruption } from './interruption.ts';
import { asJson, cleaned, complain, print, styled } from './print.ts';
import { amount, assignment } from './values.ts';

interface Options {
  topic?: string;
  recipe?: string;
  threshold?: number;
  set?: Record<string, unknown>;
  threads?: number;
  dryRun?: boolean;
  json?: boolean;
  quiet?: boolean;
}

export const judgeCommand = new Command('judge')
  .argument('<crawl>', 'the folder of the crawl')
  .option('--topic <file>', 'use another topic, or the same file after a change')
  .option('-r, --recipe <name>', 'use another recipe; see "forage recipes"')
  .option('--threshold <score>', 'the score from which a page is called relevant', amount)
  .option('--set <key=value>', 'a setting of the recipe; may be repeated', assignment)
  .option('--threads <n>', "threads that parse and judge (default: the crawl's)", amount)
  .option('--dry-run', 'only show what would change')
  .addOption(new Option('--json', 'print one JSON object').conflicts('quiet'))
  .option('-q, --quiet', 'print one line')
  .action(async (crawl: string, options: Options) => {
    const { topic, recipe, threshold, set, threads, dryRun } = options;
    const abort = new AbortController();
    const unhook = onInterruption(() => abort.abort());
    const shown = progressOn(process.stderr, options);
    const judged = await judgeAgain(crawl, {
      topic: topic === undefined ? undefined : loadTopic(topic),
      recipe: recipe === undefined ? undefined : chooseRecipe(recipe),
      threshold,
      set,
      threads,
      dryRun,
      signal: abort.signal,
      ...shown.listeners,
    }).finally(() => {
      shown.clear();
      unhook();
    });
    const trust = judged.finished && !judged.dryRun && judged.pages > 0 ? trustIn(crawl) : undefined;
    if (options.json) print(asJson(judged));
    else print(options.quiet ? summary(judged) : report(judged, crawl, trust));
    for (const warning of trust?.warnings ?? []) complain(warning);
    if (!judged.finished) process.exitCode ??= 130;
  });

const REDRAW_MS = 100;
/** A program that reads the lines wants fewer of them. */
const LINE_MS = 2000;
const FAULTS_SHOWN = 3;

/** On stderr: stdout may go to a file. */
function progressOn(out: NodeJS.WriteStream, { json = false, quiet = false }: Options) {
  const isLive = out.isTTY && !quiet && !json;
  const startedAt = performance.now();
  let drawnAt = isLive ? 0 : startedAt;
  let faults = 0;
  const clear = (): void => void (isLive && out.write('\r\x1b[K'));
  const say = (line: string): void => {
    if (quiet) return;
    clear();
    out.write(`${cleaned(line, false)}\n`);
  };
  const listeners: Pick<JudgeAgainOptions, 'tell' | 'fault' | 'progress'> = {
    tell: say,
    fault({ part, url, message }) {
      if (++faults <= FAULTS_SHOWN) say(oneLine(`The ${part} failed on ${url}: ${message}`, 300));
    },
    progress(done, of) {
      if (performance.now() - drawnAt < (isLive ? REDRAW_MS : LINE_MS)) return;
      drawnAt = performance.now();
      const perSecond = (1000 * done) / Math.max(1, drawnAt - startedAt);
      const line = `Judging ${count(done)} of ${count(of)} pages · ${count(perSecond)} pages/s`;
      if (isLive) out.write(`\r${line}\x1b[K`);
      else if (json) say(line);
    },
  };
  return { listeners, clear };
}

function summary({ relevant, pages, version, finished }: JudgedAgain): string {
  const stopped = finished ? '' : ', not finished';
  return `${count(relevant.after)} of ${count(pages)} pages called relevant, ${count(relevant.before)} before (version ${version}${stopped})`;
}

function report(judged: JudgedAgain, crawl: string, trust: Trust | undefined): string {
  const { recipe, version, faults, read, elapsedMs, pagesPerSecond, dryRun } = judged;
  const speed = read === 0 ? '' : ` in ${duration(elapsedMs)} (${count(pagesPerSecond)} pages/s)`;
  return [
    `Judged by ${recipe}, version ${version}: ${plural(read, 'page')} read${speed}`,
    '',
    ...histograms(judged),
    '',
    ...changes('became relevant', judged.becameRelevant),
    ...changes('became irrelevant', judged.becameIrrelevant),
    ...(faults === 0
      ? []
      : [
          `${plural(faults, 'page')} kept the former judgement because the new one failed${dryRun ? '' : `; see ${crawl}/faults.log`}`,
        ]),
    '',
    ...(trust === undefined ? [] : [trust.sentence, '']),
    ...next(judged, crawl),
  ].join('\n');
}

const BAR_WIDTH = 20;

/** Before and after side by side, high scores on top, with the threshold marked in its range. */
function histograms({ histogram: { before, after }, border, relevant, pages }: JudgedAgain): string[] {
  const most = Math.max(1, ...[...before, ...after].map((bucket) => bucket.pages));
  const side = (buckets: Bucket[], i: number, at: number | undefined): string => {
    const bucket = buckets[i]!;
    const mark = at !== undefined && rangeOf(at, buckets.length) === i ? '▸' : ' ';
    return `${mark} ${bar(bucket, most)} ${count(bucket.pages).padStart(8)}`;
  };
  const rows = before.map((_, i) => {
    const range = `${(i / before.length).toFixed(1)}–${((i + 1) / before.length).toFixed(1)}`;
    return `${range} ${side(before, i, border.before)}   ${side(after, i, border.after)}`;
  });
  const under = ({ before: a, after: b }: { before: string; after: string }): string =>
    `${' '.repeat(10)}${a.padEnd(BAR_WIDTH + 14)}${b}`;
  const borders = Object.entries(border).flatMap(([when, at]) => (at === undefined ? [] : [`${when} ${at}`]));
  return [
    under({ before: 'before', after: 'after' }),
    ...rows.reverse(),
    under({
      before: `${count(relevant.before)} called relevant`,
      after: `${count(relevant.after)} called relevant`,
    }),
    '',
    `█ called relevant  ░ not${borders.length === 0 ? '' : `  ▸ threshold: ${borders.join(', ')}`}  (${plural(pages, 'page')})`,
  ];
}

const rangeOf = (score: number, ranges: number): number =>
  Math.min(ranges - 1, Math.floor(score * ranges + 1e-9));

/** Every non-empty bucket is visible, however small. */
function bar({ pages, relevant }: Bucket, most: number): string {
  const width = pages === 0 ? 0 : Math.max(1, Math.round((BAR_WIDTH * pages) / most));
  const share = pages === 0 ? 0 : (width * relevant) / pages;
  const full = relevant === pages ? width : Math.min(Math.ceil(share), Math.max(width - 1, 0));
  const space = ' '.repeat(BAR_WIDTH - width);
  return `${styled('green', '█'.repeat(full))}${styled('dim', '░'.repeat(width - full))}${space}`;
}

function changes(what: string, { pages, examples }: Changed): string[] {
  return [
    `${plural(pages, 'page')} ${what}${pages > examples.length ? ', for example' : ''}`,
    ...examples.flatMap(({ url, title, before, after }) => [
      `  ${before?.toFixed(3) ?? '  ?  '} → ${after.toFixed(3)}  ${oneLine(title || '(no title)', 60)}`,
      `  ${' '.repeat(15)}${styled('dim', oneLine(url, 120))}`,
    ]),
  ];
}

function next({ dryRun, finished, version }: JudgedAgain, crawl: string): string[] {
  const again = `forage ${process.argv.slice(2).map(quoted).join(' ')}`;
  if (!finished && !dryRun)
    return [
      'Stopped. Pages judged so far have the new judgement, the others the former one.',
      `  ${again}    continue`,
      `  forage judge ${typed(crawl)}    undo`,
    ];
  if (dryRun) return ['Nothing was written.', `  ${again.replace(' --dry-run', '')}`];
  return [
    `  forage export ${typed(crawl)} --relevant    export the pages that are called relevant now`,
    `  forage resume ${typed(crawl)}    continue crawling; new pages are judged by version ${version}, too`,
  ];
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
