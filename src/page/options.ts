/** Input and limits of reading. */
import type { UrlRules } from '../url/url.ts';
import type { FormatReader } from './draft.ts';

export interface Document {
  url: string;
  headers: [name: string, value: string][];
  /** After content decoding. */
  body: Uint8Array;
  /** Why the body is only the first part, if it is. */
  truncated?: string;
}

export interface ReadOptions {
  /** Maximum characters of text; 2 Mi by default. */
  maxTextLength?: number;
  /** Maximum different links; 2000 by default. */
  maxLinks?: number;
  /** The name by which robots meta tags and headers address us; `forage` by default. */
  agent?: string;
  urlRules?: UrlRules;
  /** Identifies the language of a text (ISO 639-1). Without it a page has its declared language. */
  identifyLanguage?: (text: string, charset?: string, declared?: string) => string | undefined;
  /** ISO 639-1: links in the head to the page in this language are links, unless it is in it. */
  language?: string | undefined;
  /** Also the main text as Markdown. */
  markdown?: boolean;
  /** Whether forms that may be tried are read, too. */
  forms?: boolean;
  documents?: DocumentLimits;
  /** The user's formats, tried before the built-in ones. */
  readers?: readonly FormatReader[];
}

/** For documents that are read in a thread of their own, and for Ghostscript. */
export interface DocumentLimits {
  /** Per document; 20 s by default. */
  timeoutMs?: number;
  /** On the heap, and the same amount in buffers, which limits what a file may unpack into; 256 MiB by default. */
  maxMemoryMb?: number;
  /** Maximum pages of the document; 200 by default. */
  maxPages?: number;
}

export const DEFAULT_MAX_TEXT_LENGTH = 2 * 1024 * 1024;
export const DEFAULT_MAX_LINKS = 2000;
export const DEFAULT_AGENT = 'forage';
