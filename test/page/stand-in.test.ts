/** Titles are those that servers, content systems and networks send, as their sources and users quote them. */
import { expect, test } from 'vitest';
import { standIn } from '../../src/page/stand-in.ts';

const short = 'Sorry, the page could not be found. Back to the lighthouse home page.';
const page = (title: string, mainText = short) => ({ kind: 'html', title, mainText });

test.for([
  '404 Not Found',
  'Not Found',
  'Page not found – Lighthouse Society',
  'Lighthouse Society | 404',
  'Error 404',
  'Oops! That page can’t be found.',
  'This page could not be found - Lighthouses',
  'The page you requested does not exist',
  'Seite nicht gefunden – Leuchttürme',
  'Page introuvable | Phares',
  'Página no encontrada',
  'Página não encontrada',
  'Nie znaleziono strony – Latarnie',
  'Страница не найдена',
  'ページが見つかりません | 灯台',
  '页面不存在',
  '페이지를 찾을 수 없습니다',
])('%s', (title) => {
  expect(standIn(page(title))).toBe('an error page: not found');
});

test.for(['Just a moment...', 'Attention Required! | Cloudflare', 'Access Denied'])('%s', (title) => {
  expect(standIn(page(title))).toBe('a check for robots, not the page');
});

test.for([
  'The lighthouse',
  'Lost and not found: the keepers of Farne',
  'Highway 404',
  'Room 404, a novel',
  'A moment at the lighthouse',
  '',
])('"%s" is a page', (title) => {
  expect(standIn(page(title))).toBeUndefined();
});

test('an article about it is a page', () => {
  expect(standIn(page('404 Not Found', short.repeat(30)))).toBeUndefined();
});
