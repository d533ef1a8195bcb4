/** One crawl while it runs: its state, three answers, six figures, the curve, sites, latest finds. */
import type { Figures, Live } from '../../answers/live.ts';
import type { Action, Answer } from '../../answers/questions.ts';
import { type Axis, harvestChart } from './chart.ts';
import { el, type VNode } from './el.ts';
import { scoreTrack } from './score.ts';
import { scrollingTable } from './table.ts';
import { at, clock, count, percent, plural, range, shortUrl, span } from './words.ts';

export interface Watching {
  crawl: string;
  live: Live;
  now: number;
  axis?: Axis;
}

const STATES: Record<string, string> = {
  running: 'Running',
  paused: 'Paused',
  stopped: 'Stopped',
  crashed: 'Crashed',
};

export function stateView({ live }: Watching): VNode {
  const { state, figures } = live;
  const isOn = state === 'running' || state === 'paused';
  const pace = figures.pagesPerSecond === undefined ? '' : ` · ${figures.pagesPerSecond.toFixed(1)} pages/s`;
  return el.span(
    { class: `state-line ${state}` },
    stateMark(state),
    el.span(
      null,
      // A new state is said aloud; the figures beside it change all the time and are not.
      el.b({ role: 'status' }, STATES[state] ?? state),
      figures.elapsedMs > 0 ? ` ${isOn ? 'for' : 'after'} ${span(figures.elapsedMs)}` : '',
      el.span({ class: 'hide-s' }, pace),
    ),
  );
}

/** A shape for each state: a dot that breathes, two bars, a square, a cross. */
export function stateMark(state: string): VNode {
  const shape: Record<string, VNode> = {
    running: el.circle({ cx: 4.5, cy: 4.5, r: 4.5 }),
    paused: el.path({ d: 'M1 0h2.5v9H1zM5.5 0H8v9H5.5z' }),
    crashed: el.path({
      d: 'M1 2.2L2.2 1 4.5 3.3 6.8 1 8 2.2 5.7 4.5 8 6.8 6.8 8 4.5 5.7 2.2 8 1 6.8 3.3 4.5z',
    }),
  };
  return el.svg(
    { class: state === 'running' ? 'beat' : '', viewBox: '0 0 9 9', 'aria-hidden': 'true' },
    shape[state] ?? el.path({ d: 'M0.5 0.5h8v8h-8z' }),
  );
}

export function answersView({ crawl, live }: Watching): VNode {
  return el.div(
    null,
    live.state === 'crashed' ? crashedView(crawl, live) : null,
    live.stalled === undefined
      ? null
      : el.div(
          { class: 'notice', role: 'status' },
          el.b(null, 'The crawl stands still'),
          el.p({ class: 'note' }, live.stalled),
        ),
    el.div({ class: 'answers' }, ...live.answers.map((answer, i) => answerView(crawl, answer, i))),
    figuresView(live.figures, live),
  );
}

function crashedView(crawl: string, { found }: Live): VNode {
  return el.div(
    { class: 'notice bad' },
    el.b(null, 'The crawl ended unexpectedly'),
    el.p({ class: 'note' }, `Everything up to its last commit is kept: ${found}.`),
    el.form(
      { class: 'do', method: 'post', action: at(crawl, 'do'), 'data-said': '' },
      el.button({ class: 'main', name: 'do', value: 'resume' }, 'Go on'),
    ),
  );
}

function answerView(crawl: string, { question, sentence, note, actions }: Answer, i: number): VNode {
  return el.section(
    { 'aria-labelledby': `q${i}` },
    el.h2({ id: `q${i}` }, question),
    el.p(null, sentence),
    note === undefined ? null : el.p({ class: 'note' }, note),
    actions.length === 0
      ? null
      : el.div({ class: 'do' }, ...actions.map((action, k) => actionView(crawl, action, k === 0))),
  );
}

