/**
 * Judging as a small web page on loopback, for several judges by name. A page is shown as plain text, every character
 * of it escaped, under a Content-Security-Policy that runs our own few lines for the keys and nothing else and loads
 * nothing; so nothing of a page can run, load, or pretend to be a button. Every address here begins with a secret, and
 * only requests that name this very server are heard, so that no other page of the browser can add a judgement.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ForageError } from '../errors.ts';
import {
  type HumanJudgement,
  type JudgementsFile,
  judgeName,
  type Label,
  labels,
} from '../lab/judgements.ts';
import { Judging } from '../lab/judging.ts';
import type { PageTexts } from '../lab/page-texts.ts';
import type { SampledPage } from '../lab/sampling.ts';
import { allJudgedPage, failurePage, goodbyePage, judgingPage, startPage } from './judge-views.ts';

export interface JudgeServer {
  /** Where to begin, secret included. */
  url: string;
  /** Resolves when somebody ends it, or when it was closed. */
  done: Promise<void>;
  close(): Promise<void>;
}

export interface JudgeServerParts {
  pages: readonly SampledPage[];
  texts: Pick<PageTexts, 'read'>;
  titleOf: (page: SampledPage) => string;
  file: JudgementsFile;
  /** What is in the file now. */
  readBefore: () => readonly HumanJudgement[];
  /** 0 for any that is free. */
  port: number;
}

export async function startJudgeServer(parts: JudgeServerParts): Promise<JudgeServer> {
  const { pages, texts, titleOf, file, readBefore, port } = parts;
  const secret = randomBytes(16).toString('hex');
  const judges = new Map<string, Judging>();
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
    const [, given, what] = url?.pathname.split('/') ?? [];
    if (request.headers.host !== authority || given !== secret || url === null)
      throw new Refused(404, 'There is nothing here. Use the address that the command printed.');
    if (request.method === 'GET' && what === '') return { html: startPage(pages.length, soFar()) };
    if (request.method === 'GET' && what === 'page') return shown(url.searchParams);
    if (request.method === 'POST' && what === 'say') return said(new URLSearchParams(await bodyOf(request)));
    if (request.method === 'POST' && what === 'done') return { html: goodbyePage(soFar()), whenSent: end };
    throw new Refused(404, 'There is no such page here.');
  }

  async function shown(query: URLSearchParams): Promise<Reply> {
    const judging = judgingOf(query.get('judge') ?? '');
    const place = query.has('at') ? placeNamed(query.get('at')) : judging.nextOpen();
    if (place === undefined) return { html: allJudgedPage(judging) };
    const sampled = pages[place]!;
    const nonce = randomBytes(16).toString('base64');
    const page = await texts.read(sampled);
    return { html: judgingPage({ judging, place, page, sampled, title: titleOf(sampled), nonce }), nonce };
  }

  function said(form: URLSearchParams): Reply {
    const judging = judgingOf(form.get('judge') ?? '');
    const place = placeNamed(form.get('at'));
    const label = labels.find((one) => one === form.get('label'));
    if (label === undefined) throw new Refused(400, `A label is one of ${labels.join(', ')}.`);
    judging.say(place, label satisfies Label);
    const next = judging.nextOpen(place);
    const query = new URLSearchParams({
      judge: judging.judge,
      ...(next === undefined ? {} : { at: `${next}` }),
    });
    return { status: 303, location: `/${secret}/page?${query}` };
  }

  function judgingOf(name: string): Judging {
    const judge = judgeName(name);
    const known = judges.get(judge);
    if (known !== undefined) return known;
    if (judges.size >= maxJudges) throw new Refused(400, `There are ${maxJudges} judges already.`);
    const judging = new Judging(judge, pages, readBefore(), file);
    judges.set(judge, judging);
    return judging;
  }

  function placeNamed(text: string | null): number {
    const place = text !== null && /^\d{1,9}$/.test(text) ? Number(text) : pages.length;
    if (place >= pages.length) throw new Refused(404, `The sample has no page ${text?.slice(0, 20)}.`);
    return place;
  }

  /** Judges with the number of pages that each has judged. */
  function soFar(): Map<string, number> {
    const before = readBefore();
    const names = new Set([...before.map(({ judge }) => judge), ...judges.keys()]);
    return new Map([...names].map((name) => [name, new Judging(name, pages, before, file).done]));
  }
}

const maxJudges = 200;

interface Reply {
  status?: number;
  html?: string;
  location?: string;
  /** Of the script that may run. */
  nonce?: string;
  whenSent?: () => void;
}

/** What a person must be told; shown as a page. */
class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

function fault(error: unknown): Reply {
  if (error instanceof Refused) return { status: error.status, html: failurePage(error.message) };
  if (error instanceof ForageError)
    return { status: error.code === 'USAGE' ? 400 : 500, html: failurePage(error.message) };
  return { status: 500, html: failurePage(`A fault of the server: ${(error as Error).message}`) };
}

function send(response: ServerResponse, { status = 200, html = '', location, nonce, whenSent }: Reply): void {
  if (whenSent) response.once('close', whenSent);
  const script = nonce === undefined ? '' : ` script-src 'nonce-${nonce}';`;
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline';${script} form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
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
    if (body.length > maxFormLength) throw new Refused(413, 'The form is too long.');
  }
  return body;
}

const maxFormLength = 10_000;

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new ForageError('USAGE', `Port ${port} cannot be used (${error.message}); give another with --port.`),
      ),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
}
