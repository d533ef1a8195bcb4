/**
 * Stored pages as Markdown: the archived answer is read as it was when it was fetched, so that the text is the one that
 * was judged. Where the archive has no answer, the stored text stands for it, without headings and links.
 */
import { stringify } from 'yaml';
import type { PageRecord } from '../archive/records.ts';
import { plainMarkdown } from '../page/markdown/plain.ts';
import type { OpenCrawl } from './open.ts';
import { pageOf } from './readers/reading.ts';
import { urlRulesOf } from './settings.ts';
import { StoredPages } from './stored-pages.ts';

export interface PageMarkdown {
  markdown: string;
  /** False if only the stored text was there. */
  isWhole: boolean;
}

export class MarkdownPages {
  readonly #crawl: Pick<OpenCrawl, 'folder' | 'read'>;
  readonly #stored: StoredPages;

  constructor(crawl: Pick<OpenCrawl, 'folder' | 'read'>) {
    this.#crawl = crawl;
    this.#stored = new StoredPages(crawl.folder, crawl.read);
  }

  /** `asOf`: of the stored text. */
  async of(page: PageRecord, asOf?: number): Promise<PageMarkdown> {
    const markdown = await this.#fromArchive(page);
    if (markdown !== undefined) return { markdown, isWhole: true };
    return { markdown: plainMarkdown(this.#crawl.read.textOf(page.id, asOf)?.text ?? ''), isWhole: false };
  }

  close(): void {
    this.#stored.close();
  }

  async #fromArchive({ url, warc, duplicateOf }: PageRecord): Promise<string | undefined> {
    if (warc === undefined) return undefined;
    const { settings } = this.#crawl.folder;
    try {
      const answer = await this.#stored.answerOf({ url, warc, duplicateOf });
      const page = await pageOf(answer, {
        urlRules: urlRulesOf(settings),
        use: settings.use,
        markdown: true,
      });
      return 'refused' in page ? undefined : page.markdown;
    } catch {
      return undefined; // the record is gone or damaged: "forage check" says which
    }
  }
}

/** What is known of a page, as YAML before its Markdown: readers of Markdown call it front matter. */
export function withFrontMatter(page: PageRecord, markdown: string): string {
  const { url, title, language, fetchedAt, about = {} } = page;
  const { siteName, authors, published, modified, description, canonical } = about;
  const facts = {
    url,
    title,
    site: siteName,
    authors,
    published,
    modified,
    language,
    description,
    canonical,
    fetched: new Date(fetchedAt).toISOString(),
  };
  const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
  return `---\n${stringify(known, { lineWidth: 0 })}---\n\n${markdown}`;
}
