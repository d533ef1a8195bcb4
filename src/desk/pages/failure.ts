/** A page that says what is wrong; with a form where a password would help. */
import type { Problem } from '../server.ts';
import { el } from '../views/el.ts';
import { htmlOf } from './document.ts';

export function failurePage({ title, detail, status, code }: Problem, hasPassword: boolean): string {
  return htmlOf({
    title,
    desk: 'crawls',
    main: el.div(
      { class: 'panel first' },
      el.h1(null, title),
      ...detail.split('\n').map((line) => el.p(null, line)),
      el.p({ class: 'note small' }, code),
      status === 401 && hasPassword
        ? el.form(
            { method: 'post', action: '/enter' },
            el.label({ for: 'password' }, 'Password'),
            el.div(
              { class: 'ask' },
              el.input({
                id: 'password',
                name: 'password',
                type: 'password',
                autoComplete: 'current-password',
              }),
              el.button({ class: 'main' }, 'Enter'),
            ),
          )
        : el.p(null, el.a({ href: '/' }, 'All crawls')),
    ),
    now: Date.now(),
    mayChange: false,
  });
}
