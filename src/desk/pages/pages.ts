/** What a crawl got: the list of its pages beside the one that is opened. The whole view is in the address. */
import { z } from 'zod';
import type { Live } from '../../answers/live.ts';
import { mayDo } from '../access.ts';
import { pageNumber } from '../api/pages.ts';
import { type PageList, type PageQuery, pageQuery } from '../listed-pages.ts';
import { pageStory } from '../page-story.ts';
import { type Asked, type Reply, route } from '../route.ts';
import { el, type VNode } from '../views/el.ts';
import { openedPage } from '../views/page.ts';
import { pageRow } from '../views/page-row.ts';
import { at, count } from '../views/words.ts';
import { htmlReply } from './document.ts';

const query = pageQuery.extend({ limit: z.coerce.number().int().min(1).max(500).default(100) });

/** What the list goes on with in the browser. */
export interface ListedPages {
  list: PageList;
  /** The query of the list. */
  address: string;
  /** The number of the latest page: what comes later does not shift the list. */
  until: number;
  scale: Live['scale'];
  opened: number | undefined;
}

export const pagesPages = [
  route({
    method: 'GET',
    path: '/c/{crawl}/pages',
    role: 'read',
    summary: 'The pages of a crawl.',
    query,
    work: (asked) => show(asked),
  }),
  route({
    method: 'GET',
    path: '/c/{crawl}/pages/{page}',
    role: 'read',
    summary: 'The pages of a crawl, one opened.',
    query,
    work: (asked) => show(asked, pageNumber(asked.parts.page!)),
  }),
];

async function show({ desk, parts, query: asked, user }: Asked<PageQuery>, opened?: number): Promise<Reply> {
  const id = parts.crawl!;
  const live = await desk.live.live(id);
  const mayChange = mayDo(user.role, 'all');
  const now = Date.now();
  const [list, kinds] = await Promise.all([
    desk.crawls.readingApart(id, 'pages', asked),
    desk.crawls.readingApart(id, 'kinds'),
  ]);
  return desk.crawls.reading(id, (crawl) => {
    const story = opened === undefined ? undefined : pageStory(crawl, opened);
    const back = at(id, `pages${addressOf(asked)}`);
    const shown = story === undefined ? 'Pages' : story.page.title || story.page.url;
    return htmlReply({
      title: `${shown} · ${live.title}`,
      desk: 'crawls',
      crawl: { id, live, tab: 'pages' },
      isFlush: true,
      main: [
        el.h2({ class: 'vh' }, 'Pages'),
        el.div(
          { class: story === undefined ? 'desk' : 'desk opened' },
          listView(id, list, asked, live, kinds, opened),
          story === undefined
            ? el.div(
                { class: 'open nothing' },
                el.p(
                  { class: 'note' },
                  'Choose a page: ',
                  el.kbd(null, 'j'),
                  ' and ',
                  el.kbd(null, 'k'),
                  ' move, ',
                  el.kbd(null, 'Enter'),
                  ' opens.',
                ),
              )
            : openedPage({
                crawl: id,
                story,
                scale: live.scale,
                threshold: live.threshold,
                archived: desk.archived(id, story.page.id),
                back,
                now,
                mayLabel: mayDo(user.role, 'label'),
              }),
        ),
      ],
      islands: ['pages'],
      data: {
        list,
        address: addressOf({ ...asked, cursor: undefined, from: undefined, until: undefined }),
        until: crawl.read.lastN(),
        scale: live.scale,
        opened,
      } satisfies ListedPages,
      now,
      mayChange,
    });
  });
}

/** The query as it stands in the address, without what is the default anyway. */
export function addressOf(query: Partial<PageQuery>): string {
  const params = new URLSearchParams();
  const defaults: Record<string, unknown> = { is: 'all', sort: 'newest', limit: 100 };
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== '' && value !== defaults[key]) params.set(key, String(value));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** What an export can choose by as well. */
function chosenBy({ is, site, language }: PageQuery): string {
  const params = new URLSearchParams();
  if (is === 'relevant') params.set('relevant', 'true');
  if (language !== undefined) params.set('language', language);
  if (site !== undefined) params.set('host', site);
  return params.size === 0 ? '' : `?${params}`;
}

interface Kinds {
  languages: { value: string; pages: number }[];
  types: { value: string; pages: number }[];
}

