/**
 * Pages of a web directory (CINDI, section 4.1.1): those of the chosen categories, or, without a choice, of the
 * categories and pages that are most like the topic.
 */
import { z } from 'zod';
import { defineSeedSource } from '../../plugin/define.ts';
import { typed } from '../../suggest.ts';
import { BestEntries } from '../best-entries.ts';
import { byPatterns, categoryWords } from '../directory/categories.ts';
import { type DirectoryEntry, readDirectory } from '../directory/read.ts';
import type { FoundSeed } from '../source.ts';

export const directory = defineSeedSource({
  name: 'directory',
  summary: 'an RDF dump of the Open Directory, or a table of categories and URLs',
  settings: z.object({
    files: z.array(z.string()).describe('structure.rdf.u8.gz, content.rdf.u8.gz, or tables; plain or gzip'),
    categories: z
      .array(z.string())
      .default([])
      .describe('patterns such as Top/Science/*/Birds; all below them is chosen, too'),
    most: z.number().int().positive().default(50_000).describe('at most this many pages'),
  }),
  open({ settings, likeness, tell }) {
    const { files, categories, most } = settings;
    const chooses = categories.length > 0 ? byPatterns(categories) : undefined;
    async function* pages(): AsyncGenerator<DirectoryEntry & { kind: 'page' }> {
      for (const file of files)
        for await (const entry of readDirectory(file)) if (entry.kind === 'page') yield entry;
    }
    return {
      async *list() {
        if (chooses === undefined) {
          const best = new BestEntries<FoundSeed>(most);
          for await (const entry of pages()) best.offer(seedOf(entry), likeness(textOf(entry)));
          yield* best.take();
          return;
        }
        let found = 0;
        for await (const entry of pages()) {
          if (!chooses(entry.category)) continue;
          if (++found > 2 * most) {
            tell(`The directory has more pages in these categories; the first ${most} are used.`);
            return;
          }
          yield seedOf(entry);
        }
        if (found === 0)
          tell(
            `No category of the directory matches ${categories.join(', ')}. List them: forage seeds categories ${typed(files[0]!)}`,
          );
      },
      async *others(limit) {
        const drawn = new BestEntries<FoundSeed>(limit);
        for await (const entry of pages())
          if (!(chooses?.(entry.category) ?? likeness(textOf(entry)) > 0))
            drawn.offer(seedOf(entry), spread(entry.url));
        yield* drawn.take();
      },
    };
  },
});

const seedOf = ({ url, category, title, description }: DirectoryEntry & { kind: 'page' }): FoundSeed => ({
  url,
  title,
  snippet: description,
  list: category,
});

const textOf = ({ category, title = '', description = '' }: DirectoryEntry & { kind: 'page' }): string =>
  `${title}\n${description}\n${categoryWords(category)}`;

/** The same for the same URL, and spread evenly: the entries with the highest are a random sample. */
function spread(url: string): number {
  let hash = 2166136261;
  for (let i = 0; i < url.length; i++) hash = Math.imul(hash ^ url.charCodeAt(i), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 2246822519);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32 + Number.EPSILON;
}
