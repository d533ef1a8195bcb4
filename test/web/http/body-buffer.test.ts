import { expect, test } from 'vitest';
import { BodyBuffer } from '../../../src/web/http/body-buffer.ts';

function gathered(pieces: string[], expectedBytes?: number): Uint8Array {
  const body = new BodyBuffer(expectedBytes);
  for (const piece of pieces) body.add(new TextEncoder().encode(piece));
  expect(body.length).toBe(pieces.join('').length);
  return body.take();
}

test.each([undefined, 0, 3, 11, 1_000_000_000])(
  'pieces become one array, whatever was expected (%s)',
  (expected) => {
    expect(Buffer.from(gathered(['one', '', ' two', ' and'], expected)).toString()).toBe('one two and');
    expect(gathered([], expected)).toHaveLength(0);
    const many = Array.from({ length: 5000 }, (_, i) => `${i} `);
    expect(Buffer.from(gathered(many, expected)).toString()).toBe(many.join(''));
  },
);

test('pieces are never written to, whatever their memory layout', () => {
  const memory = new TextEncoder().encode('headers|body|behind');
  const body = new BodyBuffer(100);
  body.add(memory.subarray(8, 12));
  body.add(new TextEncoder().encode('more'));
  expect(Buffer.from(body.take()).toString()).toBe('bodymore');
  expect(Buffer.from(memory).toString()).toBe('headers|body|behind');
});

test('the memory behind the array is about as large as the array', () => {
  const memory = new Uint8Array(60_000);
  const alone = new BodyBuffer(undefined);
  alone.add(memory.subarray(0, 100));
  expect(alone.take().buffer.byteLength).toBeLessThan(1_000);
  expect(gathered(Array.from({ length: 40 }, () => 'x'.repeat(1000))).buffer.byteLength).toBeLessThan(51_000);
  expect(gathered(['x', 'y'], 200_000).buffer.byteLength).toBeLessThan(1_000);
});

test('a declared length is believed the more, the more has come, and is the size of the array in the end', () => {
  const piece = new Uint8Array(64 * 1024);
  const body = new BodyBuffer(3_500_000);
  for (let left = 3_500_000; left > 0; left -= piece.length) body.add(piece.subarray(0, left));
  expect(body.take().buffer.byteLength).toBe(3_500_000);
  const cut = new BodyBuffer(1_000_000_000);
  for (let i = 0; i < 10; i++) cut.add(piece);
  expect(cut.take().buffer.byteLength).toBeLessThan(10 * 1.25 * piece.length + 1000);
});
