/** Page formats of a user's: who is asked, and what becomes of a draft. */
import { describe, expect, it } from 'vitest';
import { defineReader, page } from '../../src/index.ts';
import { readDocument } from '../../src/page/read.ts';

const csv = defineReader({
  name: 'csv-links',
  accepts: ({ contentType, head }) =>
    contentType === 'text/csv' && head.toString('latin1').startsWith('url,'),
  read({ bytes }) {
    const [, ...rows] = new TextDecoder().decode(bytes).trim().split('\n');
    const text = rows.map((row) => row.split(',')[1]).join('\n\n');
    const links = rows.map((row) => {
      const [url = '', anchor = ''] = row.split(',');
      return { url, anchor, at: text.indexOf(anchor) };
    });
    return { title: ' Birds  of\nprey ', text, links, language: 'en-GB', noindex: true };
  },
});
const read = (body: string, readers = [csv], type = 'Text/CSV; charset=utf-8') =>
  page('http://a.test/list/', body, { headers: { 'content-type': type }, readers });

describe('a draft', () => {
  const body = 'url,name\nowl?b=1#top,barn owl\n/kite,red kite\n/kite,red kite\nmailto:a@b.c,mail\n';

  it('becomes a page with canonical links, one for each target, and the words around them', async () => {
    const made = await read(body);
    expect(made).toMatchObject({
      kind: 'csv-links',
      title: 'Birds of prey',
      text: 'barn owl\nred kite\nred kite\nmail',
      meta: { noindex: true, nofollow: false, declaredLanguage: 'en-GB' },
      language: 'en',
    });
    expect(made.links.map(({ url, anchor, position }) => [url, anchor, position])).toEqual([
      ['http://a.test/list/owl?b=1', 'barn owl', 0],
      ['http://a.test/kite', 'red kite', 1],
    ]);
    expect(made.links[0]!.after).toContain('red kite');
    expect(made.refusedLinks).toEqual([{ href: 'mailto:a@b.c', reason: 'scheme' }]);
    // By sha256sum.
    expect(made.digest).toBe('e5de6b0fb8e0db3d2c71c27b930f0290fbff0df664c12b1b744b34e405c2a0a1');
    expect(made.mainText).toBe(made.text);
  });

  it.each<[string, (bytes: Uint8Array<ArrayBuffer>) => void]>([
    ['overwrites', (bytes) => bytes.fill(0)],
    ['transfers', (bytes) => structuredClone(bytes, { transfer: [bytes.buffer] })],
  ])('leaves the answer as it came, although its reader %s its bytes', async (_, use) => {
    const reader = defineReader({
      name: 'user-of-bytes',
      accepts: ({ head, headers }) => {
        head.fill(0);
        (headers as unknown[]).length = 0;
        return true;
      },
      read({ bytes }) {
        const text = new TextDecoder().decode(bytes);
        use(bytes as Uint8Array<ArrayBuffer>);
        return { text };
      },
    });
    const headers: [string, string][] = [['content-type', 'text/csv']];
    const answer = { url: 'http://a.test/', headers, body: Buffer.from(new TextEncoder().encode(body)) };
    expect(await readDocument(answer, { readers: [reader] })).toMatchObject({
      digest: 'e5de6b0fb8e0db3d2c71c27b930f0290fbff0df664c12b1b744b34e405c2a0a1',
    });
    expect(answer).toMatchObject({ headers: [['content-type', 'text/csv']], body: Buffer.from(body) });
  });

  it('may have links without a position in its text, and rules for them', async () => {
    const reader = defineReader({
      name: 'silent',
      accepts: () => true,
      read: async () => ({
        text: 'words',
        links: [{ url: '/a', anchor: ' one\n two ', nofollow: true }, { url: '/b' }],
      }),
    });
    const { links } = await read('anything', [reader]);
    expect(links).toMatchObject([
      { url: 'http://a.test/a', anchor: 'one two', nofollow: true, before: '' },
      { url: 'http://a.test/b', anchor: '', nofollow: false },
    ]);
  });
});

it('a reader is tried before the built-in ones and wins; what it does not accept is read as usual', async () => {
  const eager = defineReader({ name: 'eager', accepts: () => true, read: () => ({ text: 'mine' }) });
  expect((await read('<title>Owl</title>', [eager], 'text/html')).kind).toBe('eager');
  expect((await read('<title>Owl</title>', [csv], 'text/html')).kind).toBe('html');
  await expect(read('\x00\x01\x02\x03', [csv], 'application/x-owl')).rejects.toThrow(/not a page \(binary\)/);
});

it('what a reader throws, or a draft without text, is thrown', async () => {
  const failing = defineReader({
    name: 'failing',
    accepts: () => true,
    read() {
      throw new Error('no owls');
    },
  });
  // biome-ignore lint/suspicious/noExplicitAny: a mistake that types would find
  const empty = defineReader({ name: 'empty', accepts: () => true, read: () => ({ title: 'x' }) as any });
  await expect(read('x', [failing])).rejects.toThrow('no owls');
  await expect(read('x', [empty])).rejects.toThrow('The reader "empty" must return { text: string, … }.');
});
