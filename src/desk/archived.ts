/**
 * Archived pages as they were stored, on an origin of their own: a second port of loopback, without any secret of the
 * desk. A page keeps its text, structure and links; scripts, styles, images and forms are taken out, the policy forbids
 * the rest, and no request leaves. Every address ends in a code that only the desk can make, so nobody else reads pages.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { OpenCrawl } from '../crawl/open.ts';
import { pageOf } from '../crawl/readers/reading.ts';
import { urlRulesOf } from '../crawl/settings.ts';
import { StoredPages } from '../crawl/stored-pages.ts';
import { header } from '../web/web.ts';
import type { Crawls } from './crawls.ts';
import { shownPage } from './record-page.ts';
import { Refused } from './route.ts';
import { isOwnHost } from './server.ts';

const POLICY =
  "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

export class ArchivedPages {
  readonly server: Server;
  readonly #crawls: Crawls;
  readonly #key = randomBytes(32);

  constructor(crawls: Crawls, names: readonly string[]) {
    this.#crawls = crawls;
    this.server = createServer({ requestTimeout: 30_000 }, (request, response) => {
      const answer = async (): Promise<string> => {
        const [, crawl = '', page = '', code = ''] = (request.url ?? '').split('/').map(decoded);
        if (
          request.method !== 'GET' ||
          !isOwnHost(request.headers.host ?? '', names) ||
          !this.#isOurs(crawl, page, code)
        )
          throw new Refused(404, 'NOT_FOUND', 'There is nothing here.');
        return this.#crawls.reading(crawl, (open) => storedPage(open, Number(page)));
      };
      const send = (status: number, html: string): void => {
        response.writeHead(status, {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': POLICY,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-store',
        });
        response.end(html);
      };
      answer().then(
        (html) => send(200, html),
        (error: Error) =>
          send(
            error instanceof Refused ? error.status : 409,
            framed('<p>The archived page cannot be shown.</p>'),
          ),
      );
    });
  }

  /** Without scheme and host. */
  pathOf(crawl: string, page: number): string {
    return `/${encodeURIComponent(crawl)}/${page}/${this.#codeOf(crawl, String(page))}`;
  }

  #codeOf(crawl: string, page: string): string {
    return createHmac('sha256', this.#key).update(`${page} ${crawl}`).digest('base64url');
  }

  #isOurs(crawl: string, page: string, code: string): boolean {
    const [right, given] = [Buffer.from(this.#codeOf(crawl, page)), Buffer.from(code)];
    return right.length === given.length && timingSafeEqual(right, given);
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

async function storedPage({ folder, read }: OpenCrawl, id: number): Promise<string> {
  const page = read.pageById(id);
  if (page?.warc === undefined) throw new Refused(404, 'NOT_FOUND', 'The archive does not have this page.');
  const stored = new StoredPages(folder, read);
  try {
    const answer = await stored.answerOf({ url: page.url, warc: page.warc, duplicateOf: page.duplicateOf });
    const parsed = await pageOf(answer, { urlRules: urlRulesOf(folder.settings), use: folder.settings.use });
    if ('refused' in parsed) throw new Refused(409, 'CRAWL_FOLDER', 'The archived answer is not a page.');
    return framed(shownPage(parsed, answer.body, header(answer.headers, 'content-type'), (url) => url));
  } finally {
    stored.close();
  }
}

const framed = (body: string): string => `<!doctype html><meta charset="utf-8"><title>Archived page</title>
<style>body { font: 16px/1.5 sans-serif; margin: 1em; overflow-wrap: anywhere; background: #fff; color: #111 } pre { white-space: pre-wrap } a { color: #00507d }</style>
<body>${body}`;
