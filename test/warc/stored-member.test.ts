import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { storedMember } from '../../src/warc/stored-member.ts';

it.each([0, 1, 700, 65_535, 65_536, 200_000])(
  '%i stored bytes come out of gunzip as they went in',
  (size) => {
    const bytes = Buffer.from(Uint8Array.from({ length: size }, (_, i) => (i * 31) & 255));
    expect(gunzipSync(storedMember(bytes)).equals(bytes)).toBe(true);
  },
);
