/**
 * Text of a page as Markdown that reads as the same text: whatever it contains, it makes no link, no HTML, no heading,
 * no list, no table and no code of its own (CommonMark 0.31, and the tables and strike-through of GitHub).
 */

/** A piece of a line, between two marks of ours. */
export function escaped(text: string): string {
  if (!NEEDS_CARE.test(text)) return text;
  return text.replace(ALWAYS, '\\$&').replace(EMPHASIS, '\\_').replace(REFERENCE, '\\&').replace(/!$/, '\\!'); // an exclamation mark before a link makes an image of it
}

/** A whole line that begins a block, or a line of it: what would start another block is escaped. */
export function asLine(line: string): string {
  return line.replace(NUMBERED, '$1\\$2').replace(STARTS_BLOCK, '\\$&');
}

/** Hashes at the end of a heading would be dropped. */
export const asHeading = (line: string): string =>
  line.replace(/#+$/, (hashes) => hashes.replaceAll('#', '\\#'));

/** Text as it is between backticks, more of them than stand anywhere in it. */
export function codeSpan(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1);
  const needsRoom = /^`|`$|^ .* $/s.test(text);
  return needsRoom ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

export function codeBlock(text: string): string[] {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return [fence, ...text.split('\n'), fence];
}

/** The target of a link; undefined unless it is one on the Web. */
export function destination(href: string, base: string): string | undefined {
  const url = URL.parse(href, base);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  return url.href
    .replace(/[\\()<>\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
    .replace(REFERENCE, '&amp;');
}

const NEEDS_CARE = /[\\`*[\]<~|_&!]/;
const ALWAYS = /[\\`*[\]<~|]/g;
/** Inside of a word an underscore is one. */
const EMPHASIS = /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
const REFERENCE = /&(?=#?\w+;)/g;
const NUMBERED = /^(\d{1,9})([.)])(?=\s|$)/;
const STARTS_BLOCK = /^(?:[-+](?=\s|$)|#(?=#{0,5}(?:\s|$))|>|=(?==*\s*$)|[-:](?=[-:\s]*$))/;

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
