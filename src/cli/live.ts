/**
 * The output of a running crawl: in a terminal a small view that is redrawn in place, in a pipe plain lines, with
 * --json one event per line. All three read the same events.
 */
import { harvestRate } from '../answers/harvest.ts';
import type { CrawlEvent } from '../crawl/events.ts';
import type { Progress } from '../crawl/statistics.ts';
import { awaitedText, bytes, count, duration, oneLine, percent, plural } from './format.ts';
import { asJson, cleaned, columns, complain, hasColours, styled } from './print.ts';
import { cut } from './width.ts';
import { wrapped } from './wrap.ts';

export interface View {
  show(event: CrawlEvent): void;
  /** A message of the command itself. */
  say(message: string): void;
  /** Leaves the last state on the screen. */
  end(): void;
}

export type ViewKind = 'live' | 'plain' | 'json' | 'quiet';

export function createView(kind: ViewKind, out: NodeJS.WriteStream = process.stdout): View {
  if (kind === 'json') return { show: (event) => void out.write(`${asJson(event)}\n`), say() {}, end() {} };
  if (kind === 'live') return liveView(out);
  if (kind === 'plain') return plainView(out);
  return { show() {}, say: complain, end() {} };
}

export function defaultViewKind(options: { json?: boolean; quiet?: boolean }): ViewKind {
  if (options.json) return 'json';
  if (options.quiet) return 'quiet';
  return process.stdout.isTTY && !process.env.CI ? 'live' : 'plain';
}

const FINDS = 8;
const REDRAW_MS = 100;
const WIDEST = 110;

