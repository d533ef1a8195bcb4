/** A whole page: the frame around its content as HTML, the data its islands go on with, and the scripts they need. */
import { Fragment, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { assetUrl, importMap, islandUrl } from '../assets.ts';
import type { Reply } from '../route.ts';
import { type Framed, frame } from '../views/frame.ts';

export interface Document extends Framed {
  /** Scripts that bring it to life, by the names of their files. */
  islands?: readonly string[];
  /** What they begin with. */
  data?: unknown;
}

export function htmlReply(document: Document, status = 200): Reply {
  return { status, text: htmlOf(document), type: 'text/html; charset=utf-8' };
}

export function htmlOf(document: Document): string {
  const { title, islands = [], data } = document;
  const scripts = ['frame', ...(document.crawl === undefined ? [] : ['bar']), ...islands].map(
    (name) => `<script type="module" src="${islandUrl(name)}"></script>`,
  );
  const where = document.crawl === undefined ? '' : ` data-crawl="${escaped(document.crawl.id)}"`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Forage</title><link rel="icon" href="data:,"><link rel="stylesheet" href="${assetUrl('desk.css')}">
<script type="importmap">${importMap}</script>${scripts.join('')}</head>
<body${where}>${renderToString(h(Fragment, null, frame(document)))}${
    data === undefined ? '' : `<script type="application/json" id="data">${asData(data)}</script>`
  }</body></html>
`;
}

/** JSON that cannot end the element it stands in. */
const asData = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
