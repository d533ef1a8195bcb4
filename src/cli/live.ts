/**
 * The output of a running crawl: in a terminal a small view that is redrawn in place, in a pipe plain lines, with
 * --json one event per line. All three read the same events.
 */
import type { CrawlEvent } from '../crawl/events.ts';
import type { Progress } from '../crawl/statistics.ts';
import { awaitedText, bytes, count, duration, oneLine, percent } from './format.ts';

export interface View {
  show(event: CrawlEvent): void;
  /** Leaves the last state on the screen. */
  end(): void;
}

export type ViewKind = 'live' | 'plain' | 'json' | 'quiet';

export function createView(kind: ViewKind, out: NodeJS.WriteStream = process.stdout): View {
  if (kind === 'json') return { show: (event) => void out.write(`${JSON.stringify(event)}\n`), end() {} };
  if (kind === 'live') return liveView(out);
  if (kind === 'plain') return plainView(out);
  return { show() {}, end() {} };
}

export function defaultViewKind(options: { json?: boolean; quiet?: boolean }): ViewKind {
  if (options.json) return 'json';
  if (options.quiet) return 'quiet';
  return process.stdout.isTTY && !process.env.CI ? 'live' : 'plain';
}

const FINDS = 8;
const REDRAW_MS = 100;
const BAR_WIDTH = 30;

function liveView(out: NodeJS.WriteStream): View {
  const finds: string[] = [];
  let progress: Progress | undefined;
  let title = '';
  let drawn = 0;
  let drawnAt = 0;

  const draw = (): void => {
    if (progress === undefined) return;
    const width = Math.min(out.columns ?? 80, 110);
    const lines = [title, ...progressLines(progress), '', 'Just found', ...finds.map((find) => `  ${find}`)];
    const text = lines.map((line) => `${fitStyled(line, width)}\x1b[K`).join('\n');
    out.write(`${drawn > 0 ? `\x1b[${drawn}A\r` : ''}${text}\x1b[J\n`);
    drawn = lines.length;
    drawnAt = Date.now();
  };

  return {
    show(event) {
      const width = Math.min(out.columns ?? 80, 110);
      if (event.type === 'start') {
        title = `\x1b[1mForage\x1b[0m  ${event.topic}  \x1b[2m${event.recipe} → ${event.folder}${event.resumed ? ' (resumed)' : ''}\x1b[0m`;
      }
      if (event.type === 'page' && event.relevant && event.duplicateOf === undefined) {
        finds.unshift(
          `\x1b[32m${event.score.toFixed(2)}\x1b[0m ${oneLine(event.title || event.url, width - 10)}`,
        );
        finds.length = Math.min(finds.length, FINDS);
      }
      const said = saidBy(event);
      if (said !== undefined) {
        out.write(`${drawn > 0 ? `\x1b[${drawn}A\r\x1b[J` : ''}${oneLine(said, width)}\n`);
        drawn = 0;
        draw();
      }
      if (event.type === 'progress') progress = event;
      if (event.type === 'stop') progress = event.summary;
      if (Date.now() - drawnAt >= REDRAW_MS || event.type === 'stop') draw();
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
      return `${count(event.added)} seeds added by ${event.by}`;
    case 'paused':
      return `Paused by ${event.by}`;
    case 'continued':
      return `Continued by ${event.by}`;
    default:
      return undefined;
  }
}

function progressLines(now: Progress): string[] {
  const filled = Math.round(now.recentHarvestRate * BAR_WIDTH);
  return [
    '',
    `  pages     ${count(now.pages).padStart(9)}    relevant ${count(now.relevant).padStart(8)}    harvest rate ${percent(now.harvestRate).padStart(7)}   recent \x1b[32m${'█'.repeat(filled)}\x1b[2m${'░'.repeat(BAR_WIDTH - filled)}\x1b[0m`,
    `  pages/s   ${now.pagesPerSecond.toFixed(1).padStart(9)}    waiting  ${count(now.waiting).padStart(8)}    hosts ${count(now.hosts).padStart(14)}   time ${duration(now.elapsedMs)}`,
    `  read      ${bytes(now.bytes).padStart(9)}    refused  ${count(now.refused).padStart(8)}    duplicates ${count(now.duplicates).padStart(9)}   polite waits ${duration(now.politeWaitMs)}`,
    ...awaitedText(now.awaited).map((line) => `  ${line}`),
  ];
}

/** Cuts a line with colour codes to a width; codes take no columns. */
function fitStyled(line: string, width: number): string {
  let room = width;
  let out = '';
  for (const [part] of line.matchAll(/\x1b\[[0-9;]*m|./gsu)) {
    if (part.startsWith('\x1b')) out += part;
    else if (room-- > 0) out += part;
  }
  return `${out}\x1b[0m`;
}

const PLAIN_EVERY_MS = 2000;

function plainView(out: NodeJS.WriteStream): View {
  let shownAt = 0;
  return {
    show(event) {
      if (event.type === 'start')
        out.write(
          `${event.resumed ? 'Resuming' : 'Crawling'} ${event.topic} with ${event.recipe} into ${event.folder}\n`,
        );
      const said = saidBy(event);
      if (said !== undefined) out.write(`${oneLine(said, 300)}\n`);
      if (event.type === 'progress' && Date.now() - shownAt >= PLAIN_EVERY_MS) {
        shownAt = Date.now();
        out.write(`${plainLine(event)}\n`);
      }
      if (event.type === 'stop') out.write(`${plainLine(event.summary)}\n`);
    },
    end() {},
  };
}

function plainLine(now: Progress): string {
  return [
    duration(now.elapsedMs),
    `${count(now.pages)} pages`,
    `${count(now.relevant)} relevant`,
    `harvest ${percent(now.harvestRate)}`,
    `${now.pagesPerSecond.toFixed(0)} pages/s`,
    `${count(now.waiting)} waiting`,
    `${count(now.hosts)} hosts`,
    `waits ${duration(now.politeWaitMs)}`,
    ...awaitedText(now.awaited),
  ].join(' · ');
}
