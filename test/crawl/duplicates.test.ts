/** The same page under other URLs: detected, counted once, and stored once in the archive. */
import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { WARCParser } from 'warcio';
import { crawlOf, outcomesOf, page, pagesOf, prose, removeFolders, smallWeb } from './small-web.ts';

afterAll(removeFolders);

it('a copy is a revisit in the archive and not a page; its links are followed if the settings say so', async () => {
  const copy = page(['only-here'], `comet ${prose('copied', 200)}`);
  const table = {
    'a.test/': page(['/one', 'http://b.test/two', '/near'], prose('start')),
    'a.test/one': copy,
    'b.test/two': copy,
    'a.test/near': copy.replace('</p>', ' and one word more</p>'),
    'a.test/only-here': page([], prose('a only')),
    'b.test/only-here': page([], prose('b only')),
  };
  const web = await smallWeb(table);
  const settings = { concurrency: 1, recipe: 'breadth-first' };
  const { stop, folder } = await crawlOf(web, { seeds: ['http://a.test/'], settings });
  expect(stop.summary).toMatchObject({ pages: 4, duplicates: 1 });
  const pages = pagesOf(folder);
  const at = (url: string) => pages.find((one) => one.url === url);
  expect(at('http://b.test/two')).toMatchObject({
    outcome: 'duplicate',
    duplicateOf: at('http://a.test/one')?.id,
  });
  expect(at('http://b.test/two')?.relevant).toBe(false);
  expect(at('http://a.test/near')).toMatchObject({
    outcome: 'near-duplicate',
    nearDuplicateOf: at('http://a.test/one')?.id,
  });
  expect(web.paths('b.test')).toEqual(['/robots.txt', '/two']);

  const records = new Map<
    string,
    { type: string | null; refersTo: unknown; refersToId: unknown; id: unknown; body: number }
  >();
  for (const name of readdirSync(join(folder, 'archive'))) {
    for await (const record of new WARCParser(createReadStream(join(folder, 'archive', name)))) {
      const payload = await record.readFully(false);
      if (record.warcType !== 'response' && record.warcType !== 'revisit') continue;
      records.set(record.warcTargetURI ?? '', {
        type: record.warcType,
        id: record.warcHeader('WARC-Record-ID'),
        refersTo: record.warcHeader('WARC-Refers-To-Target-URI'),
        refersToId: record.warcHeader('WARC-Refers-To'),
        body: payload.length,
      });
    }
  }
  const original = records.get('http://a.test/one');
  expect(original).toMatchObject({ type: 'response', body: copy.length });
  expect(records.get('http://b.test/two')).toMatchObject({
    type: 'revisit',
    refersTo: 'http://a.test/one',
    refersToId: original?.id,
    body: 0,
  });

  const following = await crawlOf(web, {
    seeds: ['http://a.test/'],
    settings: { ...settings, archive: { followDuplicates: true } },
  });
  await web.close();
  expect(outcomesOf(following.folder)['http://b.test/only-here']).toBe('page');
});

it('session ids, tracking, fragments and other spellings of one URL are requested once', async () => {
  const web = await smallWeb({
    'a.test/': page(
      [
        '/page?id=7&PHPSESSID=0123456789abcdef0123456789abcdef',
        '/page?PHPSESSID=fedcba9876543210fedcba9876543210&id=7',
        '/page;jsessionid=AB12CD34EF56?id=7',
        '/page?id=7&utm_source=mail&utm_campaign=x',
        'HTTP://A.TEST:80/./x/../page?id=7#part',
        '/page?id=8',
      ],
      prose('start'),
    ),
    'a.test/page?id=7': page([], prose('seven')),
    'a.test/page?id=8': page([], prose('eight')),
  });
  const { stop } = await crawlOf(web, { seeds: ['http://a.test/'] });
  await web.close();
  expect(web.paths().toSorted()).toEqual(['/', '/page?id=7', '/page?id=8', '/robots.txt']);
  expect(stop.summary).toMatchObject({ pages: 3, duplicates: 0, errors: 0 });
});
