/** On every page: light or dark, the list of keys, ways to other pages by key, and the one question before a stop. */
import { onKeys, say } from './page.ts';

const root = document.documentElement;
const theme = localStorage.getItem('theme');
if (theme !== null) root.dataset.theme = theme;

document.getElementById('theme')?.addEventListener('click', () => {
  const isDark =
    root.dataset.theme === undefined
      ? matchMedia('(prefers-color-scheme: dark)').matches
      : root.dataset.theme === 'dark';
  root.dataset.theme = isDark ? 'light' : 'dark';
  localStorage.setItem('theme', root.dataset.theme);
});

const keys = document.getElementById('keys') as HTMLDialogElement | null;
document.getElementById('help')?.addEventListener('click', () => keys?.showModal());
const letters = document.getElementById('letters') as HTMLInputElement | null;
if (letters !== null) {
  letters.checked = localStorage.getItem('letters') !== 'off';
  letters.addEventListener('change', () => localStorage.setItem('letters', letters.checked ? 'on' : 'off'));
}

document.addEventListener('click', (event) => {
  const asks = (event.target as HTMLElement).closest<HTMLElement>('[data-ask]');
  if (asks !== null && !confirm(asks.dataset.ask)) event.preventDefault();
});

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (form.dataset.said === undefined || event.defaultPrevented) return;
  event.preventDefault();
  void order(form, event.submitter);
});

/**
 * What a form asks for is done without leaving the page. What was typed stays if the desk refuses, and the reason stands
 * below it. `data-said` is what is said once it is done, `data-shows` the id of what it changes on this page.
 */
async function order(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  // A second click while the first is under way would ask for the opposite.
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  form.querySelector('.refusal')?.remove();
  const body = new URLSearchParams(
    [...new FormData(form, submitter)].map(([name, text]) => [name, `${text}`]),
  );
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      body,
      headers: { accept: 'application/problem+json' },
    }).catch(() => {
      throw new Error('No connection to the desk. Nothing was changed.');
    });
    if (!response.ok) throw new Error(((await response.json()) as { detail: string }).detail);
    const { said = '', shows, clears } = form.dataset;
    if (shows !== undefined) showAgain(shows, await response.text());
    if (clears !== undefined) form.reset();
    if (said !== '') say(said);
  } catch (error) {
    const refusal = document.createElement('p');
    refusal.className = 'refusal';
    refusal.role = 'alert';
    refusal.textContent = (error as Error).message;
    form.append(refusal);
  } finally {
    form.ariaBusy = null;
  }
}

function showAgain(id: string, html: string): void {
  const fresh = new DOMParser().parseFromString(html, 'text/html').getElementById(id);
  if (fresh !== null) document.getElementById(id)?.replaceWith(fresh);
}

const crawl = document.body.dataset.crawl;
const parts: Record<string, string> = { l: '', p: '/pages', b: '/label', j: '/judge', s: '/sites' };
let isGoing = false;

onKeys((key) => {
  if (isGoing) {
    isGoing = false;
    if (key === 'c') location.href = '/';
    else if (crawl !== undefined && parts[key] !== undefined)
      location.href = `/c/${encodeURIComponent(crawl)}${parts[key]}`;
    return true;
  }
  if (key === 'g') isGoing = true;
  else if (key === '?') keys?.showModal();
  else if (key === '/')
    (document.getElementById('search-here') ?? document.getElementById('search-all'))?.focus();
  else if (key === 'p') document.querySelector<HTMLElement>('#acts button:not([value=stop])')?.click();
  else return false;
  return true;
});
