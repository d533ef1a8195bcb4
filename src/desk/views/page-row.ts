/** A page in a list: its score, its title and address, what was said of it. */
import type { Scale } from '../../answers/survey.ts';
import type { PageRow } from '../listed-pages.ts';
import { type ComponentChildren, el, type VNode } from './el.ts';
import { said, scoreTrack } from './score.ts';
import { shortUrl } from './words.ts';

export interface RowPlace {
  href: string;
  scale: Scale;
  isOpened: boolean;
}

export function pageRow(page: PageRow, { href, scale, isOpened }: RowPlace): VNode {
  return el.a(
    { href, 'aria-current': isOpened ? 'true' : undefined, 'data-id': String(page.id) },
    scoreTrack(page, scale),
    el.span(
      null,
      el.span({ class: 't one', dir: 'auto' }, page.title || '(no title)'),
      el.span(
        { class: 'h one', dir: 'auto' },
        page.outcome === 'near-duplicate' ? 'near-duplicate · ' : null,
        shortUrl(page.url),
      ),
      page.snippet === undefined
        ? null
        : el.span({ class: 'h snippet', dir: 'auto' }, ...snippet(page.snippet)),
    ),
    said(page.label) ?? el.span(null),
  );
}

/** The words that were found are between « and ». */
const snippet = (text: string): ComponentChildren[] =>
  text.split(/[«»]/).map((part, i) => (i % 2 === 1 ? el.mark(null, part) : part));
