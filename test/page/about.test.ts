/** What pages declare of themselves, in the vocabularies as their specifications and guides show them. */
import { describe, expect, test } from 'vitest';
import { dayOf } from '../../src/page/about.ts';
import type { PageMeta } from '../../src/page/page.ts';
import { readDocument } from '../../src/page/read.ts';

async function meta(head: string): Promise<PageMeta> {
  const page = await readDocument({
    url: 'http://example.org/news/owls',
    headers: [['Content-Type', 'text/html']],
    body: Buffer.from(`<html><head>${head}</head><body><p>text</p></body></html>`),
  });
  if ('refused' in page) throw new Error(page.detail);
  return page.meta;
}

const jsonLd = (value: unknown): string =>
  `<script type="application/ld+json">${typeof value === 'string' ? value : JSON.stringify(value)}</script>`;

describe('what a page says of itself', () => {
  test('is read from OpenGraph', async () => {
    const found =
      await meta(`<meta property="og:site_name" content="The Owl"><meta property="og:type" content="article">
      <meta property="og:image" content="/owl.jpg"><meta property="article:published_time" content="2024-05-01T23:30:00-07:00">
      <meta property="article:author" content="https://example.org/people/ann"><meta name="author" content="Ann  Aster">
      <meta property="article:modified_time" content="2024-06-02">`);
    expect(found).toMatchObject({
      authors: ['Ann Aster'],
      published: '2024-05-01',
      modified: '2024-06-02',
      siteName: 'The Owl',
      type: 'article',
      image: 'http://example.org/owl.jpg',
    });
  });

  test('is read from JSON-LD, in a graph with references, before anything else', async () => {
    const found = await meta(
      `<meta name="author" content="admin"><meta name="date" content="2020-01-01">${jsonLd({
        '@context': 'https://schema.org',
        '@graph': [
          { '@type': 'Organization', '@id': '#org', name: 'Owl Trust' },
          { '@type': 'BreadcrumbList', itemListElement: [] },
          {
            '@type': ['NewsArticle', 'Article'],
            author: [{ '@type': 'Person', name: 'Ann Aster' }, { '@id': '#ben' }],
            publisher: { '@id': '#org' },
            datePublished: '2023-11-17',
            image: [{ url: 'http://pics.example.org/1.jpg' }],
          },
          { '@type': 'Person', '@id': '#ben', name: 'Ben Birch' },
        ],
      })}`,
    );
    expect(found).toMatchObject({
      authors: ['Ann Aster', 'Ben Birch'],
      published: '2023-11-17',
      siteName: 'Owl Trust',
      type: 'NewsArticle',
      image: 'http://pics.example.org/1.jpg',
    });
  });

  test('is read from the tags of Google Scholar and Dublin Core, all authors of one vocabulary', async () => {
    const found =
      await meta(`<meta name="citation_author" content="Aster, Ann"><meta name="citation_author" content="Birch, Ben">
      <meta name="DC.creator" content="Somebody Else"><meta name="citation_publication_date" content="2019/03/07">
      <meta name="citation_journal_title" content="Owl Studies">`);
    expect(found).toMatchObject({
      authors: ['Aster, Ann', 'Birch, Ben'],
      published: '2019-03-07',
      siteName: 'Owl Studies',
    });
  });

  test('is nothing where JSON-LD is broken, huge or of another shape, and the page is read all the same', async () => {
    for (const value of [
      '{"@type": "Article", ',
      '[[[1]]]',
      'null',
      '{"@graph": {"a": 1}}',
      `["${'x'.repeat(300_000)}"]`,
    ])
      expect(await meta(jsonLd(value))).toEqual({ noindex: false, nofollow: false });
    expect(
      await meta(jsonLd({ '@type': 'Article', author: 7, datePublished: { a: 1 }, image: [null] })),
    ).toEqual({
      noindex: false,
      nofollow: false,
      type: 'Article',
    });
  });
});

test.each([
  ['2024-05-01T23:30:00-07:00', '2024-05-01'],
  ['2024/5/1', '2024-05-01'],
  ['20240501', '2024-05-01'],
  ['2024-05', '2024-05'],
  ['2024', '2024'],
  ['Wed, 01 May 2024 10:00:00 GMT', '2024-05-01'],
  ['May 1st, 2024', '2024-05-01'],
  ['1 December 2024', '2024-12-01'],
  ['2024-02-30', ''],
  ['05/06/2024', ''],
  ['yesterday', ''],
])('the date %s is %j', (written, day) => {
  expect(dayOf(written)).toBe(day);
});
