/** Our export formats, defined as a user's own are. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ForageError } from '../../errors.ts';
import { defineExporter } from '../../plugin/define.ts';
import type { ExportOptions } from '../../plugin/parts.ts';
import { register } from '../../plugin/registry.ts';
import { typed } from '../../suggest.ts';
import { exportCdxj } from './cdxj.ts';
import { citationExporters } from './citations.ts';
import { exportCsv } from './csv.ts';
import { exportGexf } from './gexf.ts';
import { exportGraphml } from './graphml.ts';
import { exportJsonLines } from './json-lines.ts';
import type { ExportFilter } from './selected-pages.ts';
import { exportTei } from './tei.ts';
import { exportTextCorpus } from './text-corpus.ts';
import { exportVertical } from './vertical.ts';
import { exportWacz } from './wacz.ts';
import { exportWarc } from './warc.ts';

const formats = [
  defineExporter({
    name: 'jsonl',
    summary: 'one page a line, with all that the catalogue knows of it',
    export: ({ db }, target, options) => exportJsonLines(db, target, options),
  }),
  defineExporter({
    name: 'csv',
    summary: 'a table of pages, RFC 4180',
    export: ({ db }, target, options) => exportCsv(db, target, options),
  }),
  defineExporter({
    name: 'warc',
    summary: 'the responses of the pages, byte by byte as in the archive',
    writes: 'binary',
    withText: false,
    async export({ path, db, archive }, target, options) {
      const { pages, missing, damaged } = await exportWarc(db, archive, target, options);
      if (missing > 0) options.warn?.(`${missing} pages have no record in the archive and were left out.`);
      if (damaged > 0)
        options.warn?.(
          `${damaged} pages have a damaged record and were left out. What is damaged: forage check ${typed(path)}`,
        );
      return pages;
    },
  }),
  defineExporter({
    name: 'wacz',
    summary: 'the archive with its index and the texts of the pages in one file, for ReplayWeb.page',
    writes: 'binary',
    async export({ path, title, db, archive }, target, options) {
      const { pages, damaged } = await exportWacz(db, archive, target, { ...options, title });
      warnOfDamage(path, damaged, options);
      return pages;
    },
  }),
  defineExporter({
    name: 'cdxj',
    summary: 'where each capture is in the WARC files, sorted by URL and time',
    of: 'captures',
    withText: false,
    async export({ path, db, archive }, target, options) {
      const { captures, damaged } = await exportCdxj(db, archive, target, options);
      warnOfDamage(path, damaged, options);
      return captures;
    },
  }),
  defineExporter({
    name: 'parquet',
    summary: 'tables of pages, links, judgements and documents, one Parquet file each',
    writes: 'folder',
    async export({ path, db }, target, options) {
      if (options.asOf !== undefined) throw onlyLists('--as-of', 'Of links only the latest are kept.');
      const { exportParquet } = await import('./parquet.ts');
      return exportParquet(db, target as string, { ...options, notes: join(path, 'notes.db') });
    },
  }),
  defineExporter({
    name: 'text',
    summary: 'one .txt a page, and index.tsv that says which is which',
    writes: 'folder',
    export: ({ db }, target, options) => exportTextCorpus(db, target as string, options),
  }),
  defineExporter({
    name: 'vertical',
    summary: 'a corpus, one token a line, for the Sketch Engine and the Corpus Workbench',
    export: ({ db }, target, options) => exportVertical(db, target, options),
  }),
  defineExporter({
    name: 'tei',
    summary: 'a corpus as TEI P5, one XML file',
    export: ({ db, title }, target, options) => exportTei(db, target, { ...options, title }),
  }),
  defineExporter({
    name: 'graphml',
    summary: 'pages and the links between them as GraphML',
    withText: false,
    export: async ({ db }, target, options) => exportGraphml(db, target, wholeGraph(options)),
  }),
  defineExporter({
    name: 'gexf',
    summary: 'pages and the links between them as GEXF',
    withText: false,
    export: async ({ db }, target, options) => exportGexf(db, target, wholeGraph(options)),
  }),
  ...citationExporters,
];

register(formats, fileURLToPath(import.meta.url));

function wholeGraph(filter: ExportFilter): ExportFilter {
  if (filter.asOf !== undefined) throw onlyLists('--as-of', 'Of links only the latest are kept.');
  if (filter.best === undefined) return filter;
  throw onlyLists('--best', 'A graph may have --min-score.');
}

const onlyLists = (flag: string, instead: string): ForageError =>
  new ForageError('USAGE', `${flag} is for lists of pages: jsonl, csv, text or warc. ${instead}`);

function warnOfDamage(path: string, damaged: number, options: ExportOptions): void {
  if (damaged === 0) return;
  options.warn?.(
    `${damaged} damaged parts of the archive were left out. What is damaged: forage check ${typed(path)}`,
  );
}
