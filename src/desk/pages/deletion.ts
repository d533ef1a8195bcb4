/** The question before a crawl is deleted: what would be lost. It works for a crawl that cannot be read, too. */
import { z } from 'zod';
import type { Live } from '../../answers/live.ts';
import { bytes } from '../../answers/numbers.ts';
import { contentsOf, type FolderContents } from '../../crawl/delete.ts';
import { readersOf, remove } from '../api/deletion.ts';
import { route } from '../route.ts';
import { el, type VNode } from '../views/el.ts';
import { at, count, plural } from '../views/words.ts';
import { htmlReply } from './document.ts';

export const deletionPages = [
  route({
    method: 'GET',
    path: '/c/{crawl}/delete',
    role: 'all',
    summary: 'What would be lost if a crawl were deleted.',
    async work({ desk, parts }) {
      const id = parts.crawl!;
      const contents = await contentsOf(desk.crawls.pathOf(id));
      const live = await desk.live.live(id).catch(() => undefined);
      return htmlReply({
        title: `Delete ${id}`,
        desk: 'crawls',
        main: question(id, live, contents, readersOf(desk, id)),
        now: Date.now(),
        mayChange: true,
      });
    },
  }),
  route({
    method: 'POST',
    path: '/c/{crawl}/delete',
    role: 'all',
    summary: 'Deletes a crawl.',
    body: z.strictObject({}),
    async work(asked) {
      await remove(asked);
      return { status: 303, headers: { location: '/' } };
    },
  }),
];

function question(
  id: string,
  live: Live | undefined,
  { files, bytes: size, others }: FolderContents,
  readers: readonly string[],
): VNode {
  const isOn = live?.state === 'running' || live?.state === 'paused';
  return el.div(
    { class: 'panel first stack' },
    el.h1({ dir: 'auto' }, `Delete ${live?.title ?? id}?`),
    el.p({ class: 'lead' }, 'Nothing brings it back. With it go:'),
    el.ul(
      { class: 'log' },
      live === undefined ? null : el.li(null, lostOf(live)),
      el.li(
        null,
        `its archive, models, log and settings: ${plural(files, 'file')}, ${bytes(size)}, in the folder ${id}`,
      ),
      others.length === 0
        ? null
        : el.li(
            { dir: 'auto' },
            `what others have put into the folder: ${others.slice(0, SHOWN).join(', ')}${others.length > SHOWN ? ` and ${count(others.length - SHOWN)} more` : ''}`,
          ),
    ),
    readers.length === 0
      ? null
      : el.p(
          null,
          `${readers.join(', ')} ${readers.length === 1 ? 'reads' : 'read'} its archive in place of the Web, and could not go on.`,
        ),
    isOn
      ? el.p(null, 'It is running. Stop it first.')
      : el.form({ method: 'post', action: at(id, 'delete') }, el.button(null, `Delete ${id}`)),
    el.p(
      null,
      live === undefined ? el.a({ href: '/' }, 'Keep it') : el.a({ href: at(id) }, 'Keep it'),
      ' · ',
      live === undefined ? null : el.a({ href: at(id, 'export') }, 'Export it first'),
    ),
  );
}

const SHOWN = 10;

function lostOf({ figures, hasDocuments }: Live): string {
  const parts = [
    `${plural(figures.pages, 'page')}, ${count(figures.relevant)} of them called relevant`,
    ...(figures.labels === 0 ? [] : [plural(figures.labels, 'label')]),
    ...(hasDocuments ? ['its documents and what people wrote about them'] : []),
    `${plural(figures.waiting, 'waiting link')}`,
  ];
  return parts.join(', ');
}
