/** Some sites of the demonstration web, on a server that writes down every request and who sent it. */
import { createDemoWeb, type DemoOptions } from '../../src/demo/web.ts';
import { type Answer, type SmallWeb, smallWeb, type Table } from '../crawl/small-web.ts';

/** Endless spaces are left at a point that depends on the order of pages, copies are recognised by partition, errors tried again. */
const UNEVEN = ['calendar', 'calendar-path', 'maze', 'facets', 'copies', 'tracking', 'rotten'] as const;

/** Those that answer quickly, and of which every crawl finds the same pages. */
export async function demoSites(
  size: DemoOptions = { pages: 500, hosts: 20 },
): Promise<SmallWeb & { seeds: string[]; hosts: string[] }> {
  const web = createDemoWeb(size);
  const hosts = web.atlas.sites
    .filter(({ manners: { crawlDelay, slowMs, perSecond, session, robots, faults } }) => {
      const isQuick = crawlDelay + slowMs + perSecond === 0 && robots !== 'closed' && robots !== 'error';
      return isQuick && session === 'none' && UNEVEN.every((fault) => !faults.has(fault));
    })
    .map(({ host }) => host);
  const table: Table = {};
  for (const host of hosts)
    for (const path of ['robots.txt', '*'])
      table[`${host}/${path}`] = (_, request): Answer | undefined => {
        const answer = web.answer({ url: `http://${host}${request.url}`, headers: request.headers, now: 0 });
        if (answer.kind !== 'response') return undefined;
        const { status, headers, body } = answer;
        return { status, headers: Object.fromEntries(headers), body };
      };
  return { ...(await smallWeb(table, { threads: 0 })), seeds: hosts.map((host) => `http://${host}/`), hosts };
}
