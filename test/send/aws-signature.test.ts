import { expect, test } from 'vitest';
import { signedHeaders } from '../../src/send/aws-signature.ts';

const signatureOf = (headers: Record<string, string>): string =>
  /Signature=([0-9a-f]{64})$/.exec(headers.authorization!)![1]!;

/** "Authenticating requests: examples" in the reference of Amazon S3; the last one of the signature test suite. */
const s3 = {
  method: 'GET',
  headers: {},
  body: new Uint8Array(),
  date: new Date('2013-05-24T00:00:00Z'),
  region: 'us-east-1',
  service: 's3',
  credentials: {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  },
};
const at = (path: string): URL => new URL(`https://examplebucket.s3.amazonaws.com${path}`);

test.each([
  [
    'a part of an object',
    { ...s3, url: at('/test.txt'), headers: { Range: 'bytes=0-9' } },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'a new object',
    {
      ...s3,
      method: 'PUT',
      url: at('/test%24file.text'),
      headers: { Date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      body: Buffer.from('Welcome to Amazon S3.'),
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'a query without a value',
    { ...s3, url: at('/?lifecycle') },
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'a query of two',
    { ...s3, url: at('/?max-keys=2&prefix=J') },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
  [
    'the vanilla request of another service',
    {
      ...s3,
      url: new URL('https://example.amazonaws.com/'),
      date: new Date('2015-08-30T12:36:00Z'),
      service: 'service',
      credentials: {
        accessKeyId: 'AKIDEXAMPLE',
        secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
      },
    },
    '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  ],
])('%s is signed as Amazon documents it', (_, given, signature) => {
  expect(signatureOf(signedHeaders(given))).toBe(signature);
});
