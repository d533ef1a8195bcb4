import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { closeDocumentThread } from '../../src/page/document.ts';
import { type ReadOptions, readDocument } from '../../src/page/read.ts';
import { linkAnnotation, pdfFile } from './pdf-file.ts';

const read = (body: Uint8Array, options?: ReadOptions, type = 'application/pdf') =>
  readDocument({ url: 'http://example.org/file.pdf', headers: [['Content-Type', type]], body }, options);

afterAll(closeDocumentThread);

describe('a PDF', () => {
  // In Courier every character is 600/1000 of the size wide: at 10 points, six points.
  const good = pdfFile({
    content: 'BT /F1 10 Tf 100 700 Td (The lung clinic in town) Tj 0 -20 Td (opens on Monday.) Tj ET',
    annotations: [
      linkAnnotation([124, 698, 190, 710], 'http://example.org/clinic'),
      linkAnnotation([10, 10, 20, 20], 'https://example.org/nothing'),
      linkAnnotation([100, 678, 200, 690], 'javascript:alert\\(1\\)'),
    ].join(' '),
    title: 'Lungs',
  });

  test('becomes a page with its lines, title, language and links', async () => {
    const page = await read(good);
    expect(page).toMatchObject({
      kind: 'pdf',
      title: 'Lungs',
      text: 'The lung clinic in town\nopens on Monday.',
      mainText: 'The lung clinic in town\nopens on Monday.',
      language: 'en',
      links: [
        {
          url: 'http://example.org/clinic',
          anchor: 'lung clinic',
          before: 'The',
          after: 'in town opens on Monday.',
          tag: 'pdf',
        },
        { url: 'https://example.org/nothing', anchor: '', before: '', after: '', tag: 'pdf' },
      ],
    });
  });

  test('is known by its bytes', async () => {
    expect(await read(good, {}, 'text/html')).toMatchObject({ kind: 'pdf' });
  });

  test('leaves its bytes with the caller', async () => {
    const body = new Uint8Array(good);
    await read(body);
    expect(Buffer.from(body).equals(good)).toBe(true);
  });

  test('that is broken is refused, and the next one is read', async () => {
    expect(await read(Buffer.from('%PDF-1.4\nnothing of the kind'))).toMatchObject({
      refused: 'parse-error',
    });
    expect(await read(good.subarray(0, 300))).toMatchObject({ refused: 'parse-error' });
    expect(await read(good)).toMatchObject({ kind: 'pdf' });
  });

  test('that takes too long is refused, and the next one is read', async () => {
    const bytes = deflateSync(`BT /F1 10 Tf ${'(ab) Tj 0 1 Td '.repeat(1_000_000)} ET`);
    const slow = pdfFile({ content: { bytes, filter: 'FlateDecode' } });
    const [refused, page] = await Promise.all([read(slow, { documents: { timeoutMs: 100 } }), read(good)]);
    expect(refused).toMatchObject({ refused: 'parse-timeout' });
    expect(page).toMatchObject({ kind: 'pdf' });
  });

  test('that unpacks into too much is refused, and the next one is read', async () => {
    const bytes = deflateSync(Buffer.alloc(200_000_000, ' '));
    const bomb = pdfFile({ content: { bytes, filter: 'FlateDecode' } });
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await read(bomb, { documents: { maxMemoryMb: 32 } })).toMatchObject({ refused: 'parse-memory' });
    expect(await read(good)).toMatchObject({ kind: 'pdf' });
  });

  test('with more text than the limit is cut', async () => {
    const page = await read(good, { maxTextLength: 12 });
    expect(page).toMatchObject({ text: 'The lung cli', truncated: 'text' });
  });
});
