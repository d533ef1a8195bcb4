import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { MAX_STORED, storedMember } from '../../src/warc/stored-member.ts';

it.each([0, 1, 700, MAX_STORED])('%i stored bytes come out of gunzip as they went in', (size) => {
  const bytes = Uint8Array.from({ length: size }, (_, i) => (i * 31) & 255);
  expect(new Uint8Array(gunzipSync(storedMember(bytes)))).toEqual(bytes);
});
