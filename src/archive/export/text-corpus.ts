/** The texts of the pages in a folder: one `.txt` per page, named after its id, and an `index.tsv` that lists them. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unwritable } from '../../disk.ts';
import type { CrawlDatabase } from '../database.ts';
import type { PageRecord } from '../records.ts';
import { type CorpusOptions, corpusTexts } from './corpus-texts.ts';
import { makeEmptyFolder, writeOut } from './output.ts';

/** Returns the number of texts written; the folder must be new or empty. */
export async function exportTextCorpus(
  db: CrawlDatabase,
  folder: string,
  options: CorpusOptions = {},
): Promise<number> {
  await makeEmptyFolder(folder);
  let pages = 0;
  async function* index() {
    yield 'file\turl\ttitle\thost\tlanguage\trelevant\tscore\tfetched_at\n';
    for (const { page, text } of corpusTexts(db, options)) {
      if (text === undefined) continue;
      pages++;
      const file = `${String(page.id).padStart(7, '0')}.txt`;
      await writeFile(join(folder, file), text).catch((error: unknown) => {
        throw unwritable(join(folder, file), error);
      });
      yield indexLine(file, page);
    }
  }
  await writeOut(join(folder, 'index.tsv'), index());
  return pages;
}

function indexLine(file: string, page: PageRecord): string {
  const { url, title, host, language, relevant, score, fetchedAt } = page;
  const values = [file, url, title, host, language, relevant, score, new Date(fetchedAt).toISOString()];
  return `${values.map((value) => String(value ?? '').replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ')).join('\t')}\n`;
}