function actionView(crawl: string, { text, to, do: order }: Action, isMain: boolean): VNode {
  const look = isMain ? 'main' : '';
  if (to !== undefined) return el.a({ class: `button ${look}`, href: at(crawl, to) }, text);
  return el.form(
    { method: 'post', action: at(crawl, 'do'), 'data-said': '' },
    el.button({ name: 'do', value: order ?? '', class: look }, text),
  );
}

function figuresView(figures: Figures, { settings, threshold }: Live): VNode {
  const { harvest, latest, precision } = figures;
  return el.dl(
    { class: 'figures' },
    figure(
      'Called relevant',
      count(figures.relevant),
      '',
      figures.reachable === undefined
        ? `on ${count(figures.hostsWithRelevant)} of ${plural(figures.hosts, 'site')}`
        : `of about ${count(figures.reachable.estimate)} (${count(figures.reachable.low)}–${count(figures.reachable.high)}) that can be reached`,
    ),
    harvest === undefined
      ? figure('Share called relevant', '–', '', 'no page was judged yet')
      : figure(
          'Share called relevant',
          percent(harvest.share),
          '',
          latest === undefined
            ? 'of the pages judged'
            : `last ${count(latest.pages)} pages: ${percent(latest.relevant / Math.max(1, latest.pages))}`,
        ),
    precision === undefined
      ? figure('Right, by your labels', '–', '', 'label twenty at random to know it')
      : precision.basis === 'examples'
        ? figure(
            'Right, by the examples',
            `${range(precision)}\u00a0%`,
            '',
            'label twenty at random to know it better',
          )
        : figure(
            'Right, by your labels',
            percent(precision.share),
            `${range(precision)}\u00a0%`,
            `${count(precision.checked)} pages checked`,
          ),
    figure(
      'Near the threshold',
      figures.near === undefined ? '–' : count(figures.near),
      '',
      threshold === undefined ? 'pages' : `counts from ${threshold.toFixed(2)}`,
    ),
    figure(
      'Pages read',
      count(figures.pages),
      settings.pages === undefined ? '' : `of ${count(settings.pages)}`,
      figures.pagesPerSecond === undefined
        ? `in ${span(figures.elapsedMs)}`
        : `${figures.pagesPerSecond.toFixed(1)} a second`,
    ),
    figure('Links waiting', count(figures.waiting), '', plural(figures.labels, 'label')),
  );
}

const figure = (name: string, value: string, more: string, note: string): VNode =>
  el.div(
    null,
    el.dt(null, name),
    el.dd(null, value, more === '' ? null : el.small(null, ` ${more}`)),
    el.dd({ class: 'note' }, note),
  );

export function mainView({ crawl, live, now, axis = 'pages' }: Watching): VNode {
  return el.div(
    { class: 'stack' },
    el.section(
      { class: 'panel', 'aria-labelledby': 'h-curve' },
      el.div(
        { class: 'row' },
        el.h2({ id: 'h-curve' }, 'Pages called relevant'),
        el.span(
          null,
          ...(['pages', 'time'] as const).flatMap((name) => [
            ' ',
            el.a(
              {
                class: 'note',
                href: at(crawl, name === 'pages' ? '' : `?over=${name}`),
                'aria-current': name === axis ? 'true' : undefined,
              },
              `over ${name}`,
            ),
          ]),
        ),
      ),
      harvestChart(live.curve, live.settings.pages, axis, live.figures.startedAt),
    ),
    el.section(
      { 'aria-labelledby': 'h-sites' },
      el.div(
        { class: 'row' },
        el.h2({ id: 'h-sites' }, 'Sites, and what they wait for'),
        el.a({ class: 'note', href: at(crawl, 'sites') }, `all ${count(live.figures.hosts)}`),
      ),
      sitesTable(crawl, live.sites),
    ),
    el.div(
      { class: 'two' },
      el.section(
        { 'aria-labelledby': 'h-left' },
        el.h2({ id: 'h-left' }, 'Links left alone'),
        leftAlone(live),
      ),
      el.section(
        { 'aria-labelledby': 'h-log' },
        el.div(
          { class: 'row' },
          el.h2({ id: 'h-log' }, 'What happened'),
          el.a({ class: 'note', href: at(crawl, 'log') }, 'all'),
        ),
        el.ul(
          { class: 'log' },
          ...live.happened
            .slice(0, 6)
            .map((event) => el.li(null, el.span({ class: 'note' }, clock(event.at, now)), ' ', event.text)),
        ),
        el.p(
          { class: 'note' },
          live.faults.length === 0
            ? 'No faults.'
            : `Faults: ${live.faults.map(({ part, count: n }) => `${part} ${count(n)}`).join(', ')}.`,
        ),
      ),
    ),
  );
}

