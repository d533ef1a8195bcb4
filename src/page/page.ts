/** One fetched and parsed document. Plain data, so that it crosses from a worker thread as it is. */
export interface Page {
  url: string;
  /** What the bytes were read as, whatever the server called them: `html`, `text`, `pdf`, or the name of a user's reader. */
  kind: string;
  title: string;
  /** All visible text, blocks separated by newlines. */
  text: string;
  /** The main text, boilerplate left out; the whole text where nothing stands out. */
  mainText: string;
  meta: PageMeta;
  /** ISO 639-1: of the text, or as declared where the text does not say; absent when neither does. */
  language?: string;
  /** The encoding that the bytes were read in, by its name in the WHATWG Encoding Standard. */
  charset: string;
  /** One for each target, in the order of the document. */
  links: Link[];
  /**
   * Links that were seen and left out, with why: `scheme` (`javascript:` and other), `too-long`, `invalid`,
   * `no-host`; at most 200. Where there were more links than are kept, the first entry says how many.
   */
  refusedLinks: RefusedLink[];
  /** sha256 of the unpacked body, hex: two addresses with the same digest are one document. */
  digest: string;
  /** 64-bit similarity hash of the main text, 16 hex digits: near-duplicates differ in few bits. */
  fingerprint: string;
  /**
   * Set where the page is only the first part of what it should be: why the body was cut, `text` where there
   * was too much text, `pages` where a PDF has too many pages.
   */
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
  /**
   * Text of the link: its own and the alt text of images inside, else its title or label. White space folded.
   * Different texts that link to the same target are joined with ` · `.
   */
  anchor: string;
  /** Up to ten words before and after. */
  before: string;
  after: string;
  tag: 'a' | 'area' | 'frame' | 'iframe' | 'refresh' | 'next' | 'pdf' | 'text';
  /**
   * Elements from body down, the last twelve, with the id or first class where there is one:
   * `div#menu/ul/li/a`. Empty where there are no elements (text, PDF, the head of a page).
   */
  tagPath: string;
  /** 0 for the first link of the page: its place in `links`. */
  position: number;
  /** By rel=nofollow of the link itself; `ugc` and `sponsored` do not count, and `meta.nofollow` is apart. */
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
