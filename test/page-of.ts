/** A page made by hand for tests of judges and strategies. */
import type { Link, Page } from '../src/page/page.ts';

export function pageOf(given: Partial<Page> = {}): Page {
  return {
    url: 'http://example.test/',
    kind: 'html',
    title: '',
    text: '',
    mainText: given.text ?? '',
    meta: { noindex: false, nofollow: false },
    charset: 'utf-8',
    links: [],
    refusedLinks: [],
    digest: '',
    fingerprint: '0000000000000000',
    ...given,
  };
}

export function linkTo(url: string, anchor = ''): Link {
  return {
    url,
    anchor,
    before: '',
    after: '',
    tag: 'a',
    tagPath: 'p/a',
    position: 0,
    occurrences: 1,
    nofollow: false,
  };
}
