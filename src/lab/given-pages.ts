/**
 * The pages that a topic gives its recipes to learn from: examples of every kind, and the pages of its browsing log. A
 * crawl that meets one of them has found nothing, so no measure counts them. They are recognised by URL (with its
 * variants) and by content: the same page may be reached under another URL, and an example may be a file.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expand } from '../crawl/training/examples.ts';
import { AT_ONCE, politeFetch } from '../crawl/training/polite-fetch.ts';
import { ForageError } from '../errors.ts';
import { loadBrowsingLog } from '../topic/browsing-log.ts';
import { readText } from '../topic/text-file.ts';
import type { Topic } from '../topic/topic.ts';
import { twinsOf } from '../url/variants.ts';
import type { Web } from '../web/web.ts';

/** As stored in a study. */
export interface GivenPages {
  urls: string[];
  /** sha256 of their bytes, as far as they could be read. */
  digests: string[];
}

export async function givenPages(topic: Topic, web: Web): Promise<GivenPages> {
  return await readGiven(givenSources(topic), web);
}

/** Of URLs, files and folders. `unread` receives URLs that the web does not have. */
async function readGiven(
  sources: readonly string[],
  web: Web,
  unread: (url: string) => void = () => {},
): Promise<GivenPages> {
  const all = sources.flatMap(expand);
  const urls = all.filter(isUrl);
  const digests = all.filter((source) => !isUrl(source)).map((path) => hash('sha256', readFileSync(path)));
  for (const url of urls) {
    const digest = await digestAt(url, web);
    if (digest !== undefined) digests.push(digest);
    else unread(url);
  }
  return { urls, digests: [...new Set(digests)] };
}

export type IsGiven = (page: { url: string; digest: string }) => boolean;

export function isGivenBy({ urls, digests }: GivenPages): IsGiven {
  const addresses = new Set(urls.flatMap((url) => [...twinsOf(url)]));
  const contents = new Set(digests);
  return ({ url, digest }) => addresses.has(url) || contents.has(digest);
}

/** Throws if none of the positives can be read. With a warning if some of them are pages that the recipes were given. */
export async function readPositives(
  topic: string,
  sources: readonly string[],
  given: GivenPages,
  web: Web,
  tell: (message: string) => void = () => {},
): Promise<{ pages?: GivenPages; warning?: string }> {
  if (sources.length === 0) return {};
  const pages = await readGiven(sources, web, (url) =>
    tell(`The positive ${url} is left out: it is not in the web or the archives. Save it to a file.`),
  );
  if (pages.digests.length === 0)
    throw new ForageError(
      'INPUT_INVALID',
      `None of the ${sources.length} positives of ${topic} can be read. Pages by URL must be in the web or the archives; save others to a folder and give its name.`,
    );
  const isGiven = isGivenBy(given);
  const urls = pages.urls.filter((url) => isGiven({ url, digest: '' })).length;
  const contents = pages.digests.filter((digest) => isGiven({ url: '', digest })).length;
  const shared = Math.max(urls, contents);
  if (shared === 0) return { pages };
  const warning = `${topic}: ${shared} of the positives ${shared === 1 ? 'is' : 'are'} among the examples, too. A measure that learns from what the recipes were given favours those that stay near it; take them out of one of the two.`;
  return { pages, warning };
}

/** What its recipes learn from, with the content of files instead of their paths: equal if they would learn the same. */
export function byContent(topic: Topic): object {
  const contents = (sources: readonly string[]): string[] =>
    sources.flatMap(expand).map((source) => (isUrl(source) ? source : hash('sha256', readFileSync(source))));
  const examples = Object.entries(topic.examples).map(([kind, sources]) => [kind, contents(sources)]);
  const files = (['browsingLog', 'ontology'] as const).flatMap((key) =>
    topic[key] === undefined ? [] : [[key, hash('sha256', readText(topic[key]))]],
  );
  return { ...topic, examples: Object.fromEntries(examples), ...Object.fromEntries(files) };
}

function givenSources({ examples: { relevant, irrelevant, genre = [] }, browsingLog }: Topic): string[] {
  const browsed = browsingLog === undefined ? [] : loadBrowsingLog(browsingLog).visits.map(({ url }) => url);
  return [...new Set([...relevant, ...irrelevant, ...genre, ...browsed])];
}

const isUrl = (source: string): boolean => /^https?:\/\//i.test(source);

/** Redirects are followed, as when an example is read. */
async function digestAt(url: string, web: Web): Promise<string | undefined> {
  const signal = new AbortController().signal;
  const fetched = await politeFetch(url, {
    web,
    gate: AT_ONCE,
    urlRules: {},
    clock: Date.now,
    signal,
    keep() {},
  });
  return fetched.ok && fetched.status >= 200 && fetched.status < 300
    ? hash('sha256', fetched.body)
    : undefined;
}
