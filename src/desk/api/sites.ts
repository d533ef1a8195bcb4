/** The sites of a crawl: who gives, who holds it up; and the ledger of one. */
import { z } from 'zod';
import { type Site, siteOf } from '../../answers/live.ts';
import { countHosts, hostSorts, listHosts } from '../../archive/host-list.ts';
import type { ControlStatus } from '../../crawl/control.ts';
import type { OpenCrawl } from '../../crawl/open.ts';
import { FrontierReader } from '../../frontier/frontier-reader.ts';
import { Refused, route } from '../route.ts';
import { cursor, cursorOf, isPair, limit, listOf, placeOf, siteSchema } from './schemas.ts';

export const siteQuery = z.strictObject({ sort: z.enum(hostSorts).default('relevant'), cursor, limit });
export type SiteQuery = z.output<typeof siteQuery>;

export interface SiteList {
  items: Site[];
  next?: string;
  total: number;
  withRelevant: number;
}

export const siteRoutes = [
  route({
    method: 'GET',
    path: '/api/v1/crawls/{crawl}/sites',
    role: 'read',
    summary: 'Sites with their pages, relevant pages, waiting links, and what they wait for.',
    query: siteQuery,
    answer: listOf(siteSchema).extend({ total: z.number(), withRelevant: z.number() }),
    async work({ desk, parts, query }) {
      const { state } = await desk.crawls.statusOf(parts.crawl!);
      return { json: await desk.crawls.readingApart(parts.crawl!, 'sites', { ...query, state }) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/crawls/{crawl}/sites/{host}',
    role: 'read',
    summary: 'One site: its rules, its directories, and the ledger of requests with the pauses between them.',
    answer: z.object({ host: z.object({ name: z.string() }).loose(), ledger: z.array(z.unknown()) }).loose(),
    work: ({ desk, parts }) =>
      desk.crawls.reading(parts.crawl!, (crawl) => ({ json: siteStory(crawl, parts.host!) })),
  }),
];

const WAITING_HOSTS = 100_000;

export function sitesOf({ db }: OpenCrawl, query: SiteQuery, state: ControlStatus['state']): SiteList {
  const { hosts, next } = listHosts(db, {
    sort: query.sort,
    limit: query.limit,
    after: placeOf(query.cursor, isPair),
  });
  const waits = new Map(
    new FrontierReader(db).waitingByHost(WAITING_HOSTS).map(({ host, links }) => [host, links]),
  );
  const { hosts: total, withRelevant } = countHosts(db);
  return {
    items: hosts.map((host) => siteOf(host, waits.get(host.name) ?? 0, state, Date.now())),
    ...(next === undefined ? {} : { next: cursorOf(next) }),
    total,
    withRelevant,
  };
}

export type SiteStory = ReturnType<typeof siteStory>;

export function siteStory({ read }: OpenCrawl, name: string) {
  const host = read.host(name);
  if (host === undefined)
    throw new Refused(404, 'NOT_FOUND', `The crawl has no site "${name.slice(0, 100)}".`);
  return { host, directories: read.directoriesOf(name, 50), ledger: read.ledgerOf(name, 200) };
}
