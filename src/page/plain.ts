/**
 * Reads plain text: its lines, an empty line ends a block, and addresses in it are links whose anchor is the
 * address as written.
 */
import type { LinkCollector } from './links.ts';
import type { VisibleText } from './visible-text.ts';

const ADDRESS =
  /\bhttps?:\/\/[^\s<>"'`{}|\\^\x00-\x1f]{1,2048}|\bwww\.[a-z0-9-]{1,63}\.[^\s<>"'`{}|\\^\x00-\x1f]{1,2048}/gi;

export function readPlain(source: string, text: VisibleText, links: LinkCollector): void {
  let from = 0;
  for (const found of source.matchAll(ADDRESS)) {
    const address = trimAddress(found[0]);
    writeLines(source, from, found.index, text);
    from = found.index + address.length;
    if (!links.wants()) {
      writeLines(source, found.index, from, text);
      continue;
    }
    const start = text.length;
    const wordsAtStart = text.words;
    text.inLink = true;
    text.write(source, found.index, from, false);
    text.inLink = false;
    links.add({
      href: address.startsWith('h') || address.startsWith('H') ? address : `http://${address}`,
      tag: 'text',
      nofollow: false,
      tagPath: '',
      start,
      end: text.length,
      wordsAtStart,
      wordsAtEnd: text.words,
      unseen: '',
      label: '',
    });
  }
  writeLines(source, from, source.length, text);
}

/** A full stop or a bracket after an address belongs to the sentence, not to the address. */
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

function writeLines(source: string, start: number, end: number, text: VisibleText): void {
  for (let from = start; from < end; ) {
    let newline = source.indexOf('\n', from);
    if (newline === -1 || newline >= end) newline = end;
    text.write(source, from, newline, false);
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
