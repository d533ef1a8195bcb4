/** The robots.txt of a site, in the variants found on the Web. */
import type { DemoAnswer } from './response.ts';
import { html, redirect, text } from './response.ts';
import { sitemapEntry } from './sitemaps.ts';
import type { Site } from './sites.ts';

export function robotsAnswer(site: Site, path: string): DemoAnswer | undefined {
  const { robots } = site.manners;
  if (path === '/robots-moved.txt' && robots === 'redirected')
    return text(`${DIRECTORIES}${sitemapLine(site)}`);
  if (path !== '/robots.txt') return undefined;
  switch (robots) {
    case 'none':
      return text('Not found\n', 404);
    case 'empty':
      return text('');
    case 'allow-all':
      return text(`User-agent: *\nDisallow:\n${sitemapLine(site)}`);
    case 'directories':
      return text(`# Please leave the drawers shut.\n${DIRECTORIES}${sitemapLine(site)}`);
    case 'wildcards':
      return text(`${WILDCARDS}${sitemapLine(site)}`);
    case 'groups':
      return text(`${GROUPS}${sitemapLine(site)}`);
    case 'delay':
      return text(
        `User-agent: *\nCrawl-delay: ${site.manners.crawlDelay}\nDisallow: /cgi-bin/\n${sitemapLine(site)}`,
      );
    case 'redirected':
      return redirect(301, '/robots-moved.txt');
    case 'soft-404':
      return html(
        `<!DOCTYPE html><html><head><title>${site.title}</title></head><body>Welcome! Disallow nothing.</body></html>\n`,
      );
    case 'closed':
      return text('User-agent: *\nDisallow: /\n');
    case 'error':
      return text('Internal error\n', 500);
  }
}

function sitemapLine(site: Site): string {
  const entry = sitemapEntry(site);
  return entry === undefined ? '' : `Sitemap: http://${site.host}${entry}\n`;
}

const DIRECTORIES =
  'User-agent: *\nDisallow: /private/\nDisallow: /staff/\nDisallow: /cgi-bin/\nDisallow: /print/\n';

const WILDCARDS = `User-agent: *
Disallow: /*?sort=
Disallow: /*&sort=
Disallow: /private/
Allow: /private/open$
Disallow: /staff/$
Disallow: /cgi-bin/*q=
`;

const GROUPS = `User-agent: greedybot
User-agent: copycat
Disallow: /

User-agent: forage
Disallow: /private/

User-agent: *
Disallow: /private/
Disallow: /staff/
Crawl-delay: 1
`;
