/**
 * A crawl as a source: full-text search over its pages, the pages that link to most relevant ones (hubs), and what
 * relevant pages link to although the crawl never fetched it.
 */
import { z } from 'zod';
import { search } from '../../archive/search.ts';
import { citedOf, hubsOf } from '../../archive/seed-pages.ts';
import { openCrawl } from '../../crawl/open.ts';
import { defineSeedSource } from '../../plugin/define.ts';

export const crawl = defineSeedSource({
  name: 'crawl',
  summary: 'the pages of a crawl, its hubs, and what its relevant pages cite',
  settings: z.object({
    folder: z.string().describe('the folder of the crawl'),
    hubs: z.number().int().min(0).default(200).describe('at most this many hubs'),
    cited: z.number().int().min(0).default(500).describe('at most this many cited pages'),
  }),
  open({ settings }) {
    const { db, read } = openCrawl(settings.folder);
    const linksOf = (page: number): string[] => read.linksOf(page).flatMap(({ url }) => url ?? []);
    return {
      *search(query, limit) {
        for (const { page, url, title, snippet } of search(db, query, { limit, marks: ['', ''] }).hits)
          yield { url, title, snippet, links: linksOf(page) };
      },
      *list() {
        for (const { page, url, title } of hubsOf(db, settings.hubs))
          yield { url, title, list: 'hubs', links: linksOf(page) };
        for (const { url, hosts, anchor } of citedOf(db, settings.cited))
          yield { url, title: anchor, list: 'cited', inLinks: hosts };
      },
      *others(limit) {
        for (const { url } of read.latestMisses(limit)) yield { url };
      },
      close: () => db.close(),
    };
  },
});
