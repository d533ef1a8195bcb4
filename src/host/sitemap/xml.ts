/**
 * A sitemap as XML: urlset, sitemapindex, RSS or Atom. Text arrives in pieces that may end anywhere; only XML's five
 * entities and numeric ones are decoded, so entities cannot expand.
 */
import { Parser } from 'htmlparser2';
import { DEFAULT_MAX_URL_LENGTH, type UrlRules } from '../../url/url.ts';
import { type Found, SitemapReader } from './reader.ts';

export class FeedReader extends SitemapReader {
  readonly #parser: Parser;
  #form: Form | undefined;
  /** `sm:` if the root is `sm:urlset`; elements with another prefix, such as image:loc, are ignored. */
  #prefix = '';
  #depth = 0;
  #entryDepth = 0;
  #found: Found | undefined;
  #field: keyof Found | undefined;

  constructor(base: string, maxEntries: number, rules: UrlRules | undefined) {
    super(base, maxEntries, rules);
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#open(name, attributes),
        ontext: (text) => this.#text(text),
        onclosetag: () => this.#close(),
      },
      { xmlMode: true, decodeEntities: true },
    );
  }

  write(text: string): void {
    if (!this.isDone) this.#parser.write(text);
  }

  end(): void {
    if (this.#depth > 0 && !this.isDone) this.cut = 'unfinished';
    // Not the parser's own end, which would close a half-read entry.
    this.#parser.reset();
    this.#found = undefined;
  }

  #open(name: string, attributes: Record<string, string>): void {
    this.#depth++;
    if (this.isDone) return;
    if (this.#depth > MAX_NESTING) {
      this.cut = 'nesting';
      this.isDone = true;
      return;
    }
    if (this.#form === undefined) {
      this.#root(name);
      return;
    }
    const own = this.#ownName(name);
    if (own === this.#form.entry && this.#found === undefined) {
      this.#found = {};
      this.#entryDepth = this.#depth;
    } else if (this.#found !== undefined && this.#depth === this.#entryDepth + 1 && own !== undefined) {
      this.#field = this.#form.fields.get(own);
      if (this.#field !== undefined) this.#found[this.#field] = '';
      if (this.#form.kind === 'atom' && own === 'link') this.#atomLink(this.#found, attributes);
    }
  }

  #root(name: string): void {
    const colon = name.indexOf(':');
    const form = FORMS.get(name.slice(colon + 1));
    if (form === undefined) {
      this.looksLike = `its root element is <${name.slice(0, 40)}>`;
      this.isDone = true;
      return;
    }
    this.#form = form;
    this.kind = form.kind;
    // rdf:RDF has items without a prefix, with dc:date in them.
    this.#prefix = form.entry === 'item' ? '' : name.slice(0, colon + 1);
  }

  #ownName(name: string): string | undefined {
    if (name === 'dc:date') return 'date';
    if (!name.startsWith(this.#prefix)) return undefined;
    const own = name.slice(this.#prefix.length);
    return own.includes(':') ? undefined : own;
  }

  #atomLink(found: Found, { rel = 'alternate', href }: Record<string, string>): void {
    if (rel === 'alternate' && href !== undefined) found.loc ??= href;
  }

  #text(text: string): void {
    if (this.#field === undefined || this.#found === undefined) return;
    const value = this.#found[this.#field] ?? '';
    // Anything longer than a URL is refused as too long, not buffered.
    if (value.length <= MAX_FIELD_LENGTH) this.#found[this.#field] = value + text.slice(0, MAX_FIELD_LENGTH);
  }

  #close(): void {
    if (this.#found !== undefined) {
      if (this.#depth === this.#entryDepth) {
        this.add(this.#found, this.kind === 'index' ? this.sitemaps : this.entries);
        this.#found = undefined;
      }
      if (this.#depth === this.#entryDepth + 1) this.#field = undefined;
    }
    this.#depth--;
  }
}

const MAX_NESTING = 64;
const MAX_FIELD_LENGTH = DEFAULT_MAX_URL_LENGTH + 100;

interface Form {
  kind: 'urlset' | 'index' | 'rss' | 'atom';
  /** The element of an entry. */
  entry: string;
  /** Its children that are read. */
  fields: ReadonlyMap<string, keyof Found>;
}

function form(kind: Form['kind'], entry: string, fields: Record<string, keyof Found>): Form {
  return { kind, entry, fields: new Map(Object.entries(fields)) };
}

/** By the root element, without its prefix. */
const FORMS = new Map<string, Form>([
  ['urlset', form('urlset', 'url', { loc: 'loc', lastmod: 'lastmod', priority: 'priority' })],
  ['sitemapindex', form('index', 'sitemap', { loc: 'loc', lastmod: 'lastmod' })],
  ['rss', form('rss', 'item', { link: 'loc', pubDate: 'lastmod' })],
  ['RDF', form('rss', 'item', { link: 'loc', date: 'lastmod' })],
  ['feed', form('atom', 'entry', { updated: 'lastmod' })],
]);
