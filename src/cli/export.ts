import { Command, Option } from 'commander';
import { exportCsv } from '../archive/export/csv.ts';
import { exportGexf } from '../archive/export/gexf.ts';
import { exportGraphml } from '../archive/export/graphml.ts';
import { exportJsonLines } from '../archive/export/json-lines.ts';
import type { ExportTarget } from '../archive/export/output.ts';
import type { ExportFilter } from '../archive/export/selected-pages.ts';
import { exportTextCorpus } from '../archive/export/text-corpus.ts';
import { exportWarc } from '../archive/export/warc.ts';
import { archivePath } from '../crawl/folder.ts';
import { openCrawl } from '../crawl/open.ts';
import { ForageError } from '../errors.ts';
import { count } from './format.ts';
import { amount, whole } from './values.ts';

interface Options {
  format: 'jsonl' | 'csv' | 'warc' | 'text' | 'graphml' | 'gexf';
  out?: string;
  relevant?: boolean;
  minScore?: number;
  best?: number;
  language?: string;
  host?: string;
  text?: boolean;
}

export const exportCommand = new Command('export')
  .description('write the pages of a crawl as JSON lines, CSV, WARC, a text corpus or a link graph')
  .argument('<crawl>', 'the folder of the crawl')
  .addOption(
    new Option('-f, --format <format>', 'the form')
      .choices(['jsonl', 'csv', 'warc', 'text', 'graphml', 'gexf'])
      .default('jsonl'),
  )
  .option('-o, --out <path>', 'the file, for text the folder (default: standard output)')
  .option('--relevant', 'only pages that were judged relevant')
  .option('--min-score <s>', 'only pages that score at least this', amount)
  .option('--best <n>', 'only the N pages that score highest, the best first; not for graphs', whole)
  .option('--language <code>', 'only pages in this language')
  .option('--host <name>', 'only pages of this host')
  .option('--text', 'jsonl: with the text of each page')
  .action(async (path: string, options: Options) => {
    const { db } = openCrawl(path);
    const { out, format } = options;
    const filter: ExportFilter = {
      ...(options.relevant ? { relevantOnly: true } : {}),
      ...(options.minScore === undefined ? {} : { minScore: options.minScore }),
      ...(options.best === undefined ? {} : { best: options.best }),
      ...(options.language === undefined ? {} : { language: options.language }),
      ...(options.host === undefined ? {} : { host: options.host }),
    };
    if (options.best !== undefined && (format === 'graphml' || format === 'gexf'))
      throw new ForageError(
        'USAGE',
        '--best is for lists of pages: jsonl, csv, text or warc. A graph may have --min-score.',
      );
    if (out === undefined && (format === 'text' || (format === 'warc' && process.stdout.isTTY)))
      throw new ForageError('USAGE', `Say where to: --out ${format === 'text' ? 'FOLDER' : 'FILE.warc.gz'}`);
    const target: ExportTarget = out ?? process.stdout;
    const written = await {
      jsonl: () => exportJsonLines(db, target, { ...filter, text: options.text === true }),
      csv: () => exportCsv(db, target, filter),
      graphml: () => exportGraphml(db, target, filter),
      gexf: () => exportGexf(db, target, filter),
      text: () => exportTextCorpus(db, out!, filter),
      warc: async () => {
        const { pages, missing } = await exportWarc(db, archivePath(path), target, filter);
        if (missing > 0) console.error(`${count(missing)} pages have no record in the archive.`);
        return pages;
      },
    }[format]();
    if (out !== undefined) console.log(`${count(written)} pages written to ${out}`);
  });
