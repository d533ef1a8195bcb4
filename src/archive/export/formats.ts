/** Our export formats, defined as a user's own are. */
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ForageError } from '../../errors.ts';
import { defineExporter } from '../../plugin/define.ts';
import { register } from '../../plugin/registry.ts';
import { citationExporters } from './citations.ts';
import { exportCsv } from './csv.ts';
import { exportGexf } from './gexf.ts';
import { exportGraphml } from './graphml.ts';
import { exportJsonLines } from './json-lines.ts';
import type { ExportFilter } from './selected-pages.ts';
import { exportTei } from './tei.ts';
import { exportTextCorpus } from './text-corpus.ts';
import { exportVertical } from './vertical.ts';
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
          `${damaged} pages have a damaged record and were left out. What is damaged: forage check ${path}`,
        );
      return pages;
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
    export: ({ db, path }, target, options) => exportTei(db, target, { ...options, title: basename(path) }),
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
  if (filter.asOf !== undefined)
    throw new ForageError(
      'USAGE',
      '--as-of is for lists of pages: jsonl, csv, text or warc. Of links only the latest are kept.',
    );
  if (filter.best === undefined) return filter;
  throw new ForageError(
    'USAGE',
    '--best is for lists of pages: jsonl, csv, text or warc. A graph may have --min-score.',
  );
}
