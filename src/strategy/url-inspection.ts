/**
 * What a URL says before it is fetched: too many directory levels, a stop directory, an unwanted format, a document, or
 * a site with a telling name. Chen (CINDI robot, Concordia, 2008), sections 3.2.3 and 4.2.1. Of the old robot's 106,416
 * documents hardly any were deeper than seven directories (section 3.6).
 *
 * Decided here, where the thesis is silent: the "section" of a URL that names a department is a host label left of the
 * registered domain (otherwise the thesis's `it` would match all of Italy, and `site` and `comp` much of the Web);
 * directory names are compared as a whole, ignoring case; an extension counts as a format if it has at most five
 * characters including a letter, so `/john.smithson` and `/v1.2` are pages. Newer extensions are added.
 */
import { getDomainWithoutSuffix, getSubdomain } from 'tldts';
import { documentEndings, pageEndings, unreadableEndings } from './data/inspection-lists.ts';

export interface UrlRules {
  /** Maximum number of directories. */
  maxLevels: number;
  stopDirectories: ReadonlySet<string>;
  departments: ReadonlySet<string>;
}

export type UrlVerdict =
  | 'page'
  | 'document'
  | 'unreadable document'
  | 'too many directory levels'
  | 'stop directory'
  | 'format not wanted';

export function inspectUrl(url: string, { maxLevels, stopDirectories }: UrlRules): UrlVerdict {
  const directories = directoriesOf(url);
  if (directories.length > maxLevels) return 'too many directory levels';
  for (const name of directories) if (stopDirectories.has(name)) return 'stop directory';
  const ending = endingOf(url);
  if (ending === undefined || pageEndings.has(ending)) return 'page';
  if (documentEndings.has(ending)) return 'document';
  return unreadableEndings.has(ending) ? 'unreadable document' : 'format not wanted';
}

/** Does a host label left of the registered domain name a department? */
export function isDepartment(host: string, departments: ReadonlySet<string>): boolean {
  if (departments.size === 0) return false;
  const left = getSubdomain(host.replace(/:\d*$/, ''), { allowPrivateDomains: true });
  return left !== null && left !== '' && left.split('.').some((label) => departments.has(label));
}

/** `wikipedia` of en.wikipedia.org; empty for an IP address. */
export function nameOf(host: string): string {
  return getDomainWithoutSuffix(host.replace(/:\d*$/, ''), { allowPrivateDomains: true }) ?? '';
}

/** Directory names of a canonical URL, lower-case: `/a/b.html` has one, `/a/b/` two. */
export function directoriesOf(url: string): string[] {
  const start = pathStart(url);
  const path = url.slice(start, pathEnd(url, start)).toLowerCase();
  return path
    .slice(0, path.lastIndexOf('/') + 1)
    .split('/')
    .filter((name) => name !== '');
}

/** `html` of `/a/b.html`, `ps.gz` of `/a.ps.gz`; undefined without an extension. */
export function endingOf(url: string): string | undefined {
  const start = pathStart(url);
  const path = url.slice(start, pathEnd(url, start));
  const match = ENDING.exec(path.slice(path.lastIndexOf('/') + 1));
  return match === null ? undefined : match[1]!.toLowerCase();
}

/** `example.org` or `example.org:8080` of a canonical URL. */
export function siteOf(url: string): string {
  return url.slice(url.indexOf('//') + 2, pathStart(url));
}

const ENDING = /[^.]\.(ps\.gz|(?=[0-9]*[a-z])[a-z0-9]{1,5})$/i;

function pathStart(url: string): number {
  const slash = url.indexOf('/', url.indexOf('//') + 2);
  return slash === -1 ? url.length : slash;
}

function pathEnd(url: string, from: number): number {
  const query = url.indexOf('?', from);
  return query === -1 ? url.length : query;
}
