/** People's answers about pages by their URLs, into a crawl that runs or does not. */
import type { CatalogueReader } from '../archive/catalogue-reader.ts';
import type { PageRecord } from '../archive/records.ts';
import type { Answer } from '../strategy/strategy.ts';
import { connect } from './connect.ts';
import type { LabelsKept } from './control.ts';
import { findPage } from './find-page.ts';
import { labelFor } from './labels.ts';
import { openCrawl } from './open.ts';

export interface UrlAnswer {
  url: string;
  answer: Answer;
}

export interface PagesLabelled extends LabelsKept {
  /** URLs at which the crawl has no page. */
  unknown: string[];
}

/** A redirect stands for the page it leads to, a copy for the page it copies. */
export async function labelPages(
  path: string,
  answers: readonly UrlAnswer[],
  { by }: { by: string },
): Promise<PagesLabelled> {
  const control = await connect(path);
  const { read, db } = openCrawl(path);
  const unknown: string[] = [];
  const labels = answers.flatMap(({ url, answer }) => {
    const page = contentAt(read, url);
    if (page === undefined) {
      unknown.push(url);
      return [];
    }
    return [{ page: page.id, label: labelFor[answer], by, drawn: 'chosen' as const }];
  });
  db.close();
  if (labels.length === 0) return { kept: 0, changed: 0, inForce: 'now', unknown };
  return { ...(await control.label(labels)), unknown };
}

const REDIRECTS = 10;

/** The page with the content that is at a URL. */
export function contentAt(read: CatalogueReader, url: string): PageRecord | undefined {
  let page = findPage(read, url);
  for (let i = 0; i < REDIRECTS && page?.target !== undefined; i++) page = read.pageByUrl(page.target);
  if (page?.duplicateOf !== undefined) page = read.pageById(page.duplicateOf);
  return page?.kind === undefined ? undefined : page;
}
