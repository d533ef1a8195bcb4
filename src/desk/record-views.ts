/** The recorder's own pages: the start, the bar above a page, errors, and the end. */
import type { Topic } from '../topic/topic.ts';
import type { RecordLog } from './record-log.ts';
import { escapeHtml } from './record-page.ts';

export function startPage(topic: Topic, log: RecordLog): string {
  const seeds = topic.seeds.map((seed) => `<li>${go(seed)}</li>`).join('');
  return whole(
    `Recording: ${topic.title}`,
    `<main><h1>${escapeHtml(topic.title)}</h1>
<p>Look at pages as you would to find what you want, and say of each whether it is. Following a link stays in here.</p>
${seeds === '' ? '' : `<p>Start with a seed:</p><ul>${seeds}</ul>`}
<form action="go" method="get"><label>or with an address <input name="url" size="50" autofocus></label>
<button>Go</button></form>
${history(log)}
<form action="done" method="post"><button>Done</button></form></main>`,
  );
}

export function visitPage(log: RecordLog, visit: number, title: string): string {
  const { url } = log.visits[visit]!;
  const label = log.labelOf(visit);
  const said = label === undefined ? 'not labelled yet' : label ? 'relevant' : 'not relevant';
  const button = (value: string, text: string, isChosen: boolean): string =>
    `<button name="relevant" value="${value}"${isChosen ? ' class="chosen"' : ''}>${text}</button>`;
  return whole(
    title,
    `<div class="bar">
<form action="../label" method="post"><input type="hidden" name="visit" value="${visit}">
${button('yes', 'Relevant', label === true)} ${button('no', 'Not relevant', label === false)}</form>
<form action="../done" method="post"><button>Done</button></form>
<span><b>${escapeHtml(title || '(no title)')}</b><br><small>${escapeHtml(url)} · ${said} · ${log.visits.length} looked at ·
<a href="../">begin elsewhere</a></small></span></div>
<iframe title="the page" sandbox="allow-top-navigation-by-user-activation" src="../page/${visit}"></iframe>`,
  );
}

export function framedPage(body: string): string {
  return `<!doctype html><meta charset="utf-8"><title>page</title>
<style>body { font: 16px/1.5 sans-serif; margin: 1em; overflow-wrap: anywhere } pre { white-space: pre-wrap }</style>
<body>${body}`;
}

export function failurePage(message: string): string {
  return whole(
    'Not shown',
    `<main><h1>Not shown</h1><p>${escapeHtml(message)}</p><p>Go back and try another.</p></main>`,
  );
}

export function goodbyePage(log: RecordLog): string {
  return whole(
    'Done',
    `<main><h1>Done</h1><p>${escapeHtml(summary(log))} This window can be closed.</p></main>`,
  );
}

export function summary(log: RecordLog): string {
  const labelled = (as: boolean | undefined): number =>
    log.visits.filter(({ relevant }) => relevant === as).length;
  const silent = labelled(undefined);
  const rest = silent === 0 ? '' : `, ${silent} not labelled`;
  return `${log.path}: ${pages(log.visits.length)}, ${labelled(true)} relevant, ${labelled(false)} not relevant${rest}.`;
}

export const pages = (count: number): string => `${count} ${count === 1 ? 'page' : 'pages'}`;

function history(log: RecordLog): string {
  if (log.visits.length === 0) return '';
  const last = [...log.visits.entries()].slice(-50).reverse();
  const items = last.map(([i, { url, relevant }]) => {
    const mark = log.labelOf(i) === undefined ? '?' : relevant ? '+' : '−';
    return `<li>${mark} <a href="visit/${i}">${escapeHtml(url)}</a></li>`;
  });
  return `<p>or continue from a page you have viewed:</p><ul>${items.join('')}</ul>`;
}

const go = (url: string): string =>
  `<a href="go?${escapeHtml(new URLSearchParams({ url }).toString())}">${escapeHtml(url)}</a>`;

function whole(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(title || 'Recording')}</title>
<style>
html, body { height: 100%; margin: 0; font: 15px/1.4 sans-serif }
body { display: flex; flex-direction: column }
main { padding: 1em 2em; max-width: 50em }
.bar { display: flex; gap: .7em; align-items: center; padding: .5em .7em; background: #eef; border-bottom: 2px solid #88a }
.bar form { display: flex; gap: .4em; margin: 0 }
button { font: inherit; padding: .35em .9em }
.chosen { font-weight: bold; outline: 2px solid #336 }
iframe { flex: 1; border: 0; background: #fff }
</style>
<body>${body}`;
}
