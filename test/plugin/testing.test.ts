/** The helpers for a user's tests, on the examples as docs/extending.md shows them. */
import { expect, it } from 'vitest';
import markdown from '../../examples/plugins/markdown-reader.ts';
import { sameWords } from '../../examples/plugins/same-words-strategy.ts';
import titleJudge from '../../examples/plugins/title-judge.ts';
import { type Page, page, parseTopic, visit } from '../../src/index.ts';

const topic = parseTopic('name: owls\nkeywords: [owl]');
const html = '<title>Owls</title><a href="/b">Barn owls</a> <a href="/c">Café</a>';

it('a page is parsed as in a crawl, and a judge says the same of it', async () => {
  const owls: Page = await page('http://a.test/', html);
  expect(owls.links.map(({ url }) => url)).toEqual(['http://a.test/b', 'http://a.test/c']);
  const judge = titleJudge.make({ topic, settings: { threshold: 0.5 }, model: undefined });
  expect(judge.judge(owls)).toMatchObject({ score: 1, relevant: true, why: ['"owl" in the title'] });
});

it('a visit of it is enough to drive a strategy', async () => {
  const owls = await page('http://a.test/', html);
  const strategy = sameWords.make({ topic, settings: { share: 0.5 }, model: undefined });
  const opinion = { score: 1, relevant: true, why: [] };
  const ranked = [...strategy.visit(visit(owls, opinion, { signals: { common: [1, 0] } }))];
  // One of three words in common is a third: ½ · ⅓ + ½ · 1, and ½ · 1.
  expect(ranked.map(({ why }) => why)).toEqual(['0.33 in common', '0.00 in common']);
  expect(ranked.map((one) => 'priority' in one && one.priority.toFixed(3))).toEqual(['0.667', '0.500']);
});

it('headers and page formats can be given, and what is not a page is thrown', async () => {
  const headers = { 'Content-Type': 'text/markdown' };
  const read = await page('http://a.test/x', '# Owls\n\n[Barn](/barn) owls', {
    headers,
    readers: [markdown],
  });
  expect(read).toMatchObject({
    kind: 'markdown',
    title: 'Owls',
    links: [{ url: 'http://a.test/barn', after: 'owls' }],
  });
  await expect(page('http://a.test/x', '')).rejects.toThrow('http://a.test/x is not a page (empty)');
});
