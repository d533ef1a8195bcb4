/** One page opened: its verdict, why it counts, how the crawl came there, its text with the words that counted. */
import type { Scale } from '../../answers/survey.ts';
import type { PageStory } from '../page-story.ts';
import { el, type VNode } from './el.ts';
import { inWords, mark, scoreTrack, standingOf } from './score.ts';
import { scrollingTable } from './table.ts';
import { at, clock, count, plural, shortUrl } from './words.ts';

export interface Opened {
  crawl: string;
  story: PageStory;
  scale: Scale;
  threshold: number | undefined;
  /** On an origin of its own. */
  archived: string;
  back: string;
  now: number;
  mayLabel: boolean;
}

export function openedPage(opened: Opened): VNode {
  const { story, crawl, scale, threshold, back } = opened;
  const { page } = story;
  const standing = standingOf(page, scale);
  const from = threshold === undefined ? '' : `counts from ${threshold.toFixed(2)} · `;
  return el.article(
    { class: 'open', 'aria-labelledby': 'open', 'data-page': String(page.id), tabIndex: -1 },
    el.header(
      null,
      el.a({ class: 'back only-small', href: back }, '‹ the list'),
      el.h2({ id: 'open', dir: 'auto' }, page.title || '(no title)'),
      el.p({ class: 'addr', dir: 'auto' }, page.url),
      el.div(
        { class: 'verdict' },
        el.span(
          null,
          scoreTrack(page, scale),
          el.b(null, capital(inWords[standing])),
          el.span({ class: 'note' }, `${from}version ${page.model}`),
        ),
        opened.mayLabel ? labelButtons(crawl, page.id, story.labels.at(-1)?.label) : null,
      ),
      el.nav(
        { class: 'tabs', 'aria-label': 'This page' },
        el.a({ href: '#why' }, 'Why'),
        el.a({ href: '#text' }, 'Text'),
        el.a({ href: '#links' }, 'Links', el.span(null, ` ${count(story.linkCount)}`)),
        el.a({ href: '#archived' }, 'Archived view'),
        el.a({ href: '#visits' }, 'Visits', el.span(null, ` ${count(story.visits.length)}`)),
      ),
    ),
    el.div(
      { class: 'body' },
      el.div({ class: 'two', id: 'why' }, whyView(opened), pathView(opened)),
      textView(story),
      linksView(opened),
      archivedView(opened),
      visitsView(opened),
    ),
  );
}

