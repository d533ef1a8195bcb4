/** The accepted documents of a crawl in citation formats. */
import { basename, join } from 'node:path';
import { bibtex } from '../../documents/citations/bibtex.ts';
import { type CitationFormat, type CitedDocument, mediaTypeOf } from '../../documents/citations/cited.ts';
import { cslJson } from '../../documents/citations/csl-json.ts';
import { dublinCore } from '../../documents/citations/dublin-core.ts';
import { mods } from '../../documents/citations/mods.ts';
import { oaiStatic } from '../../documents/citations/oai-static.ts';
import { ris } from '../../documents/citations/ris.ts';
import { ForageError } from '../../errors.ts';
import { type Definition, defineExporter } from '../../plugin/define.ts';
import type { ExportedCrawl } from '../../plugin/parts.ts';
import { DocumentReader, type DocumentRecord } from '../document-reader.ts';
import { openHandNotes } from '../hand-notes.ts';
import { type ExportTarget, writeOut } from './output.ts';

const exporter = (
  name: string,
  summary: string,
  formatOf: (all: CitedDocument[], path: string) => CitationFormat,
): Definition<'exporter'> =>
  defineExporter({
    name,
    summary: `accepted documents ${summary}`,
    of: 'documents',
    withText: false,
    export: async (crawl, target) => {
      const documents = acceptedDocuments(crawl);
      return writeCitations(documents, formatOf(documents, crawl.path), target);
    },
  });

export const citationExporters = [
  exporter('bibtex', 'as BibTeX, with the entry types of biblatex', () => bibtex),
  exporter('ris', 'as RIS, for reference managers', () => ris),
  exporter('csl-json', 'as CSL-JSON, for Zotero and pandoc', () => cslJson),
  exporter('dublin-core', 'as simple Dublin Core in XML', () => dublinCore),
  exporter('mods', 'as MODS 3.7 in XML', () => mods),
  exporter('oai-pmh', 'as a static repository for OAI-PMH gateways', (all, path) =>
    oaiStatic({
      name: basename(path),
      baseUrl: `http://example.org/oai/${encodeURIComponent(basename(path))}.xml`,
      adminEmail: 'admin@example.org',
      domain: 'example.org',
      earliest: all.map(({ accessed }) => accessed).sort()[0] ?? '1970-01-01',
    }),
  ),
];

function acceptedDocuments({ path, db }: ExportedCrawl): CitedDocument[] {
  const notes = openHandNotes(join(path, 'notes.db'));
  try {
    const reader = new DocumentReader(db, notes);
    if (reader.isEmpty)
      throw new ForageError(
        'USAGE',
        `${path} collected no documents. Collect them: forage crawl TOPIC --documents`,
      );
    return reader.list({ accepted: true }).map(citedOf);
  } finally {
    notes?.close();
  }
}

const citedOf = ({ page, url, format, type, header, fetchedAt }: DocumentRecord): CitedDocument => ({
  id: String(page),
  url,
  mediaType: mediaTypeOf(format),
  type,
  header,
  accessed: new Date(fetchedAt).toISOString().slice(0, 10),
});

async function writeCitations(
  documents: readonly CitedDocument[],
  { open, record, between = '', close }: CitationFormat,
  target: ExportTarget,
): Promise<number> {
  function* pieces(): Generator<string> {
    yield open;
    for (const [i, document] of documents.entries()) yield `${i === 0 ? '' : between}${record(document)}`;
    yield close;
  }
  await writeOut(target, pieces());
  return documents.length;
}
