/** How many pages have which score, with the threshold to drag: what changes sides is said before anything changes. */
import type { JudgeQuality } from '../../answers/judge-quality.ts';
import type { ScoreBin } from '../../answers/score-histogram.ts';
import type { ThresholdEffect } from '../../answers/threshold-effect.ts';
import { el, type VNode } from './el.ts';
import { scrollingTable } from './table.ts';
import { at, count, percent, plural, range, shortUrl } from './words.ts';

export interface Density {
  crawl: string;
  bins: readonly ScoreBin[];
  valleys: readonly number[];
  labels: readonly { score: number; relevant: boolean }[];
  /** In force. */
  threshold: number;
  mayChange: boolean;
  /** What the effect of a threshold leaves open. */
  caution: string | undefined;
}

const HEIGHT = 200;

/** Scores of the axis: all that there are, and the threshold, in whole hundredths. */
export function axisOf({ bins, threshold }: Pick<Density, 'bins' | 'threshold'>): {
  low: number;
  high: number;
} {
  const low = Math.min(bins[0]?.from ?? 0, threshold);
  const high = Math.max(bins.at(-1)?.to ?? 1, threshold);
  return { low: Math.floor(100 * low) / 100, high: Math.ceil(100 * high) / 100 };
}

export function densityChart(
  density: Pick<Density, 'bins' | 'valleys' | 'labels' | 'threshold'>,
  chosen: number,
): VNode {
  const { bins, valleys, labels, threshold } = density;
  const { low, high } = axisOf(density);
  const x = (score: number): number => (1000 * (score - low)) / (high - low || 1);
  const part = (score: number): string => `${(x(score) / 10).toFixed(2)}%`;
  const top = topOf(bins);
  const y = (pages: number): number => HEIGHT - Math.min(HEIGHT, (HEIGHT * pages) / top);
  const cut = bins.filter(({ pages }) => pages > top);
  return el.svg(
    {
      class: 'chart',
      height: HEIGHT + 64,
      role: 'img',
      'aria-label': `How many pages have which score, from ${low.toFixed(2)} to ${high.toFixed(2)}. ${valleys.length === 0 ? 'There is no valley between them.' : `Few pages are at ${valleys.map((one) => one.toFixed(2)).join(', ')}.`}`,
    },
    el.svg(
      { viewBox: `0 0 1000 ${HEIGHT}`, preserveAspectRatio: 'none', width: '100%', height: HEIGHT },
      ...bins.flatMap(({ from, to, pages }) => {
        const bar = (left: number, right: number, kind: string): VNode | null =>
          right <= left
            ? null
            : el.rect({
                class: kind,
                x: x(left).toFixed(1),
                width: Math.max(0.5, x(right) - x(left) - 1.5).toFixed(1),
                y: y(pages).toFixed(1),
                height: (HEIGHT - y(pages)).toFixed(1),
              });
        const border = Math.min(to, Math.max(from, chosen));
        return [bar(from, border, 'area'), bar(border, to, 'area in')];
      }),
      el.path({ class: 'axis', d: `M0 ${HEIGHT}h1000`, 'vector-effect': 'non-scaling-stroke' }),
    ),
    ...cut.map(({ from, to }) => el.text({ class: 'mdl halo', x: part((from + to) / 2), y: 16 }, '↑')),
    el.line({ class: 'was', x1: part(threshold), x2: part(threshold), y1: 18, y2: HEIGHT }),
    el.line({ class: 'now', x1: part(chosen), x2: part(chosen), y1: 18, y2: HEIGHT + 44 }),
    el.text({ class: 'mdl strong halo', x: part(chosen), y: 13 }, chosen.toFixed(2)),
    ...valleys.map((valley) =>
      el.svg(
        { x: part(valley), y: HEIGHT - 8, width: 1, height: 1, overflow: 'visible' },
        el.path({ class: 'valley', d: 'M0 -5l5 5-5 5-5-5z' }),
      ),
    ),
    ...labels.map(({ score, relevant }) =>
      el.circle({
        class: relevant ? 'rug yes' : 'rug',
        cx: part(score),
        cy: HEIGHT + (relevant ? 9 : 17),
        r: 2.8,
      }),
    ),
    el.text({ x: 0, y: HEIGHT + 34 }, low.toFixed(2)),
    el.text({ class: 'end', x: '100%', y: HEIGHT + 34 }, high.toFixed(2)),
  );
}

/** The heap near 0 would flatten the rest: it is cut off, and the legend says so. */
function topOf(bins: Density['bins']): number {
  const sorted = bins.map(({ pages }) => pages).sort((a, b) => b - a);
  return Math.max(1, Math.min(sorted[0] ?? 1, 3 * (sorted[2] ?? sorted[0] ?? 1)));
}

