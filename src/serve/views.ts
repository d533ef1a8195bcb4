/** The pages of a served library, as HTML without a script. Whatever comes from the Web is text here, never markup. */
import { Fragment, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { PageRecord } from '../archive/records.ts';
import { escaped } from '../desk/pages/document.ts';
import type { Problem } from '../desk/server.ts';
import { type ComponentChildren, el, type VNode } from '../desk/views/el.ts';
import { count, plural, shortUrl } from '../desk/views/words.ts';
import { type Hit, type Library, MOST_HITS, type Results } from './library.ts';
import type { SearchQuery } from './routes.ts';

export function startPage(title: string, library: Library): string {
  return documentOf(
    title,
    title,
    el.h1(null, title),
    searchForm({ q: '', page: 1 }, true),
    el.p({ class: 'note' }, `${plural(library.pages(), 'page')} to search.`),
    el.p(
      { class: 'note' },
      'Words, "a phrase", a prefix*, -without, OR; title:word, author:name and host:name look in one place.',
    ),
  );
}

export function resultsPage(
  title: string,
  library: Library,
  query: SearchQuery,
  results: Results,
  hitsAPage: number,
): string {
  const { hits, total, isCut } = results;
  const first = (query.page - 1) * hitsAPage;
  const found =
    total === 0
      ? 'Nothing found.'
      : `${isCut ? 'More than ' : ''}${plural(total, 'page')}${first > 0 ? `, from number ${count(first + 1)}` : ''}`;
  return documentOf(
    `${query.q} · ${title}`,
    title,
    el.h1({ class: 'vh' }, `Results for ${query.q}`),
    searchForm(query, false),
    el.div(
      { class: 'columns' },
      el.section(
        { 'aria-label': 'Results' },
        el.p({ class: 'note', role: 'status' }, found),
        results.isRelaxed ? el.p({ class: 'note' }, 'No page has all of it; these have some.') : null,
        results.hint === undefined ? null : el.p({ class: 'note' }, results.hint),
        results.suggestion === undefined
          ? null
          : el.p(
              { class: 'meant' },
              'Did you mean ',
              el.a({ href: address({ ...query, q: results.suggestion, page: 1 }) }, results.suggestion),
              '?',
            ),
        el.ol({ class: 'hits', start: first + 1 }, ...hits.map((hit) => hitItem(hit, library))),
        pager(query, Math.min(total, MOST_HITS), hitsAPage),
      ),
      narrowing(query, results, library),
    ),
  );
}

export function textPage(title: string, page: PageRecord, text: string, crawl: string): string {
  const { about = {} } = page;
  const facts: [string, ComponentChildren][] = [
    ['Original', original(page.url, page.url)],
    ['Site', about.siteName],
    ['By', about.authors?.join('; ')],
    ['Published', about.published],
    ['Changed', about.modified],
    ['Stored', day(page.fetchedAt)],
  ];
  return documentOf(
    `${page.title || page.url} · ${title}`,
    title,
    searchForm({ q: '', page: 1 }, false),
    el.article(
      { class: 'text', ...langOf(page.language) },
      el.h1({ dir: 'auto' }, page.title || shortUrl(page.url)),
      el.dl(
        { class: 'facts', lang: 'en' },
        ...facts.flatMap(([name, value]) =>
          value === undefined ? [] : [el.dt(null, name), el.dd(null, value)],
        ),
      ),
      el.p(
        { class: 'note', lang: 'en' },
        'This is the text that was stored; the original may have changed since. ',
        el.a({ href: `${textAddress(crawl, page.id)}/markdown` }, 'As Markdown'),
      ),
      ...text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => el.p({ dir: 'auto' }, line)),
      text.trim() === '' ? el.p({ lang: 'en' }, 'No text was stored.') : null,
    ),
  );
}

export function problemPage({ title, detail, status }: Problem, site: string, hasPassword: boolean): string {
  return documentOf(
    title,
    site,
    el.h1(null, title),
    ...detail.split('\n').map((line) => el.p(null, line)),
    status === 401 && hasPassword
      ? el.form(
          { method: 'post', action: '/enter', class: 'search' },
          el.label({ for: 'password' }, 'Password'),
          el.input({ id: 'password', name: 'password', type: 'password', autoComplete: 'current-password' }),
          el.button(null, 'Enter'),
        )
      : el.p(null, el.a({ href: '/' }, 'Search')),
  );
}

