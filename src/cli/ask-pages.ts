/**
 * Asks a person about pages of a crawl: one key a page in the terminal, or answers from a file. Score and verdict of the
 * judge are hidden, so that they cannot sway anybody. Each answer is kept before the next page is shown.
 */
import { on } from 'node:events';
import { userInfo } from 'node:os';
import { emitKeypressEvents, type Key } from 'node:readline';
import type { Drawn } from '../answers/draw.ts';
import type { JudgedPage, Label } from '../archive/records.ts';
import type { Control } from '../crawl/control.ts';
import { labelFor } from '../crawl/labels.ts';
import type { OpenCrawl } from '../crawl/open.ts';
import { urlRulesOf } from '../crawl/settings.ts';
import { ForageError } from '../errors.ts';
import { readAnswers } from './answers-file.ts';
import { oneLine } from './format.ts';
import type { Terminal } from './judge-terminal.ts';
import { complain, print } from './print.ts';
import { wrapped } from './wrap.ts';

export interface Asking {
  crawl: OpenCrawl;
  control: Pick<Control, 'label'>;
  drawn: Drawn;
  /** Who answers. */
  by: string;
}

/** The number of answers given, "don't know" included. */
export async function askInTerminal(asking: Asking, { input, output }: Terminal): Promise<number> {
  const { pages } = asking.drawn;
  if (pages.length === 0) return 0;
  emitKeypressEvents(input);
  const keys = on(input, 'keypress', { close: ['end', 'close'] });
  if (input.isTTY) input.setRawMode?.(true);
  const answered = new Set<number>();
  let place = 0;
  show();
  try {
    for await (const [, key] of keys as AsyncIterable<[string | undefined, Key]>) {
      if (key.name === 'q' || (key.ctrl && (key.name === 'c' || key.name === 'd'))) break;
      const label = key.ctrl || key.meta ? undefined : KEYS[key.name ?? ''];
      if (label !== undefined) {
        await keep(asking, [{ page: pages[place]!, label }]);
        answered.add(place);
        place += 1;
        if (place >= pages.length) break;
      } else if (key.name === 'u' && place > 0) place -= 1;
      else continue;
      show();
    }
  } finally {
    if (input.isTTY) input.setRawMode?.(false);
    input.pause();
    output.write('\n');
  }
  return answered.size;

  function show(): void {
    const width = Math.max(20, Math.min(100, output.columns ?? 80));
    const { url, title: pageTitle, id } = pages[place]!;
    const { title, viewpoint, wanted, unwanted, rules: given = [] } = asking.crawl.folder.topic;
    const rules = [
      ...given,
      ...(wanted === undefined ? [] : [`Wanted: ${wanted}`]),
      ...(unwanted === undefined ? [] : [`Not wanted: ${unwanted}`]),
    ];
    const room = Math.max(4, Math.min(20, (output.rows ?? 24) - 9 - rules.length));
    const lines = excerpt(asking.crawl.read.textOf(id)?.text, width);
    const rule = '─'.repeat(width);
    const screen = [
      oneLine(
        `Is this page relevant? Wanted: ${title}${viewpoint === undefined ? '' : ` – ${viewpoint}`}`,
        width,
      ),
      ...rules.map((rule) => oneLine(`· ${rule}`, width)),
      `page ${place + 1} of ${pages.length}`,
      rule,
      oneLine(pageTitle || '(no title)', width),
      oneLine(url, width),
      '',
      ...lines.slice(0, room),
      ...(lines.length > room ? ['…'] : []),
      rule,
      "y yes   n no   d don't know   u undo the last answer   q quit, answers are kept",
    ];
    output.write(`${output.isTTY ? '\x1b[H\x1b[2J' : '\n'}${screen.join('\n')}\n`);
  }
}

const KEYS: Readonly<Record<string, Label['label']>> = { y: 'relevant', n: 'not-relevant', d: 'unsure' };
const EXCERPT_CHARACTERS = 4000;

function excerpt(text: string | undefined, width: number): string[] {
  if (text === undefined) return ['(The crawl keeps no texts: open the URL to read the page.)'];
  const short = text.trim().slice(0, EXCERPT_CHARACTERS);
  return short === '' ? ['(no text)'] : wrapped(short, width).filter((line) => line !== '');
}

/**
 * Takes the answers from a file, or by keys. Without either, prints a sheet to fill in and returns false: nothing was
 * asked yet.
 */
export async function ask(asking: Asking, answers: string | undefined, command: string): Promise<boolean> {
  if (answers !== undefined) await answerFromFile(asking, answers);
  else if (process.stdin.isTTY && process.stdout.isTTY)
    await askInTerminal(asking, { input: process.stdin, output: process.stdout });
  else if (asking.drawn.pages.length > 0) {
    complain(`Write yes, no or unsure after the first tab of each line, then: ${command} --answers FILE`);
    print(answerSheet(asking.drawn));
    return false;
  }
  return true;
}

/**
 * Answers of a file about the drawn pages; the number of answers used. A page that was not drawn is left out: only pages
 * drawn at random say something about the others. A drawn page that the file lacks counts as "don't know".
 */
async function answerFromFile(asking: Asking, path: string): Promise<number> {
  const answers = readAnswers(path, urlRulesOf(asking.crawl.folder.settings));
  const said = asking.drawn.pages.map(
    (page) => ({ page, label: labelFor[answers.get(page.url) ?? 'unsure'] }) as const,
  );
  await keep(asking, said);
  return said.filter(({ label }) => label !== 'unsure').length;
}

async function keep(
  { control, drawn: { drawn }, by }: Asking,
  said: readonly { page: JudgedPage; label: Label['label'] }[],
): Promise<void> {
  if (said.length > 0)
    await control.label(said.map(({ page, label }) => ({ page: page.id, label, by, drawn })));
}

/** One line a page, to be filled in and given back with --answers. */
const answerSheet = ({ pages }: Drawn): string =>
  pages.map(({ url, title }) => `${url}\t\t${oneLine(title, 120)}`).join('\n');

export function personName(given: string | undefined): string {
  const name = (given ?? userName()).trim();
  if (name !== '' && name.length <= 100) return name;
  throw new ForageError('USAGE', 'A name has 1 to 100 characters: --by NAME');
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown'; // the user has no name, as in some containers
  }
}
