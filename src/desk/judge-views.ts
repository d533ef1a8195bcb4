/** The pages of the judging server: choose a judge, judge a page, errors, and the end. */
import type { Label } from '../lab/judgements.ts';
import type { Judging } from '../lab/judging.ts';
import type { ShownPage } from '../lab/page-texts.ts';
import type { SampledPage, Wanted } from '../lab/sampling.ts';
import { escapeHtml } from './record-page.ts';

export function startPage(pages: number, judges: ReadonlyMap<string, number>): string {
  const known = [...judges].map(
    ([name, done]) => `<li><a href="page?${query(name)}">${escapeHtml(name)}</a>: ${done} of ${pages}</li>`,
  );
  return whole(
    'Who judges?',
    `<main><h1>Who judges?</h1>
<p>${pages} pages wait to be judged. Each is shown with what is wanted, and you say whether it is that.
Every answer is kept at once, so you can leave and come back under the same name.</p>
<form action="page" method="get"><label>Name <input name="judge" maxlength="60" required autofocus></label>
<button>Begin</button></form>
${known.length === 0 ? '' : `<p>or continue as</p><ul>${known.join('')}</ul>`}
<form action="done" method="post"><button>End for everybody</button></form></main>`,
  );
}

export interface JudgingView {
  judging: Judging;
  place: number;
  page: ShownPage;
  sampled: SampledPage;
  wanted: Wanted;
  nonce: string;
}

export function judgingPage({ judging, place, page, sampled, wanted, nonce }: JudgingView): string {
  const said = judging.labelOf(place);
  const button = (label: Label, text: string): string => {
    const chosen = label === said ? ' class="chosen"' : '';
    const barred = page.ok || label === 'unsure' ? '' : ' disabled';
    return `<button name="label" value="${label}"${chosen}${barred}>${text}</button>`;
  };
  const back =
    place === 0 ? '' : `<a id="back" href="page?${query(judging.judge, place - 1)}"><kbd>b</kbd> back</a> · `;
  return whole(
    `${place + 1} of ${judging.pages.length}`,
    `<header>${wantedPart(wanted)}
<form action="say" method="post"><input type="hidden" name="judge" value="${escapeHtml(judging.judge)}">
<input type="hidden" name="at" value="${place}">
${button('relevant', '<kbd>r</kbd> relevant')} ${button('related', '<kbd>e</kbd> related')}
${button('not-relevant', '<kbd>n</kbd> not relevant')}
${button('unsure', '<kbd>u</kbd> unsure')}</form>
<p><small>${back}page ${place + 1} of ${judging.pages.length} · ${escapeHtml(judging.judge)} · ${judging.done} judged ·
<a href="./">leave</a></small></p>
<details id="address"><summary><kbd>a</kbd> address</summary>${escapeHtml(sampled.url)}</details></header>
<article>${page.ok ? article(page) : `<p>${escapeHtml(page.problem)} Answer “unsure”, or skip it.</p>`}</article>
<script nonce="${nonce}">${keys}</script>`,
  );
}

function wantedPart({ title, viewpoint, rules = [] }: Wanted): string {
  const side = viewpoint === undefined ? '' : ` – ${escapeHtml(viewpoint)}`;
  const list = rules.map((rule) => `<li>${escapeHtml(rule)}</li>`).join('');
  return `<p>Wanted: <b>${escapeHtml(title)}</b>${side}</p>
${list === '' ? '' : `<details open><summary>Rules</summary><ol>${list}</ol></details>`}`;
}

export function allJudgedPage(judging: Judging): string {
  const last = judging.pages.length - 1;
  return whole(
    'All judged',
    `<main><h1>All ${judging.pages.length} pages are judged</h1>
<p>Thank you, ${escapeHtml(judging.judge)}. You can still <a href="page?${query(judging.judge, last)}">look back</a>
or <a href="./">let somebody else judge</a>.</p></main>`,
  );
}

export function failurePage(message: string): string {
  return whole(
    'Not done',
    `<main><h1>That did not work</h1><p>${escapeHtml(message)}</p><p>Go back and try again.</p></main>`,
  );
}

export function goodbyePage(judges: ReadonlyMap<string, number>): string {
  const counts = [...judges].map(([name, done]) => `<li>${escapeHtml(name)}: ${done}</li>`).join('');
  return whole(
    'Ended',
    `<main><h1>Ended</h1><p>Everything is kept. This window can be closed.</p><ul>${counts}</ul></main>`,
  );
}

/** Ignores keys while somebody types, holds a modifier, or holds the key down. */
const keys = `addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const label = { r: 'relevant', e: 'related', n: 'not-relevant', u: 'unsure' }[event.key];
  if (label) document.querySelector('button[value="' + label + '"]').click();
  if (event.key === 'b') document.getElementById('back')?.click();
  if (event.key === 'a') document.getElementById('address').toggleAttribute('open');
});`;

function article({ title, text, isCut }: Extract<ShownPage, { ok: true }>): string {
  return `<h1>${escapeHtml(title || '(no title)')}</h1><div class="text">${escapeHtml(text || '(no text)')}</div>
${isCut ? '<p><em>The page is longer than what is shown.</em></p>' : ''}`;
}

function query(judge: string, at?: number): string {
  const parameters = new URLSearchParams({ judge, ...(at === undefined ? {} : { at: String(at) }) });
  return escapeHtml(parameters.toString());
}

function whole(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width">
<style>
body { margin: 0; font: 16px/1.5 sans-serif; color: #111; background: #fff }
main, article { padding: 1em 2em; max-width: 46em; overflow-wrap: anywhere }
header { position: sticky; top: 0; padding: .3em 2em; background: #eef; border-bottom: 2px solid #88a }
header p, header form { margin: .3em 0 }
details { font-size: .85em; overflow-wrap: anywhere }
h1 { font-size: 1.3em }
.text { white-space: pre-wrap }
button { font: inherit; padding: .3em .9em }
kbd { font: bold .85em monospace; border: 1px solid #889; border-radius: 3px; padding: 0 .35em; background: #fff }
.chosen { font-weight: bold; outline: 2px solid #336 }
</style>
<body>${body}`;
}
