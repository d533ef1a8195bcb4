/** An exporter: the pages as a list in Markdown. `forage export CRAWL --format reading-list --use THIS_FILE` */
import { defineExporter, writeOut } from 'forage-crawler';

export default defineExporter({
  name: 'reading-list',
  summary: 'the pages as a list in Markdown',
  async export(crawl, target, options) {
    let pages = 0;
    function* lines() {
      for (const { title, url } of crawl.pages(options)) {
        pages++;
        yield `- [${title || url}](${url})\n`;
      }
    }
    await writeOut(target, lines());
    return pages;
  },
});
