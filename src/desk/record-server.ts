/**
 * The recorder: a server on loopback through which a person browses a web, frozen or live, and labels each page as
 * relevant or not. A bar of three buttons is above the page; following a link stays inside.
 *
 * Page content is isolated from the bar: it is shown in a frame without scripts, forms, images or an origin
 * (record-page.ts rewrites it, and a Content-Security-Policy and the frame's sandbox forbid the rest). A person
 * requests each page, one at a time; robots.txt is for machines and is not checked.
 */
import type { Page } from '../page/page.ts';
import { readDocument } from '../page/read.ts';
import type { Topic } from '../topic/topic.ts';
import { canonicalUrl } from '../url/url.ts';
import { header, redirectLocation, type Web } from '../web/web.ts';
import { type Asked, type LocalServer, Refused, type Reply, startLocalServer } from './local-server.ts';
import type { RecordLog } from './record-log.ts';
import { shownPage } from './record-page.ts';
import { failurePage, framedPage, goodbyePage, startPage, visitPage } from './record-views.ts';

export interface RecorderParts {
  web: Web;
  topic: Topic;
  log: RecordLog;
  /** 0 for any free port. */
  port: number;
}

export function startRecorder({ web, topic, log, port }: RecorderParts): Promise<LocalServer> {
  const shown = new Map<number, Shown>();
  return startLocalServer({ port, failurePage, answer });

  async function answer({ method, path: [what, which], query, root, form }: Asked): Promise<Reply> {
    if (method === 'POST') {
      if (what === 'label') return label(await form(), root);
      if (what === 'done') return { html: goodbyePage(log), isLast: true };
    } else if (method === 'GET') {
      if (what === '') return { html: startPage(topic, log) };
      if (what === 'go') return go(query.get('url') ?? '', visitNamed(query.get('from')), root);
      const visit = visitNamed(which);
      if (what === 'visit' && visit !== undefined) {
        const { page } = await pageOf(visit);
        return { html: visitPage(log, visit, page.title), policy: framingPolicy };
      }
      if (what === 'page' && visit !== undefined)
        return { html: await framed(visit, root), policy: framedPolicy };
    }
    throw new Refused(404, 'The recorder has no such page.');
  }

  function label(form: URLSearchParams, root: string): Reply {
    const visit = visitNamed(form.get('visit'));
    const relevant = form.get('relevant');
    if (visit === undefined || (relevant !== 'yes' && relevant !== 'no'))
      throw new Refused(400, 'A label needs a visit, and yes or no.');
    log.label(visit, relevant === 'yes');
    return { status: 303, location: `${root}/visit/${visit}` };
  }

  async function go(address: string, from: number | undefined, root: string): Promise<Reply> {
    const typed = /^[a-z]+:/i.test(address) ? address : `http://${address}`;
    const canonical = canonicalUrl(typed.trim());
    if (!canonical.ok) throw new Refused(400, `"${address}" is not the URL of a web page.`);
    const got = await fetchPage(canonical.url, web);
    const visit = log.add(got.page.url, from);
    remember(visit, got);
    return { status: 303, location: `${root}/visit/${visit}` };
  }

  async function framed(visit: number, root: string): Promise<string> {
    const { page, source, contentType } = await pageOf(visit);
    const body = shownPage(
      page,
      source,
      contentType,
      (url) => `${root}/go?${new URLSearchParams({ from: String(visit), url })}`,
    );
    return framedPage(body);
  }

  async function pageOf(visit: number): Promise<Shown> {
    const known = shown.get(visit);
    if (known) return known;
    const got = await fetchPage(log.visits[visit]!.url, web);
    remember(visit, got);
    return got;
  }

  /** The last few: a person goes back one or two pages, and a page may be large. */
  function remember(visit: number, got: Shown): void {
    shown.delete(visit);
    shown.set(visit, got);
    const [oldest] = shown.keys();
    if (shown.size > rememberedPages) shown.delete(oldest!);
  }

  function visitNamed(text: string | null | undefined): number | undefined {
    if (!text || !/^\d{1,6}$/.test(text)) return undefined;
    return Number(text) < log.visits.length ? Number(text) : undefined;
  }
}

const rememberedPages = 10;

interface Shown {
  page: Page;
  source: Uint8Array;
  contentType: string | undefined;
}

async function fetchPage(address: string, web: Web): Promise<Shown> {
  let url = address;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const fetched = await web.fetch({ url });
    if (!fetched.ok) throw new Refused(502, `${url} cannot be fetched: ${fetched.detail}`);
    const target = redirectLocation(fetched);
    if (target !== undefined) {
      const canonical = canonicalUrl(target, url);
      if (!canonical.ok)
        throw new Refused(502, `${url} leads to "${target.slice(0, 200)}", which is not a web page.`);
      url = canonical.url;
      continue;
    }
    if (fetched.status < 200 || fetched.status > 299)
      throw new Refused(502, `${url} answered ${fetched.status}.`);
    const document = { url: fetched.recordedUrl ?? url, headers: fetched.headers, body: fetched.body };
    const page = await readDocument(document);
    if ('refused' in page) throw new Refused(502, `${url} cannot be shown: ${page.detail}`);
    return { page, source: fetched.body, contentType: header(fetched.headers, 'content-type') };
  }
  throw new Refused(502, `${address} has too many redirects.`);
}

const maxRedirects = 10;

const framingPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const framedPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation";
