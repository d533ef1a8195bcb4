/**
 * OpenSearch or Elasticsearch, by the bulk interface: one document a page, under a digest of its URL. Its version is the
 * time at which the page was fetched, so that a document which comes again, or late, never replaces a newer one.
 */
import type { RefusedPage } from '../../archive/send-cursor.ts';
import { type Destination, type Message, Undelivered } from '../destination.ts';
import type { SettingsOf } from '../destinations.ts';
import { refusal, request } from '../http.ts';

export function openSearch(settings: SettingsOf<'opensearch'>): Destination {
  const { url, index } = settings;
  const name = `OpenSearch at ${new URL(url).host}`;
  const headers = { 'content-type': 'application/x-ndjson', ...authorization(settings) };
  return {
    async deliver({ messages }) {
      const body = Buffer.from(messages.map((message) => linesOf(message, index)).join(''));
      const target = `${url.replace(/\/$/, '')}/_bulk`;
      const reply = await request(target, { name, method: 'POST', headers, body });
      if (reply.status !== 200)
        throw refusal(name, reply, 'Check its URL, the name of the index, user and password.');
      return outcomes(name, messages, itemsOf(name, reply.body));
    },
  };
}

function authorization({ username, password, apiKey }: SettingsOf<'opensearch'>): Record<string, string> {
  if (apiKey !== undefined) return { authorization: `ApiKey ${apiKey}` };
  if (username === undefined) return {};
  return { authorization: `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}` };
}

function linesOf({ id, action, page }: Message, index: string): string {
  const about = { _index: index, _id: id, version: Date.parse(page.fetchedAt), version_type: 'external_gte' };
  if (action === 'remove') return `${JSON.stringify({ delete: about })}\n`;
  return `${JSON.stringify({ index: about })}\n${JSON.stringify(page)}\n`;
}

interface Item {
  status: number;
  error?: { type?: string; reason?: string };
}

function itemsOf(name: string, body: string): Item[] {
  try {
    const { items } = JSON.parse(body) as { items: Record<string, Item>[] };
    return items.map((item) => Object.values(item)[0]!);
  } catch (error) {
    throw new Undelivered(`${name} does not answer as a bulk interface does.`, { cause: error });
  }
}

/** Each document has a fate of its own. A conflict is with the same version or a newer one; a missing one is removed. */
function outcomes(name: string, messages: readonly Message[], items: readonly Item[]): RefusedPage[] {
  const remaining: Message[] = [];
  const refused: RefusedPage[] = [];
  let reason = '';
  for (const [i, message] of messages.entries()) {
    const { status = 500, error } = items[i] ?? {};
    if (status < 300 || status === 409 || (status === 404 && message.action === 'remove')) continue;
    const said = error?.reason ?? error?.type ?? `status ${status}`;
    if (status === 429 || status >= 500) {
      remaining.push(message);
      reason = said;
    } else refused.push({ sequence: message.sequence, url: message.page.url, reason: said });
  }
  if (remaining.length > 0)
    throw new Undelivered(
      `${name} has no room for ${remaining.length} of ${messages.length} pages (${reason}).`,
      {
        mayPass: true,
        remaining,
        refused,
      },
    );
  return refused;
}
