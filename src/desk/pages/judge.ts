/** What does it think is relevant, is that right, and where should relevant begin? */
import { modelInWords } from '../../answers/model.ts';
import { recipes } from '../../recipe/registry.ts';
import { mayDo } from '../access.ts';
import { route } from '../route.ts';
import {
  axisOf,
  confusionView,
  cutOff,
  type Density,
  densityChart,
  effectView,
  qualityView,
  sidesView,
} from '../views/density.ts';
import { el, type VNode } from '../views/el.ts';
import { at, clock, count, plural } from '../views/words.ts';
import { htmlReply } from './document.ts';

export const judgePage = route({
  method: 'GET',
  path: '/c/{crawl}/judge',
  role: 'read',
  summary: 'The judge of a crawl.',
  async work({ desk, parts, user }) {
    const id = parts.crawl!;
    const live = await desk.live.live(id);
    const mayChange = mayDo(user.role, 'all');
    const now = Date.now();
    const [scores, trust] = await Promise.all([
      desk.crawls.readingApart(id, 'scores', undefined),
      desk.crawls.readingApart(id, 'trust'),
    ]);
    return desk.crawls.reading(id, (crawl) => {
      const model = modelInWords(crawl);
      const threshold = scores.threshold ?? live.threshold;
      const density: Density | undefined =
        threshold === undefined || scores.bins.length === 0
          ? undefined
          : {
              crawl: id,
              bins: scores.bins,
              valleys: scores.valleys,
              labels: scores.labels,
              threshold,
              mayChange,
              caution:
                live.state === 'running' || live.state === 'paused'
                  ? 'While the crawl runs, another threshold holds for the pages to come.'
                  : undefined,
            };
      const { effect } = scores;
      const told = [...model.judge, ...model.strategy];
      return htmlReply({
        title: `Judge · ${live.title}`,
        desk: 'crawls',
        crawl: { id, live, tab: 'judge' },
        main: [
          el.h2({ class: 'vh' }, 'Judge'),
          el.div(
            { class: 'answers' },
            answer(
              'What does it think is relevant?',
              wanted(
                crawl.folder.topic.keywords.map(({ term }) => term),
                model.kinds.judge,
              ),
            ),
            answer('Is that right?', trust.figure),
            live.figures.near === 0 && trust.warnings.length === 0
              ? answer('What would help?', 'Nothing stands out: no page is near the threshold.')
              : answer(
                  'What would help?',
                  trust.warnings[0] ??
                    `${plural(live.figures.near ?? 0, 'page')} near the threshold: answers about them teach it most.`,
                  el.a(
                    { class: 'button main', href: at(id, 'label?queue=border') },
                    'Label near the threshold',
                  ),
                ),
          ),
          el.div(
            { class: 'judge after-answers' },
            el.div(
              { class: 'stack' },
              density === undefined || effect === undefined
                ? el.section(
                    { class: 'panel' },
                    el.p(
                      null,
                      scores.bins.length === 0
                        ? 'No page was judged yet.'
                        : `The judge "${model.kinds.judge}" has no threshold to move.`,
                    ),
                  )
                : [
                    el.section(
                      { class: 'panel', 'aria-labelledby': 'h-d' },
                      el.div(
                        { class: 'row' },
                        el.h2({ id: 'h-d' }, 'Where does relevant begin?'),
                        el.span({ class: 'note' }, `in force: ${density.threshold.toFixed(2)}`),
                      ),
                      el.p(
                        { class: 'note' },
                        'Drag the line, or use the arrow keys. Nothing changes until you say so.',
                      ),
                      el.div(
                        { class: 'drag' },
                        el.div({ id: 'density' }, densityChart(density, density.threshold)),
                        el.input({
                          type: 'range',
                          id: 'threshold',
                          min: axisOf(density).low,
                          max: axisOf(density).high,
                          step: 0.01,
                          defaultValue: String(density.threshold),
                          'aria-label': 'Counts as relevant from',
                          'aria-valuetext': effect.sentence,
                        }),
                      ),
                      el.p(
                        { class: 'legend' },
                        el.span(null, '◇ valley: few pages there, a natural border'),
                        el.span(null, '● labelled relevant'),
                        el.span(null, '○ labelled not relevant'),
                        ...cutOff(density).map((text) => el.span(null, `↑ cut off: ${text}`)),
                      ),
                      el.div({ id: 'effect', 'aria-live': 'polite' }, effectView(density, effect)),
                    ),
                    el.section(
                      { 'aria-labelledby': 'h-sides' },
                      el.h2({ id: 'h-sides' }, 'Pages that would change sides'),
                      el.div({ id: 'sides' }, sidesView(id, effect)),
                    ),
                  ],
              el.div(
                { class: 'two learnt' },
                ...told.map(({ title, lines }) =>
                  el.section(
                    { class: 'panel' },
                    el.h2(null, title),
                    el.ul(
                      { class: 'log' },
                      ...lines.slice(0, 20).map((line) => el.li({ dir: 'auto' }, line)),
                    ),
                  ),
                ),
              ),
            ),
            el.div(
              { class: 'stack' },
              density === undefined
                ? null
                : el.section(
                    { class: 'panel', 'aria-labelledby': 'h-conf' },
                    el.h2({ id: 'h-conf' }, 'Against your labels'),
                    confusionView(density),
                    qualityView(scores.quality),
                    el.p(
                      { class: 'note small' },
                      'Labels near the threshold are hard ones: read precision from those drawn at random.',
                    ),
                  ),
              mayDo(user.role, 'label') ? tryView() : null,
              mayChange && (live.state === 'stopped' || live.state === 'crashed') ? againView(id) : null,
              el.section(
                { 'aria-labelledby': 'h-v' },
                el.h2({ id: 'h-v' }, 'Versions'),
                el.ul(
                  { class: 'log' },
                  ...model.versions
                    .toReversed()
                    .slice(0, 20)
                    .map(({ version, at: when, how }) =>
                      el.li(null, el.b(null, count(version)), ` ${clock(when, now)}: ${how}`),
                    ),
                ),
              ),
            ),
          ),
        ],
        islands: ['judge'],
        ...(density === undefined ? {} : { data: density }),
        now,
        mayChange,
      });
    });
  },
});

