/** Tables and the live view fit the terminal, narrow or wide. */
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Trust } from '../../src/answers/trust.ts';
import { fitted } from '../../src/cli/fitted.ts';
import { shortened, table } from '../../src/cli/format.ts';
import { createView } from '../../src/cli/live.ts';
import { underBorder } from '../../src/cli/under-border.ts';
import { cut, widthOf } from '../../src/cli/width.ts';
import type { CrawlEvent } from '../../src/index.ts';

const rows = [
  ['host', 'pages', 'relevant', 'errors', 'read', 'delay'],
  ['a-rather-long-name.of-a-host.example.org', '12,345', '1,234', '0', '12.3 MB', '1.0 s'],
  ['フクロウ.example', '1', '0', '0', '900 B', ''],
];

describe('a table', () => {
  it('has one line a row if that fits', () => {
    expect(table(rows, [1, 2, 3, 4, 5], 200).split('\n')).toEqual([
      'host                                       pages  relevant  errors     read  delay',
      'a-rather-long-name.of-a-host.example.org  12,345     1,234       0  12.3 MB  1.0 s',
      'フクロウ.example                               1         0       0    900 B',
    ]);
  });

  it.each([40, 60, 80])('of %i columns is not wider than that and loses nothing', (width) => {
    const lines = table(rows, [1, 2, 3, 4, 5], width).split('\n');
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width);
    const all = lines.join('').replace(/\s/g, '');
    for (const cell of ['12,345', '12.3MB', 'フクロウ', '900B']) expect(all).toContain(cell);
  });
});

it('a score below the threshold is not rounded up to it', () => {
  const page = { score: 0.49977, title: 'Bird of prey', url: 'http://a.test/' };
  const [, line] = underBorder({ underBorder: [page] } as unknown as Trust);
  expect(line).toBe('  0.499  Bird of prey');
});

it('a text is cut by its width, in which a kanji counts twice', () => {
  expect(cut('猛禽類の話', 6)).toBe('猛禽…');
  expect(cut('owls', 6)).toBe('owls');
});

/** A screen that understands what the live view sends: text, line ends, cursor up, erase to the end. */
class Screen {
  isTTY = true;
  rows = 40;
  columns: number;
  lines: string[] = [''];
  #at = 0;
  #isLineStart = true;

  constructor(columns: number) {
    this.columns = columns;
  }

