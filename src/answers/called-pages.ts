/** The pages that a crawl's judge called relevant, without the topic's examples, and what people said about pages. */
import type { JudgedPage, Label } from '../archive/records.ts';
import type { OpenCrawl } from '../crawl/open.ts';
import { urlRulesOf } from '../crawl/settings.ts';
import type { Calibration } from '../crawl/training/calibration.ts';
import { loadModels } from '../crawl/training/models.ts';
import { canonicalUrl } from '../url/url.ts';
import { inRandomOrder } from './random-order.ts';
import { remembered } from './remembered.ts';

export interface CalledPages {
  /** In random order. */
  pages: readonly JudgedPage[];
  /** How many more are examples of the topic. */
  examples: number;
  calibration: Calibration | undefined;
}

export const calledPages = (crawl: OpenCrawl): CalledPages =>
  remembered(crawl, 'called pages', () => readCalledPages(crawl));

function readCalledPages(crawl: OpenCrawl): CalledPages {
  const calibration = loadModels(crawl.folder.path)?.calibration;
  const isExample = exampleTest(crawl, calibration);
  const called: JudgedPage[] = [];
  let examples = 0;
  for (const page of crawl.read.judgedPages()) {
    if (!page.called) continue;
    if (isExample(page)) examples += 1;
    else called.push(page);
  }
  return {
    examples,
    pages: inRandomOrder(called, crawl.folder.settings.seed),
    calibration,
  };
}

/** Whether a page is one of the topic's examples, by URL or by content: what was known before was not found. */
export function exampleTest(
  { folder }: OpenCrawl,
  calibration: Calibration | undefined,
): (page: Pick<JudgedPage, 'url' | 'digest'>) => boolean {
  const { relevant, irrelevant } = folder.topic.examples;
  const rules = urlRulesOf(folder.settings);
  const urls = new Set<string>();
  for (const url of [...relevant, ...irrelevant, ...(calibration?.examples.urls ?? [])]) {
    const canonical = canonicalUrl(url, undefined, rules);
    urls.add(canonical.ok ? canonical.url : url);
  }
  const digests = new Set(calibration?.examples.digests);
  return ({ url, digest }) => urls.has(url) || digests.has(digest);
}

/** By page id; of several people's labels of a page, the latest. */
export function latestLabels({ read }: OpenCrawl): Map<number, Label> {
  const latest = new Map<number, Label>();
  for (const label of read.labels()) latest.set(label.page, label);
  return latest;
}
