/** Which forms of a page may be tried, and what a browser would send. */
import { expect, it } from 'vitest';
import { formsIn } from '../../src/page/forms.ts';

const BASE = 'http://a.test/books/';
const forms = (html: string) => formsIn(html, BASE, undefined);

it('a search box has one field for words, and sends what is hidden, chosen and pressed besides', () => {
  const html = `<form action="/search?old=1" id=find><input type=hidden name=lang value=en><input name=q>
    <select name=in><option value=all>All<option value=title selected>Title &amp; more</select>
    <input type=checkbox name=full checked><input type=checkbox name=other>
    <button name=go value=1>Go</button><button name=lucky value=1>Lucky</button></form>`;
  expect(forms(html)).toEqual([
    {
      action: 'http://a.test/search',
      fields: [
        { name: 'lang', kind: 'fixed', values: ['en'] },
        { name: 'q', kind: 'words', values: [] },
        { name: 'in', kind: 'choice', values: ['title', 'all'] },
        { name: 'full', kind: 'fixed', values: ['on'] },
        { name: 'go', kind: 'fixed', values: ['1'] },
      ],
    },
  ]);
});

it('a form of choices alone is one, up to forty options', () => {
  const select = (n: number): string =>
    `<form><select name=year>${Array.from({ length: n }, (_, i) => `<option>${1900 + i}</option>`).join('')}</select></form>`;
  expect(forms(select(40))[0]).toMatchObject({ action: BASE, fields: [{ name: 'year', kind: 'choice' }] });
  expect(forms(select(41))).toEqual([]);
  expect(
    forms('<form><input type=radio name=a value=1><input type=radio name=a value=2 checked></form>'),
  ).toEqual([{ action: BASE, fields: [{ name: 'a', kind: 'choice', values: ['2', '1'] }] }]);
});

it.each([
  ['sent by POST', '<form method="Post"><input name=q></form>'],
  ['with a password', '<form><input name=q><input type=password name=p></form>'],
  ['with a file', '<form><input name=q><input type=file name=f></form>'],
  ['for a long text', '<form><input name=q><textarea name=t></textarea></form>'],
  ['that orders', '<form action="/order"><input name=q></form>'],
  ['that subscribes', '<form class="newsletter-box"><input name=q></form>'],
  ['that logs out', '<form action="/a"><input type=hidden name=logout value=1><input name=q></form>'],
  ['with two fields for words', '<form><input name=q><input name=name></form>'],
  ['with nothing to fill in', '<form action="/next"><input type=submit></form>'],
  ['with a date that must be given', '<form><input name=q><input type=date name=d required></form>'],
  ['to another scheme', '<form action="mailto:a@b.test"><input name=q></form>'],
])('a form %s is never tried', (_, html) => {
  expect(forms(html)).toEqual([]);
});