function listView(
  id: string,
  list: PageList,
  asked: PageQuery,
  live: Live,
  kinds: Kinds,
  opened: number | undefined,
): VNode {
  const { cursor: _, ...here } = asked;
  const link = (change: Partial<PageQuery>): string => at(id, `pages${addressOf({ ...here, ...change })}`);
  const chip = (is: PageQuery['is'], text: string, number?: number): VNode =>
    el.a(
      { class: 'button', href: link({ is }), 'aria-current': asked.is === is ? 'true' : undefined },
      number === undefined ? text : `${text} ${count(number)}`,
    );
  return el.section(
    { 'aria-label': 'List of pages', class: 'list-pane' },
    el.div(
      { class: 'filters' },
      el.form(
        { role: 'search', 'aria-label': 'This crawl’s pages', action: at(id, 'pages') },
        el.input({
          type: 'search',
          name: 'q',
          id: 'search-here',
          defaultValue: asked.q ?? '',
          placeholder: 'Search these pages',
          'aria-label': 'Search the pages of this crawl',
        }),
        asked.is === 'all' ? null : el.input({ type: 'hidden', name: 'is', value: asked.is }),
        ...(['site', 'language', 'type', 'label'] as const).map((name) =>
          asked[name] === undefined ? null : el.input({ type: 'hidden', name, value: asked[name] }),
        ),
      ),
      el.div(
        { class: 'chips', role: 'group', 'aria-label': 'Filter' },
        chip('all', 'All', live.figures.pages),
        chip('relevant', 'Relevant', live.figures.relevant),
        chip('near', 'Near the threshold', live.figures.near),
        chip('not', 'Not'),
        chip('labelled', 'Labelled', live.figures.labels),
        chip('changed', 'Changed'),
        ...(['site', 'language', 'type', 'label'] as const).map((name) =>
          asked[name] === undefined
            ? null
            : el.a(
                {
                  class: 'button',
                  'aria-current': 'true',
                  href: link({ [name]: undefined }),
                  title: 'take this filter away',
                },
                `${name}: ${asked[name]} ×`,
              ),
        ),
      ),
      el.details(
        { class: 'small' },
        el.summary(null, `${found(list, asked)}. Sort and filter`),
        el.form(
          { class: 'sorting', action: at(id, 'pages') },
          el.input({ type: 'hidden', name: 'is', value: asked.is }),
          asked.q === undefined ? null : el.input({ type: 'hidden', name: 'q', value: asked.q }),
          select('sort', 'Order', asked.sort, [
            ['newest', 'newest first'],
            ['oldest', 'oldest first'],
            ['best', 'best first'],
            ['worst', 'worst first'],
            ['border', 'nearest the threshold'],
          ]),
          select('language', 'Language', asked.language ?? '', [
            ['', 'any'],
            ...kinds.languages.map(({ value, pages }) => [value, `${value} (${count(pages)})`] as const),
          ]),
          select('type', 'Type', asked.type ?? '', [
            ['', 'any'],
            ...kinds.types.map(({ value, pages }) => [value, `${value} (${count(pages)})`] as const),
          ]),
          el.button(null, 'Show'),
        ),
        el.p(null, el.a({ href: at(id, `export${chosenBy(asked)}`) }, 'Export…')),
      ),
      list.hint === undefined ? null : el.p({ class: 'note' }, list.hint),
    ),
    list.items.length === 0
      ? el.div(
          { class: 'nothing' },
          el.b(null, 'No page fits.'),
          el.p(
            { class: 'note' },
            el.a(
              {
                href: link({
                  is: 'all',
                  q: undefined,
                  site: undefined,
                  language: undefined,
                  type: undefined,
                  label: undefined,
                }),
              },
              'Show all pages',
            ),
          ),
        )
      : el.ul(
          { class: 'list', id: 'list' },
          ...list.items.map((page) =>
            el.li(
              null,
              pageRow(page, {
                href: at(id, `pages/${page.id}${addressOf(here)}`),
                scale: live.scale,
                isOpened: page.id === opened,
              }),
            ),
          ),
        ),
    list.next === undefined
      ? null
      : el.p(
          { class: 'more', id: 'more' },
          el.a({ class: 'button', href: link({ cursor: list.next }) }, 'Next pages'),
        ),
  );
}

function select(
  name: string,
  text: string,
  value: string,
  options: readonly (readonly [string, string])[],
): VNode {
  return el.label(
    null,
    `${text} `,
    el.select(
      { name },
      ...options.map(([key, shown]) => el.option({ value: key, selected: key === value }, shown)),
    ),
  );
}

function found(list: PageList, { q }: PageQuery): string {
  if (list.total !== undefined) return `${count(list.total)} ${list.total === 1 ? 'page' : 'pages'}`;
  return `Looked for ${list.understood || q}, best match first`;
}
