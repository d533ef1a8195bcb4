/**
 * What a page says about itself beside its title: who wrote it, when, for which site. Several vocabularies say the same
 * (schema.org as JSON-LD, OpenGraph, Dublin Core, the tags of Google Scholar, plain meta tags); the most careful one
 * counts. As declared, which may be wrong.
 */
import { jsonLdFacts } from './json-ld.ts';
import type { PageAbout } from './page.ts';

const MAX_LENGTH = 500;
const MOST_AUTHORS = 20;
const MOST_JSON_LD = 200_000;

type Field = 'author' | 'published' | 'modified' | 'siteName' | 'type' | 'image';

/** Names of meta tags: the field, and its rank among those that say the same; the lowest counts. JSON-LD has rank 0. */
const NAMES: Readonly<Record<string, readonly [Field, number]>> = {
  citation_author: ['author', 1],
  'dc.creator': ['author', 2],
  'dcterms.creator': ['author', 2],
  author: ['author', 3],
  'article:author': ['author', 4],
  'parsely-author': ['author', 5],
  'sailthru.author': ['author', 5],
  citation_publication_date: ['published', 1],
  citation_date: ['published', 2],
  'article:published_time': ['published', 1],
  'og:published_time': ['published', 2],
  datepublished: ['published', 1],
  'dcterms.issued': ['published', 2],
  'dc.date.issued': ['published', 2],
  'dcterms.created': ['published', 3],
  'dc.date': ['published', 3],
  'dcterms.date': ['published', 3],
  'parsely-pub-date': ['published', 4],
  'sailthru.date': ['published', 4],
  pubdate: ['published', 4],
  date: ['published', 5],
  'article:modified_time': ['modified', 1],
  datemodified: ['modified', 1],
  'og:updated_time': ['modified', 2],
  'dcterms.modified': ['modified', 2],
  'last-modified': ['modified', 3],
  'og:site_name': ['siteName', 1],
  citation_journal_title: ['siteName', 2],
  'application-name': ['siteName', 3],
  'og:type': ['type', 1],
  'og:image': ['image', 1],
  'twitter:image': ['image', 2],
};

export class About {
  readonly #best = new Map<Field, { rank: number; values: string[] }>();
  #jsonLd: string[] = [];
  #jsonLdLength = 0;

  /** `name` in lower case. */
  addMeta(name: string, content: string): void {
    const known = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
    if (known !== undefined) this.#offer(known[0], known[1], content);
  }

  /** A piece of a JSON-LD script; `isFirst` of its script. */
  addJsonLd(text: string, isFirst: boolean): void {
    this.#jsonLdLength += text.length;
    if (this.#jsonLdLength > MOST_JSON_LD) return;
    if (isFirst || this.#jsonLd.length === 0) this.#jsonLd.push(text);
    else this.#jsonLd[this.#jsonLd.length - 1] += text;
  }

  /** `resolve`: the absolute URL of a reference. */
  finish(resolve: (href: string) => string | undefined): PageAbout {
    for (const [field, values] of jsonLdFacts(this.#jsonLd))
      for (const value of values) this.#offer(field, 0, value);
    const about: PageAbout = {};
    const authors = this.#best.get('author')?.values;
    if (authors !== undefined) about.authors = authors;
    for (const field of ['published', 'modified', 'siteName', 'type'] as const) {
      const value = this.#best.get(field)?.values[0];
      if (value !== undefined) about[field] = value;
    }
    const image = resolve(this.#best.get('image')?.values[0] ?? '');
    if (image !== undefined) about.image = image;
    return about;
  }

  #offer(field: Field, rank: number, written: string): void {
    const isDate = field === 'published' || field === 'modified';
    const value = isDate ? dayOf(written) : written.replace(/\s+/g, ' ').trim().slice(0, MAX_LENGTH);
    // Some put the address of a profile where the name belongs.
    if (value === '' || (field === 'author' && /^(https?:|@)/i.test(value))) return;
    const best = this.#best.get(field);
    if (best === undefined || rank < best.rank) this.#best.set(field, { rank, values: [value] });
    else if (rank === best.rank && best.values.length < MOST_AUTHORS && !best.values.includes(value))
      best.values.push(value);
  }
}

/** `2024-05-01` of a date in ISO 8601 or another unmistakable form, as the page's own clock has it; otherwise empty. */
export function dayOf(written: string): string {
  const text = written.trim();
  const [, year = '', month, day] =
    /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?![\d])/.exec(text) ??
    /^(\d{4})(\d\d)(\d\d)(?!\d)/.exec(text) ??
    [];
  if (year !== '') return checked(year, month!, day);
  if (/^\d{4}$/.test(text)) return checked(text);
  const named =
    /^(?:[a-z]{3,9},?\s+)?(?:(\d{1,2})\s+([a-z]{3,9})\.?|([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?),?\s+(\d{4})\b/i.exec(
      text,
    );
  if (named === null) return '';
  const at = MONTHS.indexOf((named[2] ?? named[3] ?? '').slice(0, 3).toLowerCase());
  return at < 0 ? '' : checked(named[5]!, String(at + 1), named[1] ?? named[4]);
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function checked(year: string, month?: string, day?: string): string {
  if (Number(year) < 1000) return '';
  if (month === undefined) return year;
  const parts = [year, month.padStart(2, '0'), ...(day === undefined ? [] : [day.padStart(2, '0')])];
  const [, m = 0, d = 1] = parts.map(Number);
  const isReal = m >= 1 && m <= 12 && d >= 1 && d <= new Date(Date.UTC(Number(year), m, 0)).getUTCDate();
  return isReal ? parts.join('-') : '';
}
