/** Content codings: compresses an answer the way its site does, if the client accepts it. */
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import type { Manners } from './manners.ts';
import type { DemoResponse } from './response.ts';

export function pack(answer: DemoResponse, coding: Manners['coding'], accepted: string): DemoResponse {
  if (coding === 'identity' || answer.body.length < 200 || !accepts(accepted, coding)) return answer;
  return {
    ...answer,
    headers: [...answer.headers, ['content-encoding', coding], ['vary', 'accept-encoding']],
    body: PACKERS[coding](answer.body),
  };
}

const PACKERS = {
  gzip: (body: Buffer) => gzipSync(body, { level: 3 }),
  br: (body: Buffer) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
  zstd: (body: Buffer) => zstdCompressSync(body),
};

function accepts(accepted: string, coding: string): boolean {
  return accepted.split(',').some((part) => {
    const [name, weight = ''] = part.trim().split(';');
    return name === coding && !/q=0(?:\.0*)?$/.test(weight.trim());
  });
}
