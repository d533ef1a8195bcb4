/** The web of a crawl according to its settings: WARC files, or the live Web. */
import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { ForageError } from '../errors.ts';
import type { Border } from '../frontier/part-frontier.ts';
import { openFrozenWeb } from '../frozen/frozen.ts';
import { HostTable } from '../url/host-pattern.ts';
import { userAgent } from '../web/http/agent.ts';
import { createHttpWeb } from '../web/http/http.ts';
import type { SendingRight } from '../web/http/settings.ts';
import type { Web } from '../web/web.ts';
import type { CrawlFolder } from './folder.ts';
import { logIn } from './log-in.ts';
import { privateSeedHosts } from './private-seeds.ts';

/** With the path of its folder if the crawl goes on in one. */
export type Asked = Pick<CrawlFolder, 'topic' | 'settings'> & Partial<Pick<CrawlFolder, 'path'>>;

export async function openWeb(
  { settings, topic, path }: Asked,
  part?: SendingRight & Pick<Border, 'owns'>,
): Promise<Web> {
  const { contact, perHost, keepCookies, proxy, oversize: _, maxDocumentBytes: __, ...http } = settings.http;
  const { maxBytes, maxUnpackedBytes } = http;
  if (path !== undefined) checkThere(settings.web, path);
  if (settings.web.length > 0) return openFrozenWeb(settings.web, { maxBytes, maxUnpackedBytes });
  const byHost = Object.entries(perHost);
  const logins = byHost.flatMap(([host, { login }]) => (login ? [{ host, ...login }] : []));
  const web = createHttpWeb({
    ...http,
    userAgent: userAgent(contact!),
    cookieJar: keepCookies || logins.map(({ host }) => host),
    ...(part === undefined ? {} : { right: part }),
    ...(proxy === undefined ? {} : { proxy }),
    allowHosts: await privateSeedHosts(seedsToLookUp(topic.seeds, http.connectTo, part)),
    headers: Object.fromEntries(byHost.flatMap(([host, { headers }]) => (headers ? [[host, headers]] : []))),
    auth: Object.fromEntries(byHost.flatMap(([host, { auth }]) => (auth ? [[host, auth]] : []))),
    cookies: Object.fromEntries(
      byHost.flatMap(([host, { cookies }]) => (cookies ? [[host, asHeader(cookies)]] : [])),
    ),
  });
  return logins.length === 0 ? web : logIn(web, logins);
}

/** Relative paths are those of the folder in which the crawl was started: a resume may have another. */
function checkThere(web: readonly string[], folder: string): void {
  const missing = web.find((path) => !isAbsolute(path) && !existsSync(path));
  if (missing === undefined) return;
  throw new ForageError(
    'FILE_UNREADABLE',
    `The frozen web of this crawl, ${missing}, is not in ${process.cwd()}. Resume it from the folder where it was started, or correct "web" in ${join(folder, 'crawl.yaml')}.`,
  );
}

/** Those that are asked from here, by their own names: looking up thousands takes minutes. */
function seedsToLookUp(
  seeds: readonly string[],
  connectTo: Record<string, string>,
  part: Pick<Border, 'owns'> | undefined,
): string[] {
  const elsewhere = new HostTable(Object.entries(connectTo));
  return seeds.filter((seed) => {
    const { host, hostname } = new URL(seed);
    return part?.owns(host) !== false && elsewhere.get(hostname) === undefined;
  });
}

const asHeader = (cookies: Record<string, string>): string =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
