/** A sink: a line for each find in `finds.tsv`, in the folder of the crawl, while the crawl runs. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineSink, z } from 'forage-crawler';

export default defineSink({
  name: 'finds',
  summary: 'a line for each find in a file of the crawl’s folder',
  settings: z.object({ file: z.string().default('finds.tsv').describe('its name') }),
  open({ folder, settings }) {
    const path = join(folder, settings.file);
    let lines = '';
    return {
      accept({ sequence, relevant, outcome, url, title }) {
        if (relevant && outcome === 'page') lines += `${sequence}\t${url}\t${title}\n`;
      },
      // After a crash the crawl goes on from its last commit: what came since then comes again.
      commit() {
        if (lines !== '') appendFileSync(path, lines);
        lines = '';
      },
    };
  },
});