const capital = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}`;

const ANSWERS = [
  ['relevant', 'Relevant', 'R'],
  ['not-relevant', 'Not', 'N'],
  ['unsure', 'Unsure', 'U'],
] as const;

function labelButtons(crawl: string, page: number, label: string | undefined): VNode {
  return el.form(
    {
      class: 'acts',
      'aria-label': 'What do you say?',
      method: 'post',
      action: at(crawl, 'label-page'),
      id: 'say',
    },
    el.input({ type: 'hidden', name: 'page', value: String(page) }),
    ...ANSWERS.map(([value, text, key]) =>
      el.button(
        {
          name: 'label',
          value,
          'aria-pressed': label === value ? 'true' : 'false',
          'aria-keyshortcuts': key,
          'data-key': key.toLowerCase(),
        },
        `${text} `,
        el.kbd({ 'aria-hidden': 'true' }, key),
      ),
    ),
  );
}

function whyView({ story, crawl }: Opened): VNode {
  const { page, words, why } = story;
  const size = Math.max(1e-9, ...words.map(({ value }) => Math.abs(value)));
  const others = why.filter((reason) => !words.some(({ word }) => reason.includes(` ${word} ×`)));
  return el.section(
    { 'aria-labelledby': 'h-why' },
    el.h3({ id: 'h-why' }, page.relevant ? 'Why it counts' : 'Why it does not count'),
    page.outcome === 'page'
      ? null
      : el.p(
          { class: 'note' },
          `Outcome: ${page.outcome}`,
          page.nearDuplicateOf === undefined
            ? null
            : [' of ', el.a({ href: at(crawl, `pages/${page.nearDuplicateOf}`) }, 'an earlier page')],
          '.',
        ),
    page.whyCut === undefined ? null : el.p({ class: 'note' }, `This is a part of the page: ${page.whyCut}.`),
    words.length === 0
      ? null
      : el.ul(
          { class: 'why-bars' },
          ...words.map(({ word, value, times }) =>
            el.li(
              null,
              el.span(null, el.span({ dir: 'auto' }, word), el.span({ class: 'note' }, ` ×${times}`)),
              el.svg(
                { viewBox: '-46 0 92 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
                el.path({ class: 'zero', d: 'M0 0v10' }),
                el.rect({
                  class: value < 0 ? 'minus' : 'plus',
                  x: value < 0 ? ((-45 * -value) / size).toFixed(1) : 0,
                  y: 1,
                  height: 8,
                  width: ((45 * Math.abs(value)) / size).toFixed(1),
                }),
              ),
              el.span({ class: 'n' }, `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`),
            ),
          ),
        ),
    ...others.map((reason) => el.p({ class: 'note' }, reason)),
    why.length === 0 ? el.p({ class: 'note' }, 'The judge gave no reason.') : null,
  );
}

function pathView({ story, crawl, scale }: Opened): VNode {
  const { path } = story;
  return el.section(
    { 'aria-labelledby': 'h-path' },
    el.h3({ id: 'h-path' }, 'How the crawl came here'),
    el.p(
      { class: 'note' },
      path.length === 1 ? 'It is a seed.' : `${plural(path.length - 1, 'link')} from a seed.`,
    ),
    el.ol(
      { class: 'path' },
      ...path.map((step, i) => {
        const isLast = i === path.length - 1;
        const standing = standingOf({ score: step.score, margin: undefined, relevant: step.relevant }, scale);
        return el.li(
          { class: standing },
          el.svg({ class: 'p', viewBox: '0 0 12 12', 'aria-hidden': 'true' }, mark(standing, 6, 6)),
          isLast
            ? el.b(null, 'This page')
            : el.a(
                { href: at(crawl, `pages/${step.id}`), dir: 'auto' },
                step.title || shortUrl(step.url, 50),
              ),
          el.span({ class: 'note' }, ` ${step.score?.toFixed(2) ?? '–'} · request ${count(step.n)}`),
          el.br(null),
          el.span(
            { class: 'note' },
            step.isSeed
              ? 'seed'
              : `by “${step.anchor || 'no words'}”, worth ${step.priority?.toFixed(2) ?? '–'}${step.why ? `: ${step.why}` : ''}`,
          ),
        );
      }),
    ),
  );
}

/** Paragraphs at empty lines; words that counted for the page are marked, those against it underlined with dashes. */
export function markedParagraphs(pieces: PageStory['text']): VNode {
  const paragraphs: (VNode | string)[][] = [[]];
  for (const { text, counts } of pieces) {
    if (counts !== undefined) {
      paragraphs.at(-1)!.push(el.mark({ class: counts === 'against' ? 'no' : '' }, text));
      continue;
    }
    for (const [i, part] of text.split(/\n+/).entries()) {
      if (i > 0) paragraphs.push([]);
      if (part !== '') paragraphs.at(-1)!.push(part);
    }
  }
  return el.div(
    { class: 'text', dir: 'auto' },
    ...paragraphs.filter((one) => one.length > 0).map((one) => el.p(null, ...one)),
  );
}

function textView({ text, characters }: PageStory): VNode {
  const shown = text.reduce((sum, piece) => sum + piece.text.length, 0);
  return el.section(
    { 'aria-labelledby': 'text' },
    el.div(
      { class: 'row' },
      el.h3({ id: 'text' }, 'Text, with the words that counted'),
      el.span({ class: 'small' }, el.mark(null, 'for'), ' ', el.mark({ class: 'no' }, 'against')),
    ),
    text.length === 0
      ? el.p({ class: 'note' }, 'The crawl has no text of this page.')
      : markedParagraphs(text),
    shown < characters
      ? el.p({ class: 'note' }, `The first ${count(shown)} of ${count(characters)} letters.`)
      : null,
  );
}

function linksView({ story, crawl }: Opened): VNode {
  const { links, linkCount } = story;
  return el.section(
    { 'aria-labelledby': 'links' },
    el.h3({ id: 'links' }, `Links, and what became of them`),
    links.length === 0
      ? el.p({ class: 'note' }, 'It has none.')
      : scrollingTable(
          'Links',
          [['Worth', 'n'], ['Link'], ['Fate']],
          links.map(({ url, anchor, priority, fate, target, why }) =>
            el.tr(
              null,
              el.td({ class: 'n' }, priority?.toFixed(2) ?? '–'),
              el.td(
                null,
                el.span(
                  { class: 'one', dir: 'auto' },
                  target === undefined
                    ? anchor || '(no words)'
                    : el.a({ href: at(crawl, `pages/${target}`) }, anchor || '(no words)'),
                ),
                el.span({ class: 'one note small' }, shortUrl(url, 60)),
              ),
              el.td(null, fate, why === undefined ? null : el.span({ class: 'note small' }, ` ${why}`)),
            ),
          ),
        ),
    links.length < linkCount
      ? el.p({ class: 'note' }, `The first ${count(links.length)} of ${count(linkCount)}.`)
      : null,
  );
}

function archivedView({ story, archived, crawl }: Opened): VNode {
  return el.section(
    { 'aria-labelledby': 'archived' },
    el.div(
      { class: 'row' },
      el.h3({ id: 'archived' }, 'Archived view'),
      el.span({ class: 'note small' }, 'text and structure; no scripts, no images, nothing is loaded'),
    ),
    story.page.isArchived
      ? el.details(
          { id: 'archived-view' },
          el.summary(null, 'Show it'),
          el.iframe({
            class: 'archived',
            title: 'The page as it was archived',
            sandbox: '',
            loading: 'lazy',
            src: archived,
          }),
        )
      : el.p({ class: 'note' }, 'The crawl keeps no archive of this page.'),
    story.hasPicture
      ? el.details(
          null,
          el.summary(null, 'Show its picture'),
          el.img({
            class: 'picture',
            loading: 'lazy',
            alt: 'The page as it was rendered',
            src: `/api/v1/crawls/${encodeURIComponent(crawl)}/pages/${story.page.id}/picture`,
          }),
        )
      : null,
  );
}

function visitsView({ story, now }: Opened): VNode {
  const { visits, judgements, page } = story;
  return el.section(
    { 'aria-labelledby': 'visits' },
    el.h3({ id: 'visits' }, 'Visits and judgements'),
    el.p(
      { class: 'note' },
      [page.status, page.contentType, page.language, page.kind]
        .filter((one) => one !== undefined)
        .join(' · '),
    ),
    el.ul(
      { class: 'log' },
      ...visits.map((visit) =>
        el.li(
          null,
          `${clock(visit.fetchedAt, now)}: ${visit.outcome}${visit.status === undefined ? '' : `, ${visit.status}`}`,
        ),
      ),
    ),
    el.ul(
      { class: 'log' },
      ...judgements
        .filter(({ score }) => score !== undefined)
        .map(({ score, relevant, model, at: when, isInForce }) =>
          el.li(
            null,
            `Version ${model}: ${score!.toFixed(3)}, ${relevant ? 'relevant' : 'not relevant'}, ${clock(when, now)}${isInForce ? ' (in force)' : ''}`,
          ),
        ),
    ),
  );
}
