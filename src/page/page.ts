/**
 * One fetched and parsed document. Plain data, so that it crosses from a worker thread as it is.
 */
export interface Page {
  url: string;
  /** `html`, `text` or `pdf`: the kind that the bytes were read as, whatever the server called them. */
  kind: 'html' | 'text' | 'pdf';
  title: string;
  /** All visible text, blocks separated by newlines. */
  text: string;
  /** The main text, boilerplate left out; the whole text where nothing stands out. */
  mainText: string;
  meta: PageMeta;
  /** ISO 639-1, or undefined when there is too little text to tell. */
  language?: string;
  charset: string;
  links: Link[];
  /** Links that were seen and left out, with why: `javascript:` and other schemes, too long, not an address. */
  refusedLinks: RefusedLink[];
  /** sha256 of the unpacked body, hex: two addresses with the same digest are one document. */
  digest: string;
  /** 64-bit similarity hash of the main text, 16 hex digits: near-duplicates differ in few bits. */
  fingerprint: string;
  /** Set where the page is only the first part of what it should be. */
  truncated?: string;
}

export interface PageMeta {
  description?: string;
  keywords?: string;
  /** rel=canonical, resolved; not trusted blindly. */
  canonical?: string;
  /** From meta robots and X-Robots-Tag together. */
  noindex: boolean;
  nofollow: boolean;
  /** The declared language (html lang, Content-Language), as written. */
  declaredLanguage?: string;
}

export interface Link {
  /** Canonical absolute address. */
  url: string;
  /** Text of the link: its own, alt text of images inside, else its title. White space folded. */
  anchor: string;
  /** Up to ten words before and after. */
  before: string;
  after: string;
  tag: 'a' | 'area' | 'frame' | 'iframe' | 'refresh' | 'next' | 'pdf' | 'text';
  /** Elements from body down, with the id or first class where there is one: `div#menu/ul/li/a`. */
  tagPath: string;
  /** 0 for the first link of the page. */
  position: number;
  nofollow: boolean;
}

export interface RefusedLink {
  /** As written, at most 200 characters. */
  href: string;
  reason: string;
}

/** What `read` says when bytes are not a page. */
export interface NotAPage {
  refused: 'empty' | 'binary' | 'unsupported-type' | 'parse-timeout' | 'parse-memory' | 'parse-error';
  detail: string;
}
