/** The addresses of a served library: a page for people, JSON for programs, each page's stored text. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { MarkdownPages, withFrontMatter } from '../crawl/page-markdown.ts';
import { Refused, type Route, route } from '../desk/route.ts';
import { type Hit, type Library, MOST_HITS, type Shelf } from './library.ts';
import { resultsPage, startPage, textPage } from './views.ts';

export interface Served {
  library: Library;
  title: string;
  routes: readonly Route<unknown, unknown, Served>[];
}

const HITS_A_PAGE = 10;
const style = readFileSync(new URL('./serve.css', import.meta.url), 'utf8');

const narrowed = z.object({
  q: z
    .string()
    .max(400)
    .default('')
    .describe('Words, "phrases", prefix*, -without, title:word, author:name.'),
  crawl: z.string().max(200).optional(),
  host: z.string().max(300).optional(),
  type: z.string().max(30).optional().describe('html, pdf, text …'),
  language: z.string().max(10).optional(),
  year: z
    .string()
    .regex(/^\d{4}$/)
    .optional(),
});
const searchQuery = narrowed.extend({
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(MOST_HITS / HITS_A_PAGE)
    .default(1),
});
export type SearchQuery = z.output<typeof searchQuery>;

const programQuery = narrowed.extend({
  offset: z.coerce.number().int().min(0).max(MOST_HITS).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(HITS_A_PAGE),
});

export const servedRoutes: readonly Route<unknown, unknown, Served>[] = [
  route<SearchQuery, unknown, Served>({
    method: 'GET',
    path: '/',
    role: 'read',
    summary: 'The search page.',
    query: searchQuery,
    answerType: 'text/html',
    work({ desk: { library, title }, query }) {
      if (query.q.trim() === '') return page(startPage(title, library));
      const { page: n, ...asked } = query;
      const results = library.search({ ...asked, offset: (n - 1) * HITS_A_PAGE, limit: HITS_A_PAGE });
      return page(resultsPage(title, library, query, results, HITS_A_PAGE));
    },
  }),
  route<z.output<typeof programQuery>, unknown, Served>({
    method: 'GET',
    path: '/api/v1/search',
    role: 'read',
    summary: 'The same as JSON.',
    query: programQuery,
    work({ desk: { library }, query }) {
      const { hits, ...rest } = library.search(query);
      return { json: { ...rest, hits: hits.map(asJson) } };
    },
  }),
  route<unknown, unknown, Served>({
    method: 'GET',
    path: '/page/{crawl}/{page}',
    role: 'read',
    summary: 'The stored text of a page.',
    query: z.object({}),
    answerType: 'text/html',
    work({ desk: { library, title }, parts }) {
      const { shelf, page: found } = pageAt(library, parts);
      return page(textPage(title, found, shelf.crawl.read.textOf(found.id)?.text ?? '', shelf.id));
    },
  }),
  route<unknown, unknown, Served>({
    method: 'GET',
    path: '/page/{crawl}/{page}/markdown',
    role: 'read',
    summary: 'The stored text of a page as Markdown, with its metadata.',
    query: z.object({}),
    answerType: 'text/markdown',
    async work({ desk: { library }, parts }) {
      const { shelf, page: found } = pageAt(library, parts);
      const reader = new MarkdownPages(shelf.crawl);
      try {
        const { markdown } = await reader.of(found);
        return { text: withFrontMatter(found, markdown), type: 'text/markdown; charset=utf-8' };
      } finally {
        reader.close();
      }
    },
  }),
  route<unknown, unknown, Served>({
    method: 'GET',
    path: '/opensearch.xml',
    role: 'read',
    summary: 'How a browser adds this search to its own.',
    query: z.object({}),
    answerType: 'application/opensearchdescription+xml',
    work({ desk: { title }, headers }) {
      const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
      return {
        text: openSearch(title, `${scheme}://${String(headers.host)}`),
        type: 'application/opensearchdescription+xml',
      };
    },
  }),
  // Also where a password is asked for: the page that asks needs its looks.
  ...[
    ['/style.css', 'text/css; charset=utf-8', style, 'max-age=3600'],
    // Copies of other people's pages are not for the indexes of search engines.
    ['/robots.txt', 'text/plain; charset=utf-8', 'User-agent: *\nDisallow: /\n', 'max-age=3600'],
    ['/api/v1/health', 'application/json', '{"ok":true}\n', 'no-store'],
  ].map(([path, type, text, cache]) =>
    route<unknown, unknown, Served>({
      method: 'GET',
      path: path!,
      role: 'read',
      isPublic: true,
      summary: 'The same for everybody.',
      query: z.object({}),
      work: () => ({ text: text!, type: type!, headers: { 'cache-control': cache! } }),
    }),
  ),
];

const page = (text: string) => ({ text, type: 'text/html; charset=utf-8' });

const asJson = ({ fetchedAt, ...hit }: Hit) => ({ ...hit, fetchedAt: new Date(fetchedAt).toISOString() });

function pageAt(library: Library, parts: Readonly<Record<string, string>>): { shelf: Shelf; page: PageOf } {
  const found = /^\d{1,15}$/.test(parts.page!) ? library.page(parts.crawl!, Number(parts.page)) : undefined;
  if (found === undefined) throw new Refused(404, 'NOT_FOUND', 'There is no such page here.');
  return found;
}

type PageOf = NonNullable<ReturnType<Library['page']>>['page'];

const xml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** https://github.com/dewitt/opensearch, version 1.1: a short name has at most 16 characters. */
const openSearch = (title: string, origin: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>${xml([...title].slice(0, 16).join(''))}</ShortName>
  <Description>${xml(title)}</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Url type="text/html" template="${xml(origin)}/?q={searchTerms}"/>
  <Url type="application/json" template="${xml(origin)}/api/v1/search?q={searchTerms}"/>
</OpenSearchDescription>
`;
