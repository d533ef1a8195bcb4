/** The format `markdown`: the main text of each page as a file of its own, with what is known of the page before it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeEmptyFolder } from '../archive/export/output.ts';
import { makeFolder, unwritable } from '../disk.ts';
import { defineExporter } from '../plugin/define.ts';
import { register } from '../plugin/registry.ts';
import { openFolder } from './folder.ts';
import { MarkdownPages, withFrontMatter } from './page-markdown.ts';

const markdown = defineExporter({
  name: 'markdown',
  summary: 'one .md a page: headings, lists, tables, links and code of its main text, its metadata before it',
  writes: 'folder',
  withText: false,
  async export({ path, read, pages }, target, options) {
    const folder = target as string;
    await makeEmptyFolder(folder);
    const reader = new MarkdownPages({ folder: openFolder(path), read });
    let written = 0;
    let plain = 0;
    try {
      for (const page of pages(options)) {
        const { markdown, isWhole } = await reader.of(page, options.asOf);
        if (!isWhole) plain++;
        // A folder of a hundred thousand files is slow to open.
        const part = join(folder, String(Math.floor(page.id / 1000)).padStart(4, '0'));
        makeFolder(part);
        const file = join(part, `${String(page.id).padStart(7, '0')}.md`);
        await writeFile(file, withFrontMatter(page, markdown)).catch((error: unknown) => {
          throw unwritable(file, error);
        });
        written++;
      }
    } finally {
      reader.close();
    }
    if (plain > 0)
      options.warn?.(`${plain} pages are not in the archive: their texts are without headings and links.`);
    return written;
  },
});

register([markdown], fileURLToPath(import.meta.url));
