/**
 * The replay's own pages: which hosts and pages it has and how to request them, and the certificate of its authority.
 */
import type { ServerResponse } from 'node:http';
import type { Replay, ReplayableWeb } from './replay.ts';
import { sendText } from './replay-answer.ts';

interface Shown {
  web: ReplayableWeb;
  replay: Replay;
  /** The prefix of its own paths: `/SECRET`. */
  root: string;
}

export function ownPage(target: string, response: ServerResponse, shown: Shown): void {
  const { caPem, url: proxy, indexUrl } = shown.replay;
  const url = URL.parse(target, proxy);
  const host = url?.searchParams.get('host');
  if (url?.pathname === '/ca.pem' && caPem !== '') {
    response.writeHead(200, { 'Content-Type': 'application/x-pem-file' }).end(caPem);
  } else if (url?.pathname === '/' && host) {
    sendHtml(response, hostPage(host, shown));
  } else if (url?.pathname === '/') {
    sendHtml(response, frontPage(shown));
  } else {
    sendText(response, 404, `This is the replay itself, not a recorded host. See ${indexUrl}\n`);
  }
}

const MAX_ROWS = 2000;

function frontPage({ web, replay: { url: proxy, caPem }, root }: Shown): string {
  const pages = new Map<string, number>();
  let total = 0;
  let example = 'http://example.org/';
  for (const url of web.urls?.() ?? []) {
    const host = URL.parse(url)?.host ?? '';
    if (total === 0) example = url;
    pages.set(host, (pages.get(host) ?? 0) + 1);
    total++;
  }
  const hosts = [...pages].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
  const rows = hosts
    .slice(0, MAX_ROWS)
    .map(([host, count]) => {
      const link = `<a href="${root}/?host=${encodeURIComponent(host)}">${escaped(host)}</a>`;
      return `<tr><td>${link}<td>${count}`;
    })
    .join('\n');
  const trust = caPem === '' ? '' : ` --cacert ca.pem`;
  const fetchCa =
    caPem === ''
      ? ''
      : `<p>For https URLs trust <a href="${root}/ca.pem">ca.pem</a>, which lives as long as this replay.</p>`;
  return html(
    'Replay of a frozen web',
    `<p>${total} pages on ${pages.size} hosts. This is an HTTP proxy that answers only from the recording:</p>
<pre>curl -x ${escaped(proxy)}${trust} '${escaped(example.replaceAll("'", '%27'))}'</pre>
${fetchCa}
<table><tr><th>host<th>pages
${rows}
</table>${hosts.length > MAX_ROWS ? `<p>… and ${hosts.length - MAX_ROWS} more hosts.</p>` : ''}`,
  );
}

/** URLs are shown as text: a link would leave the replay in a browser that does not use the proxy. */
function hostPage(host: string, { web, root }: Shown): string {
  const rows: string[] = [];
  for (const url of web.urls?.() ?? []) {
    if (URL.parse(url)?.host !== host) continue;
    if (rows.length === MAX_ROWS) {
      rows.push('…');
      break;
    }
    rows.push(escaped(url));
  }
  return html(host, `<p><a href="${root}/">All hosts</a></p>\n<pre>${rows.join('\n')}</pre>`);
}

function html(title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}h1,td{overflow-wrap:anywhere}td,th{text-align:left;padding-right:2rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f4f4f4;color:#111;padding:.75rem}</style>
<main>
<h1>${escaped(title)}</h1>
${content}
</main>
</html>
`;
}

function sendHtml(response: ServerResponse, text: string): void {
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
