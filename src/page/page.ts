/** One fetched and parsed document. Plain data, so that it can be sent between threads. */
export interface Page {
  url: string;
  /**
   * What the bytes were read as, regardless of their declared type: `html`, `text`, a format of documents (`pdf`,
   * `docx`, `odt` …), or the name of a user's reader.
   */
  kind: string;
  title: string;
  /** All visible text, blocks separated by newlines. */
  text: string;
  /** The main text without boilerplate; the whole text if nothing stands out. */
  mainText: string;
  /** The main text as Markdown, if it was asked for. */
  markdown?: string;
  meta: PageMeta;
  /** ISO 639-1: of the text, or as declared if the text is inconclusive; absent if neither is known. */
  language?: string;
  /** The encoding of the bytes, by its name in the WHATWG Encoding Standard. */
  charset: string;
  /** One per target, in document order. */
  links: Link[];
  /**
   * Links that were left out, with the reason: `scheme` (`javascript:` and others), `too-long`, `invalid`, `no-host`;
   * at most 200. If there were more links than are kept, the first entry says how many.
   */
  refusedLinks: RefusedLink[];
  /** Forms that may be tried; absent if there are none, or they were not wanted. */
  forms?: Form[];
  /** sha256 of the decompressed body, hex: two URLs with the same digest are one document. */
  digest: string;
  /** 64-bit similarity hash of the main text, 16 hex digits: near-duplicates differ in few bits. */
  fingerprint: string;
  /**
   * Set if the page is only the first part of the document: why the body was cut, `text` if there was too much text,
   * `pages` if a PDF has too many pages.
   */
  truncated?: string;
  /** Set if it is nothing but a list of links: a category, an archive, a search result. */
  isList?: true;
  /** What a document says of itself; absent for HTML and plain text. */
  document?: DocumentFacts;
}

/** As the file declares it, which may be wrong: many titles are names of files. Blanks are left out. */
export interface DocumentFacts {
  title?: string;
  authors?: string[];
  description?: string;
  keywords?: string[];
  /** Where the format marks it, as LaTeX does. */
  abstract?: string;
  /** `2024`, `2024-05` or `2024-05-01`. */
  created?: string;
  modified?: string;
  language?: string;
  /** Or slides. */
  pages?: number;
  /** Pages are pictures: there is no text to read. */
  scanned?: true;
  /** The first lines with the size of their letters in points. */
  opening?: OpeningLine[];
}

export interface OpeningLine {
  text: string;
  size: number;
}

export interface PageMeta extends PageAbout {
  description?: string;
  keywords?: string;
  /** rel=canonical, resolved; not trusted blindly. */
  canonical?: string;
  /** The first feed (RSS or Atom) that it names, resolved: that of its site, usually. */
  feed?: string;
  /** From meta robots and X-Robots-Tag together. */
  noindex: boolean;
  nofollow: boolean;
  /** What the page reserves beyond that: `noai`, `noimageai`, `tdm-reservation`. */
  optOuts?: string[];
  /** The declared language (html lang, Content-Language), as written. */
  declaredLanguage?: string;
}

/** What a page says of itself, in schema.org, OpenGraph, Dublin Core or plain meta tags; it may be wrong. */
export interface PageAbout {
  authors?: string[];
  /** `2024`, `2024-05` or `2024-05-01`. */
  published?: string;
  modified?: string;
  siteName?: string;
  /** `NewsArticle` (schema.org) or `article` (OpenGraph). */
  type?: string;
  /** The URL of its picture. */
  image?: string;
}

export interface Link {
  /** Canonical absolute URL. */
  url: string;
  /**
   * Text of the link: its own and the alt text of images inside, otherwise its title or label. White space collapsed.
   * Different texts that link to the same target are joined with ` · `.
   */
  anchor: string;
  /** Up to ten words before and after. */
  before: string;
  after: string;
  tag: 'a' | 'area' | 'frame' | 'iframe' | 'refresh' | 'next' | 'alternate' | 'pdf' | 'text';
  /**
   * The last twelve elements on the path from body, with the id or first class if there is one: `div#menu/ul/li/a`.
   * Empty if there are no elements (text, PDF, the head of a page).
   */
  tagPath: string;
  /** Its index in `links`, from 0. */
  position: number;
  /** How often the document links to this URL, whatever the text of the link. */
  occurrences: number;
  /** By rel=nofollow of the link itself; `ugc` and `sponsored` do not count, and `meta.nofollow` is separate. */
  nofollow: boolean;
}

/** A form that is sent by GET. */
export interface Form {
  /** Canonical URL that the fields are appended to as a query. */
  action: string;
  /** In the order in which a browser sends them. */
  fields: FormField[];
}

export interface FormField {
  name: string;
  /** Free words, one of the values, or the only value. */
  kind: 'words' | 'choice' | 'fixed';
  /** The first is the default. */
  values: string[];
}

export interface RefusedLink {
  /** As written, at most 200 characters. */
  href: string;
  reason: string;
}

/** What `read` returns if bytes are not a page. */
export interface NotAPage {
  refused:
    | 'empty'
    | 'binary'
    | 'unsupported-type'
    | 'encrypted'
    | 'unwanted-kind'
    | 'too-large'
    | 'parse-timeout'
    | 'parse-memory'
    | 'parse-error';
  detail: string;
}
