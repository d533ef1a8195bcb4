/**
 * Results that were saved: a list of URLs, one per line; JSON as an engine gives it; JSON lines; CSV or a table with tabs
 * whose first line names its columns; a page of results as HTML. Each file is one list.
 */
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { ForageError } from '../../errors.ts';
import { readDocument } from '../../page/read.ts';
import { defineSeedSource } from '../../plugin/define.ts';
import { entriesOf } from '../../topic/list-file.ts';
import { hostOf } from '../../url/url.ts';
import { csvCells } from '../csv.ts';
import { valueAt, wordsAt } from '../json-path.ts';
import type { FoundSeed } from '../source.ts';

const MAX_BYTES = 64 << 20;

export const results = defineSeedSource({
  name: 'results',
  summary: 'saved results: URLs, JSON, JSON lines, CSV, or a page of results as HTML',
  settings: z.object({ files: z.array(z.string()).describe('each file is one list') }),
  open: ({ settings }) => ({
    async *list() {
      for (const file of settings.files)
        for (const found of await readResults(file)) yield { ...found, list: basename(file) };
    },
  }),
});

export async function readResults(path: string): Promise<FoundSeed[]> {
  const text = readFile(path);
  const start = text.trimStart();
  const found = /^<(?:!doctype|html|\?xml)/i.test(start)
    ? await ofHtml(path, text)
    : (ofJson(start) ?? ofTable(start) ?? ofList(start));
  if (found.length > 0) return found;
  throw new ForageError('INPUT_INVALID', `${path} has no results: no URL was found in it.`);
}

function readFile(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new ForageError('FILE_UNREADABLE', `There is no file ${path} with results.`);
  if (found.size > MAX_BYTES)
    throw new ForageError('FILE_UNREADABLE', `${path} is larger than ${MAX_BYTES >> 20} MiB: split it.`);
  return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
}

/** Where engines put their lists. */
const LISTS = ['', 'results', 'web.results', 'webPages.value', 'items', 'organic_results', 'hits'];
const NAMES = {
  url: ['url', 'link', 'href', 'uri'],
  title: ['title', 'name'],
  snippet: ['snippet', 'content', 'description', 'abstract', 'text'],
};

function ofJson(text: string): FoundSeed[] | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  const whole = json(text);
  if (whole === undefined) {
    const lines = text.split('\n').map((line) => json(line));
    return lines.some((line) => line !== undefined) ? lines.flatMap(ofRecord) : undefined;
  }
  const list = LISTS.map((path) => valueAt(whole, path)).find((value) => Array.isArray(value));
  return ((list as unknown[] | undefined) ?? [whole]).flatMap(ofRecord);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function ofRecord(record: unknown): FoundSeed[] {
  if (typeof record === 'string') return isUrl(record) ? [{ url: record }] : [];
  const at = (names: readonly string[]): string =>
    names.map((name) => wordsAt(record, name)).find((value) => value !== '') ?? '';
  const url = at(NAMES.url);
  return isUrl(url) ? [{ url, title: at(NAMES.title), snippet: at(NAMES.snippet) }] : [];
}

/** Only with a line of names; anything else is a list of URLs. */
function ofTable(text: string): FoundSeed[] | undefined {
  const [first = '', ...lines] = text.split(/\r?\n/);
  const cells = (line: string): string[] => (first.includes('\t') ? line.split('\t') : csvCells(line));
  const names = cells(first).map((name) => name.trim().toLowerCase());
  const column = (known: readonly string[]): number => names.findIndex((name) => known.includes(name));
  const [url, title, snippet] = [column(NAMES.url), column(NAMES.title), column(NAMES.snippet)];
  if (url === -1) return undefined;
  return lines.flatMap((line) => {
    const row = cells(line);
    const found = row[url]?.trim() ?? '';
    return isUrl(found) ? [{ url: found, title: row[title]?.trim(), snippet: row[snippet]?.trim() }] : [];
  });
}

const ofList = (text: string): FoundSeed[] =>
  entriesOf(text).flatMap(({ text: url }) => (isUrl(url) ? [{ url }] : []));

/** The links to other hosts; those of the engine itself are not results. */
async function ofHtml(path: string, text: string): Promise<FoundSeed[]> {
  const page = await readDocument(
    { url: pathToFileURL(path).href, headers: [['content-type', 'text/html']], body: Buffer.from(text) },
    { urlRules: {} },
  );
  if ('refused' in page) return [];
  const own = page.meta.canonical === undefined ? undefined : hostOf(page.meta.canonical);
  return page.links
    .filter(({ url }) => isUrl(url) && hostOf(url) !== own)
    .map(({ url, anchor }) => ({ url, title: anchor }));
}

const isUrl = (text: string): boolean => /^https?:\/\/\S+$/i.test(text);
