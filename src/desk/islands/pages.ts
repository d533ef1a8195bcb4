/** The list of pages: it scrolls through any number of them; j and k move, Enter opens, r n u label the opened page. */
import type { PageList, PageRow } from '../listed-pages.ts';
import type { ListedPages } from '../pages/pages.ts';
import { pageRow } from '../views/page-row.ts';
import { at } from '../views/words.ts';
import { ask, dataOf, onKeys, say } from './page.ts';
import { type ListHandle, virtualList } from './virtual-list.ts';

const ROW_HEIGHT = 52;
const BLOCK = 100;

const { list, address, until, scale, opened } = dataOf<ListedPages>();
const crawl = document.body.dataset.crawl ?? '';
const root = document.getElementById('list');
const article = document.querySelector<HTMLElement>('article.open');
const form = document.getElementById('say') as HTMLFormElement | null;
const remembered = `list ${crawl} ${address}`;

const { total } = list;
const isFirst =
  list.items.length === Math.min(BLOCK, total ?? 0) && !new URLSearchParams(location.search).has('cursor');
// A search has no total and taller rows: its screens follow each other.
const rows: ListHandle | undefined =
  root === null || total === undefined || list.items.length === 0
    ? undefined
    : virtualList<PageRow>({
        root,
        total,
        rowHeight: ROW_HEIGHT,
        first: isFirst ? list.items : undefined,
        blockSize: BLOCK,
        block: (number) => block(number),
        view: (page) =>
          pageRow(page, {
            href: at(crawl, `pages/${page.id}${address}`),
            scale,
            isOpened: page.id === opened,
          }),
      });
if (rows !== undefined) {
  document.getElementById('more')?.remove();
  const place = Number(sessionStorage.getItem(remembered) ?? 0);
  if (place > 0) rows.scrollTo(place);
  addEventListener('pagehide', () => sessionStorage.setItem(remembered, String(rows.top())));
} else current()?.scrollIntoView({ block: 'nearest' });

async function block(number: number): Promise<PageRow[]> {
  const query = new URLSearchParams(address);
  query.set('from', String(number * BLOCK));
  query.set('until', String(until));
  query.set('limit', String(BLOCK));
  try {
    return (await ask<PageList>(`pages?${query}`)).items;
  } catch (error) {
    say((error as Error).message);
    throw error;
  }
}

function current(): HTMLAnchorElement | null {
  return root?.querySelector<HTMLAnchorElement>('a[aria-current]') ?? null;
}

onKeys((key) => {
  if (key === 'j' || key === 'ArrowDown') return move(1);
  if (key === 'k' || key === 'ArrowUp') return move(-1);
  if (key === 'Escape' && article !== null) {
    current()?.focus();
    return true;
  }
  if (key === 'o') {
    const view = document.getElementById('archived-view') as HTMLDetailsElement | null;
    if (view === null) return false;
    view.open = !view.open;
    view.scrollIntoView({ block: 'nearest' });
    return true;
  }
  const button = form?.querySelector<HTMLButtonElement>(`button[data-key="${CSS.escape(key)}"]`);
  if (button == null) return false;
  button.click();
  return true;
});

/** From the focused row, otherwise from the opened one. */
function move(by: number): boolean {
  const from = document.activeElement?.closest('#list li') ?? current()?.closest('li');
  if (rows !== undefined) {
    const row = from instanceof HTMLElement ? Number(from.dataset.row) : rows.top() - (by > 0 ? 1 : 0);
    rows.focus(row + by);
    return true;
  }
  const links = [...(root?.querySelectorAll<HTMLAnchorElement>('a') ?? [])];
  const place = links.findIndex((link) => link.closest('li') === from);
  const next = links[Math.min(links.length - 1, Math.max(0, place + by))];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return next !== undefined;
}

/** A label is kept at once, and the page stays where it is. */
form?.addEventListener('submit', (event) => {
  event.preventDefault();
  const button = (event as SubmitEvent).submitter as HTMLButtonElement;
  const page = Number(article?.dataset.page);
  ask<{ sentence: string }>('labels', { labels: [{ page, label: button.value, drawn: 'chosen' }] }).then(
    ({ sentence }) => {
      for (const one of form.querySelectorAll('button'))
        one.setAttribute('aria-pressed', String(one === button));
      say(`Labelled: ${button.value.replace('-', ' ')}. ${sentence}`);
    },
    (error: Error) => say(error.message),
  );
});
