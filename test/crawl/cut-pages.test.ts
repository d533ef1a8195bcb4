/** Pages whose connection ends in the middle: what came of them is kept, once asking again has not helped. */
import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFrozenWeb } from '../../src/frozen/frozen.ts';
import { readWarcFile } from '../../src/warc/read.ts';
import { forageHere } from '../cli/forage-here.ts';
import {
  crawlOf,
  look,
  outcomesOf,
  page,
  prose,
  removeFolders,
  type SmallWeb,
  smallWeb,
} from './small-web.ts';

/** Announces more than it sends, and hangs up. */
const cut = (html: string) => (_: number, __: unknown, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/html', 'content-length': html.length + 100 });
  response.write(html, () => response.socket?.end());
  return undefined;
};

let web: SmallWeb;
let out: string;
beforeAll(async () => {
  web = await smallWeb({
    'a.test/': page(['/short', '/chunks', '/later', '/paper.pdf', '/nothing'], prose('start')),
    'a.test/short': cut(page(['/after-short'], prose('short'))),
    'a.test/after-short': page([], prose('after')),
    'a.test/chunks': (_, __, response) => {
      response.socket!.end(
        `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n${chunk(page(['/after-chunks'], prose('chunks')))}zz\r\n`,
      );
      return undefined;
    },
    'a.test/after-chunks': page([], prose('after the chunks')),
    'a.test/later': (n, request, response) => {
      const html = page([], prose('later'));
      return n === 1 ? cut(html)(n, request, response) : html;
    },
    'a.test/paper.pdf': (_, __, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': 5000 });
      response.write('%PDF-1.4\n%half', () => response.socket?.end());
      return undefined;
    },
    'a.test/nothing': (_, request) => void request.socket.destroy(),
  });
  const settings = { politeness: { maxTries: 2 } };
  out = (await crawlOf(web, { seeds: ['http://a.test/'], settings })).folder;
});
afterAll(async () => {
  await web.close();
  removeFolders();
});

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

it('are asked for again, then kept with their links, and say so', () => {
  expect(outcomesOf(out)).toMatchObject({
    'http://a.test/short': 'page',
    'http://a.test/after-short': 'page',
    'http://a.test/chunks': 'page',
    'http://a.test/after-chunks': 'page',
    'http://a.test/later': 'page',
    'http://a.test/nothing': 'failed: reset',
  });
  const cutOf = (path: string) => look(out, (read) => read.pageByUrl(`http://a.test${path}`))?.truncated;
  expect(['/short', '/chunks', '/later', '/'].map(cutOf)).toEqual([
    'disconnect',
    'disconnect',
    undefined,
    undefined,
  ]);
  const times = (path: string) => web.paths('a.test').filter((asked) => asked === path).length;
  // A server that breaks the rules would break them again.
  expect(['/short', '/chunks', '/later'].map(times)).toEqual([2, 1, 2]);
});

it('are no documents', () => {
  expect(outcomesOf(out)['http://a.test/paper.pdf']).toMatch(/^refused: /);
});

it('are marked in the archive', async () => {
  const [file] = readdirSync(join(out, 'archive'));
  const marked: (string | undefined)[] = [];
  for await (const { headers } of readWarcFile(join(out, 'archive', file!))) {
    const fields = new Map(headers);
    if (fields.get('WARC-Truncated') === 'disconnect') marked.push(fields.get('WARC-Target-URI'));
  }
  expect(marked.toSorted()).toEqual([
    'http://a.test/chunks',
    'http://a.test/paper.pdf',
    'http://a.test/short',
  ]);
});

it('are read from the archive as what they are', async () => {
  const frozen = await openFrozenWeb([join(out, 'archive')]);
  const read = async (path: string) => {
    const fetched = await frozen.fetch({ url: `http://a.test${path}` });
    return fetched.ok ? fetched.truncated : fetched.reason;
  };
  expect([await read('/short'), await read('/later'), await read('/')]).toEqual([
    'disconnect',
    undefined,
    undefined,
  ]);
  await frozen.close();
});

it('are shown as what they are', async () => {
  const shown = await forageHere(['show', out, 'http://a.test/short']);
  expect(shown.out).toMatch(/only a part +the connection ended before the rest came/);
  expect((await forageHere(['show', out, 'http://a.test/later'])).out).not.toContain('only a part');
});
