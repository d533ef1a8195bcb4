/** What was read of all pages of an open crawl, kept until something is committed to it: several answers rest on it. */
import type { OpenCrawl } from '../crawl/open.ts';

const kept = new WeakMap<OpenCrawl, { version: number; values: Map<string, unknown> }>();

/** Callers must not change it. */
export function remembered<T>(crawl: OpenCrawl, name: string, read: () => T): T {
  const version = crawl.read.dataVersion();
  const former = kept.get(crawl);
  const now = former?.version === version ? former : { version, values: new Map<string, unknown>() };
  kept.set(crawl, now);
  if (!now.values.has(name)) now.values.set(name, read());
  return now.values.get(name) as T;
}
