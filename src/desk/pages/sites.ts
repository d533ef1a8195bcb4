/** Who gives, who holds the crawl up; and one site with its directories, its rules and the ledger of requests. */
import { duration } from '../../answers/numbers.ts';
import type { LedgerEntry } from '../../archive/records.ts';
import { mayDo } from '../access.ts';
import { type SiteStory, siteQuery, siteStory } from '../api/sites.ts';
import { route } from '../route.ts';
import { el, type VNode } from '../views/el.ts';
import { sitesTable } from '../views/live.ts';
import { scrollingTable } from '../views/table.ts';
import { at, clock, count, plural } from '../views/words.ts';
import { htmlReply } from './document.ts';

export const sitesPages = [
  route({
    method: 'GET',
    path: '/c/{crawl}/sites',
    role: 'read',
    summary: 'The sites of a crawl.',
    query: siteQuery,
    async work({ desk, parts, query, user }) {
      const id = parts.crawl!;
      const live = await desk.live.live(id);
      const sites = await desk.crawls.readingApart(id, 'sites', { ...query, state: live.state });
      const best = sites.items[0];
      return htmlReply({
        title: `Sites · ${live.title}`,
        desk: 'crawls',
        crawl: { id, live, tab: 'sites' },
        main: el.div(
          { class: 'stack' },
          el.h2(null, 'Sites'),
          el.p(
            { class: 'lead' },
            `${plural(sites.total, 'site')} were asked; ${count(sites.withRelevant)} gave relevant pages.`,
            best === undefined || best.relevant === 0
              ? ''
              : ` ${best.host} gave most: ${count(best.relevant)}.`,
          ),
          el.p(
            { class: 'do row' },
            ...(['relevant', 'pages', 'errors', 'bytes'] as const).map((sort) =>
              el.a(
                {
                  class: 'note',
                  href: at(id, `sites?sort=${sort}`),
                  'aria-current': sort === query.sort ? 'true' : undefined,
                },
                `by ${sort}`,
              ),
            ),
          ),
          sitesTable(id, sites.items),
          sites.next === undefined
            ? null
            : el.p(
                null,
                el.a(
                  { class: 'button', href: at(id, `sites?sort=${query.sort}&cursor=${sites.next}`) },
                  'Next sites',
                ),
              ),
        ),
        now: Date.now(),
        mayChange: mayDo(user.role, 'all'),
      });
    },
  }),
  route({
    method: 'GET',
    path: '/c/{crawl}/sites/{host}',
    role: 'read',
    summary: 'One site of a crawl.',
    async work({ desk, parts, user }) {
      const id = parts.crawl!;
      const live = await desk.live.live(id);
      const now = Date.now();
      return desk.crawls.reading(id, (crawl) =>
        htmlReply({
          title: `${parts.host} · ${live.title}`,
          desk: 'crawls',
          crawl: { id, live, tab: 'sites' },
          main: siteView(id, siteStory(crawl, parts.host!), now, mayDo(user.role, 'all')),
          now,
          mayChange: mayDo(user.role, 'all'),
        }),
      );
    },
  }),
];

function siteView(
  id: string,
  { host, directories, ledger }: SiteStory,
  now: number,
  mayChange: boolean,
): VNode {
  const pace =
    host.delayMs === undefined
      ? 'Its pace is not known yet.'
      : `It is asked every ${duration(host.delayMs)}.`;
  return el.div(
    { class: 'stack' },
    el.div(
      { class: 'row' },
      el.h2({ dir: 'auto' }, host.name),
      el.a({ class: 'note', href: at(id, `pages?site=${encodeURIComponent(host.name)}`) }, 'its pages'),
    ),
    el.p(
      { class: 'lead' },
      `${plural(host.pages, 'page')}, ${count(host.relevant)} relevant, ${plural(host.errors, 'error')}. ${pace}`,
    ),
    mayChange
      ? el.form(
          {
            class: 'do',
            method: 'post',
            action: at(id, 'set-one'),
            'data-said': `${host.name} is excluded: none of its links is followed any more, its pages stay.`,
          },
          el.input({ type: 'hidden', name: 'key', value: 'scope.excludeHosts+' }),
          el.input({ type: 'hidden', name: 'value', value: host.name }),
          el.button(null, 'Exclude this site'),
        )
      : null,
    el.div(
      { class: 'two' },
      el.section(
        { 'aria-labelledby': 'h-dir' },
        el.h3({ id: 'h-dir' }, 'Directories'),
        table(
          'Directories',
          ['Directory', 'Pages', 'Relevant'],
          directories.map(({ path, pages, relevant }) => [path, count(pages), count(relevant)]),
          [1, 2],
        ),
      ),
      el.section(
        { 'aria-labelledby': 'h-robots' },
        el.h3({ id: 'h-robots' }, 'robots.txt in force'),
        host.robotsText
          ? el.pre({ class: 'scroll small', tabIndex: 0 }, host.robotsText.slice(0, 4000))
          : el.p({ class: 'note' }, 'None: everything may be read.'),
      ),
    ),
    el.section(
      { 'aria-labelledby': 'h-ledger' },
      el.h3({ id: 'h-ledger' }, 'Ledger: what it was asked, and after which pause'),
      table(
        'Ledger',
        ['When', 'What', 'After a pause of', 'Status', 'Took', 'Note'],
        ledger.toReversed().map((entry) => ledgerRow(entry, now)),
        [2, 3, 4],
      ),
    ),
  );
}

const ledgerRow = (
  { at: when, kind, waitedMs, status, durationMs, note }: LedgerEntry,
  now: number,
): string[] => [
  clock(when, now),
  kind,
  waitedMs === undefined ? '' : duration(waitedMs),
  status === undefined ? '' : String(status),
  durationMs === undefined ? '' : `${count(durationMs)} ms`,
  note ?? '',
];

export function table(
  name: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
): VNode {
  const align = (i: number): string | undefined => (right.includes(i) ? 'n' : undefined);
  if (rows.length === 0) return el.p({ class: 'note' }, 'None.');
  return scrollingTable(
    `${name}, as a table`,
    head.map((text, i) => [text, align(i)]),
    rows.map((row) => el.tr(null, ...row.map((cell, i) => el.td({ class: align(i), dir: 'auto' }, cell)))),
  );
}
