/**
 * A reading on its way between threads. A page's links are hundreds of small strings, and copying objects of them
 * costs more than parsing did; as one string a field, told apart by newlines (which no field holds: white space is
 * folded, addresses have none), they cost next to nothing. The page's text, and what stands around its links, has
 * served its purpose where the page was read and stays there.
 */
import type { Page } from '../../page/page.ts';
import type { VisitedLink, VisitedPage } from '../../strategy/strategy.ts';
import type { Reading } from './reading.ts';

export type PackedReading = Reading | (Omit<Reading, 'page'> & { page: VisitedPage; packed: PackedLinks });

interface PackedLinks {
  count: number;
  urls: string;
  anchors: string;
  tags: string;
  /** Places of the links that say so. */
  nofollow: number[];
}

export function pack(reading: Reading): PackedReading {
  const { page } = reading;
  if ('refused' in page) return reading;
  const { links, text: _, ...rest } = page as Page;
  const urls: string[] = [];
  const anchors: string[] = [];
  const tags: string[] = [];
  const nofollow: number[] = [];
  for (const link of links) {
    if (link.nofollow) nofollow.push(urls.length);
    urls.push(link.url);
    anchors.push(link.anchor);
    tags.push(link.tag);
  }
  const packed: PackedLinks = {
    count: links.length,
    urls: urls.join('\n'),
    anchors: anchors.join('\n'),
    tags: tags.join('\n'),
    nofollow,
  };
  return { ...reading, page: { ...rest, links: [] }, packed };
}

export function unpack(reading: PackedReading): Reading {
  if (!('packed' in reading)) return reading;
  const { packed, ...rest } = reading;
  const { count } = packed;
  if (count === 0) return rest;
  const urls = packed.urls.split('\n');
  const anchors = packed.anchors.split('\n');
  const tags = packed.tags.split('\n') as VisitedLink['tag'][];
  const nofollow = new Set(packed.nofollow);
  const links: VisitedLink[] = [];
  for (let position = 0; position < count; position++) {
    links.push({
      url: urls[position]!,
      anchor: anchors[position]!,
      tag: tags[position]!,
      position,
      nofollow: nofollow.has(position),
    });
  }
  return { ...rest, page: { ...rest.page, links } };
}
