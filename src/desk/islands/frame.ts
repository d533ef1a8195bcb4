/** On every page: light or dark, the list of keys, ways to other pages by key, and the one question before a stop. */
import { onKeys } from './page.ts';

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

for (const button of document.querySelectorAll<HTMLElement>('[data-ask]'))
  button.addEventListener('click', (event) => {
    if (!confirm(button.dataset.ask)) event.preventDefault();
  });

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
