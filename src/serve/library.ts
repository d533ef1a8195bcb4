/**
 * One or several crawls as one collection to search: their hits together, best first, with counts by host, type,
 * language and year, and what was probably meant by a word that no page has. It only reads; a crawl may run meanwhile.
 */
import { basename } from 'node:path';
import { type FacetName, type Facets, facetNames, facets, mostFrequent } from '../archive/facets.ts';
import { hasJudgements } from '../archive/judgements.ts';
import type { PageFilter } from '../archive/page-filter.ts';
import { countPages } from '../archive/page-list.ts';
import type { PageRecord } from '../archive/records.ts';
import { type Search, type SearchHit, search } from '../archive/search.ts';
import { readQuery } from '../archive/search-query.ts';
import { Spelling } from '../archive/spelling.ts';
import { type OpenCrawl, openCrawl } from '../crawl/open.ts';

export interface LibraryOptions {
  /** Also pages that were not judged relevant. */
  all?: boolean;
}

export interface LibraryQuery {
  q: string;
  crawl?: string | undefined;
  host?: string | undefined;
  type?: string | undefined;
  language?: string | undefined;
  /** Of publication, as pages declare it. */
  year?: string | undefined;
  offset: number;
  limit: number;
}

export interface Hit extends Pick<PageRecord, 'url' | 'host' | 'language' | 'kind' | 'fetchedAt' | 'about'> {
  crawl: string;
  page: number;
  title: string;
  snippet: SnippetPart[];
}

export interface SnippetPart {
  text: string;
  /** It is what was looked for. */
  isMatch: boolean;
}

export interface Results extends Pick<Facets, 'total' | 'isCut'>, Pick<Search, 'understood' | 'isRelaxed'> {
  hits: Hit[];
  hint: string | undefined;
  /** The query with its misspelt words replaced. */
  suggestion: string | undefined;
  counts: Facets['counts'] & { crawl: { value: string; pages: number }[] };
}

/** One crawl of the library. */
export interface Shelf {
  id: string;
  title: string;
  crawl: OpenCrawl;
  filter: PageFilter;
  spelling: Spelling;
}

/** Nobody reads further; a narrower search finds what is there. */
export const MOST_HITS = 500;

export class Library {
  readonly shelves: readonly Shelf[];

  constructor(paths: readonly string[], { all = false }: LibraryOptions = {}) {
    const shelves: Shelf[] = [];
    for (const path of paths) {
      const crawl = openCrawl(path);
      const name = basename(crawl.folder.path);
      const same = shelves.filter(({ id }) => id === name || id.startsWith(`${name}~`)).length;
      shelves.push({
        id: same === 0 ? name : `${name}~${same + 1}`,
        title: crawl.folder.topic.title ?? crawl.folder.topic.name,
        crawl,
        // A crawl without a judge collects everything that it finds.
        filter: { originalsOnly: true, relevantOnly: !all && hasJudgements(crawl.db) },
        spelling: new Spelling(crawl.db),
      });
    }
    this.shelves = shelves;
  }

