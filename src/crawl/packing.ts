/**
 * A reading on its way between threads. A page's links are hundreds of small strings, and copying objects of them
 * costs more than parsing did; as one string a field, told apart by newlines (which no field holds: white space is
 * folded, addresses have none), they cost next to nothing.
 */
import type { Link, Page } from '../page/page.ts';
import type { Reading } from './reading.ts';

export type PackedReading = Reading | (Omit<Reading, 'page'> & { page: Page; packed: PackedLinks });

interface PackedLinks {
  count: number;
  columns: string[];
  nofollow: boolean[];
}

const FIELDS = ['url', 'anchor', 'before', 'after', 'tag', 'tagPath'] as const;

export function pack(reading: Reading): PackedReading {
  const { page } = reading;
  if ('refused' in page) return reading;
  const { links } = page;
  return {
    ...reading,
    page: { ...page, links: [] },
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
  const [url, anchor, before, after, tag, tagPath] = packed.columns.map((column) => column.split('\n')) as [
    string[],
    string[],
    string[],
    string[],
    string[],
    string[],
  ];
  const links: Link[] = [];
  for (let i = 0; i < count; i++) {
    links.push({
      url: url[i]!,
      anchor: anchor[i]!,
      before: before[i]!,
      after: after[i]!,
      tag: tag[i] as Link['tag'],
      tagPath: tagPath[i]!,
      position: i,
      nofollow: nofollow[i]!,
    });
  }
  return { ...rest, page: { ...rest.page, links } };
}
