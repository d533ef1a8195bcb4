/** Which is better? Crawls beside each other. */
import { z } from 'zod';
import type { Comparison } from '../../answers/compare.ts';
import { mayDo } from '../access.ts';
import { compared } from '../api/compare.ts';
import { crawlsOf } from '../crawl-list.ts';
import { route } from '../route.ts';
import { curvesChart } from '../views/chart.ts';
import { cutOff, densityChart } from '../views/density.ts';
import { el, type VNode } from '../views/el.ts';
import { count, percent } from '../views/words.ts';
import { htmlReply } from './document.ts';
import { table } from './sites.ts';

export const comparePage = route({
  method: 'GET',
  path: '/compare',
  role: 'read',
  summary: 'Compare crawls.',
  query: z.strictObject({ of: z.string().max(1000).default(''), and: z.string().max(500).optional() }),
  async work({ desk, query, user }) {
    const ids = [...query.of.split(','), query.and ?? ''].filter((id) => id !== '');
    const rows = await crawlsOf(desk);
    const comparison = ids.length < 2 ? undefined : await compared(desk, ids);
    const choice = (name: string, chosen: string | undefined, label: string): VNode =>
      el.label(
        null,
        `${label} `,
        el.select(
          { name },
          ...rows.map(({ id, title }) =>
            el.option({ value: id, selected: id === chosen }, `${title} (${id})`),
          ),
        ),
      );
    return htmlReply({
      title: 'Compare',
      desk: 'compare',
      main: el.div(
        { class: 'stack' },
        el.h1(null, 'Compare'),
        rows.length < 2
          ? el.p(
              null,
              'There is only one crawl here: make another with a different recipe, and see which finds more.',
            )
          : el.form(
              { class: 'sorting panel', action: '/compare' },
              choice('of', ids[0], 'Crawl'),
              choice('and', ids[1] ?? rows[1]?.id, 'with'),
              el.button({ class: 'main' }, 'Compare'),
            ),
        comparison === undefined ? null : comparisonView(comparison),
      ),
      now: Date.now(),
      mayChange: mayDo(user.role, 'all'),
    });
  },
});

function comparisonView({ sentence, crawls, overlaps, shortest }: Comparison): VNode {
  return el.div(
    { class: 'stack' },
    el.p({ class: 'lead' }, sentence),
    el.section(
      { class: 'panel', 'aria-labelledby': 'h-c' },
      el.h2({ id: 'h-c' }, 'Pages called relevant'),
      curvesChart(crawls.map(({ id, curve }) => ({ name: id, points: curve }))),
    ),
    table(
      'Crawls',
      ['Crawl', 'Recipe', 'Requests', `Relevant after ${count(shortest)}`, 'Relevant', 'Found by it alone'],
      crawls.map((one) => [
        one.id,
        one.recipe,
        count(one.pages),
        count(one.atShortest),
        count(one.relevant),
        count(one.alone),
      ]),
      [2, 3, 4, 5],
    ),
    table(
      'Overlap',
      ['Crawl', 'With', 'Found by both', 'Of all found by either'],
      overlaps.map(({ a, b, both, share }) => [a, b, count(both), percent(share)]),
      [2, 3],
    ),
    el.div(
      { class: 'two' },
      ...crawls.map(({ id, bins, threshold }, i) =>
        bins.length === 0 || threshold === undefined
          ? null
          : el.section(
              { class: 'panel', 'aria-labelledby': `h-scores-${i}` },
              el.div(
                { class: 'row' },
                el.h2({ id: `h-scores-${i}` }, `Scores of ${id}`),
                el.span({ class: 'note' }, `counts from ${threshold.toFixed(2)}`),
              ),
              densityChart({ bins, threshold, valleys: [], labels: [] }, threshold),
              el.p(
                { class: 'legend' },
                ...cutOff({ bins }).map((text) => el.span(null, `↑ cut off: ${text}`)),
              ),
            ),
      ),
    ),
    el.p(
      { class: 'note' },
      'Relevant means called relevant by each crawl’s own judge, or labelled so. Judges that differ count differently.',
    ),
  );
}