export function sitesTable(crawl: string, sites: Live['sites']): VNode {
  if (sites.length === 0) return el.p({ class: 'note' }, 'No site has been asked yet.');
  return scrollingTable(
    'Sites',
    [['Site'], ['Pages', 'n'], ['Relevant', 'n'], ['Yield', 'hide-s'], ['Waiting', 'n'], ['Now', 'hide-s']],
    sites.map((site) =>
      el.tr(
        { key: site.host },
        el.td(
          null,
          el.a({ href: at(crawl, `sites/${encodeURIComponent(site.host)}`), dir: 'auto' }, site.host),
          el.span({ class: 'sub-s' }, site.now),
        ),
        el.td({ class: 'n' }, count(site.pages)),
        el.td({ class: 'n' }, count(site.relevant)),
        el.td(
          { class: 'hide-s' },
          yieldBar(site.relevant, site.pages),
          site.pages === 0 ? '–' : percent(site.relevant / site.pages),
        ),
        el.td({ class: 'n' }, site.waiting === undefined ? '–' : count(site.waiting)),
        el.td({ class: 'hide-s' }, site.isHeld ? el.span({ class: 'tag warn' }, site.now) : site.now),
      ),
    ),
  );
}

const yieldBar = (part: number, whole: number): VNode =>
  el.svg(
    { class: 'yield', viewBox: '0 0 64 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    el.rect({ class: 'all', width: 64, height: 8, rx: 2 }),
    el.rect({ class: 'got', width: (64 * (whole === 0 ? 0 : part / whole)).toFixed(1), height: 8, rx: 2 }),
  );

function leftAlone({ leftAlone: reasons }: Live): VNode {
  const most = Math.max(1, ...reasons.map(({ links }) => links));
  if (reasons.length === 0) return el.p({ class: 'note' }, 'None so far.');
  return el.ul(
    { class: 'why-bars' },
    ...reasons.map(({ reason, links }) =>
      el.li(
        { key: reason },
        el.span(null, reason),
        el.svg(
          { viewBox: '0 0 92 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
          el.rect({
            class: 'grey',
            x: 0,
            y: 2,
            height: 6,
            width: Math.max(1, (92 * links) / most).toFixed(1),
          }),
        ),
        el.span({ class: 'n' }, count(links)),
      ),
    ),
  );
}

export function foundView({ crawl, live, now }: Watching): VNode {
  return el.section(
    { class: 'panel', 'aria-labelledby': 'h-found' },
    el.div(
      { class: 'row' },
      el.h2({ id: 'h-found' }, 'Just found'),
      el.span(
        { class: 'note' },
        live.threshold === undefined ? '' : `threshold ${live.threshold.toFixed(2)}`,
      ),
    ),
    live.finds.length === 0
      ? el.p({ class: 'note' }, 'Nothing relevant yet.')
      : el.ul(
          { class: 'found' },
          ...live.finds.map((page) =>
            el.li(
              { key: page.id },
              scoreTrack(page, live.scale),
              el.a(
                { href: at(crawl, `pages/${page.id}?is=relevant`) },
                el.span({ class: 'one', dir: 'auto' }, page.title || '(no title)'),
                el.span({ class: 'one note small' }, shortUrl(page.url, 42)),
              ),
              el.span(
                { class: 'note small' },
                now - page.fetchedAt < 3_600_000 ? span(now - page.fetchedAt) : clock(page.fetchedAt, now),
              ),
            ),
          ),
        ),
  );
}
