/**
 * A webhook: every batch is one POST of JSON. `Idempotency-Key` names the batch and is the same whenever the batch comes
 * again; with a secret, `X-Forage-Signature` is the HMAC of the body.
 */
import { createHmac } from 'node:crypto';
import type { Destination } from '../destination.ts';
import type { SettingsOf } from '../destinations.ts';
import { refusal, request } from '../http.ts';

export function webhook({ url, headers, secret }: SettingsOf<'webhook'>): Destination {
  const name = `The webhook ${new URL(url).origin}`;
  return {
    async deliver({ source, crawl, from, to, messages }) {
      const pages = messages.map(({ action, page }) => ({ action, ...page }));
      const body = Buffer.from(JSON.stringify({ crawl, from, to, pages }));
      const reply = await request(url, {
        name,
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'idempotency-key': `${source}:${from}-${to}`,
          ...(secret === undefined
            ? {}
            : { 'x-forage-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` }),
        },
        body,
      });
      if (reply.status < 200 || reply.status > 299)
        throw refusal(name, reply, 'Check its URL and what it accepts.');
      return [];
    },
  };
}
