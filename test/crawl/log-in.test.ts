/** A site for members: the login form is filled in, the session is kept, and nothing ends it. */
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { logsOut } from '../../src/crawl/log-in.ts';
import {
  crawlOf,
  outcomesOf,
  page,
  prose,
  removeFolders,
  type SmallWeb,
  smallWeb,
  type Table,
} from './small-web.ts';

const sent: string[] = [];
let sessions = 0;
const isMember = ({ headers }: IncomingMessage): boolean => headers.cookie === `session=${sessions}`;
const members = (body: string) => (_n: number, request: IncomingMessage) =>
  isMember(request) ? body : { status: 302, headers: { location: '/login' } };

const FORM = `<form action="/enter" method="post"><input type=hidden name=token value="t&amp;1">
  <input name=user><input type=password name=secret></form>`;

const table: Table = {
  'club.test/login': FORM,
  'club.test/enter': (_n, request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      sent.push(`${request.method} ${body}`);
      if (!body.endsWith('secret=open+sesame')) return response.end(FORM);
      sessions += 1;
      response.writeHead(303, { location: '/', 'set-cookie': `session=${sessions}; Path=/` });
      return response.end();
    });
    return undefined;
  },
  'club.test/': members(page({ '/one': 'one', '/logout': 'leave', '/bye': 'Sign out' }, prose('club'))),
  'club.test/one': members(page([], prose('one'))),
  'club.test/logout': () => {
    sessions += 1000;
    return '';
  },
  'club.test/bye': () => {
    sessions += 1000;
    return '';
  },
};

let web: SmallWeb;
const settingsFor = (fields: Record<string, string>) => ({
  recipe: 'breadth-first',
  http: {
    ...web.settings.http,
    perHost: { 'club.test': { login: { url: 'http://club.test/login', fields } } },
  },
});
beforeAll(async () => {
  web = await smallWeb(table, { threads: 0 });
});
afterAll(async () => {
  await web.close();
  removeFolders();
});

it('a crawl logs in once, with the token of the form, and never follows a link that logs out', async () => {
  const seeds = ['http://club.test/'];
  const { folder } = await crawlOf(web, {
    seeds,
    settings: settingsFor({ user: 'me', secret: 'open sesame' }),
  });
  expect(sent).toEqual(['POST token=t%261&user=me&secret=open+sesame']);
  expect(outcomesOf(folder)).toEqual({ 'http://club.test/': 'page', 'http://club.test/one': 'page' });
});

it.each([
  [
    { user: 'me', secret: 'wrong' },
    'The login at http://club.test/login failed: the server asks for the password again',
  ],
  [{ name: 'me' }, 'the form has no field "name". Its fields are: token, user, secret.'],
])('a login that fails says why, before the crawl starts', async (fields, words) => {
  const crawling = crawlOf(web, {
    seeds: ['http://club.test/'],
    settings: settingsFor(fields as Record<string, string>),
  });
  await expect(crawling).rejects.toThrow(words);
});

it('links that log out are known by their URL or their words', () => {
  expect(
    ['/logout', '/user/sign-out?x=1', '/log_off', '/LogOut.aspx'].filter((url) => !logsOut(url)),
  ).toEqual([]);
  expect(logsOut('/x', 'Log out')).toBe(true);
  expect(
    ['/blog/outing', '/logoutlook', '/catalog/output', '/design-offers'].filter((url) => logsOut(url)),
  ).toEqual([]);
});
