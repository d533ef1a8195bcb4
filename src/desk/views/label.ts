/**
 * One page after the other, one answer each. In a random queue score, marks and address are hidden until the answer is
 * given: otherwise the share of right pages would flatter the judge.
 */
import type { Queue, QueueName } from '../../answers/label-queue.ts';
import type { Scale } from '../../answers/survey.ts';
import type { Label } from '../../archive/records.ts';
import type { PageStory } from '../page-story.ts';
import { el, type VNode } from './el.ts';
import { markedParagraphs } from './page.ts';
import { inWords, mark, type Standing, scoreTrack, standingOf } from './score.ts';
import { at, count, percent, plural, range } from './words.ts';

export interface Labelling {
  crawl: string;
  title: string;
  rules: readonly string[];
  /** What the topic says is wanted and what is not. */
  wanted: string | undefined;
  unwanted: string | undefined;
  /** Whose labels these are. */
  by: string;
  scale: Scale;
  queue: Pick<Queue, 'queue' | 'drawn' | 'isBlind'> & {
    pages: { id: number; drawn?: Label['drawn'] }[];
  };
  /** Which page of the queue. */
  place: number;
  story: PageStory | undefined;
  archived: string | undefined;
  precision: {
    sentence: string;
    share?: number;
    low?: number;
    high?: number;
    called: number;
    checked: number;
  };
  /** What was said in this window, in order. */
  given: readonly { page: number; label: string }[];
  /** What they did, latest first. */
  effects: readonly string[];
  /** Who labelled, and how well they agree. */
  people: string;
  /** Whether score and marks are shown. */
  isOpen: boolean;
  mayLabel: boolean;
  /** Why the desk takes no more labels from this window. */
  ended?: string;
}

export type Say = (order: 'relevant' | 'not-relevant' | 'unsure' | 'skip' | 'undo') => void;

const queueNames: Record<QueueName, string> = {
  random: 'At random, for an honest figure',
  informative: 'Most informative: near it, site by site',
  border: 'Near the threshold',
  best: 'Best',
  worst: 'Worst',
  spread: 'Over all scores, for the threshold',
  others: 'What others labelled, for agreement',
};

export function labelView(on: Labelling, say: Say): VNode {
  return el.div(
    { class: 'label' },
    el.aside({ class: 'stack', 'aria-label': 'Queue and rules' }, queueView(on), rulesView(on), whoView(on)),
    on.ended !== undefined
      ? endedView(on.ended)
      : on.story === undefined
        ? emptyView(on)
        : pageView(on, on.story),
    el.aside(
      { class: 'stack', 'aria-label': 'Progress' },
      progressView(on),
      effectView(on),
      precisionView(on),
    ),
    on.story === undefined || !on.mayLabel || on.ended !== undefined ? null : answerBar(say),
  );
}

function queueView({ crawl, queue, by }: Labelling): VNode {
  return el.section(
    { 'aria-labelledby': 'h-q' },
    el.h2({ id: 'h-q' }, 'Queue'),
    el.ul(
      { class: 'queue' },
      ...(Object.keys(queueNames) as QueueName[]).map((name) =>
        el.li(
          null,
          el.a(
            {
              href: at(crawl, `label?queue=${name}&by=${encodeURIComponent(by)}`),
              'aria-current': queue.queue === name ? 'true' : undefined,
            },
            queueNames[name],
          ),
        ),
      ),
    ),
  );
}

/** Several people may label; what each says is kept apart. */
function whoView({ crawl, queue, by, people }: Labelling): VNode {
  return el.section(
    { 'aria-labelledby': 'h-who' },
    el.h2({ id: 'h-who' }, 'Who labels'),
    el.form(
      { class: 'form one-line', action: at(crawl, 'label') },
      el.input({ type: 'hidden', name: 'queue', value: queue.queue }),
      el.label({ for: 'by', class: 'vh' }, 'Your name'),
      el.input({ id: 'by', name: 'by', defaultValue: by, maxLength: 100, autoComplete: 'off' }),
      el.button(null, 'Change'),
    ),
    el.p({ class: 'note', id: 'people', dir: 'auto' }, people),
  );
}

/** A label is kept at once; what it did comes later, as its own line. */
function effectView({ effects }: Labelling): VNode {
  return el.section(
    { 'aria-labelledby': 'h-did' },
    el.h2({ id: 'h-did' }, 'What they did'),
    el.ul(
      { class: 'log', id: 'effects', 'aria-live': 'polite' },
      ...(effects.length === 0 ? ['Nothing yet: a label counts as soon as you give it.'] : effects).map(
        (effect) => el.li({ key: effect }, effect),
      ),
    ),
  );
}

function rulesView({ rules, title, wanted, unwanted }: Labelling): VNode {
  return el.section(
    { class: 'rules', 'aria-labelledby': 'h-r' },
    el.h2({ id: 'h-r' }, 'What is wanted'),
    el.p({ dir: 'auto' }, title),
    wanted === undefined ? null : el.p({ dir: 'auto' }, wanted),
    unwanted === undefined ? null : el.p({ dir: 'auto' }, el.b(null, 'Not: '), unwanted),
    rules.length === 0 ? null : el.ul(null, ...rules.map((rule) => el.li({ dir: 'auto' }, rule))),
  );
}

function emptyView({ queue, crawl }: Labelling): VNode {
  return el.article(
    { 'aria-labelledby': 't' },
    el.h2({ id: 't' }, queue.pages.length === 0 ? 'Nothing is left in this queue' : 'That was the last one'),
    el.p(null, 'Choose another queue, or go back to the crawl. ', el.a({ href: at(crawl) }, 'Live')),
  );
}

