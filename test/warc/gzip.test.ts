/** Node's own gunzip reads back what was written. */
import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { gzipped } from '../../src/warc/gzip.ts';

it('writes one complete member after the other, large and small, at any level', () => {
  const bodies = [
    Buffer.from('owl '.repeat(500)),
    randomBytes(3_000_000),
    Buffer.alloc(0),
    Buffer.alloc(1_000_000, 'barn owl '),
    Buffer.from('x'),
  ];
  for (const level of [1, 9, 1, 6]) {
    for (const body of bodies) {
      const member = gzipped(body, level);
      expect(gunzipSync(member).equals(body)).toBe(true);
      // Nothing else shares its memory, so a thread can pass it on.
      expect(member.buffer.byteLength).toBe(member.length);
    }
  }
});
