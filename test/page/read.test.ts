import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import type { Page } from '../../src/page/page.ts';
import { type Document, type ReadOptions, readDocument } from '../../src/page/read.ts';
import { pdfFile } from './pdf-file.ts';

function document(body: string, more: Partial<Document> = {}): Document {
  return { url: 'http://example.org/', headers: [], body: Buffer.from(body), ...more };
}

async function page(body: string, options?: ReadOptions, more?: Partial<Document>): Promise<Page> {
  const found = await readDocument(document(body, more), options);
  if ('refused' in found) throw new Error(found.detail);
  return found;
}

describe('a page', () => {
  test('has the sha256 of its body', async () => {
    // FIPS 180-2, appendix B.1: the digest of "abc".
    expect((await page('abc')).digest).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  test('has the language of its text, else the one that it declares', async () => {
    const asked: [string, string | undefined][] = [];
    const identifyLanguage = (text: string, charset?: string) => {
      asked.push([text, charset]);
      return text.startsWith('ein') ? 'de' : undefined;
    };
    expect((await page('<html lang=en><p>ein Wort', { identifyLanguage })).language).toBe('de');
    expect((await page('<html lang=en-GB><p>zwei', { identifyLanguage })).language).toBe('en');
    expect((await page('<html><p>drei', { identifyLanguage })).language).toBeUndefined();
    expect(asked.map(([text]) => text)).toEqual(['ein Wort', 'zwei', 'drei']);
    expect(asked[0]![1]).toBe('utf-8');
  });

  test('declares its language in the tag, before the meta tag, before the header', async () => {
    const headers: [string, string][] = [['Content-Language', 'fr, en']];
    const meta = '<meta http-equiv=content-language content=it>';
    expect((await page('<html><p>x', {}, { headers })).language).toBe('fr');
    expect((await page(`<html>${meta}<p>x`, {}, { headers })).language).toBe('it');
    expect(await page(`<html xml:lang=deu>${meta}<p>x`, {}, { headers })).toMatchObject({
      language: 'de',
      meta: { declaredLanguage: 'deu' },
    });
    expect((await page('<html lang=x-klingon><p>x')).language).toBeUndefined();
  });

  test('says that it is truncated if its body is', async () => {
    expect((await page('<p>x', {}, { truncated: 'length' })).truncated).toBe('length');
    expect(await page('<p>x')).not.toHaveProperty('truncated');
  });

  test('follows the given URL rules', async () => {
    const html = '<a href="/x?b=1&amp;a=2&amp;utm_source=y">x</a>';
    expect((await page(html)).links[0]!.url).toBe('http://example.org/x?b=1&a=2');
    expect((await page(html, { urlRules: { sortQuery: true, keepTracking: true } })).links[0]!.url).toBe(
      'http://example.org/x?a=2&b=1&utm_source=y',
    );
  });

  test('with a similar main text has a similar fingerprint, whatever surrounds it', async () => {
    const words = Array.from({ length: 120 }, (_, i) => `w${(i * 37) % 101}`).join(' ');
    const menu = (n: number) => `<ul><li><a href=/${n}>Menu ${n}</a><li><a href=/x${n}>Other ${n}</a></ul>`;
    expect((await page(`${menu(1)}<p>${words}</p>`)).fingerprint).toBe(
      (await page(`${menu(2)}<p>${words}</p>${menu(3)}`)).fingerprint,
    );
  });
});

describe('a document', () => {
  test('that is not a page is refused with a reason', async () => {
    expect(await readDocument(document(''))).toMatchObject({ refused: 'empty' });
    expect(await readDocument(document('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'))).toMatchObject({
      refused: 'binary',
    });
    expect(await readDocument(document('<p>text'))).toMatchObject({ kind: 'html' });
  });

  test('is read the same in a thread, a PDF in a thread of that thread', async () => {
    const code = `
      import { parentPort, workerData } from 'node:worker_threads';
      import { readDocument } from ${JSON.stringify(new URL('../../src/page/read.ts', import.meta.url).href)};
      for (const document of workerData) parentPort.postMessage(await readDocument(document));`;
    const documents = [
      document('<title>T</title><p>one <a href="/two">two words</a> three'),
      { ...document(''), body: pdfFile({ content: 'BT /F1 10 Tf 100 700 Td (In a thread) Tj ET' }) },
    ];
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), {
      workerData: documents,
    });
    const answers: unknown[] = [];
    worker.on('message', (answer) => answers.push(answer));
    // It ends by itself: an idle PDF thread keeps nothing alive.
    await once(worker, 'exit');
    expect(answers).toHaveLength(2);
    expect(answers[0]).toEqual(await readDocument(documents[0]!));
    expect(answers[1]).toMatchObject({ kind: 'pdf', text: 'In a thread' });
  });
});
