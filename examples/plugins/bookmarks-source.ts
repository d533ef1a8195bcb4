/** A source of seeds: bookmarks, as browsers export them. `forage seeds find TOPIC --use THIS_FILE --search bookmarks.yaml` */
import { readFileSync } from 'node:fs';
import { defineSeedSource, z } from 'forage-crawler';

export default defineSeedSource({
  name: 'bookmarks',
  summary: 'the bookmarks of a browser',
  settings: z.object({
    file: z.string().default('bookmarks.html').describe('the file that the browser has exported'),
  }),
  open: ({ settings, likeness }) => ({
    *list() {
      const html = readFileSync(settings.file, 'utf8');
      for (const [, url = '', title = ''] of html.matchAll(/<A HREF="(https?:[^"]+)"[^>]*>([^<]*)</gi))
        if (likeness(title) > 0) yield { url, title };
    },
  }),
});