/** The bars that are higher than the chart, in words. */
export function cutOff({ bins }: Pick<Density, 'bins'>): string[] {
  const top = topOf(bins);
  return bins
    .filter(({ pages }) => pages > top)
    .map(({ from, to, pages }) => `${count(pages)} pages from ${from.toFixed(2)} to ${to.toFixed(2)}`);
}

export function effectView(
  { crawl, threshold, mayChange, caution }: Density,
  effect: ThresholdEffect,
): VNode {
  const { labels } = effect;
  const byLabels =
    labels.called + labels.relevant === 0
      ? 'No label says yet which side is right.'
      : `By your labels it would be right on ${labels.right} of ${labels.called} and miss ${labels.missed} of ${labels.relevant}.`;
  const isSame = effect.threshold.toFixed(2) === threshold.toFixed(2);
  return el.div(
    { class: 'outcome' },
    el.p(null, el.b(null, effect.sentence), el.br(null), byLabels),
    isSame || caution === undefined ? null : el.p({ class: 'note' }, caution),
    isSame || !mayChange
      ? null
      : el.form(
          { method: 'post', action: at(crawl, 'threshold') },
          el.button(
            { class: 'main', name: 'threshold', value: String(effect.threshold) },
            `Use ${effect.threshold.toFixed(2)}`,
          ),
        ),
  );
}

export function sidesView(crawl: string, { examples }: ThresholdEffect): VNode {
  if (examples.length === 0) return el.p({ class: 'note' }, 'No page would change sides.');
  return scrollingTable(
    'Pages that would change sides',
    [['Score', 'n'], ['Page']],
    examples.map(({ id, score, title, url }) =>
      el.tr(
        { key: id },
        el.td({ class: 'n' }, score.toFixed(3)),
        el.td(
          null,
          el.a({ href: at(crawl, `pages/${id}`), dir: 'auto' }, title || '(no title)'),
          el.span({ class: 'one note small' }, shortUrl(url)),
        ),
      ),
    ),
  );
}

/** The judge against what people said, in four cells. */
export function confusionView(density: Density): VNode {
  const of = (relevant: boolean, called: boolean): number =>
    density.labels.filter((one) => one.relevant === relevant && one.score >= density.threshold === called)
      .length;
  const cell = (n: number, text: string, isRight: boolean): VNode =>
    el.td({ class: isRight ? 'ok' : 'miss' }, count(n), el.small(null, text));
  return el.table(
    { class: 'conf' },
    el.thead(
      null,
      el.tr(
        null,
        el.td(null),
        el.th({ scope: 'col' }, 'it says relevant'),
        el.th({ scope: 'col' }, 'it says not'),
      ),
    ),
    el.tbody(
      null,
      el.tr(
        null,
        el.th({ scope: 'row' }, 'you: relevant'),
        cell(of(true, true), 'both say yes', true),
        cell(of(true, false), 'missed', false),
      ),
      el.tr(
        null,
        el.th({ scope: 'row' }, 'you: not'),
        cell(of(false, true), 'too many', false),
        cell(of(false, false), 'both say no', true),
      ),
    ),
  );
}

/** Measures at the share of relevant pages that the crawl met. */
export function qualityView(quality: JudgeQuality | undefined): VNode {
  if (quality === undefined)
    return el.p(
      { class: 'note' },
      'Precision and recall over all pages are not known: label some over all scores, drawn at random.',
    );
  const rows = (['precision', 'recall', 'f1', 'accuracy'] as const).map((name) => {
    const { share, low, high } = quality[name];
    return el.tr(
      null,
      el.th({ scope: 'row' }, name === 'f1' ? 'F1' : name[0]!.toUpperCase() + name.slice(1)),
      el.td({ class: 'n' }, percent(share)),
      el.td({ class: 'n note' }, range({ low, high })),
    );
  });
  return el.div(
    null,
    el.p(null, quality.sentence),
    el.table({ class: 'small' }, el.tbody(null, ...rows)),
    quality.leftOut === 0
      ? null
      : el.p(
          { class: 'note small' },
          `Without ${plural(quality.leftOut, 'page')} in layers that nobody was asked about.`,
        ),
  );
}

export interface Tried {
  score: number;
  relevant?: boolean;
  why: string[];
  excluded?: string;
}

export function triedView({ score, relevant, why, excluded }: Tried): VNode {
  const verdict = relevant === undefined ? '' : relevant ? ', relevant' : ', not relevant';
  return el.div(
    null,
    el.p(null, el.b(null, `${score.toFixed(3)}${verdict}`), excluded === undefined ? '' : ` (${excluded})`),
    el.ul({ class: 'log' }, ...why.map((reason) => el.li({ dir: 'auto' }, reason))),
  );
}
