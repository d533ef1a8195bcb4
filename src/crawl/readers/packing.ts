/**
 * A reading on its way to the loop, the same with and without threads, so that a strategy sees the same data in both
 * modes. The page's texts and the context of its links are not needed any more and stay behind, except the main text,
 * which goes to the catalogue. A page's links are hundreds of small strings, and copying them as objects costs more
 * than parsing did: they are sent as one string per field, separated by newlines.
 */
import type { NotAPage } from '../../page/page.ts';
import type { VisitedLink, VisitedPage } from '../../strategy/strategy.ts';
import { faultOf } from '../faults.ts';
import type { WholeReading } from './reading.ts';

/** What the loop receives. */
export interface Reading extends Omit<WholeReading, 'page'> {
  page: VisitedPage | NotAPage;
  /** The main text; absent if there is no page. */
  text?: string;
}

export interface PackedReading extends Reading {
  packed?: PackedLinks;
}

interface PackedLinks {
  count: number;
  urls: string;
  anchors: string;
  tags: string;
  /** Indices of the nofollow links. */
  nofollow: number[];
}

export function pack({ page, ...rest }: WholeReading): PackedReading {
  if ('refused' in page) return { ...rest, page };
  const { links, text: _, mainText, ...visited } = page;
  const urls: string[] = [];
  const anchors: string[] = [];
  const tags: string[] = [];
  const nofollow: number[] = [];
  for (const link of links) {
    if (link.nofollow) nofollow.push(urls.length);
    urls.push(link.url);
    anchors.push(oneLine(link.anchor));
    tags.push(link.tag);
  }
  const packed: PackedLinks = {
    count: links.length,
    urls: urls.join('\n'),
    anchors: anchors.join('\n'),
    tags: tags.join('\n'),
    nofollow,
  };
  return { ...rest, page: { ...visited, links: [] }, text: mainText, packed };
}

export function unpack({ packed, ...reading }: PackedReading): Reading {
  if (packed === undefined || packed.count === 0) return reading;
  const { count } = packed;
  const urls = packed.urls.split('\n');
  const anchors = packed.anchors.split('\n');
  const tags = packed.tags.split('\n') as VisitedLink['tag'][];
  if (urls.length !== count || anchors.length !== count || tags.length !== count)
    throw new Error(`A page of ${count} links came with ${urls.length} URLs and ${anchors.length} anchors.`);
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
  return { ...reading, page: { ...(reading.page as VisitedPage), links } };
}

/**
 * The reading as it arrives from a thread: what a judge and a measure returned is copied, and what cannot be, a function for
 * example, is a fault of its part and left out.
 */
export function sent(reading: PackedReading): PackedReading {
  const arrived = { ...reading, faults: [...reading.faults] };
  for (const [key, part] of Object.entries(FROM_PARTS) as [keyof typeof FROM_PARTS, string][]) {
    if (reading[key] === undefined) continue;
    try {
      Object.assign(arrived, { [key]: structuredClone(reading[key]) });
    } catch (error) {
      delete arrived[key];
      arrived.faults.push(faultOf(part, error));
    }
  }
  return arrived;
}

const FROM_PARTS = { judgement: 'judge', notes: 'judge', signals: 'strategy' } as const;

/** The built-in readers collapse white space; a user's may not. */
const oneLine = (text: string): string => (text.includes('\n') ? text.replaceAll('\n', ' ') : text);
