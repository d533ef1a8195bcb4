/**
 * What the address of a page says about it, as named features: the words of its path, their shapes with every digit as
 * 9 (`cs101` and `cs240` are both `cs999`), the labels of its host, its depth, its ending, and whether it has a tilde or
 * a query. Names start with the kind of the feature: `path:`, `shape:`, `host:`. The address of a local file has none: a
 * judge would learn the names of the folders that examples are kept in.
 */
export function addressFeatures(url: string): string[] {
  const lower = url.toLowerCase();
  if (lower.startsWith('file:')) return [];
  const scheme = lower.indexOf('://');
  const start = scheme < 0 ? 0 : scheme + 3;
  const slash = lower.indexOf('/', start);
  const host = slash < 0 ? lower.slice(start) : lower.slice(start, slash);
  const whole = slash < 0 ? '/' : lower.slice(slash);
  const mark = whole.search(/[?#]/);
  const path = mark < 0 ? whole : whole.slice(0, mark);
  const found = new Set<string>();
  for (const label of host.split(/[.:]/)) if (label !== '' && label !== 'www') found.add(`host:${label}`);
  const segments = path.split('/').filter(Boolean);
  for (const segment of segments.slice(0, maxSegments)) {
    for (const word of segment.split(notWord).slice(0, maxWords)) {
      if (word.length < 2 || word.length > maxLength) continue;
      if (!digits.test(word)) found.add(`path:${word}`);
      else found.add(`shape:${word.replace(everyDigit, '9')}`);
    }
  }
  found.add(`depth:${Math.min(segments.length, maxSegments)}`);
  const ending = /\.([a-z]{2,5})$/.exec(segments.at(-1) ?? '')?.[1];
  found.add(path.endsWith('/') ? 'ending:/' : `ending:${ending ?? 'none'}`);
  if (path.includes('~')) found.add('tilde');
  if (mark >= 0 && whole[mark] === '?') found.add('query');
  return [...found];
}

const maxSegments = 8;
const maxWords = 8;
const maxLength = 40;
const notWord = /[^\p{L}\p{N}]+/u;
const digits = /\d/;
const everyDigit = /\d/g;
