/** What the islands share: the data of the page, requests to the desk, a line to the reader. */
export function dataOf<T>(): T {
  return JSON.parse(document.getElementById('data')?.textContent ?? 'null') as T;
}

/** The desk refused, and would again: what was asked about is gone, not allowed, or not what it takes. */
export class RefusedForGood extends Error {}

const FOR_GOOD: ReadonlySet<number> = new Set([400, 403, 404, 413]);

/** Throws the sentence with which the desk refused, or that it did not answer. */
export async function ask<T>(path: string, body?: unknown): Promise<T> {
  const response = await fetch(
    `/api/v1/crawls/${encodeURIComponent(document.body.dataset.crawl ?? '')}/${path}`,
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  ).catch(() => {
    throw new Error('No connection to the desk.');
  });
  const said = (await response.json()) as T & { detail?: string };
  if (!response.ok) {
    const why = said.detail ?? `The desk answered ${response.status}.`;
    throw FOR_GOOD.has(response.status) ? new RefusedForGood(why) : new Error(why);
  }
  return said;
}

let hiding: ReturnType<typeof setTimeout> | undefined;

export function say(text: string): void {
  const toast = document.getElementById('toast');
  if (toast === null) return;
  toast.textContent = text;
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    toast.textContent = '';
  }, 6000);
}

/** Letters are keys only outside fields, without modifiers, and if they are not switched off. */
export function onKeys(work: (key: string, event: KeyboardEvent) => boolean): void {
  document.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    const isTyping =
      target.closest('input:not([type=radio]):not([type=checkbox]), textarea, select') !== null;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector('dialog[open]') !== null) return;
    if (event.key.length === 1 && event.key !== ' ' && localStorage.getItem('letters') === 'off') return;
    if (work(event.key, event) === true) event.preventDefault();
  });
}
