/** What happened in a crawl, and what went wrong; and everything it was set to. */
import { stringify } from 'yaml';
import { inWords } from '../../answers/live.ts';
import { changeable } from '../../crawl/changes.ts';
import { mayDo } from '../access.ts';
import { withoutSecrets } from '../api/control.ts';
import { route } from '../route.ts';
import { el } from '../views/el.ts';
import { at, clock, plural } from '../views/words.ts';
import { htmlReply } from './document.ts';
import { table } from './sites.ts';

export const logPages = [
  route({
    method: 'GET',
    path: '/c/{crawl}/log',
    role: 'read',
    summary: 'The record of a crawl.',
    async work({ desk, parts, user }) {
      const id = parts.crawl!;
      const live = await desk.live.live(id);
      const now = Date.now();
      return desk.crawls.reading(id, ({ read }) => {
        const events = read.events(200);
        const faults = read.faults(100);
        return htmlReply({
          title: `Log · ${live.title}`,
          desk: 'crawls',
          crawl: { id, live, tab: 'log' },
          main: el.div(
            { class: 'stack' },
            el.h2(null, 'Log'),
            el.p(
              { class: 'lead' },
              `${live.stateSentence} ${faults.length === 0 ? 'No faults.' : `${plural(live.figures.faults, 'fault')}, each of which cost one page.`}`,
            ),
            el.section(
              { 'aria-label': 'What happened' },
              el.h3(null, 'What happened'),
              el.ul(
                { class: 'log' },
                ...events.map((event) =>
                  el.li(null, el.span({ class: 'note' }, clock(event.at, now)), ` ${inWords(event)}`),
                ),
              ),
            ),
            faults.length === 0
              ? null
              : el.section(
                  { 'aria-label': 'Faults' },
                  el.h3(null, 'Faults'),
                  table(
                    'Faults',
                    ['When', 'Part', 'Page', 'Message'],
                    faults.map((fault) => [clock(fault.at, now), fault.part, fault.url ?? '', fault.message]),
                  ),
                ),
          ),
          now,
          mayChange: mayDo(user.role, 'all'),
        });
      });
    },
  }),
  route({
    method: 'GET',
    path: '/c/{crawl}/settings',
    role: 'read',
    summary: 'The settings of a crawl.',
    async work({ desk, parts, user }) {
      const id = parts.crawl!;
      const live = await desk.live.live(id);
      const { topic, settings } = desk.crawls.folderOf(id);
      const mayChange = mayDo(user.role, 'all');
      return htmlReply({
        title: `Settings · ${live.title}`,
        desk: 'crawls',
        crawl: { id, live, tab: 'settings' },
        main: el.div(
          { class: 'stack' },
          el.h2(null, 'Settings'),
          el.p(
            { class: 'lead' },
            'Everything in crawl.yaml. What can change while the crawl runs is listed first.',
          ),
          mayChange
            ? el.form(
                {
                  class: 'panel setting',
                  method: 'post',
                  action: at(id, 'set-one'),
                  'data-said': 'Changed.',
                  'data-shows': 'settings',
                  'data-clears': '',
                },
                el.label({ for: 'key' }, 'Setting'),
                el.select(
                  { id: 'key', name: 'key' },
                  ...Object.entries(changeable).map(([key, effect]) =>
                    el.option({ value: key }, `${key} – ${effect}`),
                  ),
                ),
                el.label({ for: 'value' }, 'New value'),
                el.input({
                  id: 'value',
                  name: 'value',
                  placeholder: 'empty for the default',
                  autoComplete: 'off',
                }),
                el.button({ class: 'main' }, 'Change'),
              )
            : null,
          el.section(
            { 'aria-label': 'Topic' },
            el.h3(null, 'Topic'),
            el.pre({ class: 'scroll small', tabIndex: 0 }, stringify(topic)),
          ),
          el.section(
            { 'aria-label': 'Settings', id: 'settings' },
            el.h3(null, 'Settings'),
            el.pre({ class: 'scroll small', tabIndex: 0 }, stringify(withoutSecrets(settings))),
          ),
          mayChange
            ? el.p(null, el.a({ class: 'button', href: at(id, 'delete') }, 'Delete this crawl…'))
            : null,
        ),
        now: Date.now(),
        mayChange,
      });
    },
  }),
];
