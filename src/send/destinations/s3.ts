/**
 * Storage with the interface of S3: every batch is one object of gzipped JSON lines, named by its visits. A batch that
 * comes again has the same name and replaces itself.
 */
import { gzipSync } from 'node:zlib';
import { signedHeaders } from '../aws-signature.ts';
import type { Destination } from '../destination.ts';
import type { SettingsOf } from '../destinations.ts';
import { refusal, request } from '../http.ts';

export function s3(settings: SettingsOf<'s3'>): Destination {
  const { bucket, prefix, region, accessKeyId, secretAccessKey, sessionToken } = settings;
  const endpoint = settings.endpoint ?? `https://s3.${region}.amazonaws.com`;
  const name = `The storage ${new URL(endpoint).host}`;
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  return {
    async deliver({ crawl, from, to, messages }) {
      const key = `${folder}${crawl}/${digits(from + 1)}-${digits(to)}.jsonl.gz`;
      const url = new URL(`${endpoint.replace(/\/$/, '')}/${encodedPath(`${bucket}/${key}`)}`);
      const lines = messages.map(({ action, page }) => `${JSON.stringify({ action, ...page })}\n`);
      const body = gzipSync(lines.join(''));
      const headers = signedHeaders({
        method: 'PUT',
        url,
        headers: { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' },
        body,
        date: new Date(),
        region,
        service: 's3',
        credentials: { accessKeyId, secretAccessKey, sessionToken },
      });
      const reply = await request(url.href, { name, method: 'PUT', headers, body });
      if (reply.status < 200 || reply.status > 299)
        throw refusal(name, reply, `Check the bucket "${bucket}", the region "${region}" and the keys.`);
      return [];
    },
  };
}

/** So that names sort as their numbers do. */
const digits = (n: number): string => String(n).padStart(12, '0');

/** As the signature encodes it: `/` stays. */
const encodedPath = (path: string): string =>
  path
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`),
    )
    .join('/');
