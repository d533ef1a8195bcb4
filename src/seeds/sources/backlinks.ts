/**
 * Pages that link to the topic's relevant examples: from an earlier crawl, WARC files, or a list of links. A page that
 * links to several examples is a hub, the best kind of seed (Lund, section 4.3).
 */
import { z } from 'zod';
import { openGraph } from '../../crawl/training/graph.ts';
import { ForageError } from '../../errors.ts';
import { defineSeedSource } from '../../plugin/define.ts';
import { isAddress } from '../../topic/url-list.ts';
import { canonicalUrl } from '../../url/url.ts';

export const backlinks = defineSeedSource({
  name: 'backlinks',
  summary: 'pages that link to the relevant examples: of a crawl, WARC files, or a list of links',
  settings: z.object({
    from: z
      .array(z.string())
      .describe('crawl folders, WARC files, or files with a page, a tab and its link target'),
  }),
  async open({ settings, topic }) {
    const examples = topic.examples.relevant.filter(isAddress);
    if (examples.length === 0)
      throw new ForageError(
        'TOPIC_INVALID',
        'Back-links need relevant examples that are URLs: add them under "examples:" as "relevant:" to the topic file.',
      );
    const unasked = async (): Promise<never> => {
      throw new Error('Nothing is to be fetched.');
    };
    return {
      async *list() {
        const led = new Map<string, { snippet: string; links: string[] }>();
        for (const source of settings.from) {
          const graph = await openGraph(source, unasked, {});
          try {
            for (const example of examples) {
              const found = canonicalUrl(example);
              if (!found.ok) continue;
              for (const { url, anchor } of graph.linksTo(found.url)) {
                const known = led.get(url) ?? { snippet: anchor, links: [] };
                known.links.push(found.url);
                led.set(url, known);
              }
            }
          } finally {
            graph.close();
          }
        }
        const ordered = [...led].sort(([, one], [, other]) => other.links.length - one.links.length);
        for (const [url, { snippet, links }] of ordered)
          yield {
            url,
            snippet,
            links,
            list: `links to ${links.length} ${links.length === 1 ? 'example' : 'examples'}`,
          };
      },
    };
  },
});
