/** The documents of a crawl: their headers, why each is accepted or not, and what people write about them. */
import { z } from 'zod';
import { DocumentReader, type DocumentRecord } from '../../archive/document-reader.ts';
import { type Annotation, HandNotes, openHandNotes } from '../../archive/hand-notes.ts';
import { notesPath } from '../../crawl/folder.ts';
import type { OpenCrawl } from '../../crawl/open.ts';
import { ForageError } from '../../errors.ts';
import { type Asked, type Desk, Refused, route } from '../route.ts';
import { cursor, cursorOf, limit, listOf, placeOf } from './schemas.ts';

export const documentQuery = z.strictObject({
  is: z.enum(['all', 'accepted', 'rejected']).default('all'),
  type: z.string().max(60).optional(),
  format: z.string().max(20).optional(),
  sort: z.enum(['references', 'score', 'title', 'date']).optional(),
  cursor,
  limit,
});
export type DocumentQuery = z.output<typeof documentQuery>;

const documentSchema = z
  .object({
    page: z.number().describe('Its number.'),
    url: z.string(),
    type: z.string().optional(),
    header: z.object({ title: z.string().optional(), authors: z.array(z.string()).optional() }).loose(),
    accepted: z.boolean(),
    why: z.string(),
  })
  .loose();

export const noteBody = z.strictObject({ text: z.string().trim().min(1).max(20_000) });
const verdictBody = z.strictObject({
  accepted: z.boolean(),
  type: z
    .string()
    .trim()
    .regex(/^[\p{L}\p{N} -]{1,60}$/u)
    .optional()
    .describe('What it is, if the type was wrong, too.'),
});

export interface DocumentList {
  items: DocumentRecord[];
  next?: string;
  total: number;
  accepted: number;
  sentence: string;
}

export const documentRoutes = [
  route({
    method: 'GET',
    path: '/api/v1/crawls/{crawl}/documents',
    role: 'read',
    summary: 'Documents that a crawl collected, with their semantic headers and verdicts.',
    query: documentQuery,
    answer: listOf(documentSchema).extend({ total: z.number(), accepted: z.number(), sentence: z.string() }),
    work: async ({ desk, parts, query }) => ({
      json: await desk.crawls.readingApart(parts.crawl!, 'documents', query),
    }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/crawls/{crawl}/documents/{document}',
    role: 'read',
    summary: 'One document: header, type and why, verdict, references, annotations.',
    answer: documentSchema.extend({ annotations: z.array(z.unknown()) }),
    work: async ({ desk, parts }) => ({ json: await documentOf(desk, parts.crawl!, parts.document!) }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/crawls/{crawl}/documents/{document}/notes',
    role: 'label',
    summary: 'Writes an annotation on a document; a search finds it.',
    body: noteBody,
    answer: z.object({ id: z.number(), text: z.string() }).loose(),
    work: async (asked) => ({ status: 201, json: await annotate(asked, asked.body.text) }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/crawls/{crawl}/documents/{document}/verdict',
    role: 'label',
    summary: 'Accepts or rejects a document by hand.',
    body: verdictBody,
    answer: documentSchema,
    work: async (asked) => ({ json: await decide(asked, asked.body) }),
  }),
];

/** With what people wrote. */
function reading<T>(
  { db, folder }: OpenCrawl,
  work: (documents: DocumentReader, notes: HandNotes | undefined) => T,
): T {
  const notes = openHandNotes(notesPath(folder.path));
  try {
    return work(new DocumentReader(db, notes), notes);
  } finally {
    notes?.close();
  }
}

export function documentsOf(crawl: OpenCrawl, query: DocumentQuery): DocumentList {
  return reading(crawl, (documents) => {
    const { is, type, format, sort } = query;
    const all = documents.list({
      type,
      format,
      sort,
      ...(is === 'all' ? {} : { accepted: is === 'accepted' }),
    });
    const from = placeOf(query.cursor, isOffset) ?? 0;
    const items = all.slice(from, from + query.limit);
    const end = from + items.length;
    const accepted = all.filter((one) => one.accepted).length;
    return {
      items,
      ...(end < all.length ? { next: cursorOf(end) } : {}),
      total: all.length,
      accepted,
      sentence: documents.isEmpty
        ? 'This crawl collected no documents. Collect them with pages: forage crawl TOPIC --documents'
        : `${all.length} ${all.length === 1 ? 'document' : 'documents'}, ${accepted} accepted.`,
    };
  });
}

const isOffset = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0;

export type DocumentStory = DocumentRecord & { annotations: Annotation[] };

export function documentOf(
  { crawls }: Pick<Desk, 'crawls'>,
  id: string,
  asked: string,
): Promise<DocumentStory> {
  return crawls.reading(id, (crawl) =>
    reading(crawl, (documents, notes) => {
      const found = /^\d{1,12}$/.test(asked) ? documents.find(asked) : undefined;
      if (found === undefined)
        throw new Refused(404, 'NOT_FOUND', `The crawl has no document ${asked.slice(0, 20)}.`);
      return { ...found, annotations: notes?.annotations(found.url) ?? [] };
    }),
  );
}

type OnDocument = Pick<Asked, 'desk' | 'parts' | 'user'>;

export async function annotate({ desk, parts, user }: OnDocument, text: string): Promise<Annotation> {
  const { url } = await documentOf(desk, parts.crawl!, parts.document!);
  return writing(desk.crawls.pathOf(parts.crawl!), (notes) =>
    notes.annotate({ url, by: user.name, at: Date.now(), text }),
  );
}

export async function decide(
  { desk, parts, user }: OnDocument,
  { accepted, type }: z.output<typeof verdictBody>,
): Promise<DocumentStory> {
  const { url } = await documentOf(desk, parts.crawl!, parts.document!);
  writing(desk.crawls.pathOf(parts.crawl!), (notes) =>
    notes.judge(url, { accepted, ...(type === undefined ? {} : { type }), by: user.name, at: Date.now() }),
  );
  return documentOf(desk, parts.crawl!, parts.document!);
}

function writing<T>(path: string, work: (notes: HandNotes) => T): T {
  const notes = new HandNotes(notesPath(path));
  try {
    return work(notes);
  } catch (error) {
    throw new ForageError('CRAWL_FOLDER', `It could not be kept: ${(error as Error).message}`);
  } finally {
    notes.close();
  }
}
