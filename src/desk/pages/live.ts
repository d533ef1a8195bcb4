/** One crawl: is it finding, why is it slow, what next? */
import { z } from 'zod';
import type { Live } from '../../answers/live.ts';
import { orders, type RoundOrder } from '../../crawl/recrawl/round.ts';
import { mayDo } from '../access.ts';
import { route } from '../route.ts';
import { el, type VNode } from '../views/el.ts';
import { answersView, foundView, mainView } from '../views/live.ts';
import { at } from '../views/words.ts';
import { htmlReply } from './document.ts';

export const livePage = route({
  method: 'GET',
  path: '/c/{crawl}',
  role: 'read',
  summary: 'One crawl while it runs.',
  query: z.strictObject({ over: z.enum(['pages', 'time']).default('pages') }),
  async work({ desk, parts, query, user }) {
    const id = parts.crawl!;
    const live = await desk.live.live(id);
    const now = Date.now();
    const watching = { crawl: id, live, now, axis: query.over };
    const mayChange = mayDo(user.role, 'all');
    return htmlReply({
      title: live.title,
      desk: 'crawls',
      crawl: { id, live, tab: 'live' },
      main: [
        el.div({ id: 'live-answers' }, answersView(watching)),
        el.div(
          { class: 'live' },
          el.div({ id: 'live-main' }, mainView(watching)),
          el.div(
            { class: 'stack' },
            el.div({ id: 'live-found' }, foundView(watching)),
            mayChange ? changeForm(id, live) : null,
            mayChange && (live.state === 'stopped' || live.state === 'crashed') ? againForm(id) : null,
          ),
        ),
      ],
      islands: ['live'],
      data: live,
      now,
      mayChange,
    });
  },
});

/** What the pages have become since: a job. */
const againForm = (id: string): VNode =>
  el.section(
    { class: 'panel', 'aria-labelledby': 'h-again' },
    el.h2({ id: 'h-again' }, 'Ask for its pages again'),
    el.form(
      { class: 'form', method: 'post', action: at(id, 'recrawl') },
      el.label({ for: 'round-by' }, 'In which order'),
      el.select(
        { id: 'round-by', name: 'by' },
        ...orders.map((order) => el.option({ value: order }, FIRST[order])),
      ),
      el.label({ for: 'round-budget' }, 'At most requests'),
      el.input({ id: 'round-budget', name: 'budget', inputMode: 'numeric', autoComplete: 'off' }),
      el.label({ for: 'round-due' }, 'Only pages that are due'),
      el.input({ id: 'round-due', name: 'due', type: 'checkbox', value: 'true' }),
      el.button(null, 'Ask again'),
    ),
  );

const FIRST: Record<RoundOrder, string> = {
  change: 'best first',
  interval: 'oldest first',
  sitemap: 'by sitemap',
};

/** Not a part that is painted again: what somebody types stays. */
function changeForm(id: string, { settings, threshold }: Live): VNode {
  const field = (name: string, text: string, value: string | number | undefined): (VNode | null)[] => [
    el.label({ for: `set-${name}` }, text),
    el.input({
      id: `set-${name}`,
      name,
      defaultValue: value === undefined ? '' : String(value),
      inputMode: 'decimal',
      autoComplete: 'off',
    }),
  ];
  return el.section(
    { class: 'panel', 'aria-labelledby': 'h-change' },
    el.h2({ id: 'h-change' }, 'Change'),
    el.form(
      { class: 'form', method: 'post', action: at(id, 'set'), 'data-said': 'Changed.' },
      ...field('budget.pages', 'Stop after pages', settings.pages),
      ...field('politeness.minDelayMs', 'Between two requests, ms', settings.minDelayMs),
      ...field('concurrency', 'Requests at a time', settings.concurrency),
      ...(threshold === undefined ? [] : field('threshold', 'Counts as relevant from', threshold)),
      el.button(null, 'Change'),
    ),
    el.form(
      {
        class: 'form one-line',
        method: 'post',
        action: at(id, 'seeds'),
        'data-said': 'Seed added.',
        'data-clears': '',
      },
      el.label({ for: 'add-seed', class: 'vh' }, 'URL of a new seed'),
      el.input({ id: 'add-seed', name: 'url', type: 'url', required: true, placeholder: 'https://…' }),
      el.button(null, 'Add seed'),
    ),
  );
}
