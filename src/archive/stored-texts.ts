/** The texts of a crawl's pages as its search index has them: title and main text, in the order of the pages. */
import type { CrawlDatabase } from './database.ts';
import { unspaced } from './spaceless.ts';

export function* storedTexts(db: CrawlDatabase): Generator<string> {
  for (const { title, text } of db.sql
    .prepare('SELECT title, text FROM page_text ORDER BY rowid')
    .iterate()) {
    yield unspaced(`${title ?? ''}\n${text ?? ''}`);
  }
}
