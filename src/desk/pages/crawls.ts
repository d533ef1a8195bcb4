/** The first page: which crawls there are, and which of them needs somebody. */
import { mayDo } from '../access.ts';
import { type CrawlRow, crawlsOf } from '../crawl-list.ts';
import { route } from '../route.ts';
import { sparkline } from '../views/chart.ts';
import { el, type VNode } from '../views/el.ts';
import { stateMark } from '../views/live.ts';
import { at, count, percent } from '../views/words.ts';
import { htmlReply } from './document.ts';

export const crawlsPage = route({
  method: 'GET',
  path: '/',
  role: 'read',
  summary: 'All crawls.',
  async work({ desk, user }) {
    const rows = await crawlsOf(desk);
    return htmlReply({
      title: 'Crawls',
      desk: 'crawls',
      main: rows.length === 0 ? empty() : list(rows, desk.crawls.folder, mayDo(user.role, 'all')),
      now: Date.now(),
      mayChange: mayDo(user.role, 'all'),
    });
  },
});

function list(rows: readonly CrawlRow[], folder: string, mayChange: boolean): VNode {
  const running = rows.filter(({ state }) => state === 'running').length;
  const needy = rows.filter(
    ({ state }) => state === 'crashed' || state === 'failed' || state === 'unreadable',
  ).length;
  const sentence = [
    `${count(rows.length)} ${rows.length === 1 ? 'crawl' : 'crawls'} in ${folder}.`,
    running === 0 ? 'None runs.' : `${count(running)} ${running === 1 ? 'runs' : 'run'}.`,
    ...(needy === 0 ? [] : [`${count(needy)} ${needy === 1 ? 'needs' : 'need'} you.`]),
  ].join(' ');
  return el.div(
    { class: 'stack' },
    el.div(
      { class: 'row' },
      el.h1(null, 'Crawls'),
      mayChange ? el.a({ class: 'button main', href: '/new' }, 'New crawl') : null,
    ),
    el.p({ class: 'lead' }, sentence),
    el.ul({ class: 'crawls' }, ...rows.map((one) => row(one, mayChange))),
    rows.length < 2
      ? null
      : el.p(
          null,
          el.a(
            {
              href: `/compare?of=${rows
                .slice(0, 2)
                .map(({ id }) => encodeURIComponent(id))
                .join(',')}`,
            },
            'Compare the first two',
          ),
        ),
  );
}

function row({ id, title, state, sentence, pages, relevant, curve }: CrawlRow, mayChange: boolean): VNode {
  const isOpen = state !== 'starting' && state !== 'failed' && state !== 'unreadable';
  return el.li(
    { class: `panel crawl ${state}` },
    el.div(
      null,
      el.h2({ dir: 'auto' }, isOpen ? el.a({ href: at(id) }, title) : title),
      el.p({ class: 'note small' }, id),
    ),
    el.p(
      { class: 'state-line' },
      stateMark(state),
      el.span(null, el.b(null, `${state[0]!.toUpperCase()}${state.slice(1)}`)),
    ),
    el.p({ class: 'sentence' }, sentence),
    el.div(
      { class: 'numbers num' },
      el.b(null, count(relevant)),
      el.span(
        { class: 'note' },
        ` called relevant of ${count(pages)}${pages === 0 ? '' : `, ${percent(relevant / pages)}`}`,
      ),
    ),
    curve.length > 1 ? sparkline(curve) : el.span(null),
    mayChange ? orders(id, title, state) : null,
  );
}

const ORDERS: Partial<Record<CrawlRow['state'], [order: string, text: string][]>> = {
  running: [
    ['pause', 'Pause'],
    ['stop', 'Stop…'],
  ],
  paused: [
    ['go', 'Go on'],
    ['stop', 'Stop…'],
  ],
  stopped: [['resume', 'Go on']],
  crashed: [['resume', 'Go on']],
};

/** Also what cannot be read. */
const DELETABLE: ReadonlySet<CrawlRow['state']> = new Set(['stopped', 'crashed', 'unreadable']);

function orders(id: string, title: string, state: CrawlRow['state']): VNode | null {
  if (!(state in ORDERS) && !DELETABLE.has(state)) return null;
  return el.form(
    { class: 'acts', method: 'post', action: at(id, 'do'), 'aria-label': `${title}, ${id}` },
    ...(ORDERS[state] ?? []).map(([order, text]) =>
      el.button(
        {
          name: 'do',
          value: order,
          ...(order === 'stop'
            ? { 'data-ask': 'Stop this crawl? Everything it has read is kept, and it can go on later.' }
            : {}),
        },
        text,
      ),
    ),
    state in ORDERS ? el.a({ class: 'button', href: `/new?copy=${encodeURIComponent(id)}` }, 'Copy') : null,
    DELETABLE.has(state) ? el.a({ class: 'button', href: at(id, 'delete') }, 'Delete…') : null,
  );
}

function empty(): VNode {
  return el.div(
    { class: 'panel first' },
    el.h1({ class: 'vh' }, 'Crawls'),
    el.form(
      { action: '/new', method: 'get' },
      el.label({ for: 'ask' }, 'What are you looking for?'),
      el.div(
        { class: 'ask' },
        el.input({ id: 'ask', name: 'title', placeholder: 'barn owls and what they eat' }),
        el.button({ class: 'main' }, 'Go on'),
      ),
    ),
    el.p(
      { class: 'note' },
      'There is no crawl in this folder yet. "forage demo --out demo" makes one that asks nobody but this machine.',
    ),
  );
}
