/**
 * Where a page stands against the threshold: a rail with a tick at the threshold and a mark at the score. Shape and place
 * say it, colour repeats it: ● relevant, ◆ near the threshold, ○ not. The two sides have their own scale, so that the
 * tick is in the middle whatever the judge's scores are.
 */
import type { Scale } from '../../answers/survey.ts';
import { el, type VNode } from './el.ts';

export interface Scored {
  score: number | undefined;
  margin: number | undefined;
  relevant: boolean;
}

/** From 0 to 1; ½ is the threshold. */
export function placeOf({ margin = 0 }: Pick<Scored, 'margin'>, { least, most }: Scale): number {
  if (margin < 0) return least === 0 ? 0.5 : Math.max(0, 0.5 - (0.5 * margin) / least);
  return most === 0 ? 0.5 : Math.min(1, 0.5 + (0.5 * margin) / most);
}

const NEAR = 0.08;

export type Standing = 'relevant' | 'border' | 'not';

export function standingOf(page: Scored, scale: Scale): Standing {
  if (page.margin !== undefined && Math.abs(placeOf(page, scale) - 0.5) <= NEAR) return 'border';
  return page.relevant ? 'relevant' : 'not';
}

export const inWords: Record<Standing, string> = {
  relevant: 'relevant',
  border: 'near the threshold',
  not: 'not relevant',
};

export function scoreTrack(page: Scored, scale: Scale): VNode {
  if (page.score === undefined)
    return el.span({ class: 'score not' }, el.b(null, '–'), el.span({ class: 'vh' }, ' not judged'));
  const standing = standingOf(page, scale);
  const x = 4 + 44 * placeOf(page, scale);
  return el.span(
    { class: `score ${standing}` },
    el.svg(
      { viewBox: '0 0 52 12', 'aria-hidden': 'true' },
      el.path({ class: 'rail', d: 'M4 6h44' }),
      el.path({ class: 'tick', d: 'M26 0v12' }),
      mark(standing, x, 6),
    ),
    el.b(null, page.score.toFixed(2)),
    el.span({ class: 'vh' }, ` ${inWords[standing]}`),
  );
}

export function mark(standing: Standing, x: number, y: number): VNode {
  return standing === 'border'
    ? el.path({ class: 'dot', d: `M${x.toFixed(1)} ${y - 4.4}l4.4 4.4-4.4 4.4-4.4-4.4z` })
    : el.circle({ class: 'dot', cx: x.toFixed(1), cy: y, r: 3.7 });
}

const SAID: Record<string, [letter: string, kind: string, words: string]> = {
  relevant: ['R', 'r', 'relevant'],
  'not-relevant': ['N', 'n', 'not relevant'],
  unsure: ['U', 'u', 'unsure'],
};

/** What a person said of it. */
export function said(label: string | undefined): VNode | null {
  const [letter, kind, words] = SAID[label ?? ''] ?? [];
  if (letter === undefined) return null;
  return el.span(
    { class: `said ${kind}`, title: `labelled ${words}` },
    el.span({ 'aria-hidden': 'true' }, letter),
    el.span({ class: 'vh' }, `labelled ${words}`),
  );
}
