/** How does it hang together? Sites, and the ways between them by which the crawl found its pages. */
import type { HostGraph } from '../../archive/host-graph.ts';
import { mayDo } from '../access.ts';
import { graphOf } from '../api/graph.ts';
import { route } from '../route.ts';
import { el, type VNode } from '../views/el.ts';
import { at, count, plural } from '../views/words.ts';
import { htmlReply } from './document.ts';
import { table } from './sites.ts';

const ROWS = 40;

export const graphPage = route({
  method: 'GET',
  path: '/c/{crawl}/graph',
  role: 'read',
  summary: 'The graph of sites.',
  async work({ desk, parts, user }) {
    const id = parts.crawl!;
    const [live, graph] = await Promise.all([desk.live.live(id), graphOf(desk, id)]);
    return htmlReply({
      title: `Graph · ${live.title}`,
      desk: 'crawls',
      crawl: { id, live, tab: 'graph' },
      main: el.div(
        { class: 'stack' },
        el.h2(null, 'Graph'),
        el.p({ class: 'lead' }, sentenceOf(graph)),
        el.div(
          { class: 'graph-and-table' },
          el.section({ class: 'panel', 'aria-label': 'Graph of sites' }, drawing(graph)),
          el.section(
            { 'aria-labelledby': 'h-ways' },
            el.h3({ id: 'h-ways' }, 'Ways that led to most relevant pages'),
            ways(graph),
          ),
        ),
        el.p({ class: 'note' }, el.a({ href: at(id, 'sites') }, 'All sites as a table')),
      ),
      islands: ['graph'],
      data: graph,
      now: Date.now(),
      mayChange: mayDo(user.role, 'all'),
    });
  },
});

function sentenceOf({ hosts, ways: all, more }: HostGraph): string {
  const good = hosts.filter(({ relevant }) => relevant > 0).length;
  const rest =
    more === 0 ? '' : ` ${plural(more, 'smaller site')} more ${more === 1 ? 'is' : 'are'} not drawn.`;
  return `${plural(hosts.length, 'site')}, ${count(good)} with relevant pages, joined by ${plural(all.length, 'way')} on which the crawl went from one to another.${rest}`;
}

function drawing({ hosts }: HostGraph): VNode {
  if (hosts.length === 0) return el.p({ class: 'note' }, 'No site has given a page yet.');
  return el.div(
    null,
    el.canvas({
      id: 'graph',
      class: 'graph',
      role: 'img',
      'aria-label': `Graph of ${count(hosts.length)} sites; the table beside it has the ways between them.`,
    }),
    el.div(
      { class: 'row' },
      el.p({ class: 'note', id: 'graph-told', 'aria-live': 'polite' }),
      el.span(
        null,
        el.button({ type: 'button', id: 'graph-in', 'aria-label': 'Larger' }, '+'),
        ' ',
        el.button({ type: 'button', id: 'graph-out', 'aria-label': 'Smaller' }, '−'),
        ' ',
        el.button({ type: 'button', id: 'graph-all' }, 'All'),
      ),
    ),
    el.p(
      { class: 'legend' },
      el.span(null, '● with relevant pages, larger for more of them'),
      el.span(null, '○ without'),
    ),
  );
}

const ways = ({ hosts, ways: all }: HostGraph): VNode =>
  table(
    'Ways',
    ['From', 'To', 'Pages', 'Relevant'],
    all
      .toSorted((a, b) => b.relevant - a.relevant || b.pages - a.pages)
      .slice(0, ROWS)
      .map(({ from, to, pages, relevant }) => [
        hosts[from]!.name,
        hosts[to]!.name,
        count(pages),
        count(relevant),
      ]),
    [2, 3],
  );
