import { extractLinks, extractText, getDocumentProxy, getMeta } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { toPdf } from '../../src/demo/pdf.ts';
import { createDemoWeb } from '../../src/demo/web.ts';

describe('PDF documents', () => {
  test.each([true, false])('read back word for word, deflated: %s', async (deflated) => {
    const lines = [
      'A (round) bracket, a back\\slash and an em dash – naïve',
      ...Array.from({ length: 120 }, (_, i) => `line ${i}`),
    ];
    const bytes = toPdf({ title: 'Of (things) – naïve', lines, links: ['http://a-1.test/x'], deflated });
    const pdf = await getDocumentProxy(new Uint8Array(bytes));
    const { text, totalPages } = await extractText(pdf, { mergePages: true });
    expect(totalPages).toBe(3);
    expect(text).toContain('A (round) bracket, a back\\slash and an em dash – naïve');
    expect(text).toContain('line 119');
    expect((await getMeta(pdf)).info.Title).toBe('Of (things) – naïve');
    expect((await extractLinks(pdf)).links).toContain('http://a-1.test/x');
  });

  test('of the web contain the definition of their subject', async () => {
    const web = createDemoWeb({ pages: 2000, hosts: 60 });
    let read = 0;
    for (const site of web.atlas.sites.filter(
      ({ manners }) => manners.sitemap === 'xml' && manners.perSecond === 0,
    )) {
      const sitemap = web.answer({ url: `http://${site.host}/sitemap.xml`, now: 0 });
      if (sitemap.kind !== 'response') throw new Error('no sitemap');
      for (const [, url] of sitemap.body
        .toString()
        .matchAll(/<loc>(http:[^<]+\/papers\/[^<]+\.pdf)<\/loc>/g)) {
        const answer = web.answer({ url: url!, now: 0 });
        if (answer.kind !== 'response') throw new Error(`${url} does not answer`);
        const pdf = await getDocumentProxy(new Uint8Array(answer.body));
        const { text } = await extractText(pdf, { mergePages: true });
        const page = Number.parseInt(/-([0-9a-z]+)\.pdf$/.exec(url!)![1]!, 36);
        const { definition } = web.atlas.lexicon.synset(web.atlas.synsetOf[page]!);
        expect(text.replace(/\s+/g, ' ')).toContain(definition);
        read++;
      }
    }
    expect(read).toBeGreaterThan(3);
  });
});