function endedView(why: string): VNode {
  return el.article(
    { 'aria-labelledby': 't' },
    el.h2({ id: 't' }, 'Labelling has ended'),
    el.div(
      { class: 'notice bad', role: 'alert' },
      el.p(null, why),
      el.p({ class: 'note' }, el.a({ href: '/' }, 'All crawls')),
    ),
  );
}

function pageView({ queue, scale, isOpen, place, archived }: Labelling, story: PageStory): VNode {
  const { page } = story;
  const isHidden = queue.isBlind && !isOpen;
  return el.article(
    { 'aria-labelledby': 't', key: page.id },
    el.div(
      { class: 'row' },
      isHidden
        ? el.span({ class: 'note' }, 'Score and address are hidden until you answer.')
        : el.span(
            null,
            scoreTrack(page, scale),
            el.span({ class: 'note' }, ` ${inWords[standingOf(page, scale)]}`),
          ),
      el.span({ class: 'note small' }, `${count(place + 1)} of ${count(queue.pages.length)}`),
    ),
    el.h2({ id: 't', dir: 'auto' }, page.title || '(no title)'),
    isHidden ? null : el.p({ class: 'addr', dir: 'auto' }, page.url),
    markedParagraphs(isHidden ? [{ text: story.text.map(({ text }) => text).join('') }] : story.text),
    el.p(
      { class: 'note' },
      `${count(story.characters)} letters in all. `,
      el.kbd(null, 'O'),
      ' opens the archived view, ',
      el.kbd(null, 'M'),
      ' shows marks and score.',
    ),
    archived === undefined
      ? null
      : el.details(
          { id: 'archived-view' },
          el.summary(null, 'Archived view'),
          el.iframe({
            class: 'archived',
            title: 'The page as it was archived',
            sandbox: '',
            loading: 'lazy',
            src: archived,
          }),
        ),
  );
}

const STANDING: Record<string, Standing> = { relevant: 'relevant', 'not-relevant': 'not', unsure: 'border' };

function progressView({ given }: Labelling): VNode {
  const of = (label: string): number => given.filter((one) => one.label === label).length;
  return el.section(
    { 'aria-labelledby': 'h-p' },
    el.div(
      { class: 'row' },
      el.h2({ id: 'h-p' }, 'In this window'),
      el.span({ class: 'note num', id: 'given' }, plural(given.length, 'label')),
    ),
    given.length === 0
      ? el.p({ class: 'note' }, 'Your answers appear here.')
      : el.div(
          {
            class: 'dots',
            role: 'img',
            'aria-label': `${plural(given.length, 'label')}: ${of('relevant')} relevant, ${of('not-relevant')} not, ${of('unsure')} unsure`,
          },
          ...given.map(({ label }, i) => {
            const standing = STANDING[label] ?? 'border';
            return el.svg({ viewBox: '0 0 12 12', class: standing, key: i }, mark(standing, 6, 6));
          }),
        ),
  );
}

function precisionView({ precision }: Labelling): VNode {
  const { share, low, high } = precision;
  const isKnown = share !== undefined && low !== undefined && high !== undefined;
  const isChecked = precision.checked > 0;
  return el.section(
    { 'aria-labelledby': 'h-right' },
    el.h2({ id: 'h-right' }, 'Right, by your labels'),
    isKnown
      ? el.div(
          { class: 'figures-one' },
          el.b(null, isChecked ? percent(share) : `${range({ low, high })}\u00a0%`),
          el.span(
            { class: 'note' },
            isChecked
              ? ` ${range({ low, high })}\u00a0%, from ${plural(precision.checked, 'page')}`
              : ' by the examples alone',
          ),
          el.svg(
            { class: 'meter', viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
            el.rect({ class: 'meter-all', width: 100, height: 3, y: 2 }),
            el.rect({
              class: 'meter-range',
              x: 100 * low,
              width: Math.max(0.5, 100 * (high - low)),
              height: 3,
              y: 2,
            }),
            isChecked
              ? el.rect({ class: 'meter-at', x: 100 * share - 0.6, width: 1.2, height: 7, y: 0 })
              : null,
          ),
        )
      : null,
    el.p({ class: 'note', id: 'precision' }, precision.sentence),
    isKnown || precision.called === 0
      ? null
      : el.p(
          { class: 'note' },
          `${plural(Math.min(FEWEST, precision.called), 'answer')} at random, yes or no, will do.`,
        ),
  );
}

/** Answers at random that are enough for the share of right pages, whatever the topic has. */
const FEWEST = 10;

/** Answers carry equal weight: no colour favours one of them. */
function answerBar(say: Say): VNode {
  const button = (order: Parameters<Say>[0], text: string, key: string, standing?: Standing): VNode =>
    el.button(
      {
        type: 'button',
        class: standing === undefined ? 'less' : standing,
        'aria-keyshortcuts': key,
        onClick: () => say(order),
      },
      standing === undefined
        ? null
        : el.svg({ viewBox: '0 0 12 12', 'aria-hidden': 'true' }, mark(standing, 6, 6)),
      `${text} `,
      el.kbd({ 'aria-hidden': 'true' }, key),
    );
  return el.div(
    { class: 'answer', role: 'group', 'aria-label': 'What do you say?' },
    button('relevant', 'Relevant', 'R', 'relevant'),
    button('not-relevant', 'Not relevant', 'N', 'not'),
    button('unsure', 'Unsure', 'U', 'border'),
    el.span({ class: 'sep' }),
    button('skip', 'Skip', 'S'),
    button('undo', 'Undo', 'Z'),
  );
}
