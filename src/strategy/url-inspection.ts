/**
 * What an address says before it is asked: too many directory levels, a directory that holds nothing wanted, a
 * format that nobody reads, a document, or a site whose name speaks for it. Chen (CINDI robot, Concordia, 2008),
 * section 4.2. Of the old robot's 106,416 documents hardly one lay deeper than seven directories.
 *
 * Left open there, and how it is here: a "section" of an address that names a department is a label of the host
 * left of the registered domain (the thesis's `it` would else be all of Italy, `site` and `comp` half the Web);
 * directory names are compared whole and without case; an ending counts as a format when it has at most five
 * characters with a letter among them, so `/john.smithson` and `/v1.2` are pages. Endings of today are added.
 */
import { getSubdomain } from 'tldts';
import { documentEndings, pageEndings } from './data/inspection-lists.ts';

export interface UrlRules {
  /** More directories than these are too many. */
  maxLevels: number;
  stopDirectories: ReadonlySet<string>;
  departments: ReadonlySet<string>;
}

export type UrlVerdict =
  | 'page'
  | 'document'
  | 'too many directory levels'
  | 'stop directory'
  | 'format not wanted';

export function inspectUrl(url: string, { maxLevels, stopDirectories }: UrlRules): UrlVerdict {
  const directories = directoriesOf(url);
  if (directories.length > maxLevels) return 'too many directory levels';
  for (const name of directories) if (stopDirectories.has(name)) return 'stop directory';
  const ending = endingOf(url);
  if (ending === undefined || pageEndings.has(ending)) return 'page';
  return documentEndings.has(ending) ? 'document' : 'format not wanted';
}

/** Does a label of the host, left of its registered domain, name a department? */
export function isDepartment(host: string, departments: ReadonlySet<string>): boolean {
  if (departments.size === 0) return false;
  const left = getSubdomain(host.replace(/:\d*$/, ''), { allowPrivateDomains: true });
  return left !== null && left !== '' && left.split('.').some((label) => departments.has(label));
}

/** Names of the directories of a canonical address, lower-case: `/a/b.html` has one, `/a/b/` two. */
export function directoriesOf(url: string): string[] {
  const start = pathStart(url);
  const path = url.slice(start, pathEnd(url, start)).toLowerCase();
  return path
    .slice(0, path.lastIndexOf('/') + 1)
    .split('/')
    .filter((name) => name !== '');
}

/** `html` of `/a/b.html`, `ps.gz` of `/a.ps.gz`; undefined where the last name has no ending. */
export function endingOf(url: string): string | undefined {
  const start = pathStart(url);
  const path = url.slice(start, pathEnd(url, start));
  const match = ENDING.exec(path.slice(path.lastIndexOf('/') + 1));
  return match === null ? undefined : match[1]!.toLowerCase();
}

/** `example.org` or `example.org:8080` of a canonical address. */
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
