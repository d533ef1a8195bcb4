/**
 * Labelling by key. An answer is shown and the next page comes at once; the answer is sent meanwhile, and kept in the
 * window until the desk has it. What it did comes by the crawl's event stream, as soon as the judge has learnt from it.
 */
import { hydrate, render } from 'preact';
import type { PageStory } from '../page-story.ts';
import { type Labelling, labelView, type Say } from '../views/label.ts';
import { plural } from '../views/words.ts';
import { ask, dataOf, onKeys, RefusedForGood, say as tell } from './page.ts';
import { watch } from './stream.ts';

type Story = PageStory & { archived: string };

let now = dataOf<Labelling>();
const root = document.getElementById('labelling')!;
const stories = new Map<number, Promise<Story>>();
const unsent: { page: number; label: string; drawn: string; by: string }[] = [];
let isSending = false;
let isAsking = false;
/** Counts the pages that were gone to; the latest is still on its way. */
let turns = 0;
let isTurning = false;
let taughtAt: number | undefined;

hydrate(labelView(now, say), root);
fetchAhead();

watch(now.crawl, ({ taught }) => {
  const isNew = taughtAt !== undefined && taught !== undefined && taught.at !== taughtAt;
  taughtAt = taught?.at ?? 0;
  if (!isNew) return;
  did(taught.sentence);
  void askAgain();
});

const KEYS: Record<string, Parameters<Say>[0]> = {
  r: 'relevant',
  n: 'not-relevant',
  u: 'unsure',
  s: 'skip',
  z: 'undo',
};

onKeys((key) => {
  const order = KEYS[key];
  if (order !== undefined) say(order);
  else if (key === 'm') show({ isOpen: !now.isOpen });
  else if (key === 'b') void go(now.place - 1);
  else if (key === 'o') {
    const view = document.getElementById('archived-view') as HTMLDetailsElement | null;
    if (view !== null) view.open = !view.open;
  } else return false;
  return true;
});

function say(order: Parameters<Say>[0]): void {
  if (!now.mayLabel || now.ended !== undefined) return;
  if (order === 'undo') return undo();
  // The page in sight was answered, and the next is not there yet.
  if (isTurning) return;
  const { id: page, drawn = now.queue.drawn } = now.queue.pages[now.place] ?? {};
  if (page === undefined) return;
  if (order !== 'skip') {
    show({ given: [...now.given.filter((one) => one.page !== page), { page, label: order }] });
    send({ page, label: order, drawn, by: now.by });
  }
  void go(now.place + 1);
}

/** "Unsure" takes an answer back: labels are never lost. */
function undo(): void {
  const last = now.given.at(-1);
  if (last === undefined) return;
  show({ given: now.given.slice(0, -1) });
  const place = now.queue.pages.findIndex(({ id }) => id === last.page);
  const { drawn = now.queue.drawn } = now.queue.pages[place] ?? {};
  send({ page: last.page, label: 'unsure', drawn, by: now.by });
  if (place >= 0) void go(place);
}

async function go(place: number): Promise<void> {
  if (place < 0) return;
  const page = now.queue.pages[place]?.id;
  const turn = ++turns;
  isTurning = page !== undefined;
  if (page === undefined) return show({ place, story: undefined, archived: undefined });
  try {
    const { archived, ...story } = await storyOf(page);
    if (turn !== turns) return;
    show({ place, story, archived, isOpen: false });
    scrollTo({ top: 0 });
    fetchAhead();
  } catch (error) {
    tell((error as Error).message);
  } finally {
    if (turn === turns) isTurning = false;
  }
}

function storyOf(page: number): Promise<Story> {
  const known = stories.get(page) ?? ask<Story>(`pages/${page}`);
  stories.set(page, known);
  known.catch(() => stories.delete(page));
  return known;
}

/** The next pages are there before they are wanted. */
function fetchAhead(): void {
  for (const { id } of now.queue.pages.slice(now.place + 1, now.place + 3)) void storyOf(id);
}

function send(label: (typeof unsent)[number]): void {
  unsent.push(label);
  void sendAll();
}

async function sendAll(): Promise<void> {
  if (isSending) return;
  isSending = true;
  while (unsent.length > 0) {
    const batch = [...unsent];
    try {
      const { sentence } = await ask<{ sentence: string }>('labels', { labels: batch });
      did(sentence, true);
      unsent.splice(0, batch.length);
    } catch (error) {
      if (error instanceof RefusedForGood) return end(error.message);
      const waits = unsent.length === 1 ? '1 label waits' : `${unsent.length} labels wait`;
      tell(`${(error as Error).message} ${waits} in this window.`);
      await new Promise((resolve) => setTimeout(resolve, 3000));
    }
  }
  isSending = false;
  void askAgain();
}

/** What cannot be kept is said and stays in sight; nothing more is asked of the desk. */
function end(why: string): void {
  const were = unsent.length === 1 ? 'was' : 'were';
  show({ ended: `${why} ${plural(unsent.length, 'label')} ${were} not kept.` });
}

const SHOWN_EFFECTS = 4;

let keptLine = '';

/** Of what was merely kept, the latest line is enough. */
function did(sentence: string, isKept = false): void {
  const others = now.effects.filter((one) => one !== sentence && !(isKept && one === keptLine));
  if (isKept) keptLine = sentence;
  show({ effects: [sentence, ...others].slice(0, SHOWN_EFFECTS) });
}

/** What follows from the labels: the share of right pages, who agrees, and which pages are worth asking about next. */
async function askAgain(): Promise<void> {
  if (isAsking || now.ended !== undefined) return;
  isAsking = true;
  try {
    const [{ precision, sentence }, people, { pages }] = await Promise.all([
      ask<{ precision: Omit<Labelling['precision'], 'sentence'>; sentence: string }>('precision'),
      ask<{ sentence: string }>('people'),
      ask<Labelling['queue']>(`queue?queue=${now.queue.queue}&limit=100&by=${encodeURIComponent(now.by)}`),
    ]);
    // The page that is being read stays, and so do those before it.
    const seen = now.queue.pages.slice(0, now.place + 1);
    const ids = new Set(seen.map(({ id }) => id));
    const queue = { ...now.queue, pages: [...seen, ...pages.filter(({ id }) => !ids.has(id))] };
    show({ precision: { ...precision, sentence }, people: people.sentence, queue });
    fetchAhead();
    if (now.story === undefined) void go(now.place);
  } catch (error) {
    tell((error as Error).message);
  } finally {
    isAsking = false;
  }
}

function show(change: Partial<Labelling>): void {
  now = { ...now, ...change };
  render(labelView(now, say), root);
}