function liveView(out: NodeJS.WriteStream): View {
  const finds: string[] = [];
  let progress: Progress | undefined;
  let title = '';
  /** Lines on the screen that the next drawing replaces. */
  let drawn = 0;
  let drawnAt = 0;
  const width = (): number => Math.min(columns(out), WIDEST);
  const write = (lines: readonly string[]): void => {
    const text = lines.map((line) => `${cleaned(cut(line, width()), hasColours(out))}\x1b[K\n`).join('');
    out.write(`${drawn > 0 ? `\x1b[${drawn}A\r` : ''}${text}\x1b[J`);
  };

  const draw = (): void => {
    if (title === '') return;
    const figures = [
      title,
      '',
      ...(progress === undefined ? ['  Starting …'] : progressLines(progress, width())),
    ];
    // What is taller than the screen cannot be drawn in place.
    const room = Math.min(FINDS, (out.rows ?? 24) - figures.length - 3);
    const found = finds.slice(0, Math.max(0, room)).map((find) => `  ${find}`);
    const lines = room > 0 ? [...figures, '', 'Just found', ...found] : figures;
    write(lines);
    drawn = lines.length;
    drawnAt = performance.now();
  };
  const say = (message: string): void => {
    write(wrapped(message, width()));
    drawn = 0;
    draw();
  };

  return {
    say,
    show(event) {
      if (event.type === 'start') {
        const into = `${event.recipe} → ${event.folder}${event.resumed ? ' (resumed)' : ''}`;
        title = `${styled('bold', 'Forage')}  ${event.topic}  ${styled('dim', into)}`;
      }
      if (event.type === 'page' && event.relevant && event.duplicateOf === undefined) {
        finds.unshift(
          `${styled('green', event.score.toFixed(2))} ${oneLine(event.title || event.url, WIDEST)}`,
        );
        finds.length = Math.min(finds.length, FINDS);
      }
      const said = saidBy(event);
      if (said !== undefined) say(oneLine(said, 300));
      if (event.type === 'progress') progress = event;
      if (event.type === 'stop') progress = event.summary;
      if (performance.now() - drawnAt >= REDRAW_MS || event.type === 'stop') draw();
    },
    end: draw,
  };
}

/** The message of an event, if it has one for users. */
function saidBy(event: CrawlEvent): string | undefined {
  switch (event.type) {
    case 'notice':
      return event.message;
    case 'fault':
      return `Fault in the ${event.part} on ${event.url}: ${event.message}`;
    case 'changed':
      return `Changed by ${event.by}: ${Object.entries(event.changes)
        .map(([key, { to }]) => `${key} = ${JSON.stringify(to) ?? 'none'}`)
        .join(', ')}`;
    case 'seeds':
      return `${plural(event.added, 'seed')} added by ${event.by}`;
    case 'cycle':
      return cycleLine(event);
    case 'labelled':
      return labelledText(event);
    case 'round':
      return `Round ${event.n}: ${count(event.chosen)} of ${count(event.known)} known pages are asked for again${event.avoided === 0 ? '' : `, ${count(event.avoided)} are on avoid lists`}`;
    case 'paused':
      return `Paused by ${event.by}`;
    case 'continued':
      return `Continued by ${event.by}`;
    default:
      return undefined;
  }
}

function cycleLine({ cycle, drawn, left, pool, before }: CrawlEvent & { type: 'cycle' }): string {
  const ended =
    cycle === 1
      ? ''
      : `Cycle ${cycle - 1} ended after ${count(before.pages)} pages, ${count(before.relevant)} called relevant. `;
  return `${ended}Cycle ${cycle} starts with ${count(drawn)} seeds from ${pool}; ${count(left)} left.`;
}

function labelledText({ pages, changed, linksMoved, pagesChanged, by }: EventOf<'labelled'>): string {
  const effects = [
    `${count(changed)} changed sides`,
    ...(linksMoved === undefined ? [] : [`${count(linksMoved)} waiting links moved`]),
    ...(pagesChanged === undefined ? [] : [`${count(pagesChanged)} stored pages would if judged again`]),
  ];
  return `${plural(pages, 'page')} labelled by ${by}: ${effects.join(', ')}`;
}

type EventOf<Type> = Extract<CrawlEvent, { type: Type }>;

/** As many figures in a row as fit. */
function progressLines(now: Progress, width: number): string[] {
  const figures: [label: string, value: string][] = [
    ['pages', count(now.pages)],
    ['called', count(now.relevant)],
    ['of pages', harvestRate(now)],
    ['waiting', count(now.waiting)],
    ['pages/s', now.pagesPerSecond.toFixed(1)],
    ['hosts', count(now.hosts)],
    ['refused', count(now.refused)],
    ['duplicates', count(now.duplicates)],
    ['read', bytes(now.bytes)],
    ['time', duration(now.elapsedMs)],
    ['polite', duration(now.politeWaitMs)],
  ];
  const [cell, gap] = width < 60 ? [18, 2] : [20, 3];
  const inARow = Math.min(4, Math.max(1, Math.floor((width - 2 + gap) / (cell + gap))));
  const lines: string[] = [];
  for (let i = 0; i < figures.length; i += inARow) {
    const row = figures.slice(i, i + inARow);
    lines.push(
      `  ${row.map(([label, value]) => label + value.padStart(cell - label.length)).join(' '.repeat(gap))}`,
    );
  }
  const barWidth = Math.max(5, Math.min(40, width - 20));
  const { recentHarvestRate: recent } = now;
  const filled = Math.round((recent ?? 0) * barWidth);
  const bar = styled('green', '█'.repeat(filled)) + styled('dim', '░'.repeat(barWidth - filled));
  const awaited = awaitedText(now.awaited).map((line) => `  ${line}`);
  return [...lines, ...(recent === undefined ? [] : [`  recent ${bar} ${percent(recent)}`]), ...awaited];
}

const PLAIN_EVERY_MS = 2000;

function plainView(out: NodeJS.WriteStream): View {
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show(event) {
      if (event.type === 'start')
        out.write(
          `${event.resumed ? 'Resuming' : 'Crawling'} ${event.topic} with ${event.recipe} into ${event.folder}\n`,
        );
      const said = saidBy(event);
      if (said !== undefined) out.write(`${oneLine(said, 300)}\n`);
      if (event.type === 'progress' && performance.now() - shownAt >= PLAIN_EVERY_MS) {
        shownAt = performance.now();
        out.write(`${plainLine(event)}\n`);
      }
      if (event.type === 'stop') out.write(`${plainLine(event.summary)}\n`);
    },
    say: complain,
    end() {},
  };
}

function plainLine(now: Progress): string {
  return [
    duration(now.elapsedMs),
    plural(now.pages, 'page'),
    `${count(now.relevant)} called relevant (${harvestRate(now)})`,
    `${now.pagesPerSecond.toFixed(0)} pages/s`,
    `${count(now.waiting)} waiting`,
    plural(now.hosts, 'host'),
    `waits ${duration(now.politeWaitMs)}`,
    ...awaitedText(now.awaited),
  ].join(' · ');
}
