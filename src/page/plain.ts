/**
 * Reads plain text by lines; an empty line ends a block, and URLs in it are links whose anchor is the URL as written.
 */
import type { LinkCollector } from './links.ts';
import type { VisibleText } from './visible-text.ts';

const ADDRESS =
  /\bhttps?:\/\/[^\s<>"'`{}|\\^\x00-\x1f]{1,2048}|\bwww\.[a-z0-9-]{1,63}\.[^\s<>"'`{}|\\^\x00-\x1f]{1,2048}/gi;

/** A piece of the source that is a link. */
export interface LinkedPiece {
  start: number;
  end: number;
  href: string;
  tag: 'text' | 'pdf';
  nofollow?: boolean | undefined;
}

/** Lines of text with links at the given pieces, which are in order and do not overlap. */
export function readPlain(text: VisibleText, links: LinkCollector, pieces: Iterable<LinkedPiece>): void {
  let from = 0;
  for (const { start, end, href, tag, nofollow = false } of pieces) {
    if (!links.wants()) continue;
    writeLines(from, start, text);
    const place = text.length;
    const wordsAtStart = text.words;
    text.inLink = true;
    writeLines(start, end, text);
    text.inLink = false;
    from = end;
    links.add({
      href,
      tag,
      nofollow,
      tagPath: '',
      start: place,
      end: text.length,
      wordsAtStart,
      wordsAtEnd: text.words,
      unseen: '',
      label: '',
    });
  }
  writeLines(from, text.source.length, text);
}

export function* addressesIn(source: string): Generator<LinkedPiece> {
  for (const found of source.matchAll(ADDRESS)) {
    const address = trimAddress(found[0]);
    const href = /^http/i.test(address) ? address : `http://${address}`;
    yield { start: found.index, end: found.index + address.length, href, tag: 'text' };
  }
}

/** A full stop or a bracket after a URL belongs to the sentence, not to the URL. */
function trimAddress(address: string): string {
  let end = address.length;
  while (end > 0) {
    const last = address.charAt(end - 1);
    if ('.,;:!?…»”’*'.includes(last)) end--;
    else if (last === ')' && !address.slice(0, end).includes('(')) end--;
    else if (last === ']' && !address.slice(0, end).includes('[')) end--;
    else break;
  }
  return address.slice(0, end);
}

function writeLines(start: number, end: number, text: VisibleText): void {
  const { source } = text;
  for (let from = start; from < end; ) {
    let newline = source.indexOf('\n', from);
    if (newline === -1 || newline >= end) newline = end;
    text.write(from, newline, false);
    if (newline === end) return;
    if (isEmptyLine(source, newline + 1)) text.block();
    else text.line();
    from = newline + 1;
  }
}

function isEmptyLine(source: string, start: number): boolean {
  let at = start;
  while (
    at < source.length &&
    (source.charCodeAt(at) === 32 || source.charCodeAt(at) === 9 || source.charCodeAt(at) === 13)
  )
    at++;
  return at >= source.length || source.charCodeAt(at) === 10;
}
