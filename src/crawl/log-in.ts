/**
 * Hosts on which the user has an account: the login form is filled in when the crawl starts, and again if the host
 * sends us back to it. The cookies of such a host are kept while the crawl runs. This is the only place where anything
 * is sent by POST; it is not archived.
 */
import { ForageError } from '../errors.ts';
import { type LoginForm, loginFormIn } from '../page/forms.ts';
import { HostTable } from '../url/host-pattern.ts';
import type { FormSender, LiveWeb } from '../web/http/http.ts';
import { type Answered, type Fetched, type FetchRequest, redirectLocation } from '../web/web.ts';
import type { Settings } from './settings.ts';

export interface Login {
  /** Host pattern. */
  host: string;
  /** The page with the form. */
  url: string;
  /** What to fill in, by the names of its fields. */
  fields: Record<string, string>;
}

type FormWeb = LiveWeb & FormSender;

const MOST_REDIRECTS = 5;
/** A host that sends us back to its form sooner does not accept us. */
const AGAIN_AFTER_MS = 300_000;

/** Logs in everywhere; throws if it cannot. */
export async function logIn(web: FormWeb, logins: readonly Login[]): Promise<LiveWeb> {
  try {
    for (const login of logins) await enter(web, login);
  } catch (error) {
    await web.close();
    throw error;
  }
  return withLogins(web, logins);
}

/** Says of a URL whether it would end the session of the user on a host with an account. */
export function leavesAccount({ http }: Pick<Settings, 'http'>): (url: string, anchor?: string) => boolean {
  const accounts = new HostTable(
    Object.entries(http.perHost).flatMap(([host, { login, auth, cookies }]) =>
      login || auth || cookies ? [[host, true] as const] : [],
    ),
  );
  if (accounts.isEmpty) return () => false;
  return (url, anchor) => accounts.get(new URL(url).hostname) === true && logsOut(url, anchor);
}

/** Whether a link would end a session, by its URL or its words. */
export const logsOut = (url: string, anchor = ''): boolean => LOGS_OUT.test(url) || LOGS_OUT.test(anchor);
const LOGS_OUT =
  /(?:log|sign)[-_ ]?(?:out|off)(?![a-z])|\b(?:abmelden|ausloggen|d[eé]connexion|cerrar[-_ ]sesi[oó]n|uitloggen|wyloguj)\b/i;

function withLogins(web: FormWeb, logins: readonly Login[]): LiveWeb {
  const enteredAt = performance.now();
  const sessions = new HostTable(
    logins.map((login): [string, Session] => [login.host, { login, enteredAt }]),
  );
  return {
    async fetch(request: FetchRequest): Promise<Fetched> {
      const fetched = await web.fetch(request);
      const session = sessions.get(new URL(request.url).hostname);
      if (session === undefined || !isSentTo(fetched, session.login.url)) return fetched;
      if (performance.now() - session.enteredAt < AGAIN_AFTER_MS) return fetched;
      session.enteredAt = performance.now();
      await enter(web, session.login).catch(() => {});
      return web.fetch(request);
    },
    nameOf: (url) => web.nameOf(url),
    lookUp: (url) => web.lookUp(url),
    proxies: () => web.proxies?.() ?? [],
    close: () => web.close(),
  };
}

interface Session {
  login: Login;
  enteredAt: number;
}

function isSentTo(fetched: Fetched, loginUrl: string): boolean {
  if (!fetched.ok) return false;
  const target = redirectOf(fetched);
  const login = new URL(loginUrl);
  return target !== undefined && target.origin === login.origin && target.pathname === login.pathname;
}

async function enter(web: FormWeb, { url, fields }: Login): Promise<void> {
  const page = await arrive(web, await web.fetch({ url }), url);
  const form = loginFormIn(textOf(page), page.url);
  if (form === undefined)
    throw failed(url, 'the page has no form with a password. Give the URL of the page with the form');
  const unknown = Object.keys(fields).find((name) => !form.fields.has(name));
  if (unknown !== undefined)
    throw failed(
      url,
      `the form has no field "${unknown}". Its fields are: ${[...form.fields.keys()].join(', ')}`,
    );
  const answer = await arrive(web, await send(web, form, fields), url);
  if (answer.status >= 400) throw failed(url, `the server answered with status ${answer.status}`);
  if (loginFormIn(textOf(answer), answer.url) !== undefined)
    throw failed(url, 'the server asks for the password again. Check the fields in http.perHost');
}

function send(web: FormWeb, { action, method, fields }: LoginForm, given: Login['fields']): Promise<Fetched> {
  const filled = [...new Map([...fields, ...Object.entries(given)])];
  if (method === 'post') return web.post(action, filled);
  const url = new URL(action);
  url.search = new URLSearchParams(filled).toString();
  return web.fetch({ url: url.href });
}

/** Follows redirects to a page. */
async function arrive(web: FormWeb, first: Fetched, loginUrl: string): Promise<Answered> {
  let fetched = first;
  for (let hops = 0; ; hops++) {
    if (!fetched.ok) throw failed(loginUrl, fetched.detail);
    const target = redirectOf(fetched);
    if (target === undefined) return fetched;
    if (hops === MOST_REDIRECTS) throw failed(loginUrl, 'it redirects too often');
    fetched = await web.fetch({ url: target.href });
  }
}

function redirectOf(answer: Answered): URL | undefined {
  const location = redirectLocation(answer);
  const target = location === undefined ? null : URL.parse(location, answer.url);
  if (target === null) return undefined;
  target.hash = '';
  return target;
}

const textOf = ({ body }: Answered): string => Buffer.from(body).toString();

const failed = (url: string, why: string): ForageError =>
  new ForageError('USAGE', `The login at ${url} failed: ${why.replace(/\.$/, '')}.`);
