/** What is around every page: the way to the other pages, the crawl's title, state and buttons, its parts as tabs. */
import type { Live } from '../../answers/live.ts';
import { barView, type Tab } from './bar.ts';
import { type ComponentChildren, el, type VNode } from './el.ts';

export interface Framed {
  title: string;
  /** Which of the desk's own pages this belongs to. */
  desk: 'crawls' | 'new' | 'topics' | 'studies' | 'jobs' | 'compare';
  /** The crawl whose part this is. */
  crawl?: { id: string; live: Live; tab: Tab };
  main: ComponentChildren;
  /** Fills the window, with panes that scroll by themselves. */
  isFlush?: boolean;
  now: number;
  /** What the user may do: buttons that would be refused are not shown. */
  mayChange: boolean;
}

export function frame(framed: Framed): ComponentChildren {
  return [
    el.a({ class: 'skip', href: '#main' }, 'Skip to content'),
    el.header(
      { class: 'top' },
      el.a({ class: 'brand', href: '/' }, brand(), 'Forage'),
      el.nav(
        { 'aria-label': 'Desk' },
        ...(
          [
            ['crawls', '/', 'Crawls'],
            ...(framed.mayChange ? ([['new', '/new', 'New crawl']] as const) : []),
            ['topics', '/topics', 'Topics'],
            ['studies', '/studies', 'Studies'],
            ['jobs', '/jobs', 'Jobs'],
            ['compare', '/compare', 'Compare'],
          ] as const
        ).map(([key, href, text]) =>
          el.a({ href, 'aria-current': framed.desk === key ? 'true' : undefined }, text),
        ),
      ),
      el.form(
        { role: 'search', 'aria-label': 'Every crawl', action: '/search' },
        el.input({
          type: 'search',
          name: 'q',
          id: 'search-all',
          placeholder: 'Search every crawl',
          'aria-label': 'Search every crawl',
        }),
        el.kbd({ 'aria-hidden': 'true' }, '/'),
      ),
      el.button(
        {
          class: 'icon plain',
          id: 'theme',
          type: 'button',
          'aria-label': 'Light or dark',
          title: 'Light or dark',
        },
        halfMoon(),
      ),
      el.button(
        { class: 'icon plain', id: 'help', type: 'button', 'aria-label': 'Keyboard', title: 'Keyboard (?)' },
        '?',
      ),
    ),
    framed.crawl === undefined
      ? null
      : el.section(
          { class: 'bar', id: 'bar', 'aria-label': 'This crawl', 'data-part': framed.crawl.tab },
          barView({ ...framed.crawl, now: framed.now, mayChange: framed.mayChange }),
        ),
    el.main({ id: 'main', class: framed.isFlush ? 'flush' : '' }, framed.main),
    keysDialog(),
    el.p({ class: 'toast', id: 'toast', role: 'status' }),
  ];
}

const KEYS: readonly [keys: string[], does: string][] = [
  [['g', 'c'], 'crawls'],
  [['r'], 'relevant'],
  [['g', 'l'], 'live'],
  [['n'], 'not relevant'],
  [['g', 'p'], 'pages'],
  [['u'], 'unsure'],
  [['g', 'b'], 'label'],
  [['s'], 'skip'],
  [['g', 'j'], 'judge'],
  [['z'], 'take the last label back'],
  [['g', 's'], 'sites'],
  [['o'], 'archived view'],
  [['j', 'k'], 'next, previous page'],
  [['m'], 'marks and score'],
  [['/'], 'search'],
  [['p'], 'pause or go on'],
  [['Esc'], 'close, or back to the list'],
  [['?'], 'this list'],
];

function keysDialog(): VNode {
  return el.dialog(
    { id: 'keys', 'aria-labelledby': 'keys-title' },
    el.h2({ id: 'keys-title' }, 'Keyboard'),
    el.dl(
      null,
      ...KEYS.flatMap(([keys, does]) => [
        el.dt(null, ...keys.flatMap((key) => [el.kbd(null, key), ' '])),
        el.dd(null, does),
      ]),
    ),
    el.label(
      { class: 'label-keys' },
      el.input({ type: 'checkbox', id: 'letters', defaultChecked: true }),
      'Single letters work as keys',
    ),
    el.form({ method: 'dialog' }, el.button(null, 'Close')),
  );
}

const brand = (): VNode =>
  el.svg(
    { viewBox: '0 0 20 20', 'aria-hidden': 'true' },
    el.path({ class: 'b-line', d: 'M3 10h7M10 10l5.2-5.2M10 10l5.2 5.2' }),
    el.circle({ class: 'b-not', cx: 16, cy: 16, r: 2.1 }),
    el.circle({ class: 'b-good', cx: 16, cy: 4, r: 2.9 }),
    el.circle({ class: 'b-ink', cx: 3.4, cy: 10, r: 2 }),
  );

const halfMoon = (): VNode =>
  el.svg(
    { viewBox: '0 0 16 16', 'aria-hidden': 'true' },
    el.circle({ cx: 8, cy: 8, r: 6, fill: 'none', stroke: 'currentColor', 'stroke-width': 1.5 }),
    el.path({ fill: 'currentColor', d: 'M8 2a6 6 0 0 1 0 12z' }),
  );
