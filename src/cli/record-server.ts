/**
 * The recorder: a server on loopback through which a person looks at a web, frozen or live, and says of each page
 * whether it is wanted. A bar of three buttons stands above the page; following a link stays inside.
 *
 * What a page brings is kept apart from the bar: it is shown in a frame without scripts, forms, images or an origin
 * (record-page.ts writes it anew, and a Content-Security-Policy and the frame's sandbox forbid the rest). Every address
 * here begins with a secret, and only requests that name this very server are heard, so that no other page of the
 * browser can add to the log. A person asks for each page, one at a time: robots.txt is for machines, and not asked.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ForageError } from '../errors.ts';
import type { Page } from '../page/page.ts';
import { readDocument } from '../page/read.ts';
import type { Topic } from '../topic/topic.ts';
import { canonicalUrl } from '../web/url.ts';
import { header, type Web } from '../web/web.ts';
import type { RecordLog } from './record-log.ts';
import { shownPage } from './record-page.ts';
import { failurePage, framedPage, goodbyePage, startPage, visitPage } from './record-views.ts';

export interface Recorder {
  /** Where to begin, secret included. */
  url: string;
  /** Resolves when the person is done, or when it was closed. */
  done: Promise<void>;
  close(): Promise<void>;
}

export interface RecorderParts {
  web: Web;
  topic: Topic;
  log: RecordLog;
  /** 0 for any that is free. */
  port: number;
}

export async function startRecorder({ web, topic, log, port }: RecorderParts): Promise<Recorder> {
  const secret = randomBytes(16).toString('hex');
  const shown = new Map<number, Shown>();
  const { promise: done, resolve: end } = Promise.withResolvers<void>();
  let authority = '';

  const server = createServer({ requestTimeout: 30_000 }, (request, response) => {
    answer(request).then(
      (reply) => send(response, reply),
      (error: unknown) => send(response, fault(error)),
    );
  });
  await listen(server, port);
  authority = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: `http://${authority}/${secret}/`,
    done,
    close: () =>
      new Promise((resolve) => {
        end();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function answer(request: IncomingMessage): Promise<Reply> {
    const url = URL.parse(request.url ?? '/', `http://${authority}`);
    const [, given, what, which] = url?.pathname.split('/') ?? [];
    if (request.headers.host !== authority || given !== secret || url === null) {
      return {
        status: 404,
        html: failurePage('There is nothing here. Use the address that the recorder printed.'),
      };
    }
    if (request.method === 'POST') {
      const form = new URLSearchParams(await bodyOf(request));
      if (what === 'label') return label(form);
      if (what === 'done') {
        return { html: goodbyePage(log), whenSent: end };
      }
    } else if (request.method === 'GET') {
      if (what === '') return { html: startPage(topic, log) };
      if (what === 'go')
        return go(url.searchParams.get('url') ?? '', visitNamed(url.searchParams.get('from')));
      const visit = visitNamed(which);
      if (what === 'visit' && visit !== undefined) {
        const { page } = await pageOf(visit);
        return { html: visitPage(log, visit, page.title) };
      }
      if (what === 'page' && visit !== undefined) return { html: await framed(visit), isFramed: true };
    }
    return { status: 404, html: failurePage('There is no such page of the recorder.') };
  }

  function label(form: URLSearchParams): Reply {
    const visit = visitNamed(form.get('visit'));
    const relevant = form.get('relevant');
    if (visit === undefined || (relevant !== 'yes' && relevant !== 'no')) {
      return { status: 400, html: failurePage('A label names a visit, and says yes or no.') };
    }
    log.label(visit, relevant === 'yes');
    return { status: 303, location: `/${secret}/visit/${visit}` };
  }

  async function go(address: string, from: number | undefined): Promise<Reply> {
    const typed = /^[a-z]+:/i.test(address) ? address : `http://${address}`;
    const canonical = canonicalUrl(typed.trim());
    if (!canonical.ok) return { status: 400, html: failurePage(`"${address}" is no address of a web page.`) };
    const got = await fetchPage(canonical.url, web);
    const visit = log.add(got.page.url, from);
    remember(visit, got);
    return { status: 303, location: `/${secret}/visit/${visit}` };
  }

  async function framed(visit: number): Promise<string> {
    const { page, source, contentType } = await pageOf(visit);
    const body = shownPage(
      page,
      source,
      contentType,
      (url) => `/${secret}/go?${new URLSearchParams({ from: String(visit), url })}`,
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

interface Reply {
  status?: number;
  html?: string;
  location?: string;
  isFramed?: boolean;
  whenSent?: () => void;
}

/** What a person must be told; shown as a page. */
class CannotShow extends Error {}

async function fetchPage(address: string, web: Web): Promise<Shown> {
  let url = address;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const fetched = await web.fetch({ url });
    if (!fetched.ok) throw new CannotShow(`${url} cannot be fetched: ${fetched.detail}`);
    const target = header(fetched.headers, 'location');
    if (fetched.status >= 300 && fetched.status < 400 && target !== undefined) {
      const canonical = canonicalUrl(target, url);
      if (!canonical.ok)
        throw new CannotShow(`${url} leads to "${target.slice(0, 200)}", which is no web page.`);
      url = canonical.url;
      continue;
    }
    if (fetched.status < 200 || fetched.status > 299)
      throw new CannotShow(`${url} answered ${fetched.status}.`);
    const document = { url: fetched.recordedUrl ?? url, headers: fetched.headers, body: fetched.body };
    const page = await readDocument(document);
    if ('refused' in page) throw new CannotShow(`${url} is no page that can be shown: ${page.detail}`);
    return { page, source: fetched.body, contentType: header(fetched.headers, 'content-type') };
  }
  throw new CannotShow(`${address} leads from one redirect to the next.`);
}

const maxRedirects = 10;

function fault(error: unknown): Reply {
  if (error instanceof CannotShow) return { status: 502, html: failurePage(error.message) };
  if (error instanceof ForageError) return { status: 500, html: failurePage(error.message) };
  return { status: 500, html: failurePage(`A fault of the recorder: ${(error as Error).message}`) };
}

const ownPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const framedPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation";

function send(
  response: ServerResponse,
  { status = 200, html = '', location, isFramed, whenSent }: Reply,
): void {
  if (whenSent) response.once('close', whenSent);
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': isFramed ? framedPolicy : ownPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    ...(location === undefined ? {} : { location }),
    ...(whenSent === undefined ? {} : { connection: 'close' }),
  });
  response.end(html);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) {
    body += String(chunk);
    if (body.length > maxFormLength) throw new CannotShow('The form is too long.');
  }
  return body;
}

const maxFormLength = 10_000;

function listen(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new ForageError('USAGE', `Port ${port} cannot be used (${error.message}); give another with --port.`),
      ),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
}
