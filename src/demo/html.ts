/**
 * A draft as an HTML document, in one of four templates, from tables with centred fonts to HTML5 elements. URLs on the
 * same site are root-relative, others absolute.
 */
import type { Anchor, Block, Draft, Piece } from './draft.ts';
import type { Site } from './sites.ts';

export interface Page {
  draft: Draft;
  site: Site;
  /** Inserted verbatim into the head. */
  head?: string;
  /** Inserted verbatim before the end of the body. */
  tail?: string;
  charset?: string;
  /** Rewrites a link's URL before it is written (session ids, tracking). */
  dress?: (address: string) => string;
}

export function toHtml(page: Page): string {
  const { draft, site } = page;
  const write = writer(page);
  const body = draft.body.map((block) => blockHtml(block, write)).join('\n');
  const menu = draft.menu.map(write);
  const side = draft.side.filter(({ anchors }) => anchors.length > 0);
  const footer = draft.footer.map(write).join(' | ');
  const tail = page.tail ?? '';
  const heading = escapeText(draft.heading);
  switch (site.template) {
    case 0:
      return `${headHtml(page, '<!DOCTYPE html>')}<body>
<header><p class="logo"><a href="/">${escapeText(site.title)}</a></p><nav><ul>${menu.map((a) => `<li>${a}</li>`).join('')}</ul></nav></header>
<main><article><h1>${heading}</h1>${byline(draft)}
${body}
</article></main>
${side.map(({ title, anchors }) => `<aside><h3>${title}</h3><ul>${anchors.map((a) => `<li>${write(a)}</li>`).join('')}</ul></aside>`).join('\n')}
${tail}<footer>${footer} <small>© ${escapeText(site.title)}. All rights reserved.</small></footer>
</body></html>
`;
    case 1:
      return `${headHtml(page, '<!DOCTYPE html>')}<body class="page">
<div id="top"><div class="menu">${menu.join(' · ')}</div></div>
<div id="content"><h1>${heading}</h1>
${body}
${byline(draft)}</div>
<div id="sidebar">${side.map(({ title, anchors }) => `<div class="box"><h4>${title}</h4>${anchors.map((a) => `<p>${write(a)}</p>`).join('')}</div>`).join('\n')}</div>
${tail}<div id="footer">${footer}<br>This site uses cookies. By reading on you accept our terms.</div>
</body></html>
`;
    case 2:
      return `${headHtml(page, '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">')}<body bgcolor="#ffffee">
<center><font size="+2">${escapeText(site.title)}</font></center>
<table width="100%" border="0"><tr><td width="150" valign="top" class="nav">${menu.join('<br>\n')}<hr>${side.map(({ title, anchors }) => `<b>${title}</b><br>${anchors.map(write).join('<br>')}`).join('<hr>')}</td>
<td valign="top"><h2>${heading}</h2>
${body}
${byline(draft)}</td></tr></table>
${tail}<hr><font size="1">${footer}</font>
</body></html>
`;
    default:
      return `${headHtml(page, '<!DOCTYPE html>')}<body>
<section class="main"><h1>${heading}</h1>
${body}
${byline(draft)}</section>
<section class="more">${side.map(({ title, anchors }) => `<h3>${title}</h3><p>${anchors.map(write).join(', ')}</p>`).join('\n')}</section>
${tail}<div class="links">${menu.join(' / ')}</div>
<div class="legal">${footer}</div>
</body></html>
`;
  }
}

export function escapeText(text: string): string {
  return /[&<>"]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
    : text;
}

function headHtml({ draft, site, head, charset }: Page, doctype: string): string {
  const meta = charset === undefined ? '' : `<meta charset="${charset}">\n`;
  const next =
    draft.next === undefined ? '' : `<link rel="next" href="${escapeText(local(draft.next, site))}">\n`;
  const previous =
    draft.previous === undefined
      ? ''
      : `<link rel="prev" href="${escapeText(local(draft.previous, site))}">\n`;
  return `${doctype}
<html lang="en"><head>
${meta}<title>${escapeText(draft.title)}</title>
<meta name="description" content="${escapeText(draft.description)}">
<meta name="keywords" content="${escapeText(draft.keywords.join(', '))}">
${next}${previous}${head ?? ''}</head>
`;
}

function writer({ site, dress }: Page): (anchor: Anchor) => string {
  return ({ to, text, image, nofollow }) => {
    const address = escapeText(local(dress === undefined ? to : dress(to), site));
    const rel = nofollow ? ' rel="nofollow"' : '';
    if (image)
      return `<a href="${address}"${rel}><img src="/pictures/small.png" alt="${escapeText(text)}"></a>`;
    return `<a href="${address}"${rel}>${escapeText(text)}</a>`;
  };
}

function local(address: string, site: Site): string {
  const prefix = `http://${site.host}/`;
  return address.startsWith(prefix) ? address.slice(prefix.length - 1) : address;
}

function blockHtml(block: Block, write: (anchor: Anchor) => string): string {
  const piece = (part: Piece) => (typeof part === 'string' ? escapeText(part) : write(part));
  switch (block.kind) {
    case 'heading':
      return `<h2>${escapeText(block.text)}</h2>`;
    case 'paragraph':
      return `<p>${block.pieces.map(piece).join('')}</p>`;
    case 'quote':
      return `<blockquote>“${escapeText(block.text)}”</blockquote>`;
    case 'list':
      return `<ul>\n${block.items.map((item) => `<li>${item.map(piece).join('')}</li>`).join('\n')}\n</ul>`;
    case 'terms':
      return `<dl>\n${block.items.map(({ term, text }) => `<dt>${piece(term)}</dt><dd>${escapeText(text)}</dd>`).join('\n')}\n</dl>`;
  }
}

function byline(draft: Draft): string {
  return draft.author === undefined ? '' : `<p class="byline">Written by ${escapeText(draft.author)}.</p>`;
}