function documentOf(title: string, site: string, ...main: ComponentChildren[]): string {
  const body = h(
    Fragment,
    null,
    el.a({ class: 'skip', href: '#main' }, 'To the content'),
    el.header(null, el.a({ href: '/' }, site)),
    el.main({ id: 'main' }, ...main),
    el.footer(null, 'Pages belong to their authors. Searched with Forage.'),
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escaped(title)}</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css"><link rel="search" type="application/opensearchdescription+xml" href="/opensearch.xml" title="${escaped(site)}"></head>
<body>${renderToString(body)}</body></html>
`;
}

type Narrowed = Partial<SearchQuery> & { q: string; page: number };

const NARROWED = ['crawl', 'host', 'type', 'language', 'year'] as const;

function searchForm(query: Narrowed, isFirst: boolean): VNode {
  return el.form(
    { class: 'search', role: 'search', action: '/' },
    el.label({ for: 'q', class: 'vh' }, 'Search'),
    el.input({ id: 'q', name: 'q', type: 'search', defaultValue: query.q, autoFocus: isFirst, dir: 'auto' }),
    ...NARROWED.flatMap((name) =>
      query[name] === undefined ? [] : [el.input({ type: 'hidden', name, defaultValue: query[name] })],
    ),
    el.button(null, 'Search'),
  );
}

function hitItem(hit: Hit, library: Library): VNode {
  const { about = {} } = hit;
  const shelf =
    library.shelves.length > 1 ? library.shelves.find(({ id }) => id === hit.crawl)?.title : undefined;
  const facts = [
    about.siteName === undefined || about.siteName === hit.host
      ? hit.host
      : `${about.siteName} (${hit.host})`,
    about.authors?.join('; '),
    about.published ?? `stored ${day(hit.fetchedAt)}`,
    hit.kind === 'html' ? undefined : hit.kind,
    shelf,
  ];
  return el.li(
    null,
    el.h2({ dir: 'auto', ...langOf(hit.language) }, original(hit.url, hit.title || shortUrl(hit.url))),
    el.p({ class: 'facts' }, facts.filter((fact) => fact !== undefined).join(' · ')),
    el.p(
      { dir: 'auto', ...langOf(hit.language) },
      ...hit.snippet.map(({ text, isMatch }) => (isMatch ? el.mark(null, text) : text)),
    ),
    el.p(
      { class: 'facts' },
      el.span({ class: 'url' }, shortUrl(hit.url)),
      ' · ',
      el.a(
        { href: textAddress(hit.crawl, hit.page), 'aria-label': `Stored text of ${hit.title || hit.url}` },
        'stored text',
      ),
    ),
  );
}

const TITLES: Readonly<Record<(typeof NARROWED)[number], string>> = {
  crawl: 'Collection',
  host: 'Site',
  type: 'Type',
  language: 'Language',
  year: 'Published',
};

/** Links that keep to one site, type, language or year, and those that undo it. */
function narrowing(query: SearchQuery, { counts }: Results, library: Library): VNode | null {
  const lists = NARROWED.flatMap((name) => {
    const chosen = query[name];
    const values = counts[name].filter(({ value }) => value !== chosen);
    if (chosen === undefined && values.length < 2) return [];
    return [
      el.h2(null, TITLES[name]),
      el.ul(
        null,
        chosen === undefined
          ? null
          : el.li(
              null,
              el.b(null, named(name, chosen, library)),
              ' ',
              el.a(
                {
                  href: address({ ...query, [name]: undefined, page: 1 }),
                  'aria-label': `All, not ${named(name, chosen, library)} alone`,
                },
                'all',
              ),
            ),
        ...(chosen === undefined ? values : []).map(({ value, pages }) =>
          el.li(
            null,
            el.a({ href: address({ ...query, [name]: value, page: 1 }) }, named(name, value, library)),
            el.span({ class: 'note' }, ` ${count(pages)}`),
          ),
        ),
      ),
    ];
  });
  return lists.length === 0 ? null : el.nav({ class: 'narrow', 'aria-label': 'Narrow the search' }, ...lists);
}

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

function named(name: (typeof NARROWED)[number], value: string, library: Library): string {
  if (name === 'crawl') return library.shelves.find(({ id }) => id === value)?.title ?? value;
  if (name !== 'language' || !/^[a-z]{2,3}$/.test(value)) return value;
  return languages.of(value) ?? value;
}

function pager(query: SearchQuery, total: number, hitsAPage: number): VNode | null {
  const last = Math.ceil(total / hitsAPage);
  if (last < 2) return null;
  const to = (page: number, text: string, rel: 'prev' | 'next'): VNode =>
    el.a({ href: address({ ...query, page }), rel }, text);
  return el.nav(
    { class: 'pager', 'aria-label': 'Pages of results' },
    query.page > 1 ? to(query.page - 1, 'Back', 'prev') : null,
    el.span(null, `${query.page} of ${last}`),
    query.page < last ? to(query.page + 1, 'Next', 'next') : null,
  );
}

function address(query: { [Name in keyof SearchQuery]?: SearchQuery[Name] | undefined }): string {
  const values = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && !(name === 'page' && value === 1)) values.set(name, String(value));
  return `/?${values}`;
}

const textAddress = (crawl: string, page: number): string => `/page/${encodeURIComponent(crawl)}/${page}`;

const original = (url: string, text: string): VNode =>
  el.a({ href: url, rel: 'noreferrer noopener nofollow' }, text);

const day = (at: number): string => new Date(at).toISOString().slice(0, 10);

const langOf = (language: string | undefined): { lang?: string } =>
  language !== undefined && /^[a-z]{2,3}$/.test(language) ? { lang: language } : {};
