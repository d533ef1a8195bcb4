/** What did it collect? Documents with their headers, why each is accepted or not, and what people write about them. */
import { z } from 'zod';
import { mayDo } from '../access.ts';
import {
  annotate,
  type DocumentList,
  type DocumentQuery,
  type DocumentStory,
  decide,
  documentOf,
  documentQuery,
  noteBody,
} from '../api/documents.ts';
import { route } from '../route.ts';
import { el, type VNode } from '../views/el.ts';
import { scrollingTable } from '../views/table.ts';
import { at, clock, count, plural } from '../views/words.ts';
import { htmlReply } from './document.ts';

export const documentPages = [
  route({
    method: 'GET',
    path: '/c/{crawl}/documents',
    role: 'read',
    summary: 'The documents of a crawl.',
    query: documentQuery,
    async work({ desk, parts, query, user }) {
      const id = parts.crawl!;
      const [live, list] = await Promise.all([
        desk.live.live(id),
        desk.crawls.readingApart(id, 'documents', query),
      ]);
      return htmlReply({
        title: `Documents · ${live.title}`,
        desk: 'crawls',
        crawl: { id, live, tab: 'documents' },
        main: listView(id, list, query),
        now: Date.now(),
        mayChange: mayDo(user.role, 'all'),
      });
    },
  }),
  route({
    method: 'GET',
    path: '/c/{crawl}/documents/{document}',
    role: 'read',
    summary: 'One document of a crawl.',
    async work({ desk, parts, user }) {
      const id = parts.crawl!;
      const [live, story] = await Promise.all([desk.live.live(id), documentOf(desk, id, parts.document!)]);
      const now = Date.now();
      return htmlReply({
        title: `${story.header.title ?? story.name} · ${live.title}`,
        desk: 'crawls',
        crawl: { id, live, tab: 'documents' },
        main: storyView(id, story, mayDo(user.role, 'label'), now),
        now,
        mayChange: mayDo(user.role, 'all'),
      });
    },
  }),
  route({
    method: 'POST',
    path: '/c/{crawl}/documents/{document}/note',
    role: 'label',
    summary: 'Writes an annotation.',
    body: noteBody,
    async work(asked) {
      await annotate(asked, asked.body.text);
      return back(asked.parts);
    },
  }),
  route({
    method: 'POST',
    path: '/c/{crawl}/documents/{document}/verdict',
    role: 'label',
    summary: 'Accepts or rejects a document.',
    body: z.strictObject({ do: z.enum(['accept', 'reject']) }),
    async work(asked) {
      await decide(asked, { accepted: asked.body.do === 'accept' });
      return back(asked.parts);
    },
  }),
];

const back = ({ crawl, document }: Readonly<Record<string, string>>) => ({
  status: 303,
  headers: { location: at(crawl!, `documents/${document}`) },
});

function listView(id: string, { items, next, sentence }: DocumentList, asked: DocumentQuery): VNode {
  const link = (change: Partial<DocumentQuery>): string => {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries({ ...asked, cursor: undefined, ...change }))
      if (value !== undefined && key !== 'limit') query.set(key, String(value));
    return at(id, `documents?${query}`);
  };
  return el.div(
    { class: 'stack' },
    el.h2(null, 'Documents'),
    el.p({ class: 'lead' }, sentence),
    el.div(
      { class: 'chips', role: 'group', 'aria-label': 'Filter and order' },
      ...(['all', 'accepted', 'rejected'] as const).map((is) =>
        el.a(
          { class: 'button', href: link({ is }), 'aria-current': asked.is === is ? 'true' : undefined },
          is,
        ),
      ),
      ...(['references', 'score', 'date', 'title'] as const).map((sort) =>
        el.a(
          { class: 'note', href: link({ sort }), 'aria-current': asked.sort === sort ? 'true' : undefined },
          `by ${sort}`,
        ),
      ),
    ),
    items.length === 0
      ? el.p({ class: 'note' }, 'None.')
      : scrollingTable(
          'Documents',
          [['Document'], ['Type'], ['Date'], ['Cited by', 'n'], ['Verdict']],
          items.map(({ page, header, name, type, references, accepted, why }) =>
            el.tr(
              { key: page },
              el.td(
                null,
                el.a({ href: at(id, `documents/${page}`), dir: 'auto' }, header.title ?? name),
                el.span({ class: 'one note small', dir: 'auto' }, (header.authors ?? []).join(', ')),
              ),
              el.td(null, type ?? '–'),
              el.td(null, header.date ?? '–'),
              el.td({ class: 'n' }, count(references.pages)),
              el.td({ title: why }, accepted ? 'accepted' : 'rejected'),
            ),
          ),
        ),
    next === undefined
      ? null
      : el.p(null, el.a({ class: 'button', href: link({ cursor: next }) }, 'Next documents')),
  );
}

