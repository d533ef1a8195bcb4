import { Command } from 'commander';
import { exportCrawl, exporterOf } from '../crawl/export.ts';
import { ForageError } from '../errors.ts';
import { useModules } from '../plugin/load.ts';
import type { ExportOptions } from '../plugin/parts.ts';
import { count } from './format.ts';
import { amount, modules, whole } from './values.ts';

interface Options {
  format: string;
  use?: string[];
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
  .option('-f, --format <name>', 'jsonl, csv, warc, text, graphml, gexf, or your own', 'jsonl')
  .option('-o, --out <path>', 'output file, or folder for text (default: standard output)')
  .option('--relevant', 'only pages that were judged relevant')
  .option('--min-score <s>', 'only pages with at least this score', amount)
  .option('--best <n>', 'only the N pages with the highest scores, best first; not for graphs', whole)
  .option('--language <code>', 'only pages in this language')
  .option('--host <name>', 'only pages of this host')
  .option('--text', 'jsonl: include the text of each page')
  .option('--use <module>', 'a module that defines formats; may be repeated', modules)
  .action(async (path: string, options: Options) => {
    useModules(options.use);
    const { out, format } = options;
    const exporter = exporterOf(path, format);
    const { writes = 'text' } = exporter;
    const given: ExportOptions = {
      text: options.text === true,
      warn: (message) => console.error(message),
      ...(options.relevant ? { relevantOnly: true } : {}),
      ...(options.minScore === undefined ? {} : { minScore: options.minScore }),
      ...(options.best === undefined ? {} : { best: options.best }),
      ...(options.language === undefined ? {} : { language: options.language }),
      ...(options.host === undefined ? {} : { host: options.host }),
    };
    if (out === undefined && (writes === 'folder' || (writes === 'binary' && process.stdout.isTTY)))
      throw new ForageError(
        'USAGE',
        `This format needs an output: --out ${writes === 'folder' ? 'FOLDER' : format === 'warc' ? 'FILE.warc.gz' : 'FILE'}`,
      );
    const written = await exportCrawl(path, exporter, out ?? process.stdout, given);
    if (out !== undefined) console.log(`${count(written)} pages written to ${out}`);
  });
