/**
 * Reads example pages: URLs through a web, files and folders from disk. Unreadable ones are reported and left out. The
 * order is that of the topic, regardless of arrival.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ForageError } from '../../errors.ts';
import type { NotAPage, Page } from '../../page/page.ts';
import { readLocalFile } from '../../page/read-file.ts';
import { definedIn } from '../../plugin/registry.ts';
import type { ExamplePage } from '../../recipe/lesson.ts';
import { identifyLanguage } from '../../text/language.ts';
import { isAddress, listedUrls } from '../../topic/url-list.ts';
import type { UrlRules } from '../../url/url.ts';
import type { Fetched } from '../../web/web.ts';
import { pageOf } from '../readers/reading.ts';

export interface ExampleReader {
  fetch(url: string): Promise<Fetched>;
  urlRules?: UrlRules;
  /** Modules whose page formats are tried before the built-in ones. */
  use?: readonly string[] | undefined;
  tell(message: string): void;
  /** Called for each that is left out, besides `tell`. */
  leftOut?(source: string, why: string): void;
  /** Parses an answer; `pageOf` by default. */
  readPage?: typeof pageOf | undefined;
  /** Ends reading early; examples not read by then are missing. */
  signal?: AbortSignal;
}

/** Relevant examples first, each class in the order of the topic. */
export async function gatherExamples(
  examples: { relevant: readonly string[]; irrelevant: readonly string[] },
  reader: ExampleReader,
): Promise<ExamplePage[]> {
  const relevant = await readSources(examples.relevant, reader);
  const irrelevant = await readSources(examples.irrelevant, reader);
  return [
    ...relevant.map((read) => ({ ...read, relevant: true })),
    ...irrelevant.map((read) => ({ ...read, relevant: false })),
  ];
}

export interface SourcePage {
  source: string;
  page: Page;
}

/** Concurrent requests, as far as the web allows. */
const AT_ONCE = 8;
const MAX_FILES = 10_000;
const MAX_FILE_BYTES = 50_000_000;
const TELL_EVERY_MS = 2000;

export async function readSources(asked: readonly string[], reader: ExampleReader): Promise<SourcePage[]> {
  const sources = asked.flatMap(expand);
  const read: (SourcePage | undefined)[] = [];
  let next = 0;
  let toldAt = performance.now();
  const work = async (): Promise<void> => {
    while (next < sources.length && !reader.signal?.aborted) {
      const at = next++;
      const source = sources[at]!;
      const page = isAddress(source) ? await readAddress(source, reader) : await readFile(source, reader);
      if ('refused' in page) {
        reader.tell(`The example ${source} is left out: ${page.detail}`);
        reader.leftOut?.(source, page.detail);
      } else read[at] = { source, page };
      if (performance.now() - toldAt > TELL_EVERY_MS) {
        toldAt = performance.now();
        reader.tell(`Reading examples: ${at + 1} of ${sources.length}`);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, sources.length) }, work));
  return read.filter((one) => one !== undefined);
}

/** The files of a folder, sorted by name. */
export function expand(source: string): string[] {
  if (isAddress(source)) return [source];
  const found = statSync(source, { throwIfNoEntry: false });
  if (found === undefined)
    throw new ForageError(
      'FILE_UNREADABLE',
      `${source} does not exist, but the topic names it as an example.`,
    );
  if (!found.isDirectory()) return [source];
  const files = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && entry.name !== TEXT_INDEX)
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  if (files.length === 0)
    throw new ForageError('FILE_UNREADABLE', `The folder ${source} has no file that could be an example.`);
  return files.slice(0, MAX_FILES).flatMap(listed);
}

/** `forage export --format text` writes it beside the texts. */
const TEXT_INDEX = 'index.tsv';

/** A list of URLs among the files stands for the pages at these URLs. */
function listed(file: string): string[] {
  const urls = listedUrls(file) ?? [file];
  if ('fault' in urls) throw new ForageError('INPUT_INVALID', urls.fault);
  return urls;
}

async function readAddress(url: string, reader: ExampleReader): Promise<Page | Unread> {
  const fetched = await reader.fetch(url);
  if (!fetched.ok) return { refused: fetched.reason, detail: fetched.detail };
  if (fetched.status < 200 || fetched.status > 299)
    return { refused: 'status', detail: `the server answered ${fetched.status}` };
  const how = { urlRules: reader.urlRules ?? {}, use: reader.use };
  return (reader.readPage ?? pageOf)(fetched, how).catch(unreadable);
}

async function readFile(path: string, reader: ExampleReader): Promise<Page | Unread> {
  try {
    if (statSync(path).size > MAX_FILE_BYTES)
      return { refused: 'size', detail: `it is larger than ${MAX_FILE_BYTES} bytes` };
    const readers = definedIn('reader', reader.use ?? []);
    return await readLocalFile(path, { urlRules: reader.urlRules ?? {}, identifyLanguage, readers });
  } catch (error) {
    return unreadable(error);
  }
}

type Unread = NotAPage | { refused: string; detail: string };

const unreadable = (error: unknown): Unread => ({
  refused: 'parse-error',
  detail: error instanceof Error ? error.message : String(error),
});