  search({ q, offset, limit, ...wanted }: LibraryQuery): Results {
    const shelves = this.shelves.filter(({ id }) => wanted.crawl === undefined || id === wanted.crawl);
    const most = Math.min(offset + limit, MOST_HITS);
    const found = shelves.map((shelf) => {
      const filter: PageFilter = {
        ...shelf.filter,
        ...(wanted.host === undefined ? {} : { host: wanted.host }),
        ...(wanted.type === undefined ? {} : { kind: wanted.type }),
        ...(wanted.language === undefined ? {} : { language: wanted.language }),
        ...(wanted.year === undefined ? {} : { published: wanted.year }),
      };
      return { shelf, filter, ...search(shelf.crawl.db, q, { ...filter, limit: most, marks: MARKS }) };
    });
    const isRelaxed = found.every((one) => one.isRelaxed || one.hits.length === 0);
    const counted = found.filter(({ hits, ...one }) => hits.length > 0 && (isRelaxed || !one.isRelaxed));
    const best = counted
      .flatMap(({ shelf, hits }) => hits.map((hit) => ({ shelf, hit })))
      .sort((a, b) => b.hit.score - a.hit.score)
      .slice(offset, most);
    const all = counted.map(({ shelf, filter, isRelaxed }) => ({
      shelf,
      ...facets(shelf.crawl.db, q, filter, isRelaxed),
    }));
    return {
      hits: best.map(({ shelf, hit }) => hitOf(shelf, hit)),
      total: all.reduce((sum, { total }) => sum + total, 0),
      isCut: all.some(({ isCut }) => isCut),
      understood: found.find(({ understood }) => understood !== '')?.understood ?? '',
      isRelaxed: isRelaxed && best.length > 0,
      hint: found[0]?.hint,
      suggestion: counted.length > 0 && !isRelaxed ? undefined : this.#suggestion(q, shelves),
      counts: {
        ...(Object.fromEntries(
          facetNames.map((name) => [
            name,
            joined(
              all.map(({ counts }) => counts[name]),
              name,
            ),
          ]),
        ) as Record<FacetName, { value: string; pages: number }[]>),
        crawl: all.map(({ shelf, total }) => ({ value: shelf.id, pages: total })),
      },
    };
  }

  /** A page that may be shown. */
  page(crawl: string, id: number): { shelf: Shelf; page: PageRecord } | undefined {
    const shelf = this.shelves.find((one) => one.id === crawl);
    const page = shelf?.crawl.read.pageById(id);
    if (shelf === undefined || page === undefined || page.outcome !== 'page') return undefined;
    if (shelf.filter.relevantOnly && !page.relevant) return undefined;
    return { shelf, page };
  }

  pages(): number {
    return this.shelves.reduce((sum, { crawl, filter }) => sum + countPages(crawl.db, filter), 0);
  }

  close(): void {
    for (const { crawl } of this.shelves) crawl.db.close();
  }

  /** Only words that no crawl has are replaced. */
  #suggestion(q: string, shelves: readonly Shelf[]): string | undefined {
    const words = new Set(
      readQuery(q)
        .wanted.flat()
        .flatMap(({ text }) => text.match(/\p{L}+/gu) ?? []),
    );
    let better = q;
    for (const word of words) {
      const meant = shelves.map(({ spelling }) => spelling.suggestion(word));
      if (shelves.some(({ spelling }) => spelling.occurs(word))) continue;
      const first = meant.find((one) => one !== undefined);
      if (first !== undefined) better = better.replaceAll(word, first);
    }
    return better === q ? undefined : better;
  }
}

/** Characters that no text has. */
const MARKS: [string, string] = ['\ufdd0', '\ufdd1'];

function hitOf({ id, crawl }: Shelf, { page, url, title, snippet }: SearchHit): Hit {
  const { host, language, kind, fetchedAt, about } = crawl.read.pageById(page)!;
  return { crawl: id, page, url, host, title, language, kind, fetchedAt, about, snippet: partsOf(snippet) };
}

export function partsOf(snippet: string): SnippetPart[] {
  const parts: SnippetPart[] = [];
  for (const [at, piece] of snippet.split(MARKS[0]).entries()) {
    const [first = '', rest = ''] = at === 0 ? ['', piece] : piece.split(MARKS[1], 2);
    if (first !== '') parts.push({ text: first, isMatch: true });
    if (rest !== '') parts.push({ text: rest, isMatch: false });
  }
  return parts;
}

function joined(lists: readonly { value: string; pages: number }[][], name: FacetName) {
  const sums = new Map<string, number>();
  for (const { value, pages } of lists.flat()) sums.set(value, (sums.get(value) ?? 0) + pages);
  const all = Array.from(sums, ([value, pages]) => ({ value, pages }));
  return name === 'year' ? all.sort((a, b) => b.value.localeCompare(a.value)) : mostFrequent(all);
}
