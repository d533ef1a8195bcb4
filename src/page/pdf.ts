import type { NotAPage, Page } from './page.ts';
import type { Document, ReadOptions } from './read.ts';
export interface PdfLimits {
  timeoutMs?: number;
  maxMemoryMb?: number;
  maxPages?: number;
}
export async function readPdf(_document: Document, _options: ReadOptions = {}): Promise<Page | NotAPage> {
  return { refused: 'unsupported-type', detail: 'PDF' };
}
