/**
 * Tags and texts of an XML file that arrives in pieces. Made for directory dumps of gigabytes: nothing is kept but the
 * tag or text at hand, and that is bounded, so no file can fill the memory. Only XML's five entities and numeric ones
 * are decoded; declarations, comments and processing instructions are skipped, so entities cannot expand.
 */
import { ForageError } from '../../errors.ts';

export type XmlToken =
  | { type: 'open'; name: string; attributes: Record<string, string>; isEmpty: boolean }
  | { type: 'close'; name: string }
  | { type: 'text'; text: string };

/** Longer tags are in no directory. */
const MAX_TAG = 64 << 10;
/** Longer texts are cut. */
const MAX_TEXT = 64 << 10;

export async function* xmlTokens(pieces: AsyncIterable<string>, file: string): AsyncGenerator<XmlToken> {
  let rest = '';
  let skipsTo: string | undefined;
  for await (const piece of pieces) {
    rest += piece;
    let at = 0;
    while (at < rest.length) {
      if (skipsTo !== undefined) {
        const end = rest.indexOf(skipsTo, at);
        if (end === -1) {
          // The end itself may be split between two pieces.
          at = Math.max(at, rest.length - skipsTo.length + 1);
          break;
        }
        at = end + skipsTo.length;
        skipsTo = undefined;
        continue;
      }
      if (rest[at] !== '<') {
        const end = rest.indexOf('<', at);
        if (end === -1 && rest.length - at < MAX_TEXT) break;
        const to = end === -1 ? rest.length : end;
        const text = rest.slice(at, Math.min(to, at + MAX_TEXT));
        if (text.trim() !== '') yield { type: 'text', text: decoded(text) };
        at = to;
        continue;
      }
      if (rest.length - at < LONGEST_OPENING) break;
      skipsTo = endOfSkipped(rest, at);
      if (skipsTo !== undefined) continue;
      const end = rest.indexOf('>', at);
      if (end === -1) {
        if (rest.length - at > MAX_TAG) throw invalid(file);
        break;
      }
      yield tagOf(rest.slice(at + 1, end));
      at = end + 1;
    }
    rest = rest.slice(at);
  }
  const tag = /^<([^<>]*)>\s*$/.exec(rest);
  if (tag !== null && skipsTo === undefined && endOfSkipped(rest, 0) === undefined) yield tagOf(tag[1]!);
}

const LONGEST_OPENING = '<![CDATA['.length;

function endOfSkipped(text: string, at: number): string | undefined {
  if (text.startsWith('<!--', at)) return '-->';
  if (text.startsWith('<![CDATA[', at)) return ']]>';
  if (text.startsWith('<?', at)) return '?>';
  // The declarations within a DOCTYPE are skipped one by one, and what is left of it is text.
  return text.startsWith('<!', at) ? '>' : undefined;
}

function tagOf(inside: string): XmlToken {
  if (inside.startsWith('/')) return { type: 'close', name: inside.slice(1).trim() };
  const [, name = ''] = /^([^\s/]*)/.exec(inside)!;
  const attributes: Record<string, string> = Object.create(null);
  for (const [, key, , double, single] of inside.matchAll(ATTRIBUTE))
    attributes[key!] = decoded(double ?? single ?? '');
  return { type: 'open', name, attributes, isEmpty: inside.endsWith('/') };
}
const ATTRIBUTE = /\s([^\s=/]+)\s*=\s*("([^"]*)"|'([^']*)')/g;

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (whole, digits, hex, name) => {
      if (name !== undefined) return ENTITIES[String(name).toLowerCase()]!;
      const code = digits === undefined ? Number.parseInt(hex, 16) : Number(digits);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const invalid = (file: string): ForageError =>
  new ForageError(
    'INPUT_INVALID',
    `${file} is not a directory dump: it has a tag of more than ${MAX_TAG >> 10} KiB.`,
  );
