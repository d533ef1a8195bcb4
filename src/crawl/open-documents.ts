/** Opens the documents of a crawl, running or not, read-only, with what people wrote about them. */
import { DocumentReader, type DocumentRecord } from '../archive/document-reader.ts';
import { type HandNotes, openHandNotes, type Verdict } from '../archive/hand-notes.ts';
import { ForageError } from '../errors.ts';
import { typed } from '../suggest.ts';
import { notesPath } from './folder.ts';
import { type OpenCrawl, openCrawl } from './open.ts';

export interface OpenDocuments extends OpenCrawl {
  documents: DocumentReader;
  notes: HandNotes | undefined;
  close(): void;
}

export function openDocumentsOf(path: string): OpenDocuments {
  const crawl = openCrawl(path);
  const notes = openHandNotes(notesPath(path));
  const documents = new DocumentReader(crawl.db, notes);
  const close = (): void => {
    notes?.close();
    crawl.db.close();
  };
  if (!documents.isEmpty) return { ...crawl, documents, notes, close };
  close();
  throw new ForageError(
    'USAGE',
    `${path} collected no documents. Collect them with pages: forage crawl TOPIC --documents`,
  );
}

/** What people said about documents of a crawl, by URL. */
export function handVerdicts(path: string): Map<string, Verdict> {
  const notes = openHandNotes(notesPath(path));
  const verdicts = notes?.verdicts() ?? new Map<string, Verdict>();
  notes?.close();
  return verdicts;
}

/** By its number, its name or its URL. */
export function documentIn({ documents }: OpenDocuments, path: string, asked: string): DocumentRecord {
  const found = documents.find(asked);
  if (found !== undefined) return found;
  throw new ForageError(
    'USAGE',
    `"${asked}" is not the number, the name or the URL of a document. List them: forage documents ${typed(path)} --all`,
  );
}
