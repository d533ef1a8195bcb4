/** The texts of a collected crawl, read from its WARC records: partitions keep none. */
import { CatalogueReader } from '../archive/catalogue-reader.ts';
import type { CrawlDatabase } from '../archive/database.ts';
import { PageTexts, pagesWithoutText } from '../archive/page-texts.ts';
import type { CrawlFolder } from '../crawl/folder.ts';
import { pageOf } from '../crawl/readers/reading.ts';
import { urlRulesOf } from '../crawl/settings.ts';
import { StoredPages } from '../crawl/stored-pages.ts';

const COMMIT_EVERY = 1000;

export async function indexTexts(
  folder: CrawlFolder,
  db: CrawlDatabase,
  {
    signal,
    progress,
  }: { signal?: AbortSignal | undefined; progress?: ((done: number, of: number) => void) | undefined },
): Promise<{ texts: number; withoutText: number }> {
  const { settings } = folder;
  const read = new CatalogueReader(db);
  const stored = new StoredPages(folder, read);
  const texts = new PageTexts(db);
  const ids = pagesWithoutText(db);
  const done = { texts: 0, withoutText: 0 };
  try {
    for (const [i, id] of ids.entries()) {
      if (signal?.aborted) break;
      const page = read.pageById(id)!;
      const text = await textOf(page).catch(() => undefined);
      if (text === undefined) done.withoutText += 1;
      else {
        texts.add(page.id, text.title, text.text);
        done.texts += 1;
      }
      if ((i + 1) % COMMIT_EVERY === 0) db.commit();
      progress?.(i + 1, ids.length);
    }
  } finally {
    stored.close();
  }
  return done;

  async function textOf({ url, warc, duplicateOf }: NonNullable<ReturnType<CatalogueReader['pageById']>>) {
    if (warc === undefined) return undefined;
    const answer = await stored.answerOf({ url, warc, duplicateOf });
    const page = await pageOf(answer, { urlRules: urlRulesOf(settings), use: settings.use });
    return 'refused' in page ? undefined : { title: page.title, text: page.text };
  }
}