function storyView(id: string, story: DocumentStory, mayLabel: boolean, now: number): VNode {
  const { header, accepted, why, references, annotations } = story;
  const rows: [string, string | undefined][] = [
    ['Authors', header.authors?.join(', ')],
    ['Date', header.date],
    ['Type', story.type === undefined ? undefined : `${story.type} (${story.typeWhy.join('; ')})`],
    ['Keywords', header.keywords?.join(', ')],
    ['Subjects', header.subjects?.join(', ')],
    ['Language', header.language],
    ['Pages', header.pages?.toString()],
    ['File', `${story.name} (${story.format}, ${count(story.bytes)} bytes)`],
    ['Cited by', `${plural(references.pages, 'page')} on ${plural(references.sites, 'site')}`],
    ['Not read because', story.unreadable],
  ];
  return el.div(
    { class: 'stack' },
    el.p({ class: 'note' }, el.a({ href: at(id, 'documents') }, '‹ all documents')),
    el.h2({ dir: 'auto' }, header.title ?? story.name),
    el.p({ class: 'addr', dir: 'auto' }, story.url),
    el.p({ class: 'lead' }, el.b(null, accepted ? 'Accepted' : 'Rejected'), `: ${why}.`),
    mayLabel
      ? el.form(
          {
            class: 'acts',
            method: 'post',
            action: at(id, `documents/${story.page}/verdict`),
            'aria-label': 'Verdict',
          },
          el.button({ name: 'do', value: 'accept', 'aria-pressed': String(accepted) as 'true' }, 'Accept'),
          el.button({ name: 'do', value: 'reject', 'aria-pressed': String(!accepted) as 'true' }, 'Reject'),
          el.a({ class: 'button', href: at(id, `pages/${story.page}`) }, 'Its page'),
        )
      : null,
    el.div(
      { class: 'two' },
      el.section(
        { 'aria-labelledby': 'h-header' },
        el.h3({ id: 'h-header' }, 'Header'),
        el.dl(
          { class: 'facts' },
          ...rows.flatMap(([name, value]) =>
            value === undefined ? [] : [el.dt(null, name), el.dd({ dir: 'auto' }, value)],
          ),
        ),
        header.abstract === undefined ? null : el.p({ class: 'text', dir: 'auto' }, header.abstract),
      ),
      el.section(
        { 'aria-labelledby': 'h-notes' },
        el.h3({ id: 'h-notes' }, 'Annotations'),
        annotations.length === 0
          ? el.p({ class: 'note' }, 'Nobody has written about it yet.')
          : el.ul(
              { class: 'log' },
              ...annotations.map(({ text, by, at: when }) =>
                el.li(
                  null,
                  el.span({ dir: 'auto' }, text),
                  el.span({ class: 'note' }, ` ${by}, ${clock(when, now)}`),
                ),
              ),
            ),
        mayLabel
          ? el.form(
              { class: 'stack', method: 'post', action: at(id, `documents/${story.page}/note`) },
              el.label({ for: 'note' }, 'Write about it'),
              el.textarea({ id: 'note', name: 'text', rows: 3, required: true, maxLength: 20_000 }),
              el.button(null, 'Keep'),
            )
          : null,
      ),
    ),
    header.references === undefined
      ? null
      : el.details(
          null,
          el.summary(null, `Its references, ${count(header.references.length)}`),
          el.ol(
            { class: 'log' },
            ...header.references.slice(0, 500).map((one) => el.li({ dir: 'auto' }, one)),
          ),
        ),
  );
}
