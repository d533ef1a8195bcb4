import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitAddress } from '../../src/demo/address.ts';
import { placeAt } from '../../src/demo/addresses.ts';
import { anchorsOf } from '../../src/demo/draft.ts';
import { draftOf } from '../../src/demo/shapes.ts';
import { createDemoWeb } from '../../src/demo/web.ts';

describe('any request', () => {
  // More hosts than most pages can fill: some sites have no pages.
  const web = createDemoWeb({ pages: 500, hosts: 400 });
  const words = [
    '',
    'print',
    'mirror',
    'go',
    'out',
    'zz',
    'shop',
    'archive',
    'calendar?year=9&month=0',
    'events',
    '1',
    '0',
    '?',
    '&',
    '%',
    ';jsessionid=',
    '-',
    '_1',
    '.pdf',
    'moved',
    'sitemap-0.xml.gz',
    'page',
    '..',
    '?page=0',
    '99999999999',
  ];

  test('gets an answer and never an exception', () => {
    const path = fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 6 })), { maxLength: 6 });
    let now = 0;
    fc.assert(
      fc.property(fc.constantFrom(...web.hosts), path, fc.boolean(), (host, parts, slash) => {
        now += 10_000;
        const url = `http://${host}/${parts.join(slash ? '/' : '')}`;
        const answer = web.answer({ url, now, headers: { 'accept-encoding': parts.join(',') } });
        expect(answer.kind).toBe('response');
        const subject = web.subjectOf(url);
        expect(subject === undefined).toBe(web.canonicalOf(url) === undefined);
      }),
      { numRuns: 3000, seed: 42 },
    );
  });

  test('for a host outside the web closes the connection', () => {
    for (const url of [
      '',
      'http://',
      'http:///',
      'https://x.test/',
      'ftp://x',
      'http://nobody-1.test/',
      'http://%00/',
    ]) {
      expect(web.answer({ url, now: 0 })).toEqual({ kind: 'close', delayMs: 0 });
    }
  });
});

test('nearly every relevant page of a topic can be reached from its seeds', () => {
  const { atlas, topics, ...rest } = reachable();
  for (const { name } of topics) {
    let all = 0;
    let reached = 0;
    for (let page = 0; page < atlas.pageCount; page++) {
      if (atlas.subjects[atlas.subjectOf[page]!]!.name !== name) continue;
      all++;
      if (rest.pages.has(page)) reached++;
    }
    expect(reached / all).toBeGreaterThan(0.95);
  }
});

/** Everything reachable by links from the first topic's seeds, using the drafts of the pages. */
function reachable() {
  const web = createDemoWeb({ pages: 3000, hosts: 80 });
  const { atlas, topics } = web;
  const pages = new Set<number>();
  const waiting = [...topics[0]!.seeds];
  const seen = new Set(waiting);
  for (const url of waiting) {
    const { host, path } = splitAddress(url)!;
    const site = atlas.siteOfHost.get(host);
    const place = site === undefined ? undefined : placeAt(atlas, site, path);
    if (place === undefined) continue;
    if (place.kind === 'page') pages.add(place.page);
    for (const { to } of anchorsOf(draftOf(atlas, place))) {
      if (seen.has(to)) continue;
      seen.add(to);
      waiting.push(to);
    }
  }
  return { atlas, topics, pages };
}