  write(text: string): boolean {
    for (const [piece, up] of text.matchAll(/\x1b\[(\d+)A|\x1b\[[\d;]*[A-Za-z]|\r|\n|[^\x1b\r\n]+/g)) {
      if (up !== undefined) this.#at -= Number(up);
      else if (piece === '\n') this.lines[++this.#at] ??= '';
      else if (piece === '\x1b[J') this.lines.length = this.#at + 1;
      else if (!/^[\x1b\r]/.test(piece)) {
        this.lines[this.#at] = this.#isLineStart ? piece : this.lines[this.#at] + piece;
        this.#isLineStart = false;
        continue;
      }
      if (up !== undefined || piece === '\n' || piece === '\r') this.#isLineStart = true;
    }
    return true;
  }
}

const progress = {
  pages: 123_456,
  relevant: 12_345,
  harvestRate: 0.1,
  recentHarvestRate: 0.25,
  pagesPerSecond: 123.4,
  bytes: 1_234_567_890,
  requests: 0,
  duplicates: 99_999,
  redirects: 0,
  errors: 0,
  refused: 654_321,
  faults: 0,
  waiting: 999_999,
  hosts: 12_345,
  politeWaitMs: 3_600_000,
  elapsedMs: 3_599_000,
  awaited: { names: 1870, hosts: 3 },
};

function shownOn(columns: number): string[] {
  const screen = new Screen(columns);
  const view = createView('live', screen as unknown as NodeJS.WriteStream);
  const start = { type: 'start', topic: 'Owls', recipe: 'best-first', folder: 'owls', resumed: false, at: 0 };
  view.show(start as CrawlEvent);
  view.show({
    type: 'page',
    n: 1,
    url: 'http://a.test/',
    title: `フクロウ ${'owl '.repeat(50)}`,
    score: 0.5,
    judged: true,
    relevant: true,
    depth: 0,
    why: [],
  } as CrawlEvent);
  view.show({ type: 'progress', ...progress } as CrawlEvent);
  view.say('Stopping after the requests in flight. Press Ctrl-C again to stop immediately.');
  view.show({ type: 'stop', reason: 'interrupted', detail: 'x', summary: progress } as CrawlEvent);
  view.end();
  return screen.lines.map((line) => stripVTControlCharacters(line));
}

describe('the live view', () => {
  it.each([40, 60, 80, 200])('shows every figure with its value in %i columns', (columns) => {
    const lines = shownOn(columns);
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(columns);
    for (const figure of [
      /pages +123,456/,
      /called +12,345/,
      /of pages +10\.0 %/,
      /waiting +999,999/,
      /refused +654,321/,
      /polite +1 h 0 min/,
      /25\.0 %/,
      /1,870 names without an answer/,
    ])
      expect(lines.join('\n')).toMatch(figure);
  });

  it('has its header once, also after a message', () => {
    const lines = shownOn(80);
    expect(lines.filter((line) => line.startsWith('Forage'))).toHaveLength(1);
    expect(lines[0]).toMatch(/^Stopping after the requests in flight/);
  });
});

describe('sentences', () => {
  const text = [
    '1 of 150 pages called relevant (0.7 %), on 1 host of 1 domain, 421 kB in 1.5 s, 3,025 links waiting',
    'How many are relevant is not known. Check it: forage check-sample crawls/a-crawl-with-a-long-name/breadth-first',
    '- 9 pages score at least half of the threshold without reaching it: http://a-host-with-a-long-name.test/and/a/path/behind-it.html',
    '  Try: start closer to the topic (forage seeds add owls URL, then forage resume owls), or add keywords',
    '  forage status owls            hosts, outcomes, refusals, and what else there is to know of them',
    '  forage export owls --format jsonl|csv|parquet|warc|wacz|text|markdown|vertical|tei|graphml|gexf',
    'フクロウは夜行性の鳥であり、 フクロウは夜行性の鳥であり、 フクロウは夜行性の鳥であり、',
    '',
    'host      pages',
  ].join('\n');

  it.each([20, 40, 60, 80])('break between words at %i columns, and lose none', (width) => {
    const words = (one: string): string[] => one.split(/\s+/);
    expect(words(fitted(text, width))).toEqual(words(text));
    // A word or command that is wider than the terminal is alone on its line.
    for (const line of fitted(text, width).split('\n'))
      if (widthOf(line) > width) expect(line).toMatch(/^\s*(- )?("?\(?forage .*|\S+)$/);
  });

  it('keep commands whole, and their own lines, lists and tables as they are', () => {
    expect(fitted(text, 60).split('\n')).toEqual([
      '1 of 150 pages called relevant (0.7 %), on 1 host of 1',
      'domain, 421 kB in 1.5 s, 3,025 links waiting',
      'How many are relevant is not known. Check it:',
      'forage check-sample crawls/a-crawl-with-a-long-name/breadth-first',
      '- 9 pages score at least half of the threshold without',
      '  reaching it:',
      '  http://a-host-with-a-long-name.test/and/a/path/behind-it.html',
      '  Try: start closer to the topic (forage seeds add owls URL,',
      '  then forage resume owls), or add keywords',
      '  forage status owls',
      '    hosts, outcomes, refusals, and what else there is to',
      '    know of them',
      '  forage export owls --format jsonl|csv|parquet|warc|wacz|text|markdown|vertical|tei|graphml|gexf',
      'フクロウは夜行性の鳥であり、 フクロウは夜行性の鳥であり、',
      'フクロウは夜行性の鳥であり、',
      '',
      'host      pages',
    ]);
    expect(fitted(text, Number.POSITIVE_INFINITY)).toBe(text);
  });

  it('names of hosts are cut where their table would break them', () => {
    const [, first] = shortened(rows, 60);
    expect(first![0]).toMatch(/^a-rather-.*…$/);
    expect(table(shortened(rows, 60), [1, 2, 3, 4, 5], 60).split('\n').length).toBe(rows.length);
    expect(shortened(rows, 50)).toEqual(rows);
    expect(shortened(rows, 200)).toEqual(rows);
  });
});
