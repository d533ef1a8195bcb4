/** Sites with soft 404s: any missing page answers 200 with a friendly text. */
import type { DemoAnswer } from '../response.ts';
import { html } from '../response.ts';
import type { Door, Visit } from './oddity.ts';
import { onSite } from './oddity.ts';

export function softDoors({ site, random }: Door) {
  if (!site.manners.faults.has('soft-404') || !random.chance(0.3)) return [];
  return [{ to: onSite(site, `/old/${random.below(900)}.html`), text: 'From the old site' }];
}

/** The answer to an unknown path. */
export function notFound({ site }: Visit): DemoAnswer {
  if (site.manners.faults.has('soft-404')) {
    return html(`<!DOCTYPE html><html lang="en"><head><title>${site.title}</title></head><body><h1>Oops!</h1>
<p>Sorry, the page you are looking for could not be found. It may have been moved, or never have been.</p>
<p>Try the <a href="/">front page</a>.</p></body></html>
`);
  }
  return html(
    '<!DOCTYPE html><html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>\n',
    404,
  );
}
