/** A search over every crawl of the folder. */
import { z } from 'zod';
import { mayDo } from '../access.ts';
import { hitsOf } from '../api/pages.ts';
import { route } from '../route.ts';
import { el, type VNode } from '../views/el.ts';
import { scoreTrack } from '../views/score.ts';
import { at, count, shortUrl } from '../views/words.ts';
import { htmlReply } from './document.ts';

const HITS = 8;

export const searchPage = route({
  method: 'GET',
  path: '/search',
  role: 'read',
  summary: 'Search every crawl.',
  query: z.strictObject({ q: z.string().max(400).default('') }),
  async work({ desk, query: { q }, user }) {
    const found: VNode[] = [];
    let total = 0;
    for (const { crawl: id, hits } of q.trim() === '' ? [] : await hitsOf(desk, q, HITS)) {
      total += hits.length;
      const { title, scale } = await desk.live.live(id);
      found.push(
        el.section(
          { class: 'panel', 'aria-label': `${title}, ${id}` },
          el.div(
            { class: 'row' },
            el.h2({ dir: 'auto' }, title),
            el.span({ class: 'note' }, id),
            el.a({ class: 'note', href: at(id, `pages?q=${encodeURIComponent(q)}`) }, 'all its hits'),
          ),
          el.ul(
            { class: 'list' },
            ...hits.map((page) =>
              el.li(
                null,
                el.a(
                  { href: at(id, `pages/${page.id}?q=${encodeURIComponent(q)}`) },
                  scoreTrack(page, scale),
                  el.span(
                    null,
                    el.span({ class: 't one', dir: 'auto' }, page.title || '(no title)'),
                    el.span({ class: 'h one' }, shortUrl(page.url)),
                  ),
                  el.span(null),
                ),
              ),
            ),
          ),
        ),
      );
    }
    return htmlReply({
      title: 'Search',
      desk: 'crawls',
      main: el.div(
        { class: 'stack' },
        el.h1(null, 'Search every crawl'),
        el.form(
          { class: 'first-search', action: '/search', role: 'search', 'aria-label': 'Again' },
          el.input({
            type: 'search',
            name: 'q',
            id: 'search-here',
            defaultValue: q,
            'aria-label': 'Search every crawl again',
          }),
          el.button(null, 'Search'),
        ),
        el.p(
          { class: 'lead' },
          q.trim() === ''
            ? 'Type a word, "a phrase", a prefix*, title:word, host:name or url:part.'
            : total === 0
              ? `No crawl has a page for ${q}.`
              : `The best ${count(total)} pages for ${q}.`,
        ),
        ...found,
      ),
      now: Date.now(),
      mayChange: mayDo(user.role, 'all'),
    });
  },
});
