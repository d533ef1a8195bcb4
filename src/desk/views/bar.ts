/** The bar of a crawl, on each of its pages: title and state, what can be done, its parts with how much is in each. */
import type { Live } from '../../answers/live.ts';
import { el, type VNode } from './el.ts';
import { stateView } from './live.ts';
import { at, count } from './words.ts';

export interface Bar {
  id: string;
  live: Live;
  tab: Tab;
  now: number;
  mayChange: boolean;
}

export const tabs = [
  'live',
  'pages',
  'label',
  'judge',
  'sites',
  'graph',
  'documents',
  'export',
  'log',
  'settings',
] as const;
export type Tab = (typeof tabs)[number];

export function barView({ id, live, tab, now, mayChange }: Bar): VNode[] {
  const numbers: Partial<Record<Tab, string>> = {
    pages: count(live.figures.pages),
    label: count(live.figures.labels),
    judge: `v${live.version}`,
    sites: count(live.figures.hosts),
  };
  return [
    el.div(
      { class: 'head' },
      el.h1({ dir: 'auto' }, live.title),
      el.p({ class: 'state', id: 'live-state' }, stateView({ crawl: id, live, now })),
      mayChange ? actions(id, live.state) : null,
    ),
    el.nav(
      { class: 'tabs', 'aria-label': 'Parts of this crawl' },
      ...tabs
        .filter((name) => name !== 'documents' || live.hasDocuments || tab === name)
        .map((name) =>
          el.a(
            {
              href: at(id, name === 'live' ? '' : name),
              'aria-current': name === tab ? 'page' : undefined,
              'data-tab': name,
            },
            `${name[0]!.toUpperCase()}${name.slice(1)}`,
            numbers[name] === undefined ? null : el.span(null, ` ${numbers[name]}`),
          ),
        ),
    ),
  ];
}

/** Stop asks once; the rest can be taken back. */
function actions(id: string, state: Live['state']): VNode {
  const button = (order: string, text: string, key?: string): VNode =>
    el.button(
      { name: 'do', value: order, 'aria-keyshortcuts': key },
      text,
      key === undefined ? null : el.kbd({ 'aria-hidden': 'true' }, key),
    );
  return el.form(
    { class: 'acts', method: 'post', action: at(id, 'do'), id: 'acts', 'data-said': '' },
    ...(state === 'running'
      ? [button('pause', 'Pause ', 'P'), stopButton()]
      : state === 'paused'
        ? [button('go', 'Go on ', 'P'), stopButton()]
        : [button('resume', 'Go on ', 'P')]),
  );
}

const stopButton = (): VNode =>
  el.button(
    {
      name: 'do',
      value: 'stop',
      'data-ask': 'Stop this crawl? Everything it has read is kept, and it can go on later.',
    },
    'Stop…',
  );
