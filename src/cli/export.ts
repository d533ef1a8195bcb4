import { existsSync } from 'node:fs';
import { Transform, type Writable } from 'node:stream';
import { Command } from 'commander';
import { exportCrawl, exporterOf } from '../crawl/export.ts';
import { ForageError } from '../errors.ts';
import { useModules } from '../plugin/load.ts';
import type { ExportOptions } from '../plugin/parts.ts';
import { typed } from '../suggest.ts';
import { beforeWriting } from './dry-run.ts';
import { areFieldsChosen, picked } from './fields.ts';
import { count, plural } from './format.ts';
import { cleaned, complain, print } from './print.ts';
import { amount, language, modules, moment, whole } from './values.ts';

interface Options {
  format: string;
  use?: string[];
  out?: string;
  relevant?: boolean;
  minScore?: number;
  best?: number;
  language?: string;
  host?: string;
  asOf?: number;
  text?: boolean;
  nearDuplicates?: boolean;
  uniqueParagraphs?: boolean;
  force?: boolean;
}

export const exportCommand = new Command('export')
  .argument('<crawl>', 'the folder of the crawl')
  .option(
    '-f, --format <name>',
    'jsonl, csv, parquet, warc, wacz, cdxj, text, markdown, vertical, tei, graphml, gexf, for documents bibtex, ris, csl-json, dublin-core, mods, oai-pmh, or your own',
    'jsonl',
  )
  .option(
    '-o, --out <path>',
    'output file, or folder for text, markdown and parquet (default: standard output)',
  )
  .option('--relevant', 'only pages that were judged relevant')
  .option('--min-score <s>', 'only pages with at least this score', amount)
  .option('--best <n>', 'only the N pages with the highest scores, best first; not for graphs', whole)
  .option('--language <code>', 'only pages in this language, by its two-letter code', language)
  .option('--host <name>', 'only pages of this host')
  .option('--as-of <date>', 'the pages as they were then: 2026-11-17 (its end), 2026-11-17T12:00Z', moment)
  .option('--text', 'jsonl, csv, parquet: include the text of each page')
  .option('--near-duplicates', 'also pages whose text differs little from that of an earlier page')
  .option(
    '--unique-paragraphs',
    'jsonl, text, vertical, tei: leave out paragraphs that repeat an earlier one',
  )
  .option('--force', 'replace the output file if it exists')
  .option('--use <module>', 'a module that defines formats; may be repeated', modules)
  .action(async (path: string, options: Options) => {
    useModules(options.use);
    const { out, format } = options;
    const exporter = exporterOf(path, format);
    const { writes = 'text', withText = true, of = 'pages' } = exporter;
    if (options.text && !withText)
      throw new ForageError(
        'USAGE',
        `--text is for jsonl, csv and parquet: ${format} has no place for texts.`,
      );
    if (options.uniqueParagraphs && (!withText || AS_WHOLE.has(format)))
      throw new ForageError(
        'USAGE',
        `--unique-paragraphs is for jsonl, text, vertical and tei: ${format} has the pages as they are.`,
      );
    if (areFieldsChosen() && format !== 'jsonl')
      throw new ForageError('USAGE', `--fields is for jsonl: ${format} has its own form.`);
    const given: ExportOptions = {
      text: options.text === true,
      ...(areFieldsChosen() ? { pick: picked } : {}),
      warn(message) {
        complain(message);
        process.exitCode = 1;
      },
      leftOut: (n) =>
        complain(
          `${plural(n, 'near-duplicate')} ${n === 1 ? 'is' : 'are'} left out; --near-duplicates includes them.`,
        ),
      ...(options.nearDuplicates ? { nearDuplicates: true } : {}),
      ...(options.uniqueParagraphs ? { uniqueParagraphs: true } : {}),
      repeated: (n) => complain(`${count(n)} paragraphs that repeat an earlier one are left out.`),
      ...(options.relevant ? { relevantOnly: true } : {}),
      ...(options.minScore === undefined ? {} : { minScore: options.minScore }),
      ...(options.best === undefined ? {} : { best: options.best }),
      ...(options.language === undefined ? {} : { language: options.language }),
      ...(options.host === undefined ? {} : { host: options.host }),
      ...(options.asOf === undefined ? {} : { asOf: options.asOf }),
    };
    if (out === undefined && (writes === 'folder' || (writes === 'binary' && process.stdout.isTTY)))
      throw new ForageError(
        'USAGE',
        `This format needs an output: --out ${writes === 'folder' ? 'FOLDER' : (FILE_NAMES[format] ?? 'FILE')}`,
      );
    if (out !== undefined && writes !== 'folder' && !options.force && existsSync(out))
      throw new ForageError('USAGE', `${out} exists. Choose another --out, or replace it with --force.`);
    beforeWriting(`write ${of} as ${format} to ${out ?? 'standard output'}`, () => filterOf(given));
    const written = await exportCrawl(path, exporter, out ?? standardOutput(), given);
    if (written === 0)
      complain(`${noneFit(of, given)} What the crawl has: forage status ${typed(path)} --sites`);
    if (out !== undefined) print(`${count(written)} ${of} written to ${out}`);
  });

/** Why an export is empty, by the flags that chose. */
function noneFit(of: string, options: ExportOptions): string {
  const { relevantOnly, minScore, language, host, asOf } = options;
  const flags = [
    ...(relevantOnly ? ['--relevant'] : []),
    ...(minScore === undefined ? [] : [`--min-score ${minScore}`]),
    ...(language === undefined ? [] : [`--language ${language}`]),
    ...(host === undefined ? [] : [`--host ${host}`]),
    ...(asOf === undefined ? [] : [`--as-of ${new Date(asOf).toISOString()}`]),
  ];
  return flags.length === 0 ? `There are no ${of} to write.` : `No ${of} fit ${flags.join(' and ')}.`;
}

/** Formats with texts, but not by paragraph. */
const AS_WHOLE: ReadonlySet<string> = new Set(['csv', 'parquet', 'wacz']);

const FILE_NAMES: Record<string, string> = { warc: 'FILE.warc.gz', wacz: 'FILE.wacz' };

/** Which pages, without the functions. */
const filterOf = (options: ExportOptions): Record<string, unknown> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => typeof value !== 'function'));

/** A file or a program gets the data as they are, a terminal gets them without control characters. */
function standardOutput(): Writable {
  if (!process.stdout.isTTY) return process.stdout;
  const clean = new Transform({
    decodeStrings: false,
    transform: (chunk, _, done) => done(null, cleaned(String(chunk), false)),
  });
  clean.pipe(process.stdout, { end: false });
  return clean;
}
