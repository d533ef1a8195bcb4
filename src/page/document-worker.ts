/** The thread that reads documents, one per message. It is terminated from outside if a document takes too much. */
import { parentPort } from 'node:worker_threads';
import { type ContentLimits, type DocumentContent, Unreadable } from './formats/content.ts';
import type { ThreadFormat } from './kind.ts';
import type { NotAPage } from './page.ts';

export interface DocumentRequest {
  format: ThreadFormat;
  bytes: Uint8Array;
  limits: ContentLimits;
  /** How much a packed document may unpack into. */
  mostBytes: number;
}

export type DocumentAnswer = { content: DocumentContent } | { content?: never; unreadable: NotAPage };

const port = parentPort!;
port.on('message', async (request: DocumentRequest) => {
  let answer: DocumentAnswer;
  try {
    answer = { content: await read(request) };
  } catch (error) {
    answer = { unreadable: refusalOf(error) };
  }
  port.postMessage(answer);
});
port.postMessage('ready');

function refusalOf(error: unknown): NotAPage {
  if (error instanceof Unreadable) return { refused: error.refused, detail: error.message };
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { refused: 'parse-error', detail };
}

/** Each format is loaded when it is first met. */
async function read({ format, bytes, limits, mostBytes }: DocumentRequest): Promise<DocumentContent> {
  switch (format) {
    case 'pdf':
      return (await import('./formats/pdf.ts')).readPdf(bytes, limits);
    case 'docx':
      return (await import('./formats/docx.ts')).readDocx(bytes, limits, mostBytes);
    case 'pptx':
      return (await import('./formats/pptx.ts')).readPptx(bytes, limits, mostBytes);
    case 'odt':
      return (await import('./formats/odt.ts')).readOdt(bytes, limits, mostBytes);
    case 'epub':
      return (await import('./formats/epub.ts')).readEpub(bytes, limits, mostBytes);
    case 'doc':
      return (await import('./formats/doc.ts')).readDoc(bytes, limits);
    case 'rtf':
      return (await import('./formats/rtf.ts')).readRtf(bytes, limits);
    case 'latex': {
      const { decode } = await import('./charset.ts');
      return (await import('./formats/latex.ts')).readLatex(decode(bytes, undefined, false).text, limits);
    }
  }
}
