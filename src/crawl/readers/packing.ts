/**
 * A reading on its way to the loop, in both thread modes, so that a strategy sees the same with and without threads.
 * The page's texts, and what stands around its links, have served their purpose where the page was read and stay
 * there; of the texts only the main one goes along, for the catalogue. A page's links are hundreds of small strings,
 * and copying objects of them costs more than parsing did: they travel as one string a field, separated by newlines.
 */
import type { NotAPage } from '../../page/page.ts';
import type { VisitedLink, VisitedPage } from '../../strategy/strategy.ts';
import type { WholeReading } from './reading.ts';

/** What the loop gets. */
export interface Reading extends Omit<WholeReading, 'page'> {
  page: VisitedPage | NotAPage;
  /** The main text; absent where there is no page. */
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
  /** Places of the links that say so. */
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

/** Our readers fold white space; a user's may not. */
const oneLine = (text: string): string => (text.includes('\n') ? text.replaceAll('\n', ' ') : text);
