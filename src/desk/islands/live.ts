/** The live page goes on: each time the crawl's state comes in, what has changed is painted, in one frame. */
import { hydrate, render, type VNode } from 'preact';
import type { Live } from '../../answers/live.ts';
import { answersView, foundView, mainView, type Watching } from '../views/live.ts';
import { dataOf } from './page.ts';
import { watch } from './stream.ts';

const crawl = document.body.dataset.crawl ?? '';
const parts: [id: string, view: (watching: Watching) => VNode][] = [
  ['live-answers', answersView],
  ['live-main', mainView],
  ['live-found', foundView],
];

const axis = new URLSearchParams(location.search).get('over') === 'time' ? 'time' : 'pages';
let latest = dataOf<Live>();
let isWaiting = false;

paint(hydrate);
watch(crawl, (next) => {
  latest = next;
  soon();
});
document.addEventListener('visibilitychange', soon);

/** A hidden window paints nothing. */
function soon(): void {
  if (isWaiting || document.hidden) return;
  isWaiting = true;
  requestAnimationFrame(() => {
    isWaiting = false;
    paint(render);
  });
}

function paint(how: (node: VNode, root: Element) => void): void {
  const watching: Watching = { crawl, live: latest, now: Date.now(), axis };
  for (const [id, view] of parts) {
    const root = document.getElementById(id);
    // Rows under the pointer must not move.
    if (root !== null && (how === hydrate || id !== 'live-found' || !root.matches(':hover')))
      how(view(watching), root);
  }
}