const answer = (question: string, sentence: string, action?: VNode): VNode =>
  el.section(
    null,
    el.h2(null, question),
    el.p(null, sentence),
    action === undefined ? null : el.div({ class: 'do' }, action),
  );

function wanted(terms: readonly string[], kind: string): string {
  if (terms.length === 0) return `What its examples have in common, as the judge "${kind}" has learnt it.`;
  const shown = terms.slice(0, 6).join(', ');
  return `Pages that speak of ${shown}${terms.length > 6 ? ` and ${terms.length - 6} more` : ''}; the judge is "${kind}".`;
}

/** Learning again takes its time: it is a job. */
const againView = (id: string): VNode =>
  el.section(
    { class: 'panel', 'aria-labelledby': 'h-again' },
    el.h2({ id: 'h-again' }, 'Judge again, or by another recipe'),
    el.form(
      { class: 'form one-line', method: 'post', action: at(id, 'train') },
      el.label({ for: 'again', class: 'vh' }, 'Recipe'),
      el.select(
        { id: 'again', name: 'recipe' },
        el.option({ value: '' }, 'its own'),
        ...recipes().map(({ name }) => el.option({ value: name }, name)),
      ),
      el.button({ name: 'do', value: 'try' }, 'Try'),
      el.button({ name: 'do', value: 'judge' }, 'Judge'),
    ),
    el.p(
      { class: 'note small' },
      '“Try” only says what would change. Links keep their order until the crawl goes on.',
    ),
  );

const tryView = (): VNode =>
  el.section(
    { class: 'panel', 'aria-labelledby': 'h-try' },
    el.h2({ id: 'h-try' }, 'Try it'),
    el.form(
      { id: 'try' },
      el.label({ for: 'try-text', class: 'vh' }, 'A text to judge'),
      el.textarea({ id: 'try-text', rows: 4, placeholder: 'A text to judge', required: true }),
      el.button(null, 'Judge it'),
    ),
    el.div({ id: 'tried', 'aria-live': 'polite' }),
  );
