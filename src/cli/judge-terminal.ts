/**
 * Judging in the terminal: shows a page's title and main text one screen at a time and takes one key as the answer. The
 * URL is hidden until requested: it may contain the very words that some recipes rank links by. Each answer is saved
 * before the next page is shown; after quitting, the same command continues where it stopped.
 */
import { on } from 'node:events';
import { emitKeypressEvents, type Key } from 'node:readline';
import type { Label } from '../lab/judgements.ts';
import type { Judging } from '../lab/judging.ts';
import type { PageTexts, ShownPage } from '../lab/page-texts.ts';
import type { SampledPage, Wanted } from '../lab/sampling.ts';
import { oneLine } from './format.ts';
import { wrapped } from './wrap.ts';

export interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean; setRawMode?: (isRaw: boolean) => unknown };
  output: NodeJS.WritableStream & { isTTY?: boolean; columns?: number; rows?: number };
}

export async function judgeInTerminal(
  judging: Judging,
  texts: Pick<PageTexts, 'read'>,
  wantedBy: (page: SampledPage) => Wanted,
  { input, output }: Terminal,
): Promise<void> {
  let view = await open(judging.nextOpen());
  if (view === undefined) return;
  emitKeypressEvents(input);
  const keys = on(input, 'keypress', { close: ['end', 'close'] });
  if (input.isTTY) input.setRawMode?.(true);
  try {
    show(view);
    for await (const [, key] of keys as AsyncIterable<[string | undefined, Key]>) {
      if (key.name === 'q' || (key.ctrl && (key.name === 'c' || key.name === 'd'))) return;
      const next: View | undefined = await after(key, view);
      if (next === undefined) return;
      if (next !== view) show(next);
      view = next;
    }
  } finally {
    if (input.isTTY) input.setRawMode?.(false);
    input.pause();
    output.write('\n');
  }

  /** The same view if the key has no meaning; undefined once everything is judged. */
  async function after(key: Key, now: View): Promise<View | undefined> {
    const label = key.ctrl || key.meta ? undefined : labelKeys[key.name ?? ''];
    if (label !== undefined) {
      // A page that could not be shown cannot be judged.
      if (!now.page.ok && label !== 'unsure')
        return { ...now, note: 'The page could not be shown: press u or b.' };
      judging.say(now.place, label);
      return open(judging.nextOpen(now.place));
    }
    const { note: _, ...plain } = now;
    const end = Math.max(0, linesOf(now).length - room(now));
    switch (key.name) {
      case 'b':
        return now.place === 0 ? { ...plain, note: 'This is the first page.' } : open(now.place - 1);
      case 'a':
        return { ...plain, isAddressShown: !now.isAddressShown };
      case 'space':
      case 'pagedown':
        return { ...plain, top: Math.min(end, now.top + room(now)) };
      case 'down':
        return { ...plain, top: Math.min(end, now.top + 1) };
      case 'pageup':
        return { ...plain, top: Math.max(0, now.top - room(now)) };
      case 'up':
        return { ...plain, top: Math.max(0, now.top - 1) };
      default:
        return now;
    }
  }

  async function open(place: number | undefined): Promise<View | undefined> {
    if (place === undefined) return undefined;
    return { place, page: await texts.read(judging.pages[place]!), top: 0, isAddressShown: false };
  }

  function show(now: View): void {
    const { place, page, top, isAddressShown, note } = now;
    const sampled = judging.pages[place]!;
    const lines = linesOf(now);
    const shown = lines.slice(top, top + room(now));
    const said = judging.labelOf(place);
    const rule = '─'.repeat(Math.min(width(), 100));
    const foot =
      lines.length <= room(now) ? '' : ` · lines ${top + 1}–${top + shown.length} of ${lines.length}`;
    const screen = [
      ...wantedLines(now),
      oneLine(
        `${judging.judge} · page ${place + 1} of ${judging.pages.length} · ${judging.done} judged${foot}`,
        width(),
      ),
      rule,
      oneLine((page.ok && page.title) || '(no title)', width()),
      ...(isAddressShown ? [oneLine(sampled.url, width())] : []),
      '',
      ...shown,
      rule,
      ...(said === undefined ? [] : [`Your answer: ${said.replace('-', ' ')}`]),
      note ??
        'r relevant  e related  n not relevant  u unsure  space next screen  up, down  b back  a URL  q quit',
    ];
    output.write(`${output.isTTY ? '\x1b[H\x1b[2J' : '\n'}${screen.join('\n')}\n`);
  }

  function wantedLines({ place }: View): string[] {
    const { title, viewpoint, rules = [] } = wantedBy(judging.pages[place]!);
    const wanted = viewpoint === undefined ? title : `${title} – ${viewpoint}`;
    return [
      `Wanted: ${oneLine(wanted, width() - 8)}`,
      ...rules.map((rule, i) => oneLine(`${i + 1}. ${rule}`, width())),
    ];
  }

  function linesOf({ page }: View): string[] {
    if (!page.ok) return wrapped(page.problem, width());
    const rest = page.isCut ? '\n\n(The page continues beyond what is shown.)' : '';
    return wrapped((page.text || '(no text)') + rest, width());
  }

  function width(): number {
    return Math.max(20, output.columns ?? 80);
  }

  function room(view: View): number {
    return Math.max(3, (output.rows ?? 24) - 9 - wantedLines(view).length);
  }
}

const labelKeys: Readonly<Record<string, Label>> = {
  r: 'relevant',
  e: 'related',
  n: 'not-relevant',
  u: 'unsure',
};

interface View {
  place: number;
  page: ShownPage;
  /** The first line on the screen. */
  top: number;
  isAddressShown: boolean;
  /** Shown instead of the keys. */
  note?: string;
}
