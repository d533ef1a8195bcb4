/** The bar of a crawl goes on, on each of its pages; and each says so if nothing more comes. */
import { render } from 'preact';
import type { Live } from '../../answers/live.ts';
import { barView, type Tab } from '../views/bar.ts';
import { say } from './page.ts';
import { watch } from './stream.ts';

const root = document.getElementById('bar')!;
const id = document.body.dataset.crawl ?? '';
const tab = root.dataset.part as Tab;
const mayChange = document.getElementById('acts') !== null;
let latest: Live | undefined;
let lostBefore: string | undefined;

watch(
  id,
  (live) => {
    latest = live;
    lostBefore = undefined;
    document.body.classList.remove('offline');
    paint();
  },
  (why = 'No connection to the desk. The crawl goes on by itself.') => {
    document.body.classList.add('offline');
    if (why !== lostBefore) say(why);
    lostBefore = why;
  },
);
document.addEventListener('visibilitychange', paint);

/** A hidden window paints nothing. */
function paint(): void {
  if (latest === undefined || document.hidden) return;
  render(barView({ id, live: latest, tab, now: Date.now(), mayChange }), root);
}
