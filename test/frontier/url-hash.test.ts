import { describe, expect, it } from 'vitest';
import { hashUrl } from '../../src/frontier/url-hash.ts';

// Vectors of HalfSipHash-2-4 with 32 bits of output, from the reference implementation of its authors: key
// bytes 00 01 … 07, the message of length n is the bytes 00 01 … n-1, the output in little-endian bytes.
const VECTORS: [length: number, output: string][] = [
  [0, 'a9359f5b'],
  [1, '27475ab8'],
  [2, 'fa62a603'],
  [3, '8afee704'],
  [4, '2a6e4689'],
  [5, 'c5fab669'],
  [7, '8bcf63c5'],
  [8, 'd0b8848f'],
  [15, '74fe2b97'],
  [16, 'd9b5ac84'],
  [31, '5d589f1a'],
  [63, '59ea4a74'],
];

describe('the fingerprint of a URL', () => {
  it.each(VECTORS)('of %i bytes is that of the reference implementation', (length, output) => {
    const message = String.fromCharCode(...Array.from({ length }, (_, byte) => byte));
    const bytes = Buffer.alloc(4);
    bytes.writeInt32LE(hashUrl(message, [0x03020100, 0x07060504]));
    expect(bytes.toString('hex')).toBe(output);
  });

  it('is another one under another key', () => {
    expect(hashUrl('https://a.test/', [1, 2])).not.toBe(hashUrl('https://a.test/', [1, 3]));
  });
});
