/**
 * Stage 7: the corpus: the pages that the judge accepted, without paragraphs that repeat an earlier one, as plain texts
 * with a table of metadata, as JSON lines, in vertical format and as TEI.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { count } from '../answers/numbers.ts';
import { exportCrawl } from '../crawl/export.ts';
import { makeFolder } from '../disk.ts';
import { countWords } from '../text/tokens.ts';
import type { Stage } from './stage.ts';
import { digestOfTexts } from './text-files.ts';

const files = { jsonl: 'corpus.jsonl', vertical: 'corpus.vert', tei: 'corpus.tei.xml', text: 'text' };

export const corpus: Stage = {
  name: 'corpus',
  reads: ['crawl'],
  asks: () => null,
  async run(on) {
    const path = on.path('corpus');
    makeFolder(path);
    let repeated = 0;
    let pages = 0;
    for (const [format, file] of Object.entries(files))
      pages = await exportCrawl(on.path('crawl'), format, join(path, file), {
        relevantOnly: true,
        uniqueParagraphs: true,
        text: true,
        repeated: (paragraphs) => {
          repeated = paragraphs;
        },
      });
    const words = wordsIn(join(path, files.text));
    return {
      line: `${count(pages)} texts, ${count(words)} words; ${count(repeated)} paragraphs that repeat earlier ones were removed`,
      figures: { texts: pages, words, repeated },
      notes: [
        `as plain text with index.tsv, JSON lines, vertical and TEI: ${Object.values(files).join(', ')}`,
      ],
    };
  },
  digest: (on) => digestOfTexts(join(on.path('corpus'), files.text)),
};

function wordsIn(folder: string): number {
  const texts = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  return texts.reduce((sum, name) => sum + countWords(readFileSync(join(folder, name), 'utf8')), 0);
}
