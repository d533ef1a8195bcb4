/**
 * A page as shown while browsing is recorded: its text, structure and links, nothing else. Only elements on a short
 * allowlist are kept, without attributes except link targets, which lead back to the recorder; everything else becomes
 * text. So nothing in a page can run, load, or imitate the recorder.
 */
import { decodeHTMLAttribute } from 'entities/decode';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { decode } from '../page/charset.ts';
import type { Page } from '../page/page.ts';
import { canonicalUrl } from '../url/url.ts';

/** The URL of a link's target through the recorder. */
export type LinkTo = (url: string) => string;

/** The content of the body. `source` is the decompressed answer of an HTML page; other kinds are shown as text. */
export function shownPage(
  page: Page,
  source: Uint8Array,
  contentType: string | undefined,
  linkTo: LinkTo,
): string {
  if (page.kind === 'html') {
    const { text } = decode(source, contentType, true);
    return rewriteHtml(text.slice(0, maxShown), page.url, linkTo);
  }
  const links = page.links.map(
    ({ url, anchor }) => `<li>${anchorTo(url, linkTo)}${escapeHtml(anchor || url)}</a></li>`,
  );
  return `<pre>${escapeHtml(page.text.slice(0, maxShown))}</pre><ul>${links.join('')}</ul>`;
}

export function rewriteHtml(source: string, baseUrl: string, linkTo: LinkTo): string {
  const rewriter = new Rewriter(source, baseUrl, linkTo);
  const tokenizer = new Tokenizer({ decodeEntities: false }, rewriter);
  tokenizer.write(source);
  tokenizer.end();
  return rewriter.written.join('');
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Maximum number of characters of a document that are shown. */
const maxShown = 2_000_000;

const kept = new Set(
  `p div span h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption thead tbody tfoot tr td th b i em strong u s small big
  sub sup br hr pre code tt kbd samp blockquote q cite center address article section main header footer nav aside
  figure figcaption font abbr dfn var time mark`.split(/\s+/),
);
/** Their text is not shown. */
const silent = new Set(['script', 'style', 'title', 'textarea', 'option']);
const wanted = new Set(['href', 'src', 'alt']);

class Rewriter implements TokenizerCallbacks {
  readonly written: string[] = [];
  readonly #source: string;
  #base: string;
  readonly #linkTo: LinkTo;
  #name = '';
  #attribute = '';
  #value = '';
  #attributes = new Map<string, string>();
  #silence = '';

  constructor(source: string, base: string, linkTo: LinkTo) {
    this.#source = source;
    this.#base = base;
    this.#linkTo = linkTo;
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.#source.slice(start, end).toLowerCase();
    this.#attributes.clear();
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#source.slice(start, end).toLowerCase();
    this.#value = '';
  }

  onattribdata(start: number, end: number): void {
    if (wanted.has(this.#attribute)) this.#value += this.#source.slice(start, end);
  }

  onattribend(): void {
    if (!wanted.has(this.#attribute) || this.#attributes.has(this.#attribute)) return;
    this.#attributes.set(this.#attribute, decodeHTMLAttribute(this.#value));
  }

  onopentagend(): void {
    const name = this.#name;
    if (silent.has(name)) this.#silence = name;
    else if (kept.has(name)) this.written.push(`<${name}>`);
    else if (name === 'a') this.written.push(this.#anchor('href'));
    else if (name === 'area') this.written.push(this.#anchor('href'), this.#alt('area'), '</a> ');
    else if (name === 'frame' || name === 'iframe') this.written.push(this.#anchor('src'), `[${name}]</a> `);
    else if (name === 'img') this.written.push(this.#alt(''));
    else if (name === 'base') this.#rebase();
  }

  onselfclosingtag(): void {
    this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    const name = this.#source.slice(start, end).toLowerCase();
    if (name === this.#silence) this.#silence = '';
    else if (name === 'a' || kept.has(name)) this.written.push(`</${name}>`);
  }

  /** Character references stay as written; anything that looks like a tag here is not one. */
  ontext(start: number, end: number): void {
    if (this.#silence !== '') return;
    this.written.push(this.#source.slice(start, end).replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
  }

  oncdata(start: number, end: number): void {
    this.ontext(start, end);
  }

  onattribentity(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onprocessinginstruction(): void {}
  ontextentity(): void {}

  #anchor(attribute: string): string {
    const target = this.#attributes.get(attribute)?.trim() ?? '';
    if (target === '' || target.startsWith('#')) return '<a>';
    const canonical = canonicalUrl(target, this.#base);
    return canonical.ok ? anchorTo(canonical.url, this.#linkTo) : '<a>';
  }

  #alt(otherwise: string): string {
    const alt = this.#attributes.get('alt') || otherwise;
    return alt === '' ? '' : `[${escapeHtml(alt)}]`;
  }

  #rebase(): void {
    const canonical = canonicalUrl(this.#attributes.get('href') ?? '', this.#base);
    if (canonical.ok) this.#base = canonical.url;
  }
}

function anchorTo(url: string, linkTo: LinkTo): string {
  return `<a target="_top" title="${escapeHtml(url)}" href="${escapeHtml(linkTo(url))}">`;
}
