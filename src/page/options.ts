/** What is read, and within which limits. */
import type { UrlRules } from '../url/url.ts';
import type { FormatReader } from './draft.ts';

export interface Document {
  url: string;
  headers: [name: string, value: string][];
  /** Content coding undone. */
  body: Uint8Array;
  /** Why the body is only the first part, where it is. */
  truncated?: string;
}

export interface ReadOptions {
  /** Characters of text that are kept; 2 Mi by default. */
  maxTextLength?: number;
  /** Different links that are kept; 2000 by default. */
  maxLinks?: number;
  /** The name that robots meta tags and headers may call us by; `forage` by default. */
  agent?: string;
  urlRules?: UrlRules;
  /** Says the language of a text (ISO 639-1). Without it a page has the language that it declares. */
  identifyLanguage?: (text: string, charset?: string, declared?: string) => string | undefined;
  pdf?: PdfLimits;
  /** Formats of the user's, asked before ours. */
  readers?: readonly FormatReader[];
}

export interface PdfLimits {
  /** For one document; 20 s by default. */
  timeoutMs?: number;
  /** On the heap, and as much again in buffers; 256 MiB by default. */
  maxMemoryMb?: number;
  /** Pages of the document that are read; 200 by default. */
  maxPages?: number;
}

export const DEFAULT_MAX_TEXT_LENGTH = 2 * 1024 * 1024;
export const DEFAULT_MAX_LINKS = 2000;
export const DEFAULT_AGENT = 'forage';
