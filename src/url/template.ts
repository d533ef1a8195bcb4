/**
 * The template of an address: what is left when numbers, dates, ids and the last word are put for their kind.
 * Pages that one script makes share a template, so what a few of them brought tells what the rest will bring.
 *
 *   /calendar?month=4&year=2031    →  /calendar?month=N&year=N
 *   /2031/04/12/                   →  /N/N/N/
 *   /news/article-123.html         →  /news/article-N.html
 *   /item/9f86d081884c7d65         →  /item/H
 *   /blog/how-to-use-an-inhaler    →  /blog/W
 */
export interface UrlTemplate {
  /** Path and query, without the host. */
  shape: string;
  /** Path with any query: what all query templates of one path have in common. Only where there is a query. */
  path?: string;
  /** Dates or a query: a space that a machine can extend for ever. */
  endless: boolean;
}

export function urlTemplate(pathAndQuery: string): UrlTemplate {
  const mark = pathAndQuery.indexOf('?');
  const path = mark === -1 ? pathAndQuery : pathAndQuery.slice(0, mark);
  const segments = path.split('/');
  const isDated = hasDate(segments);
  // Before a query stands the name of a script, which tells one space from another.
  const last = mark === -1 ? segments.length - 1 : -1;
  const pathShape = segments.map((segment, at) => segmentClass(segment, at === last)).join('/');
  if (mark === -1) return { shape: pathShape, endless: isDated };
  const query = pathAndQuery.slice(mark + 1);
  return { shape: `${pathShape}?${queryShape(query)}`, path: `${pathShape}?*`, endless: true };
}

function queryShape(query: string): string {
  const parts = query.split('&').map((parameter) => {
    const equals = parameter.indexOf('=');
    if (equals === -1) return parameter.replace(DIGITS, 'N');
    return `${parameter.slice(0, equals).replace(DIGITS, 'N')}=${valueClass(parameter.slice(equals + 1))}`;
  });
  return [...new Set(parts)].sort().join('&');
}

function valueClass(value: string): string {
  if (value === '') return '';
  if (/^-?\d+$/.test(value)) return 'N';
  if (DATE.test(value)) return 'D';
  if (isId(value)) return 'H';
  return 'W';
}

function segmentClass(segment: string, isLast: boolean): string {
  if (segment === '') return '';
  if (/^\d+$/.test(segment)) return 'N';
  if (DATE.test(segment)) return 'D';
  const dot = segment.lastIndexOf('.');
  const hasExtension = dot > 0 && segment.length - dot <= 6;
  const name = hasExtension ? segment.slice(0, dot) : segment;
  const extension = hasExtension ? segment.slice(dot) : '';
  if (isId(name)) return `H${extension}`;
  const numbered = name.replace(DIGITS, 'N');
  // A title that happens to hold a number is a title: asthma-in-2024-what-is-new.
  if (isSlug(name)) return `W${extension}`;
  return isLast && numbered === name ? `W${extension}` : numbered + extension;
}

const DIGITS = /\d+/g;
const DATE = /^(?:19|20|21)\d\d[-_.]?(?:0[1-9]|1[0-2])(?:[-_.]?(?:0[1-9]|[12]\d|3[01]))?(?:T[\d:.Z%+-]*)?$/;

function isId(text: string): boolean {
  if (text.length < 8) return false;
  if (/^[0-9a-f-]+$/i.test(text)) return /\d/.test(text);
  return text.length >= 20 && /^[0-9A-Za-z_]+$/.test(text) && /\d.*[A-Za-z].*\d/.test(text);
}

function isSlug(name: string): boolean {
  if (name.length > 40) return true;
  let joints = 0;
  for (const character of name) if (character === '-' || character === '_' || character === '+') joints++;
  return joints >= 3;
}

/** A year and then a month, each a segment of its own, or a date in one segment. */
function hasDate(segments: readonly string[]): boolean {
  return segments.some(
    (segment, at) =>
      DATE.test(segment) || (/^(?:19|20|21)\d\d$/.test(segment) && /^\d{1,2}$/.test(segments[at + 1] ?? '')),
  );
}
