/**
 * Links on their way to another partition, as bytes. What arrives is checked like the links of a page: a message is
 * trusted no more than the Web.
 */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { elsewhere } from '../archive/parts/page-elsewhere.ts';
import type { NewLink } from '../frontier/frontier.ts';
import { canonicalUrl, type UrlRules } from '../url/url.ts';

/** So that a message stays well below 256 KiB, and a take-over reads few of them. */
const MOST_LINKS = 500;
const MOST_BYTES = 150_000;
/** What a message may grow to when it is unpacked. */
const MOST_UNPACKED = 4_000_000;

const text = (most: number) => z.string().max(most).nullable();
const linkSchema = z.tuple([
  z.string().max(8192),
  z.enum(['page', 'sitemap', 'document']),
  z.number(),
  z.number().int().min(0).max(1_000_000),
  z.number().int().min(0).max(1000),
  text(10_000),
  text(100_000),
  text(10_000),
  z.number().int().nullable(),
]);

export interface Packed {
  body: Uint8Array;
  links: readonly NewLink[];
}

/** Messages with all links in order, none of them too long. */
export function* packLinks(links: readonly NewLink[]): Generator<Packed> {
  let lines: string[] = [];
  let bytes = 0;
  let first = 0;
  const message = (): Packed => {
    const packed = links.slice(first, first + lines.length);
    first += lines.length;
    return { body: Buffer.from(lines.join('\n')), links: packed };
  };
  for (const { url, type = 'page', priority, depth, hops = 0, anchor, carry, why, from } of links) {
    const line = JSON.stringify([
      url,
      type,
      priority,
      depth,
      hops,
      anchor ?? null,
      carry ?? null,
      why ?? null,
      from ?? null,
    ]);
    if (lines.length > 0 && (lines.length === MOST_LINKS || bytes + line.length > MOST_BYTES)) {
      yield message();
      lines = [];
      bytes = 0;
    }
    lines.push(line);
    bytes += line.length;
  }
  if (lines.length > 0) yield message();
}

/** As it goes through NATS. In a database it stays as it is: what goes to the log is compressed as a whole. */
export const compressed = (message: Uint8Array): Uint8Array => zstdCompressSync(message);

/** Every link begins like this; no compressed message does. */
const BRACKET = 0x5b;

export interface Unpacked {
  links: NewLink[];
  /** All lines of the message, also bad ones. */
  lines: number;
}

/** A link as another part of the crawl takes it: with its page numbered for that part. */
export const foundBy = ({ from, ...link }: NewLink, sender: number): NewLink =>
  from === undefined ? link : { ...link, from: from < 0 ? from : elsewhere(sender, from) };

export function unpackLinks(
  body: Uint8Array,
  sender: number,
  { urlRules, owns }: { urlRules: UrlRules; owns(host: string): boolean },
): Unpacked {
  let lines: string[];
  try {
    const plain =
      body[0] === BRACKET
        ? Buffer.from(body.buffer, body.byteOffset, body.length)
        : zstdDecompressSync(body, { maxOutputLength: MOST_UNPACKED });
    lines = plain.toString().split('\n');
  } catch {
    return { links: [], lines: 0 };
  }
  const links = lines
    .flatMap((line) => linkOf(line, sender, urlRules) ?? [])
    .filter(({ host }) => owns(host));
  return { links, lines: lines.length };
}

function linkOf(line: string, sender: number, urlRules: UrlRules): NewLink | undefined {
  let read: z.output<typeof linkSchema>;
  try {
    read = linkSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
  const [url, type, priority, depth, hops, anchor, carry, why, from] = read;
  const found = canonicalUrl(url, undefined, urlRules);
  if (!found.ok || found.url !== url || !isJson(carry)) return undefined;
  const link: NewLink = { url, type, host: found.host, priority, depth, hops, anchor: anchor ?? '' };
  if (carry !== null) link.carry = carry;
  if (why !== null) link.why = why;
  if (from !== null) link.from = from;
  return foundBy(link, sender);
}

function isJson(carry: string | null): boolean {
  if (carry === null) return true;
  try {
    JSON.parse(carry);
    return true;
  } catch {
    return false;
  }
}
