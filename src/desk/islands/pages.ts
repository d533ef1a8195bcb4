/** The list by keyboard: j and k move, Enter opens, r n u label the opened page, o shows it as it was archived. */
import { ask, onKeys, say } from './page.ts';

const list = document.getElementById('list');
const links = [...(list?.querySelectorAll<HTMLAnchorElement>('a') ?? [])];
const opened = document.querySelector<HTMLElement>('article.open');
const form = document.getElementById('say') as HTMLFormElement | null;

/** Where the keys are: on the focused row, otherwise on the opened one. */
const place = (): number => {
  const focused = links.indexOf(document.activeElement as HTMLAnchorElement);
  return focused >= 0 ? focused : links.findIndex((link) => link.getAttribute('aria-current') === 'true');
};

links.find((link) => link.getAttribute('aria-current') === 'true')?.scrollIntoView({ block: 'nearest' });

onKeys((key) => {
  if (key === 'j' || key === 'ArrowDown') return move(1);
  if (key === 'k' || key === 'ArrowUp') return move(-1);
  if (key === 'Escape' && opened !== null) {
    const current = links.find((link) => link.getAttribute('aria-current') === 'true');
    current?.focus();
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

function move(by: number): boolean {
  const next = links[Math.min(links.length - 1, Math.max(0, place() + by))];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return next !== undefined;
}

/** A label is kept at once, and the page stays where it is. */
form?.addEventListener('submit', (event) => {
  event.preventDefault();
  const button = (event as SubmitEvent).submitter as HTMLButtonElement;
  const page = Number(opened?.dataset.page);
  ask('labels', { labels: [{ page, label: button.value, drawn: 'chosen' }] }).then(
    () => {
      for (const one of form.querySelectorAll('button'))
        one.setAttribute('aria-pressed', String(one === button));
      say(`Labelled: ${button.value.replace('-', ' ')}.`);
    },
    (error: Error) => say(error.message),
  );
});
