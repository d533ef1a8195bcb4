/**
 * A reading on its way between threads. A page's links are hundreds of small strings, and copying objects of them
 * costs more than parsing did; as one string a field, told apart by newlines (which no field holds: white space is
 * folded, addresses have none), they cost next to nothing. The page's text, and what stands around its links, has
 * served its purpose where the page was read and stays there.
 */
import type { Page } from '../page/page.ts';
import type { VisitedLink, VisitedPage } from '../strategy/strategy.ts';
import type { Reading } from './reading.ts';

export type PackedReading = Reading | (Omit<Reading, 'page'> & { page: VisitedPage; packed: PackedLinks });

interface PackedLinks {
  count: number;
  columns: string[];
  nofollow: boolean[];
}

const FIELDS = ['url', 'anchor', 'tag'] as const;

export function pack(reading: Reading): PackedReading {
  const { page } = reading;
  if ('refused' in page) return reading;
  const { links, text: _, ...rest } = page as Page;
  return {
    ...reading,
    page: { ...rest, links: [] },
    packed: {
      count: links.length,
      columns: FIELDS.map((field) => links.map((link) => link[field]).join('\n')),
      nofollow: links.map((link) => link.nofollow),
    },
  };
}

export function unpack(reading: PackedReading): Reading {
  if (!('packed' in reading)) return reading;
  const { packed, ...rest } = reading;
  const { count, nofollow } = packed;
  if (count === 0) return rest;
  const [url, anchor, tag] = packed.columns.map((column) => column.split('\n')) as [
    string[],
    string[],
    string[],
  ];
  const links: VisitedLink[] = [];
  for (let i = 0; i < count; i++) {
    links.push({
      url: url[i]!,
      anchor: anchor[i]!,
      tag: tag[i] as VisitedLink['tag'],
      position: i,
      nofollow: nofollow[i]!,
    });
  }
  return { ...rest, page: { ...rest.page, links } };
}
