/**
 * Links that have left their partition and have not been taken by another: in its outbox, in the inbox, or there before
 * their turn. Of each pair of partitions the next numbers, in order, as the receiver would take them.
 */
import type { CrawlDatabase } from '../archive/database.ts';
import { PartTables } from '../archive/part-tables.ts';
import { pageNumber } from '../archive/parts/join.ts';
import { foundAt } from '../archive/parts/page-elsewhere.ts';
import type { NewLink } from '../frontier/frontier.ts';
import type { UrlRules } from '../url/url.ts';
import type { Nats } from './connect.ts';
import { unpackLinks } from './links.ts';
import type { FleetNames } from './names.ts';
import { senderOf } from './outbox.ts';

interface Rules {
  urlRules: UrlRules;
  partitionOf(host: string): number;
}

export async function* linksUnderWay(
  nats: Nats,
  names: FleetNames,
  parts: readonly CrawlDatabase[],
  { urlRules, partitionOf }: Rules,
): AsyncGenerator<NewLink[]> {
  const tables = parts.map((part) => new PartTables(part));
  const sent = tables.map((one) => one.outgoing());
  for (const [p, own] of tables.entries()) {
    const bodies = new Map<string, Uint8Array>();
    for await (const { from, n, body } of inbox(nats, names, { p, partitions: parts.length, own }))
      bodies.set(`${from} ${n}`, body);
    for (const { from, n, body } of own.held()) bodies.set(`${from} ${n}`, body);
    for (const [from, messages] of sent.entries())
      for (const { to, n, body } of messages) if (to === p) bodies.set(`${from} ${n}`, body);
    for (let from = 0; from < parts.length; from++)
      for (let n = own.lastTaken(from) + 1; ; n++) {
        const body = bodies.get(`${from} ${n}`);
        if (body === undefined) break;
        const { links } = unpackLinks(body, from, { urlRules, owns: (host) => partitionOf(host) === p });
        yield links.map((link) => collected(link, parts.length));
      }
  }
}

/** With the number of its page in the collected crawl. */
function collected({ from, ...link }: NewLink, partitions: number): NewLink {
  if (from === undefined) return link;
  const { partition, page } = foundAt(from);
  return { ...link, from: pageNumber(partitions, partition, page) };
}

async function* inbox(
  nats: Nats,
  names: FleetNames,
  { p, partitions, own }: { p: number; partitions: number; own: PartTables },
): AsyncGenerator<{ from: number; n: number; body: Uint8Array }> {
  for (let last = own.get('inbox'); ; ) {
    const message = await nats.read(names.inbox, last + 1, names.inboxSubject(p));
    if (message === undefined) return;
    last = message.seq;
    const sent = senderOf(message.header, partitions, (from) => own.lastTaken(from));
    if (sent !== undefined) yield { ...sent, body: message.data };
  }
}
